"""The clocks of a table, kept with each of its changes.

Who is waited for follows from the table; when clocks run, from :attr:`Table.waits`. What else a
use case means by its change stands in :class:`Timely`. Hours, clocks, and whether a table is held
can change without a new version, so they are read within the transaction that changes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

from sqlalchemy import Connection

from bot.domain import NEW_CLOCK, NO_TIME, Clock, Entry, Hours, Kind, Pace, Refusal, Refused, Table
from bot.store import ClockRow, Damaged, DueRow, decoding
from bot.store.queries import clocks, due, people
from bot.store.queries.clocks import RunningRow, TimesRow

CLOCK = "clock"
"""The kind of due row for calls, reminders, and the end of a player's time."""
BEAT = timedelta(seconds=30)
"""How often it is noted that a program is connected."""
GAP = 3 * BEAT
"""What is longer without it counts for nobody."""
_SKEW = timedelta(seconds=5)
"""So far the clocks of two machines on which programs run may differ."""


def in_gap(pulse: datetime | None, now: datetime) -> bool:
    """Whether time has passed since the last pulse that counts for nobody.

    It may have been put back on the host's clock.
    """
    return pulse is not None and not -_SKEW <= now - pulse <= GAP


def counted_until(pulse: datetime | None, now: datetime) -> datetime:
    """Until when time counts that ends *now*: the gap may not have been noticed yet.

    Until it is, clocks run on from there: no moment before a gap is compared with one after it.
    """
    return pulse if pulse is not None and in_gap(pulse, now) else now


class What(Enum):
    """What is done when a clock has come so far."""

    CALL = "call"
    """Call aloud who was called in quiet hours."""
    REMIND = "remind"
    DECIDE = "decide"
    """The time is up."""


class Next(NamedTuple):
    """What comes next of a clock, and when."""

    at: datetime
    what: What


def next_of(pace: Pace, clock: Clock, hours: Hours) -> Next | None:
    """What comes next of a clock; None if nothing does, or it stands still."""
    expected = (  # of what comes at the same time the first is done
        (clock.up_at(pace.limit, hours), What.DECIDE),
        (clock.called_at(hours), What.CALL),
        (clock.reminded_at(pace.reminders, hours), What.REMIND),
    )
    coming = [Next(at, what) for at, what in expected if at is not None]
    return min(coming, key=lambda each: each.at, default=None)


def next_at(table: Table) -> Next | None:
    """What comes next of the decider's clock."""
    decider = table.decider
    if decider is None:
        return None
    return next_of(table.pace, decider.clock, table.hours_of(decider))


@dataclass(slots=True)
class Timely:
    """What a change means for clocks, besides what follows from it."""

    expected: What | None = None
    """What must be due, or else nothing is stored."""
    reminded: int | None = None
    """The seat that is reminded by it, or called aloud."""
    missed: int | None = None
    """The seat whose time was up."""
    longer: int | None = None
    """The seat that is waited for longer than its time."""


class Times(NamedTuple):
    """What a table's clocks depend on, as it was just read; by seat."""

    before: tuple[Hours, ...]
    """The hours of those who sat there before the change."""
    after: tuple[Hours, ...]
    """The hours of those who sit there now."""
    clocks: tuple[Clock, ...]

    def counted(self, changed: Changed, seat: int) -> tuple[Hours, Hours]:
        """What counts of a seat's hours at the table: before the change, and after it."""
        return (
            changed.before.pace.counted(self.before[seat]),
            changed.after.pace.counted(self.after[seat]),
        )


@dataclass(frozen=True, slots=True)
class Changed:
    """A change of a started game, as far as clocks follow from it."""

    before: Table
    after: Table
    entries: Sequence[Entry]
    timely: Timely
    now: datetime
    until: datetime
    """Up to when time counts."""

    @property
    def was(self) -> int | None:
        """The seat that was waited for, whether or not its clock could run."""
        return _waited_for(self.before)

    @property
    def asked(self) -> int | None:
        """The seat that is waited for."""
        return _waited_for(self.after)

    @property
    def paced(self) -> bool:
        """Whether all have another time from now on; when they are reminded is something else."""
        return not self.after.pace.grants_as(self.before.pace)

    @property
    def undone(self) -> bool:
        """Whether a decision was taken back from which the table had gone on."""
        return any(entry.kind is Kind.UNDONE for entry in self.entries)

    @property
    def goes_on(self) -> bool:
        """Whether it is still the same wait, though perhaps of a new player on that seat."""
        same = self.was == self.asked and self.before.turn == self.after.turn
        return same and not self.paced

    @property
    def left(self) -> Mapping[int, int]:
        """The seats with a new player, each with its former user."""
        taken = (each.seat for each in self.entries if each.kind is Kind.TAKEN)
        held = {seat: self.before.player(seat).user_id for seat in taken if seat is not None}
        return {seat: user_id for seat, user_id in held.items() if user_id is not None}

    def taken(self, seat: int) -> bool:
        """Whether a seat has a player who never held it: to come back gives no time."""
        held = [former.user_id for former in self.before.former if former.seat == seat]
        held += [each.user_id for each in self.before.players if each.seat == seat and each.user_id]
        return any(
            each.kind is Kind.TAKEN and each.seat == seat and each.user_id not in held
            for each in self.entries
        )

    def is_there(self, seat: int) -> bool:
        """Whether the player of a seat has done something about it in person."""
        user_id = self.after.player(seat).user_id
        return any(
            (each.kind is Kind.ACTED and not each.automatic)
            or (each.kind is Kind.KEPT and each.user_id == user_id)
            for each in self.entries
            if each.seat == seat
        )

    def at(self, row: TimesRow) -> Changed:
        """The same, with what was just read."""
        before, after = (replace(table, held=row.held) for table in (self.before, self.after))
        until = counted_until(row.pulse, self.now)
        return replace(self, before=before, after=after, until=until)


def kept(connection: Connection, changed: Changed) -> tuple[Table, datetime | None]:
    """Keep the clocks with a change.

    Returns the table after it with them, and when it is stored to be looked at next. Rereads the
    hours and whether the table is held, which may have changed since the table was read. Raises
    Refused if something is expected to be due that is not.
    """
    row = clocks.read_times(connection, changed.before.id, CLOCK)
    times = _times(connection, row, changed)
    changed = changed.at(row)
    _check_due(changed, times)
    reckoned = _charged(changed, times)
    _store(connection, changed.before.id, times.clocks, reckoned)
    players = (
        replace(player, hours=hours, clock=clock)
        for player, hours, clock in zip(changed.after.players, times.after, reckoned, strict=True)
    )
    return replace(changed.after, players=tuple(players)), row.due_at


def expect(connection: Connection, table: Table) -> datetime | None:
    """Have a table looked at when something comes next of its clock. Answers when."""
    coming = next_at(table)
    if coming is None:
        due.finish(connection, CLOCK, table.id)
        return None
    due.schedule(connection, DueRow(CLOCK, table.id, coming.at))
    return coming.at


def start_or_stop(connection: Connection, table: Table, now: datetime) -> datetime | None:
    """Let the decider's clock run if it may now, and only then.

    Answers when the table is looked at next.
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
    return expect(connection, replace(table, players=tuple(players)))


def _times(connection: Connection, row: TimesRow, changed: Changed) -> Times:
    """What was just read, after the players of the change were stored."""
    with decoding("the hours of a player"):
        after = tuple(Hours.of(person) for person, _ in row.seats)
        before = list(after)
        for seat, user_id in changed.left.items():
            before[seat] = Hours.of(people.read_person(connection, user_id))
    return Times(tuple(before), after, tuple(Clock.of(clock) for _, clock in row.seats))


def _check_due(changed: Changed, times: Times) -> None:
    """Raise Refused unless that is due which is expected to be."""
    expected, seat = changed.timely.expected, changed.was
    if expected is None or seat is None:
        return
    hours, _ = times.counted(changed, seat)
    coming = next_of(changed.before.pace, times.clocks[seat], hours)
    if coming is None or coming.what is not expected or coming.at > changed.until:
        raise Refused(Refusal.STALE)


# --- reckoning -----------------------------------------------------------------------------------


def _charged(changed: Changed, times: Times) -> tuple[Clock, ...]:
    """The clocks after a change, by seat."""
    reckoned = [_stopped(changed, times, seat) for seat in range(len(times.clocks))]
    if changed.asked is not None and not changed.after.player(changed.asked).is_computer:
        reckoned[changed.asked] = _asked(changed, times, reckoned[changed.asked])
    if (missed := changed.timely.missed) is not None:
        so_far = times.clocks[missed].missed
        reckoned[missed] = replace(reckoned[missed], missed=so_far + 1)
    if _counts(changed.after.pace):
        return tuple(reckoned)
    return tuple(map(_uncounted, reckoned))


def _waited_for(table: Table) -> int | None:
    return None if table.decider is None else table.decider.seat


def _stopped(changed: Changed, times: Times, seat: int) -> Clock:
    """The clock of a seat, settled and standing still."""
    if changed.paced:
        return NEW_CLOCK
    before, after = times.counted(changed, seat)
    clock = times.clocks[seat].stopped(changed.until, before)
    reminders = changed.after.pace.reminders
    if changed.before.pace.reminders != reminders:  # what would have been said by now was said
        clock = replace(clock, reminded=0).caught_up(reminders, changed.until, after)
    if seat != changed.asked:
        undone = changed.undone and seat == changed.was
        clock = replace(clock, hushed=False, resumes=clock.resumes or undone)
    if changed.taken(seat) or changed.is_there(seat):
        clock = replace(clock, missed=0, hushed=False)
    return clock


def _asked(changed: Changed, times: Times, stopped: Clock) -> Clock:
    """The clock of the seat that is asked, running if it may."""
    seat, table, now = changed.asked, changed.after, changed.now
    assert seat is not None
    before, hours = times.counted(changed, seat)
    clock = stopped
    if not changed.goes_on:
        back = changed.undone and changed.was not in {None, seat}
        clock = replace(clock, resumes=clock.resumes or back).begun(table.pace.limit)
    elif changed.taken(seat):
        clock = clock.passed_on(table.pace.limit)
    if seat == changed.timely.longer:
        bank = None if clock.bank is None else NO_TIME
        clock = replace(clock, spent=NO_TIME, bank=bank, reminded=0)
    if seat == changed.timely.reminded:
        clock = clock.caught_up(table.pace.reminders, now, hours)
    if any(entry.called == seat for entry in changed.entries):
        clock = replace(clock, hushed=not hours.include(now))
    clock = replace(clock, since=changed.until if table.waits else None)
    standing = times.clocks[seat]
    same = before == hours and clock == standing.settled(changed.until, before)
    return standing if same else clock


def _counts(pace: Pace) -> bool:
    return pace.reminders is not None or pace.limit is not None


def _uncounted(clock: Clock) -> Clock:
    """What is kept of a clock where nobody is reminded, and nothing limited."""
    return Clock(since=clock.since, hushed=True) if clock.hushed else NEW_CLOCK


# --- storing -------------------------------------------------------------------------------------


def _row(clock: Clock) -> ClockRow:
    return ClockRow(**{name: getattr(clock, name) for name in ClockRow.__slots__})


def _store(
    connection: Connection,
    game_id: int,
    before: Sequence[Clock],
    after: Sequence[Clock],
) -> None:
    """Store the clocks that have changed."""
    pairs = enumerate(zip(before, after, strict=True))
    changed = {seat: _row(clock) for seat, (was, clock) in pairs if clock != was}
    clocks.put_clocks(connection, game_id, changed)


# --- many at once --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Running:
    """A clock that runs."""

    row: RunningRow
    pace: Pace
    clock: Clock
    hours: Hours
    """When its player can be expected to play."""

    @classmethod
    def of(cls, row: RunningRow) -> Running:
        """Raises Damaged if it cannot be read."""
        with decoding(f"a clock of game {row.game_id}"):
            pace, clock = Pace.load(row.pace), Clock.of(row.clock)
            clock.check(pace.reminders)
            return cls(row, pace, clock, Hours.of(row.person))

    @property
    def game_id(self) -> int:
        """The game's number."""
        return self.row.game_id

    @property
    def limited(self) -> bool:
        """Whether it can be up, and that depends on its player's hours."""
        return self.pace.limit is not None and not self.pace.live

    def settled(self, last: datetime, now: datetime) -> Running:
        """The same, with what was spent until *last*, running on from *now*."""
        spent = self.clock.spent_by(last, self.pace.counted(self.hours))
        clock = replace(self.clock, spent=spent, since=now)
        return replace(self, row=replace(self.row, clock=_row(clock)), clock=clock)

    def next(self) -> Next | None:
        """What comes next of it."""
        return next_of(self.pace, self.clock, self.pace.counted(self.hours))


def settle(
    connection: Connection, last: datetime, now: datetime, user_id: int | None = None
) -> list[Running]:
    """Settle all clocks that run, or those of a user: from *last* to *now* nothing is spent.

    Answers them, without those of damaged games.
    """
    running = []
    for row in clocks.read_running(connection, user_id):
        with suppress(Damaged):  # which is told when the game is read
            running.append(Running.of(row).settled(last, now))
    clocks.update_running(connection, (each.row for each in running))
    return running
