"""A model of a table's waiting times, whatever happens to the bot and its clock.

It counts on its own, minute by minute and to the second of a vacation, as a player with a watch
would.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from functools import cache
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tabletop import DAN, PEOPLE, PLACE, Clock, act_at_random, person_at, take_seat
from timetable import paced

from bot.changes import BEAT, CALL, CLOCK, END_TURN
from bot.delivery import Agenda
from bot.domain.hours import Quiet
from bot.domain.refusals import Refused
from bot.domain.table import Status
from bot.store import OwnReminders
from bot.store.queries import clocks, due
from bot.use_cases import Services

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
NOTHING = timedelta(0)
UNNOTICED = timedelta(seconds=90)
WEEK = timedelta(days=7)


class Shift(NamedTuple):
    """True if clocks at a place skip or repeat a time of a day."""

    never: bool
    twice: bool


@cache
def shift_at(zone, day, minutes):
    shown = datetime.combine(day, time(*divmod(minutes, 60)), ZoneInfo(zone))
    first, second = shown.utcoffset(), shown.replace(fold=1).utcoffset()
    return Shift(first < second, first > second)


@dataclass
class Availability:
    """The times at which a player is expected to play."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    days_off: frozenset[int] = frozenset()
    away: list[tuple[datetime, datetime]] = field(default_factory=list)

    def is_available(self, moment, pace):
        """True if time counts; at a live table also in quiet hours and on days off."""
        shown = moment.astimezone(ZoneInfo(self.zone))
        minutes = shown.hour * 60 + shown.minute
        if any(start <= moment < end for start, end in self.away):
            return False
        if pace.live:
            return True
        if shown.weekday() in (self.days_off if pace.limit is None else self._off_at_a_clock()):
            return False
        if self.quiet is None:
            return True
        return not self._quiet(shown.date(), minutes, *self.quiet, again=bool(shown.fold))

    def _off_at_a_clock(self):
        """The days off, without the first of the week until eight hours a day and two are left."""
        start, end = self.quiet or (0, 0)
        awake, off = 24 * 60 - (end - start) % (24 * 60), set(self.days_off)
        while (7 - len(off)) * awake < (7 * 8 + 2) * 60:
            off.remove(min(off))
        return off

    def _quiet(self, day, minutes, start, end, *, again):
        """By the clock on the wall.

        What is left out by it comes an hour later; of an hour that comes twice the first beginning
        counts, and the second end.
        """
        starts, ends = (each + 60 * shift_at(self.zone, day, each).never for each in (start, end))
        over_midnight = end < start
        if over_midnight and (minutes >= starts or minutes < ends):
            return True
        if not over_midnight and starts <= minutes < ends:
            return True
        if not shift_at(self.zone, day, minutes).twice:
            return False
        if again:
            return minutes < start and shift_at(self.zone, day, start).twice
        return minutes >= end and shift_at(self.zone, day, end).twice


@dataclass
class Waiting:
    """A wait for a player, which may have been interrupted by undoing."""

    waited: timedelta = NOTHING
    gaps: int = 0
    reminded: int = 0


class TimeModel:
    """A table, a program that dies and comes back, and the time that players have used."""

    def __init__(self, store, pace, beginning):
        self.store, self.pace = store, pace
        self.clock = Clock()
        self.clock.now = beginning
        self.dice = Random(1)
        self.services = Services(store, Random(7), self.clock)
        self.owners = {person.user_id: Availability() for person in PEOPLE}
        self.waiting = {}
        """The current or last wait of each seat."""
        self.ended_by_undo = set()
        """The seats whose next wait is the last one still."""
        self.banks = {}
        """The time left in each bank when the seat's current or last wait began."""
        self.own = {}
        """What the player of each seat has chosen of reminders."""
        self.gaps = 0
        """The number of gaps so far."""
        self.loud_calls = 0
        """The number of calls since somebody was asked or reminded."""
        self.seen = 0
        self.held = False
        self.beat_at = self.clock()

    async def begin(self):
        await self.services.clocks.beat()
        table = await paced(self.services, self.pace)
        self.table_id = table.id
        self.seen = table.version
        self.asked, self.turn = self._waited_for(table)
        self._reset()

    def _reset(self):
        """Forget all waits."""
        self.waiting = {seat: Waiting() for seat in range(3)}
        self.banks, self.ended_by_undo = {}, set()
        if self.asked is not None and self.pace.limit is not None and self.pace.limit.bank:
            self.banks[self.asked] = self.pace.limit.bank

    @staticmethod
    def _waited_for(table):
        """The seat that the table waits for, and the turn; no seat that nobody plays."""
        decider = table.decider
        waits = decider is not None and not decider.abandoned
        return (decider.seat if waits else None), table.turn

    # --- time ------------------------------------------------------------------------------------

    def _count(self, start, end, table):
        """The table waits from one moment of the host's clock to another."""
        if self.asked is None or self.held or table.paused:
            return
        user_id = table.player(self.asked).user_id
        owner = self.owners[user_id]
        waited, at = NOTHING, start
        while at < end:
            changing = [edge for away in owner.away for edge in away if edge > at]
            until = min(end, at.replace(second=0, microsecond=0) + MINUTE, *changing)
            if owner.is_available(at, self.pace):
                waited += until - at
            at = until
        self.waiting[self.asked].waited += waited

    async def wait(self, duration):
        """Advance the clock while there is a connection."""
        until = self.clock() + duration
        for _ in range(1000):
            coming = await self._due()
            stop = until if coming is None else min(max(coming, self.clock()), until)
            table = await self.services.games.get(self.table_id)
            self._count(self.clock(), stop, table)
            self.clock.now = stop
            await self._beat()
            if coming is None or coming > stop:
                return
            await self._look()
            await self.check()
        raise AssertionError("what is due stays due")

    async def _beat(self):
        """Store the last heartbeat until now: they come every thirty seconds."""
        beats = (self.clock() - self.beat_at) // BEAT
        self.beat_at += beats * BEAT
        last = await self.store.read(clocks.read_heartbeat)
        await self.store.write(clocks.write_heartbeat, self.beat_at, last)

    async def _due(self):
        rows = await self.store.read(due.read_kind, CLOCK)
        return min((row.at for row in rows), default=None)

    async def _look(self):
        doing = {
            CALL: self.services.clocks.call_absent,
            CLOCK: self.services.clocks.watch,
            END_TURN: self.services.clocks.end_turn_automatically,
        }
        await Agenda(self.store, self.clock, doing, lambda _: None).look()
        self.beat_at = (await self.store.read(clocks.read_heartbeat)) or self.beat_at

    async def gap(self, duration, *, restart):
        """Let time pass without a connection: the program has died, or runs on without one."""
        table = await self.services.games.get(self.table_id)
        if self.clock() - self.beat_at + duration <= UNNOTICED:
            self._count(self.clock(), self.clock() + duration, table)
        elif self.asked is not None:
            self._leave_gap()
        if not restart:
            self.services.clocks.cut_off()
            self.clock.now += duration / 2
            await self._look()
            self.clock.now += duration / 2
            await self._look()
        else:
            self.clock.now += duration
            self.services = Services(self.store, Random(0), self.clock)
        await self._connect()

    async def set_clock(self, duration, *, unnoticed):
        """Set the host's clock; *unnoticed*: a player decides before the program notices."""
        before = self.clock()
        self.clock.now += duration
        if NOTHING <= self.clock() - self.beat_at <= UNNOTICED:
            table = await self.services.games.get(self.table_id)
            self._count(before, self.clock(), table)
        self._leave_gap()
        if unnoticed:
            await self.decide(settled=False)
            self._leave_gap()
        await self._connect()

    def _leave_gap(self):
        self.gaps += 1
        for each in self.waiting.values():
            each.gaps += 1

    async def _connect(self):
        await self.services.clocks.beat()
        self.beat_at = self.clock()
        await self._look()
        await self.check()

    # --- people ----------------------------------------------------------------------------------

    async def decide(self, *, settled=True):
        table = await self.services.games.get(self.table_id)
        if table.waits_for_user and not table.paused:
            await act_at_random(self.services, table, self.dice)
            await self.check(settled=settled)

    async def undo(self):
        table = await self.services.games.get(self.table_id)
        if table.undoer is None or table.undoer.user_id is None or table.paused:
            return
        await self.services.play.undo(self.table_id, table.undoer.user_id)
        await self.check(undone=True)

    async def set_hours(self, seat, owner):
        user_id = await self._user(seat)
        quiet = None if owner.quiet is None else Quiet(*owner.quiet)
        try:
            await self.services.vacations.set_hours(
                user_id, zone=owner.zone, quiet=quiet, days_off=owner.days_off
            )
        except Refused:  # changed lately, or too long
            return
        owner.away = self.owners[user_id].away
        self.owners[user_id] = owner
        await self.check()

    async def vacation(self, seat, days, ahead=0):
        """Take a vacation, from now on or some days *ahead*; or end it, or call it off."""
        user_id = await self._user(seat)
        owner = self.owners[user_id]
        now, zone = self.clock(), ZoneInfo(owner.zone)
        if owner.away and now < owner.away[-1][1]:
            await self.services.vacations.end_vacation(user_id)
            start = owner.away[-1][0]
            owner.away = [(start, now)] if start <= now else []
        else:
            first = now.astimezone(zone).date() + timedelta(days=ahead) if ahead else None
            try:
                end = await self.services.vacations.take_vacation(user_id, days, first)
            except Refused:  # none is left
                return
            start = now if first is None else datetime.combine(first, time(), zone)
            owner.away = [(start.astimezone(UTC), end)]  # there is but one at a time
        await self.check()

    async def choose_reminders(self, seat, own):
        self.own[seat] = own
        await self.services.preferences.remind(await self._user(seat), own)
        await self.check()

    async def toggle_reachable(self):
        """Toggle whether the decider can be called."""
        await self.services.clocks.reach(self.table_id, reachable=self.held)
        self.held = not self.held
        await self.check()

    async def pause(self):
        """Pause the game, or resume it."""
        table = await self.services.games.get(self.table_id)
        if table.status is not Status.RUNNING:
            return
        wanted = self.services.admins.go_on if table.paused else self.services.admins.pause
        await wanted(self.table_id, PLACE.guild_id, DAN)
        await self.check()

    async def come_back(self, seat):
        """Let the player of a seat that passes take it back."""
        table = await self.services.games.get(self.table_id)
        if table.status is Status.RUNNING and table.player(seat).abandoned:
            await take_seat(self.services, table, seat, person_at(table, seat))
            await self.check()

    async def _user(self, seat):
        return (await self.services.games.get(self.table_id)).player(seat).user_id

    # --- checks ----------------------------------------------------------------------------------

    async def check(self, *, undone=False, settled=True):
        """Compare what was used with what was waited, and what rang with what may."""
        table = await self.services.games.get(self.table_id)
        log = await self.services.games.history(self.table_id)
        for entry in log:
            if entry.seq <= self.seen:
                continue
            self._check_entry(entry, table)
            if entry.called is not None:
                self.loud_calls = self.loud_calls + 1 if entry.kind == "called" else 0
                assert self.loud_calls <= 2  # who had been at it, and who was in quiet hours
        self.seen = table.version
        asked, turn = self._waited_for(table)
        played = any(not player.abandoned for player in table.players)
        stands_still = table.has_ended or table.paused or not played
        assert asked is not None or stands_still, "they wait for nobody"
        if (asked, turn) != (self.asked, self.turn):
            if asked is not None:
                self._begin_wait(asked, table, undone=undone)
            self.asked, self.turn = asked, turn
        for player in table.players if settled else ():
            mine = self.waiting[player.seat]
            used = player.clock.spent_by(self.clock(), table.hours_of(player))
            assert mine.waited - mine.gaps * BEAT <= used <= mine.waited
            if player.seat in self.banks:
                bank = self.banks[player.seat]
                assert bank <= player.clock.bank <= bank + self.gaps * BEAT

    def _check_entry(self, entry, table):
        match entry.kind:
            case "time up":
                self._check_time_was_up(entry.seat)
            case "reminded":
                self._check_reminder(entry.seat)
                owner = self.owners[table.player(entry.seat).user_id or 0]
                assert owner.is_available(entry.at, self.pace)

    def _begin_wait(self, seat, table, *, undone):
        """Another player must decide: a new wait begins, unless it is due to undoing."""
        if undone:
            self.ended_by_undo.add(self.asked)
            self.ended_by_undo.discard(seat)
        elif seat in self.ended_by_undo:
            self.ended_by_undo.discard(seat)
        else:
            limit, mine = self.pace.limit, self.waiting[seat]
            if limit is not None and limit.bank is not None:
                left = self.banks.get(seat)
                saved = limit.bank if left is None else left + limit.each - mine.waited
                most = saved if limit.cap is None else limit.cap * limit.bank
                self.banks[seat] = max(min(saved, most), NOTHING)
            self.waiting[seat] = Waiting()

    def _check_time_was_up(self, seat):
        """The player's waiting time is at least what the table grants."""
        limit = self.pace.limit
        granted = limit.each + (self.banks.get(seat, limit.bank) or NOTHING)
        assert self.waiting[seat].waited >= granted
        assert seat == self.asked

    def _check_reminder(self, seat):
        """Reminders come no sooner than the table or the player says, and no more often."""
        limit, mine = self.pace.limit, self.waiting[seat]
        allowed = [None]
        if limit is not None:
            granted = limit.each + (self.banks.get(seat, limit.bank) or NOTHING)
            allowed = [granted, granted + self.gaps * BEAT]  # a gap may have left more in the bank
        own = self.own.get(seat, OwnReminders.TABLE)
        usual = own is OwnReminders.TABLE or (limit is None and own is not OwnReminders.NONE)
        left = [self._reminders(each)[mine.reminded :] for each in allowed]
        first = [
            times[0] if usual else min(self._own(own, each))
            for times, each in zip(left, allowed, strict=True)
            if times
        ]
        assert first
        assert mine.waited >= min(first)
        mine.reminded += 1

    @staticmethod
    def _own(own, allowed):
        """The times that a player has chosen."""
        times = {"half": [allowed / 2], "last hour": [allowed - HOUR], "none": []}
        return times.get(own, [allowed / 2, allowed - HOUR])

    def _reminders(self, allowed):
        """The first, the first after half, the last; or two, and one a week for two weeks."""
        after, each = self.pace.reminders.after, self.pace.reminders.each
        if allowed is None:
            later = [time for time in (after + each, after + each + WEEK) if time <= 2 * WEEK]
            return [after, *later]
        every = [after + number * each for number in range(100) if after + number * each < allowed]
        second_half = [time for time in every if time >= allowed / 2]
        return sorted({*every[:1], *second_half[:1], *every[-1:]})
