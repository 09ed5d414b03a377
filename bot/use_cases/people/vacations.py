"""People's hours: time zone, quiet hours, days off, and vacations.

Clocks are brought up to date under the old hours before these change, so nobody gains time. Nobody
can stop a clock for good: quiet hours are at most half of a day, and while a game with a time limit
waits for a player, that player's hours change on one occasion a day.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from bot.changes import (
    CLOCK,
    PLANNED,
    Change,
    Changes,
    Reader,
    Running,
    WholeTable,
    counted_until,
    recount_deadlines,
    skip_time,
)
from bot.domain.entries import CameBack, SeatTaken, WentAway
from bot.domain.hours import Hours, Quiet
from bot.domain.player import OwnNumber, Player
from bot.domain.proposals import ProposalOutcome
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status, Table
from bot.store import DueRow, PersonRow, Store, is_zone
from bot.store.queries import clocks, due, games, markers, people
from bot.use_cases.host import GameLimits
from bot.use_cases.proposing import close
from bot.use_cases.visits import ENDED

VACATION = "vacation"
"""Kind of due row for the end of a player's vacation."""
LONGEST_QUIET = timedelta(hours=12)
"""Long enough for a night or a job; leaves at least half of the day."""
_DAY = timedelta(days=1)
_OCCASION = timedelta(hours=1)
"""Time in which several changes of hours count as one occasion."""
_LONGEST = 366
_INSTANT = timedelta(microseconds=1)


class _Unchanged(Enum):
    UNCHANGED = "unchanged"


UNCHANGED: Final = _Unchanged.UNCHANGED
"""Marks an argument that was not given."""


@dataclass(frozen=True, slots=True)
class OwnTimes:
    """A user's hours and remaining vacation."""

    hours: Hours
    away_until: datetime | None
    """End of the current vacation; None without one."""
    left: dict[int, int]
    """Remaining days of vacation for this year and the next."""


@dataclass(frozen=True, slots=True)
class Vacations:
    """Users' hours and vacations."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _limits: GameLimits

    async def times_of(self, user_id: OwnNumber) -> OwnTimes:
        """Read a user's hours and remaining vacation."""
        now = self._changes.clock()
        person = await self._store.look(people.read_person, user_id)
        hours = Hours.of(person)
        taken = _days_taken(person)
        year = _today(hours, now).year
        left = {each: max(self._limits.vacation_days - taken[each], 0) for each in (year, year + 1)}
        return OwnTimes(hours, hours.back_at(now), left)

    async def set_hours(
        self,
        user_id: OwnNumber,
        *,
        zone: str | _Unchanged = UNCHANGED,
        quiet: Quiet | _Unchanged | None = UNCHANGED,
        days_off: frozenset[int] | _Unchanged = UNCHANGED,
    ) -> Hours:
        """Set a user's hours for all games; omitted arguments leave them unchanged.

        Raises Refused for invalid hours, for a change of the time zone during a vacation (whose
        days are counted there), or if a limited game waits and hours were changed lately.
        """
        now = self._changes.clock()

        def write(connection: Connection) -> tuple[Hours, list[int], list[datetime]]:
            running = _skip_time(connection, now, user_id)
            if any(each.limited for each in running):
                _check_occasion(connection, user_id, now)
            person = people.read_person(connection, user_id)
            before = Hours.of(person)
            after = before
            if zone is not UNCHANGED and zone != before.zone:
                if not is_zone(zone):
                    raise Refused(Refusal.UNKNOWN_ZONE, zone=zone)
                if before.back_at(now) is not None:
                    raise Refused(Refusal.ZONE_WHILE_AWAY)
                # Days of the last vacation are counted in the old zone: today may count twice.
                after = replace(after, zone=zone, away=None)
            try:
                if quiet is not UNCHANGED:
                    after = replace(after, quiet=quiet)
                    if quiet is not None and quiet.length > LONGEST_QUIET:
                        raise Refused(Refusal.LONG_QUIET)
                if days_off is not UNCHANGED:
                    after = replace(after, days_off=days_off)
            except ValueError:
                raise Refused(Refusal.BAD_HOURS) from None
            people.change_person(connection, user_id, **_columns(after))
            asked = recount_deadlines(connection, user_id, before, after, now)
            plays = due.hasten(connection, PLANNED, now, user_id)  # in the new hours
            expected = [now] if asked or plays else []
            for each in running:
                coming = replace(each, hours=after).next()
                if coming is not None:
                    due.schedule(connection, DueRow(CLOCK, each.game_id, coming.at))
                    expected.append(coming.at)
            shown = {each.game_id for each in running if each.pace.limit is not None}
            return after, sorted(shown | asked), expected

        hours, shown, expected = await self._changes.write(write)
        if expected:
            self._changes.alarm(min(expected))
        for table_id in shown:
            self._changes.stored(table_id)
        return hours

    async def take_vacation(self, user_id: OwnNumber, days: int) -> datetime:
        """Take *days* of vacation from today on; return its end.

        That is midnight after the last day in the user's time zone. Replaces the rest of a current
        vacation. Raises Refused if too few days are left.
        """
        if days < 1:
            raise Refused(Refusal.NO_VACATION)
        now = self._changes.clock()

        def change(person: PersonRow) -> tuple[dict[str, object], datetime, bool]:
            hours = Hours.of(person)
            today = _today(hours, now)
            counted = {each for each in _counted(hours) if each <= today}
            taken = _given_back(person, hours, today)
            if days > _LONGEST:
                self._check_left(taken, today.year, days)
            last = today + (days - 1) * _DAY
            wanted = Counter(each.year for each in _days(today, last) if each not in counted)
            for year, count in wanted.items():
                self._check_left(taken, year, count)
            ends = _midnight_after(hours, last)
            away = hours.away if hours.back_at(now) is not None else None
            columns = {
                "away_from": now if away is None else away.start,
                "away_until": ends,
                "vacations": _by_year(taken + wanted),
            }
            return columns, ends, True

        return await self._change_vacation(user_id, now, change)

    def _check_left(self, taken: Counter[int], year: int, wanted: int) -> None:
        left = max(self._limits.vacation_days - taken[year], 0)
        if wanted > left:
            raise Refused(Refusal.NO_VACATION_DAYS, remaining=left, year=year)

    async def end_vacation(self, user_id: OwnNumber) -> None:
        """End a vacation now; days after today are given back."""
        now = self._changes.clock()

        def change(person: PersonRow) -> tuple[dict[str, object], datetime, bool]:
            hours = Hours.of(person)
            if hours.back_at(now) is None:
                raise Refused(Refusal.NOT_AWAY)
            taken = _given_back(person, hours, _today(hours, now))
            return {"away_until": now, "vacations": _by_year(taken)}, now, False

        await self._change_vacation(user_id, now, change)

    async def end_vacations(self, table_id: int) -> None:
        """Log the end of each vacation that is over; notifies nobody."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        logged = {
            entry.seat: entry
            for entry in await self._reader.history(table_id)
            if isinstance(entry, WentAway | CameBack | SeatTaken)
        }

        def back(change: Change) -> Change:
            for player in change.table.players:
                is_away = player.hours.back_at(change.at) is not None
                if isinstance(logged.get(player.seat), WentAway) and not is_away:
                    change = change.then(CameBack(seat=player.seat))
            if not change.entries:
                raise Refused(Refusal.STALE)
            return change

        if table.status is Status.RUNNING:
            with suppress(Refused):  # nobody is back, or ended meanwhile
                await self._changes.change(table_id, back)
            if ends := _vacation_ends(table, started):
                await self._changes.reschedule(VACATION, table_id, min(ends))
                return
        await self._store.write(due.finish, VACATION, table_id, by=started)

    async def _change_vacation(
        self,
        user_id: int,
        now: datetime,
        change: Callable[[PersonRow], tuple[dict[str, object], datetime, bool]],
    ) -> datetime:
        """Change a user's vacation, and log it in all running games. Returns its end.

        *change* returns columns of the user, the end, and whether a vacation begins.
        """
        ends = now

        def changes(connection: Connection) -> list[Change]:
            nonlocal ends
            _skip_time(connection, now, user_id)
            person = people.read_person(connection, user_id)
            columns, ends, begins = change(person)
            people.change_person(connection, user_id, **columns)
            after = Hours.of(people.read_person(connection, user_id))
            recount_deadlines(connection, user_id, Hours.of(person), after, now)
            which = games.played_by(user_id, without=ENDED)
            return [
                self._logged(connection, one, player, ends if begins else None, now)
                for one in self._reader.loader.read(connection, which)
                if isinstance(one, WholeTable) and one.state.status is Status.RUNNING
                for player in one.state.players
                if player.user_id == user_id and not player.abandoned
            ]

        await self._changes.commit(changes)
        return ends

    def _logged(
        self,
        connection: Connection,
        whole: WholeTable,
        player: Player,
        until: datetime | None,
        now: datetime,
    ) -> Change:
        """Log in a game that a vacation begins and lasts *until* then, or that it ends if None."""
        change = self._changes.begin_with(connection, whole, now)
        user_id, seat = player.user_id, player.seat
        if until is None:
            return change.then(CameBack(user_id=user_id, seat=seat))
        change = change.then(WentAway(until, user_id=user_id, seat=seat))
        for proposal in change.state.proposals:
            if proposal.about == seat:
                change = close(change, proposal, ProposalOutcome.MOOT)
        return change.schedule(VACATION, min(_vacation_ends(change.table, now)))


def _vacation_ends(table: Table, now: datetime) -> list[datetime]:
    ends = (each.hours.back_at(now) for each in table.players if each.is_played_by_person)
    return [each for each in ends if each is not None]


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


def _columns(hours: Hours) -> dict[str, object]:
    return {
        "zone": hours.zone,
        "quiet_from": None if hours.quiet is None else hours.quiet.start,
        "quiet_until": None if hours.quiet is None else hours.quiet.end,
        "days_off": "".join(map(str, sorted(hours.days_off))),
        "away_from": None if hours.away is None else hours.away.start,
        "away_until": None if hours.away is None else hours.away.end,
    }


# --- days of vacation ----------------------------------------------------------------------------


def _today(hours: Hours, now: datetime) -> date:
    return now.astimezone(ZoneInfo(hours.zone)).date()


def _midnight_after(hours: Hours, day: date) -> datetime:
    there = datetime.combine(day + _DAY, time(), ZoneInfo(hours.zone))
    return there.astimezone(UTC)


def _days(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += _DAY


def _last_vacation(hours: Hours) -> tuple[date, date] | None:
    """Return the first and last day of the current or last vacation."""
    away = hours.away
    if away is None:
        return None
    return _today(hours, away.start), _today(hours, max(away.start, away.end - _INSTANT))


def _counted(hours: Hours) -> set[date]:
    """Return the days of the current or last vacation."""
    vacation = _last_vacation(hours)
    return set() if vacation is None else set(_days(*vacation))


def _days_taken(person: PersonRow) -> Counter[int]:
    """Return the days of vacation taken, by year; ignores invalid years."""
    taken = (person.vacations or {}).items()
    return Counter({int(year): days for year, days in taken if year.isdecimal()})


def _given_back(person: PersonRow, hours: Hours, today: date) -> Counter[int]:
    """Return the days of vacation taken, by year, without unused ones after *today*."""
    vacation = _last_vacation(hours)
    taken = _days_taken(person)
    if vacation is not None:
        taken.subtract(each.year for each in _days(today + _DAY, vacation[1]))
    return +taken


def _by_year(taken: Counter[int]) -> dict[str, int]:
    return {str(year): days for year, days in sorted(taken.items())}
