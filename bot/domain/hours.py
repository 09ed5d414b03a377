"""A user's hours: time zone, quiet hours, days off, vacation.

All moments are in UTC. Quiet hours follow the wall clock of the zone: if they begin or end in an
hour skipped by summer time, they do so an hour later; in a repeated hour they begin the first time
and end the second time. No moment counts twice, even where a whole day is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from math import ceil
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.store import PersonRow, is_zone

NO_TIME = timedelta(0)
_DAY = timedelta(days=1)
_MINUTES = 24 * 60
_WEEK = frozenset(range(7))
_MORNING = 8 * 60
_INSTANT = timedelta(microseconds=1)
_LEAST_A_WEEK = 7 * timedelta(hours=8) + timedelta(hours=2)
"""Eight hours a day, and two more: no zone's clocks skip more in a week."""
_LONGEST_VACATION = 3 * 366 * _DAY
"""A vacation uses the days of at most two years, with some slack."""


class Span(NamedTuple):
    """The time from one moment to another, both in UTC."""

    start: datetime
    end: datetime


class Quiet(NamedTuple):
    """Daily quiet hours, in minutes after midnight.

    They span midnight if *end* is before *start*.
    """

    start: int
    end: int

    @property
    def length(self) -> timedelta:
        """Their length on the wall clock."""
        return timedelta(minutes=(self.end - self.start) % _MINUTES)


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours in which a user can be expected to play; by default always.

    Raises ValueError for invalid values.
    """

    zone: str = "UTC"
    """Name of a time zone of the IANA database."""
    quiet: Quiet | None = None
    days_off: frozenset[int] = frozenset()
    """Days of the week, 0 for Monday; at most six."""
    away: Span | None = None
    """The current, planned or last vacation."""

    def __post_init__(self) -> None:
        if not is_zone(self.zone) or not self.days_off < _WEEK:
            raise ValueError
        quiet = self.quiet
        if quiet and (quiet.start == quiet.end or not 0 <= min(quiet) <= max(quiet) < _MINUTES):
            raise ValueError

    @classmethod
    def of(cls, person: PersonRow) -> Hours:
        """Read a user's hours; invalid values are ignored."""
        if person.zone is None and person.away_from is None:
            return ALWAYS
        quiet, away = None, None
        if person.quiet_from is not None and person.quiet_until is not None:
            quiet = Quiet(person.quiet_from, person.quiet_until)
            quiet = quiet if quiet.length else None
        if person.away_from is not None and person.away_until is not None:
            away = Span(person.away_from, max(person.away_from, person.away_until))
            away = away if away.end - away.start <= _LONGEST_VACATION else None
        days_off = frozenset(map(int, person.days_off or ""))
        return cls(person.zone or "UTC", quiet, days_off, away)

    def at_least(self) -> Hours:
        """Return a copy in which at least eight hours a day count over any week.

        Days off that leave less do not count, from Monday on; so the weekend stays off longest.
        """
        awake = _DAY - (self.quiet.length if self.quiet else NO_TIME)
        fitting = max(len(_WEEK) - ceil(_LEAST_A_WEEK / awake), 0)
        if len(self.days_off) <= fitting:
            return self
        return replace(self, days_off=frozenset(sorted(self.days_off, reverse=True)[:fitting]))

    def include(self, moment: datetime) -> bool:
        """True if *moment* is in these hours."""
        return self.after(moment, NO_TIME) == moment

    def pinged_at(self, moment: datetime) -> datetime:
        """Return the first moment from *moment* on at which the user can be notified.

        After a vacation or a day off without quiet hours that is in the morning, not at midnight.
        """
        at = self.after(moment, NO_TIME)
        day = self.day_at(at)
        midnight = self.begin_of(day)
        sleeps_until = None if self.quiet is None else self.quiet.end
        if sleeps_until == 0 or not self.include(midnight) or self.include(midnight - _INSTANT):
            return at
        return max(at, self.after(self._at(day, _MORNING), NO_TIME))

    def between(self, start: datetime, end: datetime) -> timedelta:
        """Return the part of the time from *start* to *end* that is in these hours."""
        if not self.quiet and not self.days_off:  # most people
            return max(end - start, NO_TIME) - self._away_between(start, end)
        return sum((span.end - span.start for span in self.spans(start, end)), NO_TIME)

    def spans(self, start: datetime, end: datetime) -> Iterator[Span]:
        """Yield the parts of the time from *start* to *end* that are in these hours."""
        for span in self._spans(start):
            if span.start >= end:
                break
            yield Span(span.start, min(span.end, end))

    def after(self, start: datetime, duration: timedelta) -> datetime:
        """Return the first moment in these hours after *duration* of them since *start*."""
        left = duration
        for span in self._spans(start):
            if left < span.end - span.start:
                return span.start + left
            left -= span.end - span.start
        raise AssertionError("there is always a next day")

    def a_day_after(self, start: datetime) -> datetime:
        """Return the moment one day of these hours after *start*."""
        return self.after(start, _DAY - (self.quiet.length if self.quiet else NO_TIME))

    def back_at(self, moment: datetime) -> datetime | None:
        """Return the end of the vacation at *moment*; None without one."""
        away = self.away
        return away.end if away and away.start <= moment < away.end else None

    def planned_at(self, moment: datetime) -> Span | None:
        """Return the vacation that is planned at *moment*; None without one."""
        return self.away if self.away and moment < self.away.start else None

    def day_at(self, moment: datetime) -> date:
        """Return the day at *moment* in the zone."""
        return moment.astimezone(ZoneInfo(self.zone)).date()

    def begin_of(self, day: date) -> datetime:
        """Return the moment at which a day begins in the zone."""
        return self._at(day, 0)

    def _away_between(self, start: datetime, end: datetime) -> timedelta:
        if self.away is None:
            return NO_TIME
        return max(min(end, self.away.end) - max(start, self.away.start), NO_TIME)

    def _spans(self, start: datetime) -> Iterator[Span]:
        """Yield these hours from *start* on, without end, as ordered spans that are not empty."""
        day = self.day_at(start) - _DAY
        while True:
            for of_day in self._of_day(day):
                for span in self._present(of_day):
                    if (begins := max(span.start, start)) < span.end:
                        yield Span(begins, span.end)
            day += _DAY

    def _of_day(self, day: date) -> Iterator[Span]:
        """Yield the spans of a day outside quiet hours."""
        if day.weekday() in self.days_off:
            return
        begin, end = self.begin_of(day), self.begin_of(day + _DAY)
        if self.quiet is None:
            yield Span(begin, end)
            return
        quiet_from, quiet_until = self.quiet
        falls, rises = self._at(day, quiet_from), self._at(day, quiet_until, again=True)
        if quiet_from < quiet_until:
            yield Span(begin, min(falls, rises, end))
            yield Span(rises, end)
        else:
            yield Span(max(begin, rises), min(falls, end))

    def _present(self, span: Span) -> Iterator[Span]:
        """Yield the parts of a span outside the vacation."""
        if self.away is None or span.end <= self.away.start or self.away.end <= span.start:
            yield span
        else:
            yield Span(span.start, self.away.start)
            yield Span(self.away.end, span.end)

    def _at(self, day: date, minutes: int, *, again: bool = False) -> datetime:
        """Return a time of the zone's wall clock in UTC.

        If it occurs twice, the first or, with *again*, the second; if it is skipped, as long after
        the last time before the gap.
        """
        there = datetime.combine(day, time(*divmod(minutes, 60)), ZoneInfo(self.zone))
        first = there.astimezone(UTC)
        return max(first, there.replace(fold=1).astimezone(UTC)) if again else first


@cache
def zones() -> tuple[str, ...]:
    """Return the sorted names of all time zones."""
    return tuple(sorted(available_timezones()))


ALWAYS = Hours()
"""The default, and the hours at a live table."""
