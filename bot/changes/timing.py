"""Clocks of a table, which advance with each change.

The table's decider is waited for; clocks run while :attr:`Table.waits`. Hours, clocks and
:attr:`Table.held` can change without a new version.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

from sqlalchemy import Connection

from bot.domain.clock import NEW_CLOCK, Clock
from bot.domain.entries import Acted, Entry, OfferEnded, SeatTaken, TimeUp, Undone
from bot.domain.hours import NO_TIME, Hours
from bot.domain.pace import Pace
from bot.domain.player import Player
from bot.domain.table import Table
from bot.store import ClockRow, Damaged, DueRow, OwnReminders, decoding
from bot.store.queries import clocks, due
from bot.store.queries.clocks import RunningRow

CLOCK = "clock"
"""Kind of due row for calls, reminders, and the end of a player's time."""
BEAT = timedelta(seconds=30)
"""Interval of the heartbeat of connected programs."""
GAP = 3 * BEAT
"""Time without a heartbeat that stops all clocks."""
TOGETHER = timedelta(minutes=10)
"""What becomes due for one person within this time rings once."""
_SKEW = timedelta(seconds=5)
"""Tolerated difference between the clocks of two machines."""


def in_gap(pulse: datetime | None, now: datetime) -> bool:
    """True if the last pulse was too long ago, or the host's clock was set back since."""
    return pulse is not None and not -_SKEW <= now - pulse <= GAP


def counted_until(pulse: datetime | None, now: datetime) -> datetime:
    """Return *now*, or the last pulse within a gap.

    Until the gap is handled, clocks run on from its start: no time before a gap is compared with
    one after it.
    """
    return pulse if pulse is not None and in_gap(pulse, now) else now


class ClockAction(Enum):
    """Action at the next event of a clock."""

    CALL = "call"
    """Call with a sound a player who was called in quiet hours."""
    REMIND = "remind"
    DECIDE = "decide"
    """The player's time is up."""


class ClockEvent(NamedTuple):
    """The next event of a clock."""

    at: datetime
    action: ClockAction


def next_event_of(pace: Pace, own: OwnReminders, clock: Clock, hours: Hours) -> ClockEvent | None:
    """Return the next event of a clock; None without one, or if it is stopped."""
    expected = (  # in order of priority
        (clock.up_at(pace.limit, hours), ClockAction.DECIDE),
        (clock.called_at(hours), ClockAction.CALL),
        (clock.reminded_at(pace, own, hours), ClockAction.REMIND),
    )
    coming = [ClockEvent(at, action) for at, action in expected if at is not None]
    return min(coming, key=lambda each: each.at, default=None)


def next_event(table: Table) -> ClockEvent | None:
    """Return the next event of the decider's clock."""
    decider = table.decider
    if decider is None:
        return None
    own, hours = decider.habits.reminders, table.hours_of(decider)
    return next_event_of(table.pace, own, decider.clock, hours)


@dataclass(frozen=True, slots=True)
class Advance:
    """The data of a change of a started game that its clocks depend on."""

    before: Table
    after: Table
    entries: Sequence[Entry]
    now: datetime
    until: datetime
    """End of the time that counts."""
    reminded: int | None = None
    """The seat that the change reminds, or calls with a sound."""
    longer: int | None = None
    """The seat whose time starts again after it was up."""
    given_time: int | None = None
    """The seat that gets the time of one more decision."""

    def counted(self, seat: int) -> tuple[Hours, Hours]:
        """Return a seat's hours that count at the table, before and after the change."""
        before, after = self.before, self.after
        return before.hours_of(self.player_before(seat)), after.hours_of(after.players[seat])

    def player_before(self, seat: int) -> Player:
        """Return the seat's player before the change; if it starts the game, the one after."""
        return (self.after if self.before.view is None else self.before).players[seat]

    @property
    def was(self) -> int | None:
        """The decider's seat before the change."""
        return _waited_for(self.before)

    @property
    def asked(self) -> int | None:
        """The decider's seat after the change."""
        return _waited_for(self.after)

    @property
    def paced(self) -> bool:
        """True if time limits change; reminders do not count."""
        return not self.after.pace.grants_as(self.before.pace)

    @property
    def undone(self) -> bool:
        """True if a decision was undone."""
        return any(isinstance(entry, Undone) for entry in self.entries)

    @property
    def goes_on(self) -> bool:
        """True if the same wait continues, even with a new player on the seat."""
        same = self.was == self.asked and self.before.turn == self.after.turn
        return same and not self.paced

    def taken(self, seat: int) -> bool:
        """True if a seat was taken by someone who never held it before."""
        held = [former.user_id for former in self.before.former if former.seat == seat]
        held += [each.user_id for each in self.before.players if each.seat == seat and each.user_id]
        return any(
            isinstance(each, SeatTaken) and each.seat == seat and each.user_id not in held
            for each in self.entries
        )

    def is_there(self, seat: int) -> bool:
        """True if the seat's player decided in person, or kept or took the seat."""
        user_id = self.after.player(seat).user_id
        return any(
            (isinstance(each, Acted) and not each.automatic)
            or (isinstance(each, OfferEnded | SeatTaken) and each.user_id == user_id)
            for each in self.entries
            if each.seat == seat
        )


def advance_clocks(advance: Advance) -> tuple[Clock, ...]:
    """Return the clocks after a change, by seat."""
    seats = range(len(advance.after.players))
    clocks = [_stopped(advance, seat) for seat in seats]
    if advance.asked is not None and not advance.after.player(advance.asked).is_computer:
        clocks[advance.asked] = _asked(advance, clocks[advance.asked])
    for entry in advance.entries:
        if isinstance(entry, TimeUp) and entry.seat is not None:
            missed = advance.player_before(entry.seat).clock.missed
            clocks[entry.seat] = replace(clocks[entry.seat], missed=missed + 1)
    if _counts(advance.after.pace):
        return tuple(clocks)
    return tuple(map(_uncounted, clocks))


def schedule_next(connection: Connection, table: Table) -> datetime | None:
    """Schedule the next event of the decider's clock. Returns its time."""
    coming = next_event(table)
    if coming is None:
        due.finish(connection, CLOCK, table.id)
        return None
    due.schedule(connection, DueRow(CLOCK, table.id, coming.at))
    return coming.at


def start_or_stop(connection: Connection, table: Table, now: datetime) -> datetime | None:
    """Start the decider's clock if it may run now, or stop it.

    Returns the time of its next event.
    """
    decider = table.decider
    if decider is None or decider.seat is None:
        return None
    until = counted_until(clocks.read_heartbeat(connection), now)
    clock = decider.clock.stopped(until, table.hours_of(decider))
    if table.waits and (clock.hushed or _counts(table.pace)):
        clock = replace(clock, since=until)
    clocks.put_clocks(connection, table.id, {decider.seat: _row(clock)})
    players = [replace(each, clock=clock) if each == decider else each for each in table.players]
    return schedule_next(connection, replace(table, players=tuple(players)))


def recount_reminders(
    connection: Connection, table: Table, user_id: int, now: datetime
) -> datetime | None:
    """Count the reminders that a user has chosen, and that would be past, as sent.

    Returns the time of the next event of the user's clock.
    """
    player = table.player_of(user_id)
    if player is None or player.seat is None:
        return None
    until = counted_until(clocks.read_heartbeat(connection), now)
    own, hours = player.habits.reminders, table.hours_of(player)
    clock = player.clock.caught_up(table.pace, own, until, hours)
    if clock != player.clock:
        clocks.put_clocks(connection, table.id, {player.seat: _row(clock)})
    if player != table.decider:
        return None
    players = [replace(each, clock=clock) if each == player else each for each in table.players]
    return schedule_next(connection, replace(table, players=tuple(players)))


# --- computing -----------------------------------------------------------------------------------


def _waited_for(table: Table) -> int | None:
    return None if table.decider is None else table.decider.seat


def _stopped(advance: Advance, seat: int) -> Clock:
    """Return the seat's clock after the change, stopped."""
    if advance.paced:
        return NEW_CLOCK
    before, after = advance.counted(seat)
    clock = advance.player_before(seat).clock.stopped(advance.until, before)
    pace, own = advance.after.pace, advance.after.players[seat].habits.reminders
    changed = (advance.before.pace.reminders, advance.player_before(seat).habits.reminders)
    if changed != (pace.reminders, own):  # due reminders count as sent
        clock = replace(clock, reminded=0).caught_up(pace, own, advance.until, after)
    if seat != advance.asked:
        undone = advance.undone and seat == advance.was
        clock = replace(clock, hushed=False, resumes=clock.resumes or undone)
    if advance.is_there(seat):
        clock = replace(clock, missed=0, hushed=False)
    return clock


def _asked(advance: Advance, stopped: Clock) -> Clock:
    """Return the clock of the seat that is asked, running if it may."""
    seat, table, now = advance.asked, advance.after, advance.now
    assert seat is not None
    before, hours = advance.counted(seat)
    clock = stopped
    if not advance.goes_on:
        back = advance.undone and advance.was not in {None, seat}
        clock = replace(clock, resumes=clock.resumes or back).begun(table.pace.limit)
    elif advance.taken(seat):
        clock = clock.passed_on(table.pace.limit)
    limit, own = table.pace.limit, table.players[seat].habits.reminders
    if seat == advance.longer:  # with the last reminder alone: the question has rung
        bank = None if clock.bank is None else NO_TIME
        clock = replace(clock, spent=NO_TIME, bank=bank)
        clock = replace(clock, reminded=max(len(clock.reminders(table.pace, own)) - 1, 0))
    if seat == advance.given_time and limit is not None:
        # Acts as a bank for this wait; what is left goes to the player's bank, if there is one.
        clock = replace(clock, bank=clock.spent + clock.left(limit))
    if seat in {advance.reminded, advance.given_time}:
        soon = advance.until
        if seat == advance.reminded:
            clock = replace(clock, hushed=False)
            soon += NO_TIME if table.pace.live else TOGETHER
        clock = replace(clock, since=advance.until).caught_up(table.pace, own, soon, hours)
    if any(entry.called == seat for entry in advance.entries):
        clock = replace(clock, hushed=not hours.include(now))
    clock = replace(clock, since=advance.until if table.waits else None)
    standing = advance.player_before(seat).clock
    same = before == hours and clock == standing.updated(advance.until, before)
    return standing if same else clock


def _counts(pace: Pace) -> bool:
    return pace.reminders is not None or pace.limit is not None


def _uncounted(clock: Clock) -> Clock:
    """Reduce a clock to what matters at a pace without reminders and limit."""
    return Clock(since=clock.since, hushed=True) if clock.hushed else NEW_CLOCK


# --- storing -------------------------------------------------------------------------------------


def _row(clock: Clock) -> ClockRow:
    return ClockRow(**{name: getattr(clock, name) for name in ClockRow.__slots__})


def store_clocks(
    connection: Connection, table_id: int, before: Sequence[Clock], after: Sequence[Clock]
) -> None:
    """Store changed clocks; all are in seat order."""
    pairs = enumerate(zip(before, after, strict=True))
    changed = {seat: _row(clock) for seat, (was, clock) in pairs if clock != was}
    clocks.put_clocks(connection, table_id, changed)


# --- all running clocks --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Running:
    """A running clock."""

    row: RunningRow
    pace: Pace
    clock: Clock
    hours: Hours
    """Hours of the player."""

    @classmethod
    def of(cls, row: RunningRow) -> Running:
        """Read a row. Raises Damaged if it is unreadable."""
        with decoding(f"a clock of game {row.game_id}"):
            return cls(row, Pace.load(row.pace), Clock.of(row.clock), Hours.of(row.person))

    @property
    def game_id(self) -> int:
        """The game's number."""
        return self.row.game_id

    @property
    def limited(self) -> bool:
        """True if it has a limit that depends on the player's hours."""
        return self.pace.limit is not None and not self.pace.live

    def skipped(self, last: datetime, now: datetime) -> Running:
        """Return a copy that skips the time from *last* to *now*."""
        spent = self.clock.spent_by(last, self.pace.counted(self.hours))
        clock = replace(self.clock, spent=spent, since=now)
        return replace(self, row=replace(self.row, clock=_row(clock)), clock=clock)

    def next(self) -> ClockEvent | None:
        """Return its next event."""
        own, hours = self.row.person.habits.reminders, self.pace.counted(self.hours)
        return next_event_of(self.pace, own, self.clock, hours)


def skip_time(
    connection: Connection, last: datetime, now: datetime, user_id: int | None = None
) -> list[Running]:
    """Let all running clocks, or those of a user, skip the time from *last* to *now*.

    Returns them, without those of damaged games.
    """
    running = []
    for row in clocks.read_running(connection, user_id):
        with suppress(Damaged):  # logged when the game is read
            running.append(Running.of(row).skipped(last, now))
    clocks.update_running(connection, (each.row for each in running))
    return running
