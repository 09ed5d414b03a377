"""How each holder of a seat did in a game that has ended: a fold over its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from statistics import median

from bot.domain.entries import (
    Acted,
    ComputerSeated,
    Ended,
    Entry,
    HintGiven,
    Paused,
    Resumed,
    SeatTaken,
    Started,
)
from bot.domain.seating import giving_up
from bot.domain.table import Status, Table
from bot.store import Ending, ResultRow
from engine import Colour, Level, Placing, TilePlaced


@dataclass(frozen=True, slots=True)
class Wait:
    """The time that a game waited for a decision, without pauses."""

    seat: int
    seq: int
    """Number of the decision's entry."""
    lasted: timedelta
    called: bool
    """True if another player had decided before: false for the next decision in a row."""
    automatic: bool
    """True if the player did not decide."""


def waits(entries: Iterable[Entry]) -> Iterator[Wait]:
    """Yield the waits of a whole log without undone entries, in order."""
    since = paused_at = None
    paused, before = timedelta(0), None
    for entry in entries:
        match entry:
            case Paused():
                paused_at = entry.at
            case Resumed() if paused_at is not None:
                paused, paused_at = paused + (entry.at - paused_at), None
            case Started():
                since, before = entry.at, None
            case Acted() if since is not None and entry.seat is not None:
                lasted = max(entry.at - since - paused, timedelta(0))
                yield Wait(entry.seat, entry.seq, lasted, entry.seat != before, entry.automatic)
                since, before, paused = entry.at, entry.seat, timedelta(0)
            case _:
                pass


def results_of(
    table: Table, ranking: Sequence[Placing], entries: Sequence[Entry]
) -> list[ResultRow]:
    """Return the results of a game that has ended, by seat and holder.

    *ranking* is the engine's, of all seats (R14.3); *entries* are the whole log without undone
    ones.
    """
    assert table.ended_at is not None
    places = {each.player.seat: each.place for each in table.standings}
    spheres = {each.seat: list(each.spheres) for each in ranking}
    waited = [*waits(entries)]
    rows = []
    for seat in range(len(table.players)):
        for holder, span in enumerate(_holders(table, entries, seat)):
            own = [each for each in entries if each.seat == seat and each.seq in span.entries]
            acted = [each for each in own if isinstance(each, Acted)]
            placed = [
                event.colour
                for each in acted
                for event in each.events
                if isinstance(event, TilePlaced)
            ]
            usual = [
                each.lasted.total_seconds()
                for each in waited
                if each.called
                and not each.automatic
                and each.seat == seat
                and each.seq in span.entries
            ]
            rows.append(
                ResultRow(
                    game_id=table.id,
                    seat=seat,
                    holder=holder,
                    user_id=span.user_id,
                    level=span.level,
                    ending=span.ending,
                    place=places.get(seat) if span.ending is not Ending.LEFT else None,
                    players=len(table.players),
                    guild_id=table.place.guild_id,
                    ended_at=table.ended_at,
                    game_name=table.name,
                    spheres=spheres[seat],
                    placed=[placed.count(colour) for colour in Colour],
                    decisions=sum(not each.automatic for each in acted),
                    usual_wait=timedelta(seconds=round(median(usual))) if usual else None,
                )
            )
    if _is_rated(table, entries, rows):
        rows = [replace(row, rated=row.holder == 0) for row in rows]
    return rows


def _is_rated(table: Table, entries: Sequence[Entry], rows: Sequence[ResultRow]) -> bool:
    """True if a game counts for the ratings of those who were seated at its start.

    It does if it was played to the end by the rules, or if all but one of them had left.
    """
    first = [row for row in rows if row.holder == 0]
    stayed = sum(row.ending in {Ending.FINISHED, Ending.STOPPED} for row in first)
    early = table.status is not Status.OVER or any(isinstance(each, Ended) for each in entries)
    return (
        table.rated
        and table.place.guild_id is not None
        and all(row.level is None for row in first)
        and not any(isinstance(each, HintGiven) for each in entries)
        and (stayed == 1 if early else stayed > 0)
    )


@dataclass(frozen=True, slots=True)
class _Span:
    """A holder of a seat, with the entries of that time."""

    user_id: int | None
    level: Level | None
    ending: Ending
    entries: range


def _holders(table: Table, entries: Sequence[Entry], seat: int) -> Iterator[_Span]:
    """Yield the holders of a seat in order."""
    player = table.players[seat]
    taken = {
        each.seq: each.level
        for each in entries
        if isinstance(each, SeatTaken) and each.seat == seat
    }
    joined = (each for each in entries if each.seq == player.joined_seq)
    first = next(joined, None)
    level = first.level if isinstance(first, ComputerSeated) else None
    since = 0
    for former in table.former:
        if former.seat == seat:
            yield _Span(former.user_id, level, Ending.LEFT, range(since, former.taken_seq))
            since, level = former.taken_seq, taken.get(former.taken_seq)
    last = range(since, table.version + 1)
    yield _Span(player.user_id, player.level, _ending(table, seat), last)


def _ending(table: Table, seat: int) -> Ending:
    player = table.players[seat]
    if player.abandoned:
        return Ending.RESIGNED if giving_up(table, player) is None else Ending.GIVEN_UP
    return Ending.FINISHED if table.status is Status.OVER else Ending.STOPPED
