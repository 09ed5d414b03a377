"""The clock of a seat: time spent, and time left.

A wait lasts from when a seat is asked until another is. Only time in the player's hours
(:class:`bot.domain.hours.Hours`) counts. Before these change, or time is skipped, *spent* is
brought up to date.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.hours import ALWAYS, NO_TIME, Hours
from bot.domain.pace import Limit, Pace
from bot.store import ClockRow, OwnReminders


@dataclass(frozen=True, slots=True)
class Clock:
    """Time that the table has waited for a seat."""

    since: datetime | None = None
    """Start of the running period; None if stopped."""
    spent: timedelta = NO_TIME
    """Time of the current or last wait spent before *since*."""
    bank: timedelta | None = None
    """Bank at the beginning of that wait; None without a bank, or before the first wait."""
    resumes: bool = False
    """True if the next wait continues the last one, because an undo ended it."""
    missed: int = 0
    """Number of times in a row that time ran out."""
    reminded: int = 0
    """Number of the times in :meth:`reminders` that are past in this wait."""
    hushed: bool = False
    """True if the player was called without a sound because of quiet hours."""

    @classmethod
    def of(cls, row: ClockRow) -> Clock:
        """Read a row, or return a new clock if it is empty."""
        if row.spent is None:
            return NEW_CLOCK
        return cls(
            row.since,
            row.spent,
            row.bank,
            resumes=bool(row.resumes),
            missed=row.missed or 0,
            reminded=row.reminded or 0,
            hushed=bool(row.hushed),
        )

    def spent_by(self, now: datetime, hours: Hours) -> timedelta:
        """Return the time of the current or last wait spent by *now*."""
        return self.spent if self.since is None else self.spent + hours.between(self.since, now)

    def updated(self, now: datetime, hours: Hours) -> Clock:
        """Return a copy with *spent* up to date; if it runs, it runs from *now*."""
        if self.since is None:
            return self
        return replace(self, since=now, spent=self.spent_by(now, hours))

    def stopped(self, now: datetime, hours: Hours) -> Clock:
        """Return a stopped copy."""
        return replace(self.updated(now, hours), since=None)

    def begun(self, limit: Limit | None) -> Clock:
        """Return the stopped clock of a new wait.

        After an undo it continues the last wait. Otherwise the time left goes to the bank, with
        the increment.
        """
        if self.resumes:
            return replace(self, resumes=False, hushed=False)
        bank = None if limit is None else self._next_bank(limit)
        return Clock(bank=bank, missed=self.missed)

    def passed_on(self, limit: Limit | None) -> Clock:
        """Return the stopped clock of the current wait, restarted for a new player on the seat.

        The bank keeps the time left without an increment, because no decision was made.
        """
        bank = None if limit is None else self._next_bank(limit)
        return Clock(bank=bank if bank is None or self.bank is None else min(bank, self.bank))

    def _next_bank(self, limit: Limit) -> timedelta | None:
        if limit.bank is None or self.bank is None:
            return limit.bank
        left = max(self.bank + limit.each - self.spent, NO_TIME)
        return left if limit.most is None else min(left, limit.most)

    def in_bank(self, limit: Limit, *, waited_for: bool) -> timedelta:
        """Return the bank at *since* or, if not *waited_for*, at the beginning of the next wait."""
        if waited_for or self.resumes:
            bank = limit.bank if self.bank is None else self.bank
            return NO_TIME if bank is None else min(bank, self.left(limit))
        return self._next_bank(limit) or NO_TIME

    def allowance(self, limit: Limit) -> timedelta:
        """Return the total time for the current or last wait."""
        return limit.each + (self.bank or NO_TIME)

    def left(self, limit: Limit, hours: Hours = ALWAYS, now: datetime | None = None) -> timedelta:
        """Return the time left of the current or last wait at *now* or, without it, at *since*."""
        spent = self.spent if now is None else self.spent_by(now, hours)
        return max(self.allowance(limit) - spent, NO_TIME)

    def up_at(self, limit: Limit | None, hours: Hours) -> datetime | None:
        """Return the end of the time; None without a limit, or if stopped."""
        if limit is None or self.since is None:
            return None
        return hours.after(self.since, self.left(limit))

    def called_at(self, hours: Hours) -> datetime | None:
        """Return the time to call with a sound a player who was called without; None if not needed.

        That is the beginning of the player's hours.
        """
        if self.since is None or not self.hushed:
            return None
        return hours.pinged_at(self.since)

    def reminders(self, pace: Pace, own: OwnReminders) -> tuple[timedelta, ...]:
        """Return the time spent at each reminder of the current wait, in order."""
        limit = pace.limit
        return pace.reminded_after(None if limit is None else self.allowance(limit), own)

    def reminded_at(self, pace: Pace, own: OwnReminders, hours: Hours) -> datetime | None:
        """Return the time of the next reminder; None if never, or if stopped."""
        left = self.reminders(pace, own)[self.reminded :]
        if self.since is None or not left:
            return None
        return hours.after(self.since, max(left[0] - self.spent, NO_TIME))

    def caught_up(self, pace: Pace, own: OwnReminders, now: datetime, hours: Hours) -> Clock:
        """Return a copy that counts every reminder due by *now* as sent."""
        spent = self.spent_by(now, hours)
        past = sum(each <= spent for each in self.reminders(pace, own))
        return replace(self, reminded=max(self.reminded, past))


NEW_CLOCK = Clock()
"""The clock of a seat before its first wait."""
