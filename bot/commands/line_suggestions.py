"""Suggestions for a turn in a line: the line so far, each time with another next part."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.client.messages.conversion import OPTION_TEXT
from bot.commands.typed_line import LineReader
from bot.content.message import CHOICES
from bot.dispatch.context import AnswerInstead
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.intents.turn import AskLine
from bot.parts.turn.line import Judged, judge
from bot.parts.turn.previews import effect_of
from engine import (
    COLOURS,
    Action,
    Catastrophe,
    EndTurn,
    Piece,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SeatView,
    SwapTiles,
    moves_that_matter,
    pairs_that_matter,
    spaces_in_order,
)

_BETWEEN = " ;,\t\n"
_CLOSE = re.compile(r"\s*([@:])\s*")
"""Signs around which there may be blanks within a part."""
_BESIDE = " · "
"""Between what two actions do."""
_OTHERS = 8
"""The most suggestions of what else a part may become that can be read as it is."""


def lines_with_next_part(words: Words, seat: Seat, typed: str) -> list[tuple[str, str]]:
    """Return lines that begin as *typed*: each as it is shown, with its effect, and as it is read.

    Only what is legal follows, as far as the player can know: nothing after a part that is
    refused, or cannot be read, and hardly anything after one that reveals something hidden.
    Where nothing follows it is the line so far.
    """
    suggested: dict[str, str] = {}
    so_far = None
    leaders = seat.view.leaders(seat.number)
    for reading in _readings(words, typed):
        head, meant = reading.parts.actions(leaders), reading.meant.actions(leaders)
        judged = judge(seat.view, head)
        if judged.refusal is not None:
            continue
        if head and not reading.begun:
            so_far = _line(head)
        moment = replace(seat, view=judged.known)
        most = _OTHERS if meant else CHOICES
        if not head:
            suggested |= _pairs(words, moment, reading.begun)
        room = most - len(suggested)
        for action in _next_parts(LineReader.of(words), judged, reading.begun, room):
            if len(suggested) == most:
                break
            if action in meant:
                continue
            line = _line((*head, action))
            if len(line) <= OPTION_TEXT and line not in suggested:
                effect = _effect(words, moment, action)
                suggested[line] = f"{line}: {effect}" if effect else line
    if not suggested and so_far is not None and len(so_far) <= OPTION_TEXT:
        suggested[so_far] = so_far
    return [(name, line) for line, name in suggested.items()]


class _Reading(NamedTuple):
    """The parts that were typed, and how the next one begins."""

    parts: AskLine
    begun: str
    meant: AskLine = AskLine(())
    """The action if *begun* is complete already; empty if it cannot be read yet."""


def _readings(words: Words, typed: str) -> Iterator[_Reading]:
    """Yield the possible readings of a line.

    The last part may be complete, or the beginning of a longer one: E1 and E10.
    """
    try:
        reads, _, rest = LineReader.of(words).read_from(typed)
    except AnswerInstead:  # by a part that can never be one
        return
    parts = tuple(read.part for read in reads)
    if rest:
        last = _CLOSE.sub(r"\1", rest).strip(_BETWEEN)
        if not any(sign in last for sign in _BETWEEN):
            yield _Reading(AskLine(parts), last)
        return
    if reads and reads[-1].end == len(typed):
        last = _CLOSE.sub(r"\1", typed[reads[-1].start :])
        yield _Reading(AskLine(parts[:-1]), last, AskLine(parts[-1:]))
    yield _Reading(AskLine(parts), "")


def _pairs(words: Words, moment: Seat, begun: str) -> dict[str, str]:
    """Lines of two actions that begin so, and gain together more than any single one does.

    Best first, each with what its actions do.
    """
    best = max((each.worth for each in moves_that_matter(moment.view)), default=0)
    lines: dict[str, str] = {}
    for pair in pairs_that_matter(moment.view):
        first, second = pair.actions
        if pair.worth <= best or LineReader.of(words).spelling(first, begun) is None:
            continue
        after = replace(moment, view=pair.after)
        does = _effect(words, moment, first), _effect(words, after, second)
        lines[_line(pair.actions)] = f"{_line(pair.actions)}: {_BESIDE.join(filter(None, does))}"
    return lines


def _next_parts(reader: LineReader, judged: Judged, begun: str, room: int) -> Sequence[Action]:
    """The next actions that begin as typed, best first, for lists with *room* for so many."""
    if judged.goes_on:
        actions = _in_order(judged.known, room)
        if not begun:
            return actions
        fitting = [
            (spelling, action)
            for action in actions
            if (spelling := reader.spelling(action, begun)) is not None
        ]
        # one letter is a tile, before all that only begin with it
        fitting.sort(key=lambda one: one[0].split("@")[0] != begun.split("@", maxsplit=1)[0])
        return [action for _, action in fitting]
    swapped = judged.played.reveals and isinstance(judged.played.steps[-1].action, SwapTiles)
    ends = any(isinstance(action, EndTurn) for action in judged.later)
    if swapped and not ends and not any(judged.known.display or ()) and "end".startswith(begun):
        return [EndTurn()]  # the one thing that is legal whatever was drawn
    return []


def _in_order(view: SeatView, room: int) -> Sequence[Action]:
    """All that the player may decide, what matters most first, and then as the engine lists it.

    Only the first are shown, for which there is *room*.
    """
    actions = view.legal_actions()
    if view.turn_refusal() is not None:
        return actions
    pieces: tuple[Piece, ...] = (*COLOURS, *view.leaders(view.seat), Catastrophe())
    advised = [
        *moves_that_matter(view, None),
        *(suggestion for piece in pieces for suggestion in spaces_in_order(view, piece)),
    ]
    places: dict[Action, int] = {
        each.action: -number for number, each in enumerate(reversed(advised))
    }
    ordered = sorted(actions, key=lambda action: places.get(action, 1))
    if EndTurn() in ordered:  # the last that is shown where there are more
        ordered.remove(EndTurn())
        ordered.insert(room - 1, EndTurn())
    return ordered


def _effect(words: Words, moment: Seat, action: Action) -> str | None:
    """The immediate effect of an action in words; None if it has none worth mentioning."""
    match action:
        case PlaceTile(piece, cell) | PlaceLeader(piece, cell):
            return effect_of(words, moment, piece, cell).text
        case PlaceCatastrophe(cell):
            return effect_of(words, moment, Catastrophe(), cell).text
        case _:
            return None


def _line(actions: Sequence[Action]) -> str:
    return " ".join(map(str, actions))
