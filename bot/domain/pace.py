"""The pace of a table: reminders and time limits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import Field, PlainSerializer, TypeAdapter

from bot.domain.hours import Hours
from bot.store import OwnReminders

_HOUR, _WEEK = timedelta(hours=1), timedelta(weeks=1)
CAPS = range(1, 3)
"""Caps of a bank to choose from."""


class AtEnd(StrEnum):
    """Action at the end of a player's time."""

    DECIDE = "decide"
    """Make the least decision for that player."""
    ASK = "ask"
    """Ask the others whether to keep waiting."""
    LET_GO = "let go"
    """Ask the others once in a wait whether it counts; if it does, decide."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A player's time: for each decision, or in a bank with an increment.

    A decision here is a whole wait: from the call until the table waits for another player.
    """

    each: timedelta
    """Time for a decision; with a bank, the increment."""
    bank: timedelta | None = None
    """Time of each player at the start; unused time is saved. None: no bank."""
    at_end: AtEnd = AtEnd.DECIDE
    floor: bool = True
    """True if at least eight hours a day count, whatever a player's hours are.

    False in games of versions without that.
    """
    cap: int | None = None
    """Most that is in the bank, as a multiple of its start; None: any, as in older versions."""

    @property
    def most(self) -> timedelta | None:
        """Most that is in the bank; None without a cap."""
        return None if self.bank is None or self.cap is None else self.bank * self.cap


@dataclass(frozen=True, slots=True)
class Reminders:
    """Times of reminders for a player who does not decide, in that player's hours.

    They get fewer, so that a player who is gone is not rung for ever.
    """

    after: timedelta
    each: timedelta
    """Interval of further reminders; not all of them come."""

    def times(self, allowance: timedelta | None) -> tuple[timedelta, ...]:
        """Return when a wait with that *allowance* reminds its player, in order; None: no limit.

        With a limit: the first time, the first one in its second half, and the last one. Without:
        the first two, then one a week; after two weeks none but the first.
        """
        first, each = self.after, self.each
        if allowance is None:
            later = (first + each, first + each + max(each, _WEEK))
            return (first, *(time for time in later if time <= 2 * _WEEK))
        last = (allowance - first - timedelta.resolution) // each
        half = max(-((first - allowance / 2) // each), 0)
        chosen = sorted({0, half, last})
        return tuple(first + number * each for number in chosen if 0 <= number <= last)


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's pace; by default without limit and reminders."""

    reminders: Reminders | None = None
    limit: Limit | None = None
    live: bool = False
    """True if everybody is present during the game: quiet hours and days off do not count."""

    def counted(self, hours: Hours) -> Hours:
        """Return the part of *hours* that counts: at a live table only the vacation."""
        if self.live:
            return Hours(away=hours.away)
        return hours.at_least() if self.limit is not None and self.limit.floor else hours

    def reminded_after(
        self, allowance: timedelta | None, own: OwnReminders = OwnReminders.TABLE
    ) -> tuple[timedelta, ...]:
        """Return when a wait with that *allowance* reminds its player, in order; None: no limit.

        *own* is the player's choice. Where that gives fewer times than the table does, the first is
        repeated, so that the number of those that are past means the same with any choice. Where it
        gives none, because there is no hour before the end, the table's hold.
        """
        usual = () if self.reminders is None else self.reminders.times(allowance)
        if own is OwnReminders.NONE:
            return ()
        if own is OwnReminders.TABLE or allowance is None:
            return usual
        half, last = {allowance / 2}, {allowance - _HOUR}
        wanted = {OwnReminders.HALF: half, OwnReminders.LAST_HOUR: last}.get(own, half | last)
        times = sorted(each for each in wanted if each > timedelta(0))[: len(usual)]
        return (*times[:1] * (len(usual) - len(times)), *times) or usual

    def grants_as(self, other: Pace) -> bool:
        """True if both paces have the same limits; reminders are ignored."""
        return (self.limit, self.live) == (other.limit, other.live)

    def dump(self) -> str:
        """Return a text for :meth:`load`; empty for the default."""
        stored = _Stored(live=self.live or None)
        if self.reminders is not None:
            stored.reminders = self.reminders.after, self.reminders.each
        if self.limit is not None:
            stored.limit, stored.at_end = (self.limit.each, self.limit.bank), self.limit.at_end
            stored.floor = self.limit.floor or None
            stored.cap = self.limit.cap
        text = _STORED.dump_python(stored, mode="json", exclude_none=True)
        return json.dumps(text) if text else ""

    @classmethod
    def load(cls, text: str) -> Pace:
        """Read the text of :meth:`dump`. Raises ValueError for any other."""
        stored = _STORED.validate_json(text or "{}")
        reminders = Reminders(*stored.reminders) if stored.reminders else None
        limit = None
        if stored.limit:
            at_end, floor = AtEnd(stored.at_end or ""), bool(stored.floor)
            limit = Limit(*stored.limit, at_end, floor=floor, cap=stored.cap)
        return cls(reminders, limit, live=bool(stored.live))


_Seconds: TypeAlias = Annotated[
    timedelta,
    Field(ge=timedelta(0), le=timedelta(days=366)),
    PlainSerializer(lambda duration: round(duration.total_seconds())),
]


@dataclass(slots=True)
class _Stored:
    """The stored form of a pace, without fields that are None."""

    reminders: tuple[_Seconds, Annotated[_Seconds, Field(gt=timedelta(0))]] | None = None
    limit: tuple[_Seconds, _Seconds | None] | None = None
    at_end: AtEnd | None = None
    floor: bool | None = None
    cap: Annotated[int, Field(ge=1, le=CAPS[-1])] | None = None
    live: bool | None = None


_STORED = TypeAdapter(_Stored)

UNHURRIED = Pace()
"""No reminders and no limit, as in versions without paces."""
_TWELVE_HOURS = timedelta(hours=12)
PACES: dict[str, Pace] = {
    "relaxed": Pace(Reminders(timedelta(days=1), timedelta(days=2))),
    "daily": Pace(Reminders(_TWELVE_HOURS, timedelta(hours=6)), Limit(timedelta(days=1))),
    "bank": Pace(
        Reminders(_TWELVE_HOURS, _TWELVE_HOURS),
        Limit(timedelta(hours=8), timedelta(days=3), cap=1),
    ),
    "live": Pace(
        Reminders(timedelta(minutes=2), timedelta(minutes=2)),
        Limit(timedelta(minutes=5)),
        live=True,
    ),
    "unhurried": UNHURRIED,
}
"""Selectable paces by name."""
USUAL_PACE = "relaxed"
"""Name of the default pace."""
