"""Jobs of clocks: calls, reminders, the end of a player's time, and gaps that do not count."""

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from sqlalchemy import Connection

from bot.changes import (
    CALL,
    CLOCK,
    END_TURN,
    PLANNED,
    WAITED,
    Change,
    Changes,
    ClockAction,
    end_turn,
    go_on,
    in_gap,
    looking_until,
    next_event,
    postpone_deadlines,
    schedule_next,
    skip_time,
    start_or_stop,
)
from bot.domain.calls import decided_at, is_uncalled
from bot.domain.entries import Called, ProposalResolved
from bot.domain.hours import NO_TIME
from bot.domain.pace import AtEnd
from bot.domain.player import Player
from bot.domain.proposals import ProposalOutcome, Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Table
from bot.store import DueRow, Store
from bot.store.queries import clocks, due, games, markers
from bot.use_cases.besides_playing import OFFERS, decide_for
from bot.use_cases.expiry import EXPIRY, IDLE
from bot.use_cases.lobbies import ANSWERS
from bot.use_cases.notifying import Notifications
from bot.use_cases.proposing import put, review
from bot.use_cases.seats import Seats

log = logging.getLogger(__name__)

PEOPLES_TIME = frozenset({ANSWERS, EXPIRY, IDLE, PLANNED, WAITED, *OFFERS})
"""Kinds of other jobs whose times move by a gap, because they give people time."""


class ClockJobs:
    """Has the deciding player called and reminded, and acts at the end of the player's time."""

    def __init__(
        self,
        changes: Changes,
        seats: Seats,
        notifications: Notifications,
    ) -> None:
        self._reader = changes.reader
        self._store = changes.reader.store
        self._changes = changes
        self._seats = seats
        self._notifications = notifications
        self._connected: bool | None = None
        """True while connected to Discord; None if unknown."""
        self._beats = True
        """True if this process writes the heartbeat."""

    # --- jobs ----------------------------------------------------------------------------------

    async def once_connected(self, job: Callable[[int], Awaitable[None]], table_id: int) -> None:
        """Do a job at the end of people's time, which does not count without a connection."""
        if self._connected is not False:  # else due again once connected
            await job(table_id)

    async def watch(self, table_id: int) -> None:
        """Handle the due event of the decider's clock, and schedule the next.

        Does nothing without a connection, as that time may not count. While the process that
        writes the heartbeat has none, clocks stand still.
        """
        if self._connected is False:
            return  # due again once connected
        if self._connected and self._beats:
            await self.beat()
        table = await self._reader.get(table_id)
        coming = next_event(table)
        if coming is None or coming.at > self._changes.clock():
            await self._schedule_next(table_id)
            return
        decider = table.decider
        assert decider is not None
        if coming.action is not ClockAction.DECIDE or _asked_at_end(table, decider):
            at = self._pings_at(table, decider, coming.action)
            if at > self._changes.clock():
                await self._changes.reschedule(CLOCK, table_id, at)
                return
        if not await self._seats.is_waited_for(table, decider):
            return
        if coming.action is ClockAction.DECIDE:
            await self._end_time(table, decider)
        elif decider.user_id is not None:
            await self._notifications.call(table_id, decider.user_id)

    def _pings_at(self, table: Table, decider: Player, action: ClockAction) -> datetime:
        """Return when a player can be called: in the player's hours, unless looking at the game.

        Presses do not count before the question to the others, which must not reveal them.
        """
        now = self._changes.clock()
        decided = decided_at(table.round, decider.seat or 0)
        presence = None if action is ClockAction.DECIDE else self._changes.presence
        until = looking_until(table.id, decider, decided, presence)
        return table.hours_of(decider).after(max(now, until or now), NO_TIME)

    async def _end_time(self, table: Table, decider: Player) -> None:
        """Do what follows when the decider's time is up, unless it is no longer."""
        seat = decider.seat
        assert seat is not None

        def work(change: Change) -> Change:
            now = change.table.decider
            if now is None or now.seat != seat:
                raise Refused(Refusal.STALE)
            coming = next_event(change.table)
            if (
                coming is None
                or coming.action is not ClockAction.DECIDE
                or coming.at > change.until
            ):
                raise Refused(Refusal.STALE)
            topic = _asked_at_end(change.table, now)
            if topic is None:
                return review(decide_for(change, seat))
            return put(change, Question(topic, seat=seat))

        try:
            await self._changes.change(table.id, work)
        except Refused as refused:
            if refused.refusal is not Refusal.STALE:
                raise

    async def _schedule_next(self, table_id: int) -> None:

        def write(connection: Connection) -> datetime | None:
            games.hold(connection, games.numbered(table_id))
            table = self._reader.read_one(connection, table_id).table
            return schedule_next(connection, table)

        at = await self._store.write(write)
        if at is not None:
            self._changes.alarm(at)

    async def call_absent(self, table_id: int) -> None:
        """Call a player who was looking when asked, but has left without an answer."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        decider = table.decider
        if decider is None or decider.seat is None or not is_uncalled(table):
            await self._store.write(due.finish, CALL, table_id, by=started)
            return
        decided = decided_at(table.round, decider.seat)
        until = looking_until(table_id, decider, decided, self._changes.presence)
        if until is not None and until > self._changes.clock():
            await self._changes.reschedule(CALL, table_id, until)
            return

        def call(change: Change) -> Change:
            now = change.table.decider
            if now is None or now.seat is None or not is_uncalled(change.table):
                raise Refused(Refusal.STALE)
            return change.then(Called(seat=now.seat, called=now.seat))

        with suppress(Refused):  # answered meanwhile
            await self._changes.change(table_id, call)
        await self._store.write(due.finish, CALL, table_id, by=started)

    async def end_turn_automatically(self, table_id: int) -> None:
        """End the turn of a player who has chosen that, unless something was undone."""
        started = self._changes.clock()
        ends_at = (await self._reader.get(table_id)).ends_at
        if ends_at is not None and ends_at > started:
            await self._changes.reschedule(END_TURN, table_id, ends_at)
            return

        def end(change: Change) -> Change:
            if change.table.ends_at is None or change.table.ends_at > change.at:
                raise Refused(Refusal.STALE)
            return go_on(end_turn(change))

        if ends_at is not None:
            with suppress(Refused):  # undone meanwhile
                await self._changes.change(table_id, end)
        await self._store.write(due.finish, END_TURN, table_id, by=started)

    # --- unreachable players -------------------------------------------------------------------

    async def reach(self, table_id: int, reachable: bool) -> None:  # noqa: FBT001  (a port's)
        """Start or stop the clock when the decider becomes *reachable* or unreachable.

        Does nothing if already stored.
        """
        now, held = self._changes.clock(), not reachable

        def write(connection: Connection) -> datetime | None:
            games.change_game(connection, table_id, held=held)
            table = self._reader.read_one(connection, table_id).table
            return start_or_stop(connection, table, now)

        if (await self._reader.get(table_id)).held == held:
            return
        at = await self._store.write(write)
        if at is not None:
            self._changes.alarm(at)
        if not held:  # an unreachable player can be shown nothing
            self._changes.stored(table_id)

    # --- gaps ----------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Write the heartbeat: after each connection, and every BEAT while connected.

        Time since the last one does not count if it is more than GAP, or if the host's clock was
        set back. Writes nothing during maintenance.
        """
        now = self._changes.clock()
        cut_off, self._connected = self._connected is False, True
        if not self._beats:
            if cut_off:
                self._changes.alarm(now)
            return

        def write(connection: Connection) -> Skipped:
            if markers.maintenance_end(connection) is not None:
                return [], None
            return note_pulse(connection, clocks.read_heartbeat(connection), now)

        skipped = await self._store.write(write)
        if cut_off:
            self._changes.alarm(now)  # for jobs skipped meanwhile
        self.publish(*skipped)

    def publish(self, changed: Collection[int], at: datetime | None) -> None:
        """Notify listeners of a gap skipped in these games, and set the alarm for *at*."""
        if at is not None:
            self._changes.alarm(at)
        if changed:
            self._reader.loader.forget()
            log.info(
                "%d clocks stood still while nothing was connected or could change", len(changed)
            )
        for table_id in changed:
            self._changes.stored(table_id)

    def disable_heartbeat(self) -> None:
        """Leave the heartbeat to another process."""
        self._beats = False

    def cut_off(self) -> None:
        """Handle no clocks until connected again."""
        self._connected = False


def _asked_at_end(table: Table, player: Player) -> Topic | None:
    """Return what the others are asked when the player's time is up; None if I decide."""
    at_end = None if table.pace.limit is None else table.pace.limit.at_end
    if at_end is AtEnd.ASK:
        return Topic.WAIT
    others = any(each.is_played_by_person for each in table.players if each.seat != player.seat)
    let_go = at_end is AtEnd.LET_GO and others and not _was_let_go(table, player)
    return Topic.LET_GO if let_go else None


def _was_let_go(table: Table, player: Player) -> bool:
    """True if the others have let the player's time go in this wait."""
    since = table.awaited_since or table.created_at
    return any(
        isinstance(entry, ProposalResolved)
        and entry.question == Question(Topic.LET_GO, seat=player.seat)
        and entry.outcome is ProposalOutcome.AGREED
        and entry.at >= since
        for entry in table.round
    )


Skipped: TypeAlias = tuple[list[int], datetime | None]
"""The games in which a skipped gap shows, and the time of the next clock event."""


def note_pulse(connection: Connection, last: datetime | None, now: datetime) -> Skipped:
    """Write the heartbeat, and skip a gap since the *last* one."""
    noted = clocks.write_heartbeat(connection, now, last)
    if last is None or not noted or not in_gap(last, now):
        return [], None
    return skip_gap(connection, last, now)


def skip_gap(connection: Connection, last: datetime, now: datetime) -> Skipped:
    """Skip the time from *last* to *now* in all games."""
    games.hold(connection, games.timed())
    if now < last:  # the host's clock was set back
        due.shift(connection, now - last)
    else:
        due.shift(connection, now - last, PEOPLES_TIME, since=last)
    running = skip_time(connection, last, now)
    coming = {each.game_id: each.next() for each in running}
    rows = [DueRow(CLOCK, game_id, each.at) for game_id, each in coming.items() if each]
    due.replace_kind(connection, CLOCK, rows)
    shown = {each.game_id for each in running if each.pace.limit is not None}
    shown |= postpone_deadlines(connection, last, now)
    shown |= {row.game_id for kind in OFFERS for row in due.read_kind(connection, kind)}
    return sorted(shown), min((row.at for row in rows), default=None)


# --- maintenance ---------------------------------------------------------------------------------

LASTS = timedelta(minutes=10)
"""Maintenance ends automatically after this time."""


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Blocks all changes for a while, so that the host can restart the bot at any moment.

    Stored, so it holds for all programs; changes are refused at the commit. No heartbeat is
    written meanwhile, so time does not count, as without a connection.
    """

    _store: Store
    _changes: Changes
    _clocks: ClockJobs

    async def begin(self) -> None:
        """Block changes from now on; does nothing during maintenance."""
        now = self._changes.clock()

        def write(connection: Connection) -> Skipped:
            if markers.maintenance_end(connection) is not None:
                return [], None
            last = clocks.read_heartbeat(connection)
            skipped = note_pulse(connection, last, now) if last is not None else ([], None)
            markers.begin_maintenance(connection, now + LASTS)
            return skipped

        await self.until()
        self._clocks.publish(*await self._store.write(write))
        self._changes.alarm(now + LASTS)

    async def until(self) -> datetime | None:
        """Return the end of the current maintenance, None without one. Ends one that is over."""
        until = await self._store.look(markers.maintenance_end)
        if until is None or until > self._changes.clock():
            return until
        await self.end(until)
        return None

    async def end(self, until: datetime) -> None:
        """End the maintenance that would last *until* then, and skip its time on all clocks."""
        now = self._changes.clock()

        def write(connection: Connection) -> Skipped:
            if not markers.end_maintenance(connection, until):
                return [], None
            last = clocks.read_heartbeat(connection)
            if last is not None:
                clocks.write_heartbeat(connection, now, last)
            return skip_gap(connection, until - LASTS if last is None else last, now)

        self._clocks.publish(*await self._store.write(write))
        self._changes.alarm(now)
