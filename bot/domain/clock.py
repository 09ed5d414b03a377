"""The clock of a seat: how long the table has waited for it, and what it has left.

A wait is from when a seat is asked to when another is. It costs time only in the player's own
hours (:class:`bot.domain.hours.Hours`); whenever they change, or time is left out, what was used is
settled first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.hours import ALWAYS, NO_TIME, Hours
from bot.domain.pace import Limit, Reminders
from bot.store import LONGEST_WAIT, ClockRow


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the table has waited for a seat."""

    since: datetime | None = None
    """From when on it runs; None: it stands still."""
    spent: timedelta = NO_TIME
    """What of the current or last wait was over by then."""
    bank: timedelta | None = None
    """What was left at the beginning of that wait; None without a bank, or before the first."""
    resumes: bool = False
    """Whether the next wait goes on with the last one, as that was ended by an undo only."""
    missed: int = 0
    """How often in a row the time was up."""
    reminded: int = 0
    """How often in this wait the player was reminded."""
    hushed: bool = False
    """Whether the player was called in quiet hours, and so without a sound."""

    @classmethod
    def of(cls, row: ClockRow) -> Clock:
        """The clock of a seat, also of one that has none yet."""
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

    def check(self, reminders: Reminders | None) -> None:
        """Raise an error of ``DECODE_ERRORS`` if more reminders were counted than anybody gets.

        When the next one is due could not be reckoned, or not within seconds.
        """
        if reminders is not None and self.reminded * reminders.each > LONGEST_WAIT:
            raise ValueError

    def spent_by(self, now: datetime, hours: Hours) -> timedelta:
        """What of the current or last wait is over by *now*."""
        return self.spent if self.since is None else self.spent + hours.between(self.since, now)

    def settled(self, now: datetime, hours: Hours) -> Clock:
        """The same clock, which runs from *now* on if it runs."""
        if self.since is None:
            return self
        return replace(self, since=now, spent=self.spent_by(now, hours))

    def stopped(self, now: datetime, hours: Hours) -> Clock:
        """The same clock, standing still."""
        return replace(self.settled(now, hours), since=None)

    def begun(self, limit: Limit | None) -> Clock:
        """The clock of a wait that begins, standing still.

        If the last one was ended by an undo only, it goes on with that one. Else what was left then
        is kept in the bank, with what a decision adds to it.
        """
        if self.resumes:
            return replace(self, resumes=False, hushed=False)
        bank = None if limit is None else self._next_bank(limit)
        return Clock(bank=bank, missed=self.missed)

    def passed_on(self, limit: Limit | None) -> Clock:
        """The clock of the current wait begun anew, standing still, for who has taken the seat.

        What is left in the bank is still there, and nothing is added: no decision was made.
        """
        bank = None if limit is None else self._next_bank(limit)
        return Clock(bank=bank if bank is None or self.bank is None else min(bank, self.bank))

    def _next_bank(self, limit: Limit) -> timedelta | None:
        """What will be in the bank at the beginning of the next wait."""
        if limit.bank is None or self.bank is None:
            return limit.bank
        return max(self.bank + limit.each - self.spent, NO_TIME)

    def in_bank(self, limit: Limit, *, waited_for: bool) -> timedelta:
        """What is left in the bank when the clock was settled, or will be as the next wait begins.

        The next wait counts if the seat is not *waited_for*.
        """
        if waited_for or self.resumes:
            bank = limit.bank if self.bank is None else self.bank
            return NO_TIME if bank is None else min(bank, self.left(limit))
        return self._next_bank(limit) or NO_TIME

    def allowance(self, limit: Limit) -> timedelta:
        """What the current or last wait may take in all."""
        return limit.each + (self.bank or NO_TIME)

    def left(self, limit: Limit, hours: Hours = ALWAYS, now: datetime | None = None) -> timedelta:
        """What is left of the current or last wait; without *now*, when its clock was settled."""
        spent = self.spent if now is None else self.spent_by(now, hours)
        return max(self.allowance(limit) - spent, NO_TIME)

    def up_at(self, limit: Limit | None, hours: Hours) -> datetime | None:
        """When the time is up; None if there is no limit, or the clock stands still."""
        if limit is None or self.since is None:
            return None
        return hours.after(self.since, self.left(limit))

    def called_at(self, hours: Hours) -> datetime | None:
        """When a player is called aloud who was called without a sound; None if that is not so.

        That is as soon as the player's hours begin, unless the clock stands still.
        """
        if self.since is None or not self.hushed:
            return None
        return hours.rung_at(self.since)

    def reminded_at(self, reminders: Reminders | None, hours: Hours) -> datetime | None:
        """When the player is reminded next; None if never, or the clock stands still."""
        if reminders is None or self.since is None:
            return None
        next_after = reminders.after + self.reminded * reminders.each
        return hours.after(self.since, max(next_after - self.spent, NO_TIME))

    def caught_up(self, reminders: Reminders | None, now: datetime, hours: Hours) -> Clock:
        """The same clock, when every reminder that is due by *now* was given, in one."""
        late = NO_TIME if reminders is None else self.spent_by(now, hours) - reminders.after
        if reminders is None or late < NO_TIME:
            return self
        return replace(self, reminded=max(self.reminded, late // reminders.each + 1))


NEW_CLOCK = Clock()
"""Of a seat for which nobody has waited yet."""
