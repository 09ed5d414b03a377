"""Autocompletion: only what is legal, and only from what the player may know."""

import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from discord import app_commands

from bot.client.base import Interaction
from bot.client.interactions.answers import words_for
from bot.client.interactions.discord_location import origin_of
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
from bot.teaching.rule_pages import search
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

Suggestions: TypeAlias = Iterable[tuple[str, str]]
"""Names as they are shown, each with its value."""
_Autocomplete: TypeAlias = Callable[
    [Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]
]


class _Turn(NamedTuple):
    """The seat of the user who types, for whom the game waits."""

    words: Words
    seat: Seat


def _suggests(
    suggest: Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]],
) -> _Autocomplete:
    """Make an autocompletion for discord.py from a function that finds suggestions.

    An error shows an empty list, and is logged: nothing can be said here.
    """

    @wraps(suggest)
    async def guarded(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        rate_limits = interaction.client.rate_limits
        if rate_limits is not None and not rate_limits.suggest(interaction):
            return []
        began = time.monotonic()
        try:
            choices = [
                app_commands.Choice(name=shorten(name, OPTION_TEXT), value=value)
                for name, value in islice(await suggest(interaction, current), CHOICES)
            ]
        except Exception:
            log.exception("a fault while suggesting")
            return []
        interaction.client.counts.time(Duration.SUGGESTED, time.monotonic() - began)
        return choices

    return guarded


def _suggests_in_turn(suggest: Callable[[_Turn, Interaction, str], Suggestions]) -> _Autocomplete:
    """Make an autocompletion that suggests something only while an action can be taken."""

    async def find(interaction: Interaction, current: str) -> Suggestions:
        turn = await _waiting(interaction)
        if turn is None or turn.seat.view.turn_refusal() is not None:
            return ()
        return suggest(turn, interaction, current)

    return _suggests(find)


def _fitting(suggested: Suggestions, current: str) -> Suggestions:
    """Those that fit what was typed: first those that begin with it, then those that hold it."""
    typed = current.strip().casefold()
    fitting = [(name, value) for name, value in suggested if typed in name.casefold()]
    return sorted(fitting, key=lambda entry: not entry[0].casefold().startswith(typed))


async def _waiting(interaction: Interaction) -> _Turn | None:
    """The one game that waits for the user to decide; None if there is not just one."""
    named = getattr(interaction.namespace, "game", None)
    origin, service = origin_of(interaction), interaction.client.services.visits
    try:
        visits = (
            [await service.named(origin, named)]
            if named
            else await service.meant(origin, Purpose.PLAY)
        )
    except Refused:
        return None
    waiting = [visit.seat for visit in visits if visit.seat is not None and visit.seat.decides]
    if len(waiting) != 1:
        return None
    return _Turn(words_for(interaction), waiting[0])


@_suggests
async def suggest_games(interaction: Interaction, current: str) -> Suggestions:
    """The user's games, by name."""
    words = words_for(interaction)
    tables = await interaction.client.services.games.of_user(OwnNumber(interaction.user.id))
    return _fitting(
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


@_suggests
async def suggest_managed_games(interaction: Interaction, current: str) -> Suggestions:
    """The games of a server, for those who manage it: by number and name."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return ()
    named = await interaction.client.services.games.named_in(interaction.guild_id)
    return _fitting(
        ((f"{plain(name)} (#{number})", str(number)) for number, name in named), current
    )


@_suggests_in_turn
def suggest_colours(turn: _Turn, _: Interaction, current: str) -> Suggestions:
    """The colours in the player's hand."""
    return _fitting(
        (
            (f"{turn.words.tile(colour)} × {count}", colour.letter)
            for colour, count in zip(COLOURS, turn.seat.view.own_hand, strict=True)
            if turn.seat.view.piece_refusal(colour) is None
        ),
        current,
    )


@_suggests_in_turn
def suggest_leaders(turn: _Turn, _: Interaction, current: str) -> Suggestions:
    """The player's leaders that can go somewhere."""
    view = turn.seat.view
    movable = [leader for leader in view.leaders(view.seat) if view.legal_cells(leader)]
    return _fitting(((turn.words.role(one.colour), str(one)) for one in movable), current)


@_suggests_in_turn
def suggest_leaders_on_board(turn: _Turn, _: Interaction, current: str) -> Suggestions:
    """The player's leaders that can be withdrawn."""
    view = turn.seat.view
    return _fitting(
        (
            (f"{turn.words.role(leader.colour)} · {view.board.cell_of(leader)}", str(leader))
            for leader in view.leaders(view.seat)
            if view.refusal(WithdrawLeader(leader)) is None
        ),
        current,
    )


def _cells(turn: _Turn, piece: Piece, current: str) -> Suggestions:
    """The legal spaces of a piece, with its effect on each."""
    typed = current.strip().upper()
    for each in spaces_in_order(turn.seat.view, piece):
        cell = str(each.action.cell)
        if cell.startswith(typed):
            effect = effect_of(turn.words, turn.seat, piece, each.action.cell).text
            yield f"{cell}: {effect}" if effect else cell, cell


@_suggests_in_turn
def suggest_tile_cells(turn: _Turn, interaction: Interaction, current: str) -> Suggestions:
    """The legal spaces of the chosen tile, with its effect on each."""
    try:
        tile = read_tile(turn.words, _typed(interaction, "colour"))
    except AnswerInstead:  # it is not chosen yet, or is none
        return ()
    return _cells(turn, tile, current)


@_suggests_in_turn
def suggest_leader_cells(turn: _Turn, interaction: Interaction, current: str) -> Suggestions:
    """The legal spaces of the chosen leader, with its effect on each."""
    try:
        leader = read_leader(turn.words, _typed(interaction, "leader"))
    except AnswerInstead:
        return ()
    if isinstance(leader, Colour):
        leader = turn.seat.view.leaders(turn.seat.number)[leader]
    return _cells(turn, leader, current)


@_suggests_in_turn
def suggest_catastrophe_cells(turn: _Turn, _: Interaction, current: str) -> Suggestions:
    """The legal spaces of a catastrophe, with its effect on each."""
    return _cells(turn, Catastrophe(), current)


@_suggests_in_turn
def suggest_swaps(turn: _Turn, _: Interaction, current: str) -> Suggestions:
    """The legal swaps that contain the tiles typed so far."""
    typed = tiles_typed(turn.words, current) or (0, 0, 0, 0)
    swaps = [
        action
        for action in turn.seat.view.legal_swaps()
        if all(had <= count for had, count in zip(typed, action.counts, strict=True))
    ]
    swaps.sort(key=lambda action: action.total)
    return ((turn.words.tiles(action.counts), letters(action.counts)) for action in swaps)


@_suggests
async def suggest_lines(interaction: Interaction, current: str) -> Suggestions:
    """The whole line so far with its next part, as long as it is known what may follow."""
    waiting = await _waiting(interaction)
    return () if waiting is None else lines_with_next_part(*waiting, current)


@_suggests
async def suggest_answers(interaction: Interaction, current: str) -> Suggestions:
    """The answers to the question that waits."""
    waiting = await _waiting(interaction)
    if waiting is None or isinstance(waiting.seat.view.decision, ActionDecision):
        return ()
    offered = [
        *((each.label, str(each.action)) for each in answers(*waiting)),
        *((each.label, print_intent(each.intent).text) for each in shortcuts(*waiting)),
    ]
    return _fitting(offered, current)


@_suggests
async def suggest_rules(interaction: Interaction, current: str) -> Suggestions:
    """Pages of the rules, with the numbers of their rules, and examples that fit what was typed."""
    words = words_for(interaction)
    found = ((words._(page.title), page) for page in search(current, words.paragraphs))
    return (
        (f"{title} ({', '.join(page.rules)})" if page.rules else title, page.name)
        for title, page in found
    )


def _typed(interaction: Interaction, option: str) -> str:
    """The current text of another option of the command."""
    return str(getattr(interaction.namespace, option, None) or "")
