"""Autocompletion: only what is legal, and only from what the player may know."""

import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

from discord import app_commands

from bot.client.base import Interaction
from bot.client.interactions.answers import words_for
from bot.client.interactions.discord_location import DiscordLocation
from bot.client.messages.conversion import OPTION_TEXT
from bot.commands.line_suggestions import lines_with_next_part
from bot.commands.typed import read_leader, read_tile, tiles_typed
from bot.content.message import CHOICES
from bot.content.shortening import shorten
from bot.counting import Duration
from bot.dispatch.context import AnswerInstead
from bot.domain.game_lookup import Purpose
from bot.domain.naming import plain
from bot.domain.player import OwnNumber
from bot.domain.refusals import Refused
from bot.domain.seat import Seat
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.intents import print_intent
from bot.parts.status_line import plain_status
from bot.parts.turn.previews import effect_of
from bot.parts.turn.prompts import answers, shortcuts
from bot.teaching.rule_pages import Page, found
from engine import (
    COLOURS,
    ActionDecision,
    Catastrophe,
    Colour,
    Piece,
    WithdrawLeader,
    letters,
    spaces_in_order,
)

log = logging.getLogger(__name__)

Choices: TypeAlias = list[app_commands.Choice[str]]


class _Turn(NamedTuple):
    """The seat of the user who types, for whom the game waits."""

    words: Words
    seat: Seat


_Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]


def _quietly(suggest: _Suggest) -> _Suggest:
    """An error while suggesting shows an empty list, and is logged: nothing can be said here."""

    @wraps(suggest)
    async def guarded(interaction: Interaction, current: str) -> Choices:
        rate_limits = interaction.client.rate_limits
        if rate_limits is not None and not rate_limits.suggest(interaction):
            return []
        began = time.monotonic()
        try:
            suggested = await suggest(interaction, current)
        except Exception:
            log.exception("a fault while suggesting")
            return []
        interaction.client.counts.time(Duration.SUGGESTED, time.monotonic() - began)
        return suggested

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
    """The one game that waits for the user to decide; None if there is not just one."""
    named = getattr(interaction.namespace, "game", None)
    try:
        origin, of_user = DiscordLocation(interaction).origin, interaction.client.services.visits
        visits = (
            [await of_user.named(origin, named)]
            if named
            else await of_user.meant(origin, Purpose.PLAY)
        )
    except Refused:
        return None
    waiting = [visit.seat for visit in visits if visit.seat is not None and visit.seat.decides]
    if len(waiting) != 1:
        return None
    return _Turn(words_for(interaction), waiting[0])


async def _turn(interaction: Interaction) -> _Turn | None:
    """The turn of the user who types, if there is an action to take; None else."""
    turn = await _waiting(interaction)
    return turn if turn is not None and turn.seat.view.turn_refusal() is None else None


@_quietly
async def suggest_games(interaction: Interaction, current: str) -> Choices:
    """The user's games, by name."""
    words = words_for(interaction)
    tables = await interaction.client.services.games.of_user(OwnNumber(interaction.user.id))
    return _choices(
        (
            (
                f"{plain(table.name)} ({plain_status(words, table)})"
                if isinstance(table, Table) and table.status is Status.RUNNING
                else plain(table.name),
                str(table.id),
            )
            for table in tables
        ),
        current,
    )


@_quietly
async def suggest_managed_games(interaction: Interaction, current: str) -> Choices:
    """The games of a server, for those who manage it: by number and name."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return []
    named = await interaction.client.services.games.named_in(interaction.guild_id)
    return _choices(
        ((f"{plain(name)} (#{number})", str(number)) for number, name in named), current
    )


@_quietly
async def suggest_colours(interaction: Interaction, current: str) -> Choices:
    """The colours in the player's hand."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    return _choices(
        (
            (f"{turn.words.tile(colour)} × {count}", colour.letter)
            for colour, count in zip(COLOURS, turn.seat.view.own_hand, strict=True)
            if turn.seat.view.piece_refusal(colour) is None
        ),
        current,
    )


@_quietly
async def suggest_leaders(interaction: Interaction, current: str) -> Choices:
    """The player's leaders that can go somewhere."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    view = turn.seat.view
    movable = [leader for leader in view.leaders(view.seat) if view.legal_cells(leader)]
    return _choices(((turn.words.role(one.colour), str(one)) for one in movable), current)


@_quietly
async def suggest_leaders_on_board(interaction: Interaction, current: str) -> Choices:
    """The player's leaders that can be withdrawn."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    view = turn.seat.view
    standing = [(leader, view.board.cell_of(leader)) for leader in view.leaders(view.seat)]
    return _choices(
        (
            (f"{turn.words.role(leader.colour)} · {cell}", str(leader))
            for leader, cell in standing
            if view.refusal(WithdrawLeader(leader)) is None
        ),
        current,
    )


async def _suggest_cells(
    interaction: Interaction, read: Callable[[_Turn], Piece], current: str
) -> Choices:
    turn = await _turn(interaction)
    if turn is None:
        return []
    try:
        piece = read(turn)
    except AnswerInstead:  # the piece is not chosen yet, or is none
        return []
    typed = current.strip().upper()
    ordered = (each.action.cell for each in spaces_in_order(turn.seat.view, piece))
    cells = [cell for cell in ordered if str(cell).startswith(typed)]
    suggested = []
    for cell in cells[:CHOICES]:
        effect = effect_of(turn.words, turn.seat, piece, cell).text
        suggested.append((f"{cell}: {effect}" if effect else str(cell), str(cell)))
    return _choices(suggested, "")


@_quietly
async def suggest_tile_cells(interaction: Interaction, current: str) -> Choices:
    """The legal spaces of the chosen tile, with its effect on each."""
    typed = _typed(interaction, "colour")
    return await _suggest_cells(interaction, lambda turn: read_tile(turn.words, typed), current)


@_quietly
async def suggest_leader_cells(interaction: Interaction, current: str) -> Choices:
    """The legal spaces of the chosen leader, with its effect on each."""
    typed = _typed(interaction, "leader")

    def piece(turn: _Turn) -> Piece:
        leader = read_leader(turn.words, typed)
        if isinstance(leader, Colour):
            return turn.seat.view.leaders(turn.seat.number)[leader]
        return leader

    return await _suggest_cells(interaction, piece, current)


@_quietly
async def suggest_catastrophe_cells(interaction: Interaction, current: str) -> Choices:
    """The legal spaces of a catastrophe, with its effect on each."""
    return await _suggest_cells(interaction, lambda _turn: Catastrophe(), current)


@_quietly
async def suggest_swaps(interaction: Interaction, current: str) -> Choices:
    """The legal swaps that contain the tiles typed so far."""
    turn = await _turn(interaction)
    if turn is None:
        return []
    typed = tiles_typed(turn.words, current) or (0, 0, 0, 0)
    swaps = [
        action
        for action in turn.seat.view.legal_swaps()
        if all(had <= count for had, count in zip(typed, action.counts, strict=True))
    ]
    swaps.sort(key=lambda action: action.total)
    return _choices(
        ((turn.words.tiles(action.counts), letters(action.counts)) for action in swaps), ""
    )


@_quietly
async def suggest_lines(interaction: Interaction, current: str) -> Choices:
    """The whole line so far with its next part, as long as it is known what may follow."""
    waiting = await _waiting(interaction)
    if waiting is None:
        return []
    words, seat = waiting
    return [
        app_commands.Choice(name=shorten(name, OPTION_TEXT), value=line)
        for name, line in lines_with_next_part(words, seat, current)
    ]


@_quietly
async def suggest_answers(interaction: Interaction, current: str) -> Choices:
    """The answers to the question that waits."""
    waiting = await _waiting(interaction)
    if waiting is None or isinstance(waiting.seat.view.decision, ActionDecision):
        return []
    offered = [
        *((each.label, str(each.action)) for each in answers(*waiting)),
        *((each.label, print_intent(each.intent).text) for each in shortcuts(*waiting)),
    ]
    return _choices(offered, current)


@_quietly
async def suggest_rules(interaction: Interaction, current: str) -> Choices:
    """Pages of the rules, and questions about them, that fit what was typed."""
    fitting = found(current, words_for(interaction).locale)[:CHOICES]
    return [
        app_commands.Choice(name=shorten(_listed(each), OPTION_TEXT), value=each.name)
        for each in fitting
    ]


def _listed(rule: Page) -> str:
    """How a page of the rules stands in a list: with the numbers that it is about."""
    return f"{rule.title} ({', '.join(rule.rules)})" if rule.rules else rule.title


def _typed(interaction: Interaction, option: str) -> str:
    """The current text of another option of the command."""
    return str(getattr(interaction.namespace, option, None) or "")
