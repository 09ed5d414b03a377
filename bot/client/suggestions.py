"""Autocompletion: only what is legal, and only from what the player may know."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import discord
from discord import app_commands

from bot.client.answers import Puzzled, words_for
from bot.client.messages import OPTION_TEXT, shorten
from bot.client.typed import read_leader, read_tile
from bot.showing.choosers import CATASTROPHE_PIECE, legal_cells, preview
from bot.showing.content import CHOICES
from bot.showing.names import plain
from bot.showing.pages import status_line
from bot.showing.prompts import answers, shortcuts
from bot.table import Refused, Status, Table
from bot.words import Words
from engine import (
    COLOURS,
    ActionDecision,
    Colour,
    Game,
    SwapTiles,
    counts_of,
    letters,
    parse_action,
)

if TYPE_CHECKING:
    from bot.client.client import TwoRivers

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[TwoRivers]"
Choices: TypeAlias = list[app_commands.Choice[str]]


class _Turn(NamedTuple):
    """The turn of whoever types."""

    words: Words
    table: Table
    game: Game


_Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]


def _quietly(suggest: _Suggest) -> _Suggest:
    """An error while suggesting shows an empty list, and is logged: nothing can be said here."""

    @wraps(suggest)
    async def guarded(interaction: Interaction, current: str) -> Choices:
        try:
            return await suggest(interaction, current)
        except Exception:
            log.exception("a fault while suggesting")
            return []

    return guarded


def _choices(suggested: Iterable[tuple[str, str]], current: str) -> Choices:
    """The first that fit what was typed: those that begin with it, then those that hold it."""
    typed = current.strip().casefold()
    fitting = [(name, value) for name, value in suggested if typed in name.casefold()]
    fitting.sort(key=lambda entry: not entry[0].casefold().startswith(typed))
    return [
        app_commands.Choice(name=shorten(name, OPTION_TEXT), value=value)
        for name, value in fitting[:CHOICES]
    ]


async def _waiting(interaction: Interaction) -> _Turn | None:
    """The one game that waits for whoever types to decide; None if there is not just one."""
    client = interaction.client
    named = getattr(interaction.namespace, "game", None)
    try:
        tables = await client.desk.tables_meant(interaction, named)
    except Refused:
        return None
    waiting = [
        (table, table.game)
        for table in tables
        if table.game is not None
        and table.decider is not None
        and table.decider.user_id == interaction.user.id
    ]
    if len(waiting) != 1:
        return None
    ((table, game),) = waiting
    return _Turn(words_for(interaction), table, game)


async def _turn(interaction: Interaction) -> _Turn | None:
    """The turn of whoever types, if there is an action to take; None else."""
    turn = await _waiting(interaction)
    if turn is None or not isinstance(turn.game.decision, ActionDecision):
        return None
    return turn if turn.game.actions_left else None


@_quietly
async def suggest_games(interaction: Interaction, current: str) -> Choices:
    """Somebody's games, by name."""
    words = words_for(interaction)
    tables = await interaction.client.tables.games_of(interaction.user.id)
    return _choices(
        (
            (
                f"{plain(table.name)} ({status_line(words, table).replace('*', '')})"
                if table.status is Status.RUNNING
                else plain(table.name),
                str(table.id),
            )
            for table in tables
        ),
        current,
    )


@_quietly
async def suggest_colours(interaction: Interaction, current: str) -> Choices:
    """The colours in the player's hand."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    hand = turn.game.hands[turn.game.active]
    return _choices(
        (
            (f"{turn.words.tile(colour)} × {count}", colour.letter)
            for colour, count in zip(COLOURS, hand, strict=True)
            if count
        ),
        current,
    )


@_quietly
async def suggest_leaders(interaction: Interaction, current: str) -> Choices:
    """The player's leaders that can go somewhere."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    leaders = turn.game.leaders(turn.game.active)
    movable = [leader for leader in leaders if legal_cells(turn.game, str(leader))]
    return _choices(((turn.words.role(one.colour), str(one)) for one in movable), current)


@_quietly
async def suggest_leaders_on_board(interaction: Interaction, current: str) -> Choices:
    """The player's leaders that can be withdrawn."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    standing = [
        (leader, turn.game.board.cell_of(leader)) for leader in turn.game.leaders(turn.game.active)
    ]
    return _choices(
        (
            (f"{turn.words.role(leader.colour)} · {cell}", str(leader))
            for leader, cell in standing
            if cell is not None
        ),
        current,
    )


async def _suggest_cells(
    interaction: Interaction, read: Callable[[_Turn], str], current: str
) -> Choices:
    turn = await _turn(interaction)
    if turn is None:
        return []
    try:
        piece = read(turn)
    except Puzzled:  # the piece is not chosen yet, or is none
        return []
    cells = legal_cells(turn.game, piece)
    typed = current.strip().upper()
    fitting = [cell for cell in cells if str(cell).startswith(typed)][:CHOICES]
    suggested = []
    for cell in fitting:
        told = preview(turn.words, turn.table, turn.game, parse_action(f"{piece}@{cell}"))
        suggested.append((f"{cell}: {told}" if told else str(cell), str(cell)))
    return _choices(suggested, "")


@_quietly
async def suggest_tile_cells(interaction: Interaction, current: str) -> Choices:
    """Where the chosen tile may go, with what it would do."""
    typed = _typed(interaction, "colour")
    return await _suggest_cells(
        interaction, lambda turn: read_tile(turn.words, typed).letter, current
    )


@_quietly
async def suggest_leader_cells(interaction: Interaction, current: str) -> Choices:
    """Where the chosen leader may go, with what it would do."""
    typed = _typed(interaction, "leader")

    def piece(turn: _Turn) -> str:
        leader = read_leader(turn.words, typed)
        if isinstance(leader, Colour):
            leader = turn.game.leaders(turn.game.active)[leader]
        return str(leader)

    return await _suggest_cells(interaction, piece, current)


@_quietly
async def suggest_catastrophe_cells(interaction: Interaction, current: str) -> Choices:
    """Where a catastrophe may go, with what it would do."""
    return await _suggest_cells(interaction, lambda _turn: CATASTROPHE_PIECE, current)


@_quietly
async def suggest_swaps(interaction: Interaction, current: str) -> Choices:
    """What can be swapped, completing the letters k r b g typed so far."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    typed = counts_of(current.strip().lower())
    swaps = [
        action
        for action in turn.game.legal_actions()
        if isinstance(action, SwapTiles)
        and all(had <= count for had, count in zip(typed, action.counts, strict=True))
    ]
    swaps.sort(key=lambda action: action.total)
    return _choices(
        ((turn.words.tiles(action.counts), letters(action.counts)) for action in swaps), ""
    )


@_quietly
async def suggest_answers(interaction: Interaction, current: str) -> Choices:
    """What can be answered to the question that waits."""
    waiting = await _waiting(interaction)
    if waiting is None or isinstance(waiting.game.decision, ActionDecision):
        return []
    offered = (*answers(waiting.words, waiting.game), *shortcuts(waiting.words, waiting.game))
    return _choices(((option.label, option.value) for option in offered), current)


def _typed(interaction: Interaction, option: str) -> str:
    """What stands in another option of the command so far."""
    return str(getattr(interaction.namespace, option, None) or "")
