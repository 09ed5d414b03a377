"""What has happened since a player's last decision or own turn, in a few lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from bot.content.names import Names
from bot.domain.calls import last_decided
from bot.domain.entries import (
    Acted,
    Entry,
    GivenUp,
    Offered,
    Paused,
    Resumed,
    TimeUp,
    VacationPlanned,
    WentAway,
    Why,
)
from bot.domain.seat import Seat
from bot.domain.table import Turn
from bot.i18n import PublicText, Words
from bot.i18n.events import sentence, sentences
from bot.i18n.short_events import turn_in_a_line
from bot.i18n.signs import TREASURE
from bot.parts.log_lines import AGREEMENT, entry_lines
from engine import (
    N_,
    AddDecision,
    CatastrophePlaced,
    Colour,
    Conflict,
    ConflictDecided,
    ConflictOpened,
    Event,
    GameEnded,
    LeaderReturned,
    MonumentBuilt,
    PointsScored,
    ReturnCause,
    TilesRemoved,
    TreasuresTaken,
    TurnEnded,
    ZigguratBuilt,
)

_SHOWN_ELSEWHERE = AGREEMENT | Paused | Resumed
"""The desk's first line says whether the game is paused."""
_OWN_ELSEWHERE = Offered | TimeUp | VacationPlanned | WentAway
"""The desk has lines of its own for the player's time and seat."""
_MOST = 3
"""Lines: the log has the rest."""
_MOST_OWN = 5
"""Sentences about what concerns the player, of several turns."""
_RARE = MonumentBuilt | ZigguratBuilt | CatastrophePlaced
_BACK: Mapping[Colour, str] = {
    Colour.BLACK: N_("Your King is back in hand."),
    Colour.RED: N_("Your Priest is back in hand."),
    Colour.BLUE: N_("Your Farmer is back in hand."),
    Colour.GREEN: N_("Your Trader is back in hand."),
}
_WITHOUT_TEMPLE: Mapping[Colour, str] = {
    Colour.BLACK: N_("Your King lost its last temple and is back in hand."),
    Colour.RED: N_("Your Priest lost its last temple and is back in hand."),
    Colour.BLUE: N_("Your Farmer lost its last temple and is back in hand."),
    Colour.GREEN: N_("Your Trader lost its last temple and is back in hand."),
}


def news(words: Words, seat: Seat) -> list[str]:
    """The news since the player's last decision, in three lines at most.

    First what concerns the player, also of that last decision; then the last turns of others. Of a
    game that is over, why it ended.
    """
    names = Names(seat.table)
    if seat.table.decider is None:
        events = seat.table.events
        return [*sentences(words, [e for e in events if isinstance(e, GameEnded)], names.now)]
    last = last_decided(seat.table.round, seat.number)
    shown = [
        entry
        for entry in seat.table.round
        if entry.seq >= last and not isinstance(entry, _SHOWN_ELSEWHERE)
        if not (isinstance(entry, Acted) and entry.passing)
    ]
    asked = seat.decides and isinstance(seat.view.decision, AddDecision)
    entries = _before_the_question(shown) if asked else shown
    acted = (entry for entry in entries if isinstance(entry, Acted))
    since = (event for entry in acted for event in entry.events)
    own = " ".join(_own(words, seat, since, names.now))
    lines = [own] if own else []
    others = _of_others(words, seat, [entry for entry in entries if entry.seq > last])
    return [*lines, *[*others][len(lines) - _MOST :]]


def news_of_turns(words: Words, seat: Seat, turns: Sequence[Turn]) -> list[str]:
    """The news of *turns* that are over, in three lines at most.

    First what concerns the player; then, as they were played, the turns of others with the most
    conflicts, or else buildings and catastrophes, points, actions used; of equal ones the latest.
    """
    names, taken = Names(seat.table), seat.player.taken_seq or 0
    acted = [each for turn in turns for each in turn.entries if isinstance(each, Acted)]
    since = (event for entry in acted if entry.seq > taken for event in entry.events)
    own = " ".join([*_own(words, seat, since, names.now)][-_MOST_OWN:])
    lines = [own] if own else []
    others = [(turn, line) for turn in turns if (line := _turn_of_other(words, seat, turn, names))]
    best = sorted(others, key=lambda each: _weight(seat, each[0]))[len(lines) - _MOST :]
    return [*lines, *(line for _, line in sorted(best, key=lambda each: each[0].number))]


def _weight(seat: Seat, turn: Turn) -> tuple[int, ...]:
    events = [event for event in turn.events if not _concerns(seat, event)]
    return (
        sum(isinstance(event, ConflictDecided) for event in events),
        sum(isinstance(event, _RARE) for event in events),
        sum(event.points for event in events if isinstance(event, PointsScored)),
        -sum(event.unused for event in events if isinstance(event, TurnEnded)),
        turn.number,
    )


def _before_the_question(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries without the conflict that the player is asked about: the question has it."""
    for at in reversed(range(len(entries))):
        entry = entries[at]
        if not isinstance(entry, Acted):
            continue
        opened = [i for i, event in enumerate(entry.events) if isinstance(event, ConflictOpened)]
        if opened:  # since then only tiles can have been added, or a player resigned
            others = (each for each in entries[at + 1 :] if not isinstance(each, Acted))
            return [*entries[:at], replace(entry, events=entry.events[: opened[-1]]), *others]
    return entries


def _own(
    words: Words, seat: Seat, events: Iterable[Event], names: Sequence[PublicText]
) -> Iterator[str]:
    points: Counter[Colour] = Counter()
    treasures = 0
    lost = False
    for event in events:
        match event:
            case ConflictDecided(conflict):
                lost = conflict.loser.seat == seat.number
                if not _takes_part(seat, conflict):
                    continue
                yield _decided(words, seat, conflict, names)
            case LeaderReturned(seat.number, leader, _cell, ReturnCause.NO_TEMPLE):
                yield words._(_WITHOUT_TEMPLE[leader.colour])
            case LeaderReturned(seat.number, leader):
                yield words._(_BACK[leader.colour])
            case PointsScored(seat.number, colour, count):
                points[colour] += count
            case TreasuresTaken(seat.number, cells):
                treasures += len(cells)
            case TilesRemoved() if lost and (removed := sentence(words, event, names)):
                yield removed
            case _:
                pass
    if points:
        scored = [words.points(points[colour], colour) for colour in Colour if points[colour]]
        yield words._("You scored {points}.", points=words.listed(scored))
    if treasures:
        yield words.ngettext(
            "You took {count} {sign} treasure.",
            "You took {count} {sign} treasures.",
            treasures,
            sign=TREASURE,
        )


def _takes_part(seat: Seat, conflict: Conflict) -> bool:
    return seat.number in {conflict.attacker.seat, conflict.defender.seat}


def _decided(words: Words, seat: Seat, conflict: Conflict, names: Sequence[PublicText]) -> str:
    """The player's revolt or war, with both totals."""
    won = conflict.winner.seat == seat.number
    places = {
        "player": names[(conflict.loser if won else conflict.winner).seat],
        "more": conflict.winner.total,
        "less": conflict.loser.total,
    }
    match conflict.internal, won:
        case True, True:
            return words._("You won the revolt against {player}, {more} to {less}.", **places)
        case True, False:
            return words._("{player} won the revolt against you, {more} to {less}.", **places)
        case False, True:
            return words._("You won the war against {player}, {more} to {less}.", **places)
        case _:
            return words._("{player} won the war against you, {more} to {less}.", **places)


def _of_others(words: Words, seat: Seat, entries: Sequence[Entry]) -> Iterator[str]:
    """A line for each turn of others, without what concerns the player, and other entries."""
    table, names = seat.table, Names(seat.table)
    for number, of_turn in groupby(entries, key=lambda entry: entry.turn):
        turn = Turn(number, (number - 1) % len(table.players), tuple(of_turn))
        if line := _turn_of_other(words, seat, turn, names):
            yield line
        for entry in turn.entries:
            passes = isinstance(entry, GivenUp) and entry.why is Why.TIME
            own = entry.seat == seat.number and (passes or isinstance(entry, _OWN_ELSEWHERE))
            if not own and not isinstance(entry, Acted):
                yield from entry_lines(words, table, entry, names)


def _turn_of_other(words: Words, seat: Seat, turn: Turn, names: Names) -> str:
    """A turn of another player without what concerns the player; empty if that is nothing."""
    if turn.seat == seat.number:
        return ""
    events = [event for event in turn.events if not _concerns(seat, event)]
    first = next((entry.seq for entry in turn.entries if isinstance(entry, Acted)), 0)
    return turn_in_a_line(words, turn.seat, events, names.at(first))


def _concerns(seat: Seat, event: Event) -> bool:
    match event:
        case ConflictDecided(conflict) | ConflictOpened(conflict):
            return _takes_part(seat, conflict)
        case _:
            return getattr(event, "seat", None) == seat.number
