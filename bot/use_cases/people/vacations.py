"""People's hours: time zone, quiet hours, days off, and vacations.

Clocks are brought up to date under the old hours before these change, so nobody gains time. Nobody
can stop a clock for good: quiet hours are at most half of a day, and while a game with a time limit
waits for a player, that player's hours change on one occasion a day.

A player has one vacation: the current, the planned, or the last one. Each of its days lasts 24
hours and counts once it has begun, in the year in which it begins in the player's time zone.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import Enum
from math import ceil
from typing import Final, TypeAlias

from sqlalchemy import Connection

from bot.changes import (
    CLOCK,
    PLANNED,
    VACATION,
    Change,
    Changes,
    Reader,
    Running,
    WholeTable,
    counted_until,
    next_vacation,
    recount_deadlines,
    skip_time,
)
from bot.domain.calls import changed_at
from bot.domain.entries import CameBack, SeatTaken, VacationPlanned, WentAway
from bot.domain.hours import ALWAYS, Hours, Quiet, Span
from bot.domain.player import OwnNumber
from bot.domain.proposals import ProposalOutcome
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status
from bot.store import DueRow, OwnReminders, PersonRow, Store, is_zone
from bot.store.queries import clocks, due, games, markers, people
from bot.use_cases.host import GameLimits
from bot.use_cases.proposing import close
from bot.use_cases.visits import ENDED

LONGEST_QUIET = timedelta(hours=12)
"""Long enough for a night or a job; leaves at least half of the day."""
_DAY = timedelta(days=1)
_OCCASION = timedelta(hours=1)
"""Time in which several changes of hours count as one occasion."""
LONGEST_VACATION = 366
"""Most days of a vacation, and the most days ahead on which a planned one begins."""
_SHIFT = timedelta(hours=2)
"""A vacation lasts so much longer or shorter where the zone's clocks change."""
_OfVacation: TypeAlias = WentAway | CameBack | VacationPlanned


class _Unchanged(Enum):
    UNCHANGED = "unchanged"


UNCHANGED: Final = _Unchanged.UNCHANGED
"""Marks an argument that was not given."""


@dataclass(frozen=True, slots=True)
class OwnTimes:
    """A user's hours, remaining vacation, and reminders."""

    hours: Hours
    left: dict[int, int]
    """Remaining days of vacation for this year and the next."""
    reminders: OwnReminders = OwnReminders.TABLE


@dataclass(frozen=True, slots=True)
class Vacations:
    """Users' hours and vacations."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _limits: GameLimits

    async def times_of(self, user_id: OwnNumber) -> OwnTimes:
        """Read a user's hours, remaining vacation, and reminders."""
        now = self._changes.clock()
        person = await self._store.look(people.read_person, user_id)
        hours, taken = Hours.of(person), _days_taken(person)
        year = hours.day_at(now).year
        left = {each: self._left(taken, each) for each in (year, year + 1)}
        return OwnTimes(hours, left, person.habits.reminders)

    async def set_hours(
        self,
        user_id: OwnNumber,
        *,
        zone: str | _Unchanged = UNCHANGED,
        quiet: Quiet | _Unchanged | None = UNCHANGED,
        days_off: frozenset[int] | _Unchanged = UNCHANGED,
    ) -> None:
        """Set a user's hours for all games; omitted arguments leave them unchanged.

        A vacation keeps its moments. Raises Refused for invalid hours, or if a limited game waits
        and hours were changed lately.
        """
        now = self._changes.clock()

        def write(connection: Connection) -> tuple[list[int], list[datetime]]:
            running = _skip_time(connection, now, user_id)
            if any(each.limited for each in running):
                _check_occasion(connection, user_id, now)
            person = people.read_person(connection, user_id)
            before = Hours.of(person)
            after = before
            if zone is not UNCHANGED and zone != before.zone:
                if not is_zone(zone):
                    raise Refused(Refusal.UNKNOWN_ZONE, zone=zone)
                after = replace(after, zone=zone)
            try:
                if quiet is not UNCHANGED:
                    after = replace(after, quiet=quiet)
                    if quiet is not None and quiet.length > LONGEST_QUIET:
                        raise Refused(Refusal.LONG_QUIET)
                if days_off is not UNCHANGED:
                    after = replace(after, days_off=days_off)
            except ValueError:
                raise Refused(Refusal.BAD_HOURS) from None
            taken = _taken(person, before, after, now)  # in the years of the new zone
            people.change_person(connection, user_id, **_columns(after, taken))
            asked = recount_deadlines(connection, user_id, before, after, now)
            plays = due.hasten(connection, PLANNED, now, user_id)  # in the new hours
            expected = [now] if asked or plays else []
            for each in running:
                coming = replace(each, hours=after).next()
                if coming is not None:
                    due.schedule(connection, DueRow(CLOCK, each.game_id, coming.at))
                    expected.append(coming.at)
            shown = {each.game_id for each in running if each.pace.limit is not None}
            return sorted(shown | asked), expected

        shown, expected = await self._changes.write(write)
        if expected:
            self._changes.alarm(min(expected))
        for table_id in shown:
            self._changes.stored(table_id)

    async def take_vacation(
        self, user_id: OwnNumber, days: int, first: date | None = None
    ) -> datetime:
        """Take *days* of vacation from now on, or plan whole days from *first* on; return the end.

        Replaces the rest of a current vacation, or a planned one. Raises Refused if too few days
        are left, for a day that is not ahead or too far, or to plan during a vacation.
        """
        hours = await self._change_vacation(
            user_id, lambda hours, now: _vacation(hours, days, first, now)
        )
        assert hours.away is not None
        return hours.away.end

    async def ends(
        self, user_id: OwnNumber, first: date | None, days: Iterable[int]
    ) -> dict[int, datetime]:
        """Return the ends of vacations of so many *days*, ascending, as far as that many are left.

        Raises Refused as :meth:`take_vacation` does.
        """
        now = self._changes.clock()
        person = await self._store.look(people.read_person, user_id)
        before, ends = Hours.of(person), {}
        self._check_left(person, before, _vacation(before, 1, first, now), now)
        for many in days:
            try:
                after = _vacation(before, many, first, now)
                self._check_left(person, before, after, now)
            except Refused:
                break
            assert after.away is not None
            ends[many] = after.away.end
        return ends

    def _left(self, taken: Counter[int], year: int) -> int:
        return max(self._limits.vacation_days - taken[year], 0)

    def _check_left(self, person: PersonRow, before: Hours, after: Hours, now: datetime) -> None:
        """Raise Refused if a vacation takes more days than are left."""
        kept = _taken(person, before, replace(before, away=_begun(before, now)), now)
        for year, days in sorted(_taken(person, before, after, now).items()):
            if days > max(self._limits.vacation_days, _days_taken(person)[year]):
                raise Refused(Refusal.NO_VACATION_DAYS, remaining=self._left(kept, year), year=year)

    async def end_vacation(self, user_id: OwnNumber) -> None:
        """End a vacation now, or call off a planned one; days not begun are given back."""

        def without(hours: Hours, now: datetime) -> Hours:
            if hours.back_at(now) is None and hours.planned_at(now) is None:
                raise Refused(Refusal.NOT_AWAY)
            return replace(hours, away=_begun(hours, now))

        await self._change_vacation(user_id, without)

    async def log_vacations(self, table_id: int) -> None:
        """Log each vacation that has begun or is over; notifies nobody."""
        started = self._changes.clock()
        history = await self._reader.history(table_id)

        def log(change: Change) -> Change:
            entries = (*history, *change.table.round)  # and those logged meanwhile
            logged = {
                each.seat: each for each in entries if isinstance(each, _OfVacation | SeatTaken)
            }
            shown = changed_at(change.table)
            running = change.table.status is Status.RUNNING
            for player in change.table.players if running else ():
                last, away = logged.get(player.seat), player.hours.away
                if away is None or not player.is_played_by_person or change.at < away.start:
                    continue
                has_begun = isinstance(last, WentAway) and last.at >= away.start
                if change.at < away.end and not has_begun:
                    change = _logged(change, WentAway(away.end, seat=player.seat))
                elif change.at >= away.end and (has_begun or shown < away.end):
                    change = _logged(change, CameBack(seat=player.seat))
            if not change.entries:
                raise Refused(Refusal.STALE)
            return change

        def schedule_next(connection: Connection) -> datetime | None:
            games.hold(connection, games.numbered(table_id))
            table = self._reader.read_one(connection, table_id).table
            coming = next_vacation(table, started) if table.status is Status.RUNNING else None
            if coming is None:
                due.finish(connection, VACATION, table_id, by=started)
            else:
                due.schedule(connection, DueRow(VACATION, table_id, coming))
            return coming

        try:
            await self._changes.change(table_id, log)
        except Refused as refused:  # nothing has begun or ended
            if refused.refusal is not Refusal.STALE:
                raise
        coming = await self._store.write(schedule_next)
        if coming is not None:
            self._changes.alarm(coming)

    async def _change_vacation(
        self, user_id: int, decide: Callable[[Hours, datetime], Hours]
    ) -> Hours:
        """Change a user's vacation, and log it in all running games. Returns the new hours."""
        now = self._changes.clock()
        after = ALWAYS

        def changes(connection: Connection) -> list[Change]:
            nonlocal after
            _skip_time(connection, now, user_id)
            person = people.read_person(connection, user_id)
            before = Hours.of(person)
            after = decide(before, now)
            if after == before:
                return []
            self._check_left(person, before, after, now)
            columns = _columns(after, _taken(person, before, after, now))
            people.change_person(connection, user_id, **columns)
            recount_deadlines(connection, user_id, before, after, now)
            which = games.played_by(user_id, without=ENDED)
            entry = _entry(before, after, now)
            return [
                _logged(
                    self._changes.begin_with(connection, one, now),
                    replace(entry, user_id=user_id, seat=player.seat),
                )
                for one in self._reader.loader.read(connection, which)
                if isinstance(one, WholeTable) and one.state.status is Status.RUNNING
                for player in one.state.players
                if player.user_id == user_id and not player.abandoned
            ]

        await self._changes.commit(changes)
        return after


def _entry(before: Hours, after: Hours, now: datetime) -> _OfVacation:
    """Return the entry that logs a changed vacation."""
    if (planned := after.planned_at(now)) is not None:
        return VacationPlanned(planned.start, planned.end)
    if (back := after.back_at(now)) is not None:
        return WentAway(back)
    return VacationPlanned() if before.back_at(now) is None else CameBack()


def _logged(change: Change, entry: _OfVacation) -> Change:
    """Log that entry; a vacation that begins makes proposals about its player moot."""
    change = change.then(entry)
    for proposal in change.state.proposals:
        if isinstance(entry, WentAway) and proposal.about == entry.seat:
            change = close(change, proposal, ProposalOutcome.MOOT)
    return change


def _check_occasion(connection: Connection, user_id: int, now: datetime) -> None:
    """Store when a user began to change hours. Raises Refused if that was lately.

    Otherwise quiet hours could follow the clock around the day.
    """
    key = f"hours of {user_id}"
    begun = markers.sent_at(connection, key)
    if begun is not None and begun <= now < begun + _DAY:
        if now > begun + _OCCASION:
            raise Refused(Refusal.HOURS_CHANGED_LATELY)
        return
    markers.unmark(connection, key)
    markers.mark_sent(connection, key, now)


def _skip_time(connection: Connection, now: datetime, user_id: int) -> list[Running]:
    """Bring a user's running clocks up to date under the old hours. Returns them.

    Locks the user's games until the end of the transaction.
    """
    games.hold(connection, games.played_by(user_id, without=ENDED))
    until = counted_until(clocks.read_heartbeat(connection), now)
    return skip_time(connection, until, until, user_id)


def _columns(hours: Hours, taken: Counter[int]) -> dict[str, object]:
    return {
        "zone": hours.zone,
        "quiet_from": None if hours.quiet is None else hours.quiet.start,
        "quiet_until": None if hours.quiet is None else hours.quiet.end,
        "days_off": "".join(map(str, sorted(hours.days_off))),
        "away_from": None if hours.away is None else hours.away.start,
        "away_until": None if hours.away is None else hours.away.end,
        "vacations": {str(year): days for year, days in sorted(taken.items())},
    }


# --- days of vacation ----------------------------------------------------------------------------


def _vacation(hours: Hours, days: int, first: date | None, now: datetime) -> Hours:
    """Return hours with a vacation of *days* from now on, or of whole days from *first* on."""
    if not 1 <= days <= LONGEST_VACATION:
        raise Refused(Refusal.NO_VACATION)
    away = hours.away if hours.back_at(now) is not None else None
    if first is None:
        return replace(hours, away=Span(away.start if away else now, now + days * _DAY))
    if away is not None:
        raise Refused(Refusal.AWAY_ALREADY)
    today = hours.day_at(now)
    if not today < first <= today + LONGEST_VACATION * _DAY:
        raise Refused(Refusal.VACATION_DAY)
    return replace(hours, away=Span(hours.begin_of(first), hours.begin_of(first + days * _DAY)))


def _begun(hours: Hours, now: datetime) -> Span | None:
    """Return what has begun of a vacation by *now*."""
    away = hours.away
    return None if away is None or now < away.start else Span(away.start, min(now, away.end))


def _days(hours: Hours) -> set[tuple[datetime, int]]:
    """Return when each day of a vacation begins, and the year in which it counts."""
    away = hours.away
    if away is None:
        return set()
    count = max(ceil((away.end - away.start - _SHIFT) / _DAY), 1)
    begins = (away.start + each * _DAY for each in range(count))
    return {(each, hours.day_at(each).year) for each in begins}


def _days_taken(person: PersonRow) -> Counter[int]:
    """Return the days of vacation taken, by year; ignores invalid years."""
    taken = (person.vacations or {}).items()
    return Counter({int(year): days for year, days in taken if year.isdecimal()})


def _taken(person: PersonRow, before: Hours, after: Hours, now: datetime) -> Counter[int]:
    """Return the days of vacation taken, by year, after its change; what has begun stays taken."""
    old, new, taken = _days(before), _days(after), _days_taken(person)
    taken.subtract(year for begins, year in old - new if begins > now)
    taken.update(year for begins, year in new - old if begins >= now)
    return +taken
