"""When a user can be expected to play: a time zone, quiet hours, days off, a vacation.

All of it is reckoning between moments in UTC. Quiet hours are those of the wall clock there,
whatever summer time does: what would begin or end in an hour that is left out does so an hour
later; in an hour that comes twice they begin the first time, and end the second time. No moment is
counted twice, even where a whole day is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.store import PersonRow, is_zone

NO_TIME = timedelta(0)
_DAY = timedelta(days=1)
_MINUTES = 24 * 60
_WEEK = frozenset(range(7))
_MORNING = 8 * 60
_INSTANT = timedelta(microseconds=1)
_LONGEST_VACATION = 3 * 366 * _DAY
"""Vacations are taken of the days of two years."""


class Span(NamedTuple):
    """From one moment up to another, both in UTC."""

    start: datetime
    end: datetime


class Quiet(NamedTuple):
    """Quiet hours of each day, in minutes after midnight.

    Over midnight, if they end before they begin.
    """

    start: int
    end: int

    @property
    def length(self) -> timedelta:
        """How long they last, on the wall clock."""
        return timedelta(minutes=(self.end - self.start) % _MINUTES)


@dataclass(frozen=True, slots=True)
class Hours:
    """When a user can be expected to play; without anything set, always.

    Raises ValueError for what nobody can set.
    """

    zone: str = "UTC"
    """The name of a time zone, as the IANA gives it."""
    quiet: Quiet | None = None
    days_off: frozenset[int] = frozenset()
    """Days of the week, 0 for Monday; not all of them."""
    away: Span | None = None
    """The vacation that is taken now, or is the last one that was."""

    def __post_init__(self) -> None:
        if not is_zone(self.zone) or not self.days_off < _WEEK:
            raise ValueError
        quiet = self.quiet
        if quiet and (quiet.start == quiet.end or not 0 <= min(quiet) <= max(quiet) < _MINUTES):
            raise ValueError

    @classmethod
    def of(cls, person: PersonRow) -> Hours:
        """When a user can be expected to play. What nobody could have set does not count."""
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

    def include(self, moment: datetime) -> bool:
        """True if that moment is one of these hours."""
        return self.after(moment, NO_TIME) == moment

    def rung_at(self, moment: datetime) -> datetime:
        """The first moment from then on at which a sleeping or absent player can be rung.

        After a vacation or a day off without quiet hours, that is in the morning, not at midnight.
        """
        at = self.after(moment, NO_TIME)
        day = at.astimezone(ZoneInfo(self.zone)).date()
        midnight = self._at(day, 0)
        sleeps_until = None if self.quiet is None else self.quiet.end
        if sleeps_until == 0 or not self.include(midnight) or self.include(midnight - _INSTANT):
            return at
        return max(at, self.after(self._at(day, _MORNING), NO_TIME))

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time from *start* to *end* is in these hours."""
        if not self.quiet and not self.days_off:  # most people
            return max(end - start, NO_TIME) - self._away_between(start, end)
        total = NO_TIME
        for span in self._spans(start):
            if span.start >= end:
                break
            total += min(span.end, end) - span.start
        return total

    def after(self, start: datetime, duration: timedelta) -> datetime:
        """The first moment in these hours by which so much of them has passed since *start*."""
        left = duration
        for span in self._spans(start):
            if left < span.end - span.start:
                return span.start + left
            left -= span.end - span.start
        raise AssertionError("there is always a next day")

    def a_day_after(self, start: datetime) -> datetime:
        """When as much of these hours has passed since *start* as a day has of them."""
        return self.after(start, _DAY - (self.quiet.length if self.quiet else NO_TIME))

    def back_at(self, moment: datetime) -> datetime | None:
        """When the vacation ends that is taken at that moment; None if none is."""
        away = self.away
        return away.end if away and away.start <= moment < away.end else None

    def _away_between(self, start: datetime, end: datetime) -> timedelta:
        if self.away is None:
            return NO_TIME
        return max(min(end, self.away.end) - max(start, self.away.start), NO_TIME)

    def _spans(self, start: datetime) -> Iterator[Span]:
        """These hours from *start* on, without end: spans in order, none of them empty."""
        day = start.astimezone(ZoneInfo(self.zone)).date() - _DAY
        while True:
            for of_day in self._of_day(day):
                for span in self._present(of_day):
                    if (begins := max(span.start, start)) < span.end:
                        yield Span(begins, span.end)
            day += _DAY

    def _of_day(self, day: date) -> Iterator[Span]:
        """The spans of a day that are not quiet."""
        if day.weekday() in self.days_off:
            return
        begin, end = self._at(day, 0), self._at(day + _DAY, 0)
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
        """That span, less the vacation."""
        if self.away is None or span.end <= self.away.start or self.away.end <= span.start:
            yield span
        else:
            yield Span(span.start, self.away.start)
            yield Span(self.away.end, span.end)

    def _at(self, day: date, minutes: int, *, again: bool = False) -> datetime:
        """A time of a day on the wall clock there, as a moment in UTC.

        If it comes twice, the first time or, *again*, the second; if it is left out, as long after
        the last time before that.
        """
        there = datetime.combine(day, time(*divmod(minutes, 60)), ZoneInfo(self.zone))
        first = there.astimezone(UTC)
        return max(first, there.replace(fold=1).astimezone(UTC)) if again else first


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order."""
    return tuple(sorted(available_timezones()))


ALWAYS = Hours()
"""For whom everything counts: at a live table, or before anything is set."""
