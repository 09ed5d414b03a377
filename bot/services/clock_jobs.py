"""What clocks do: they are watched, held, and spared time that nobody could use."""

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TypeAlias, assert_never

from sqlalchemy import Connection

from bot.changes import (
    CALL,
    CLOCK,
    END_TURN,
    Change,
    Changes,
    What,
    end_turn,
    expect,
    go_on,
    in_gap,
    is_due,
    looking_until,
    next_at,
    postpone_deadlines,
    settle,
    start_or_stop,
)
from bot.domain import (
    NO_TIME,
    AtEnd,
    Pace,
    Player,
    Question,
    Refusal,
    Refused,
    Table,
    Topic,
    decided_at,
    is_uncalled,
)
from bot.domain.entries import Called, Reminded
from bot.services.besides_playing import decide_for
from bot.services.expiry import EXPIRY, IDLE
from bot.services.host import Members
from bot.services.proposing import put
from bot.services.seats import Seats
from bot.store import DueRow, Store
from bot.store.queries import clocks, due, games, markers

log = logging.getLogger(__name__)

PEOPLES_TIME = frozenset({EXPIRY, IDLE})
"""The other kinds of what is due that give people time, and so move by a gap."""


class ClockJobs:
    """Calls and reminds the player who must decide, and waits no longer than the table says."""

    def __init__(
        self,
        changes: Changes,
        seats: Seats,
        members: Members,
    ) -> None:
        self._reader = changes.reader
        self._store = changes.reader.store
        self._changes = changes
        self._seats = seats
        self._members = members
        self._connected: bool | None = None
        """True if there is a connection; None where nobody tells."""
        self._beats = True
        """True if it is this process that notes it."""

    # --- what is due ---------------------------------------------------------------------------

    async def watch(self, table_id: int) -> None:
        """Do what is due of the decider's clock, and schedule the rest.

        While there is no connection nothing is done: perhaps that time does not count. While the
        program that notes it has none, clocks stand where they stood then.
        """
        if self._connected is False:
            return  # it is due still as soon as there is one
        if self._connected and self._beats:
            await self.beat()
        table = await self._reader.get(table_id)
        coming = next_at(table)
        if coming is None or coming.at > self._changes.clock():
            await self._look_later(table_id)
            return
        decider = table.decider
        assert decider is not None
        if coming.what is not What.DECIDE or _asks(table.pace):
            at = self._rings_at(table, decider, coming.what)
            if at > self._changes.clock():
                await self._changes.put_off(CLOCK, table_id, at)
                return
        if await self._is_there(table, decider):
            await self._do(table, decider, coming.what)

    def _rings_at(self, table: Table, decider: Player, what: What) -> datetime:
        """When a player who is due to be called can be: in the player's hours, unless looking.

        Or the others are asked about that player; then that the player looks must not show.
        """
        now = self._changes.clock()
        decided = decided_at(table.round, decider.seat or 0)
        presence = None if what is What.DECIDE else self._changes.presence
        until = looking_until(table.id, decider, decided, presence)
        return table.hours_of(decider).after(max(now, until or now), NO_TIME)

    async def _do(self, table: Table, decider: Player, what: What) -> None:
        """Do what is due; nothing if it is not any more, as then that was seen to as well."""
        seat = decider.seat
        assert seat is not None

        def work(change: Change) -> Change:
            now = change.table.decider
            if now is None or now.seat != seat:
                raise Refused(Refusal.STALE)

            if not is_due(change.table, what, change.until or change.at):
                raise Refused(Refusal.STALE)
            match what:
                case What.CALL:
                    return replace(_call(change, seat), reminded=seat)
                case What.REMIND:
                    return _remind(change, now)
                case What.DECIDE if _asks(change.table.pace):
                    return put(change, Question(Topic.WAIT, seat=seat))
                case What.DECIDE:
                    return decide_for(change, seat)
                case _:
                    assert_never(what)

        try:
            await self._changes.change(table.id, work)
        except Refused as refused:
            if refused.refusal is not Refusal.STALE:
                raise

    async def _is_there(self, table: Table, decider: Player) -> bool:
        """True if the decider is still a member of the server, as far as can be told.

        If not, that is noted, which tells anew what is due.
        """
        guild_id, user_id = table.place.guild_id, decider.user_id
        if guild_id is None or user_id is None or decider.gone:
            return True
        if await self._members(guild_id, user_id) is not False:
            return True
        assert decider.seat is not None
        await self._seats.note_gone(table.id, decider.seat)
        return (await self._reader.get(table.id)).waits

    async def _look_later(self, table_id: int) -> None:
        """Have a table looked at again when something is due."""

        def write(connection: Connection) -> datetime | None:
            games.hold(connection, games.numbered(table_id))
            table = self._reader.read_one(connection, table_id).table
            return expect(connection, table)

        at = await self._store.write(write)
        if at is not None:
            self._changes.alarm(at)

    async def call_absent(self, table_id: int) -> None:
        """Call a player who was looking when asked, and has neither answered nor stayed."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        decider = table.decider
        if decider is None or decider.seat is None or not is_uncalled(table):
            await self._store.write(due.finish, CALL, table_id, by=started)
            return
        decided = decided_at(table.round, decider.seat)
        until = looking_until(table_id, decider, decided, self._changes.presence)
        if until is not None and until > self._changes.clock():
            await self._changes.put_off(CALL, table_id, until)
            return

        def call(change: Change) -> Change:
            now = change.table.decider
            if now is None or now.seat is None or not is_uncalled(change.table):
                raise Refused(Refusal.STALE)
            return _call(change, now.seat)

        with suppress(Refused):  # answered in this very moment
            await self._changes.change(table_id, call)
        await self._store.write(due.finish, CALL, table_id, by=started)

    async def end_turn_automatically(self, table_id: int) -> None:
        """End a turn whose player wants that, unless something was undone meanwhile."""
        started = self._changes.clock()
        ends_at = (await self._reader.get(table_id)).ends_at
        if ends_at is not None and ends_at > started:
            await self._changes.put_off(END_TURN, table_id, ends_at)
            return

        def end(change: Change) -> Change:
            if change.table.ends_at is None or change.table.ends_at > change.at:
                raise Refused(Refusal.STALE)
            return go_on(end_turn(change))

        if ends_at is not None:
            with suppress(Refused):  # undone in this very moment
                await self._changes.change(table_id, end)
        await self._store.write(due.finish, END_TURN, table_id, by=started)

    # --- what cannot be reached ----------------------------------------------------------------

    async def reach(self, table_id: int, reachable: bool) -> None:  # noqa: FBT001  (a port's)
        """Let the clock run on, or stop it, as the decider can be called, or cannot.

        Nothing is done if that is known.
        """
        now, held = self._changes.clock(), not reachable

        def write(connection: Connection) -> datetime | None:
            clocks.set_held(connection, table_id, held=held)
            table = self._reader.read_one(connection, table_id).table
            return start_or_stop(connection, table, now)

        if (await self._reader.get(table_id)).held == held:
            return
        at = await self._store.write(write)
        if at is not None:
            self._changes.alarm(at)
        if not held:  # a player who cannot be reached can be shown nothing
            self._changes.stored(table_id)

    # --- gaps ----------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Note that there is a connection: with each new one, and every BEAT while there is one.

        Whatever has passed since the last time counts for nobody if it is more than GAP, or if
        the host's clock was put back. During maintenance nothing is noted: its end sees to it.
        """
        now = self._changes.clock()
        cut_off, self._connected = self._connected is False, True
        if not self._beats:
            if cut_off:
                self._changes.alarm(now)
            return

        def write(connection: Connection) -> LeftOut:
            if markers.maintenance_end(connection) is not None:
                return [], None
            return note_pulse(connection, clocks.read_heartbeat(connection), now)

        left_out = await self._store.write(write)
        if cut_off:
            self._changes.alarm(now)  # what was due meanwhile was left
        self.tell(*left_out)

    def tell(self, changed: Collection[int], at: datetime | None) -> None:
        """Have everybody know that time was left out in these games, and look at that time."""
        if at is not None:
            self._changes.alarm(at)
        if changed:
            self._reader.loader.forget()
            log.info(
                "%d clocks stood still while nothing was connected or could change", len(changed)
            )
        for table_id in changed:
            self._changes.stored(table_id)

    def store_heartbeat(self) -> None:
        """Leave it to another process to note that there is a connection."""
        self._beats = False

    def cut_off(self) -> None:
        """Do nothing that is due of clocks until there is a connection again."""
        self._connected = False


def _call(change: Change, seat: int) -> Change:
    """Call a seat that was looking when it was asked, and has not answered."""
    return change.then(Called(seat=seat, called=seat))


def _remind(change: Change, player: Player) -> Change:
    """Call a player once more, by a message that takes the place of the last one."""
    up_at = change.table.time_up_at
    change = change.then(
        Reminded(
            None if up_at is None else datetime.fromtimestamp(round(up_at.timestamp()), UTC),
            user_id=player.user_id,
            seat=player.seat,
            called=player.seat,
        )
    )
    return replace(change, reminded=player.seat)


def _asks(pace: Pace) -> bool:
    """True if the others are asked when a player's time is up."""
    return pace.limit is not None and pace.limit.at_end is AtEnd.ASK


LeftOut: TypeAlias = tuple[list[int], datetime | None]
"""Which tables show that time was left out, and when something is due next."""


def note_pulse(connection: Connection, last: datetime | None, now: datetime) -> LeftOut:
    """Note that there is a connection; after a gap since the *last* time, leave that out."""
    noted = clocks.write_heartbeat(connection, now, last)
    if last is None or not noted or not in_gap(last, now):
        return [], None
    return leave_out(connection, last, now)


def leave_out(connection: Connection, last: datetime, now: datetime) -> LeftOut:
    """Let the time between count for nobody."""
    games.hold(connection, games.timed())
    if now < last:  # the clock was put back, for whatever is due
        due.shift(connection, now - last)
    else:
        due.shift(connection, now - last, PEOPLES_TIME, since=last)
    running = settle(connection, last, now)
    coming = {each.game_id: each.next() for each in running}
    rows = [DueRow(CLOCK, game_id, each.at) for game_id, each in coming.items() if each]
    due.replace_kind(connection, CLOCK, rows)
    shown = {each.game_id for each in running if each.pace.limit is not None}
    shown |= postpone_deadlines(connection, last, now)
    return sorted(shown), min((row.at for row in rows), default=None)


# --- maintenance ---------------------------------------------------------------------------------

LASTS = timedelta(minutes=10)
"""It ends by itself after that."""


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Lets nothing change for a while, so that the host can restart the bot at any moment.

    It is stored, so all programs keep to it, and a change is refused where it is committed.
    Meanwhile no pulse is noted, so that time counts for nobody, as without a connection.
    """

    _store: Store
    _changes: Changes
    _clocks: ClockJobs

    async def begin(self) -> None:
        """Let nothing change from now on; one that is under way goes on as it is."""
        now = self._changes.clock()

        def write(connection: Connection) -> LeftOut:
            if markers.maintenance_end(connection) is not None:
                return [], None
            last = clocks.read_heartbeat(connection)
            left_out = note_pulse(connection, last, now) if last is not None else ([], None)
            markers.begin_maintenance(connection, now + LASTS)
            return left_out

        await self.until()
        self._clocks.tell(*await self._store.write(write))
        self._changes.alarm(now + LASTS)

    async def until(self) -> datetime | None:
        """Until when nothing changes; None if everything does. One that is over is ended."""
        until = await self._store.look(markers.maintenance_end)
        if until is None or until > self._changes.clock():
            return until
        await self.end(until)
        return None

    async def end(self, until: datetime) -> None:
        """End the one that would last until then: no clock has run since it began."""
        now = self._changes.clock()

        def write(connection: Connection) -> LeftOut:
            if not markers.end_maintenance(connection, until):
                return [], None
            last = clocks.read_heartbeat(connection)
            if last is not None:
                clocks.write_heartbeat(connection, now, last)
            return leave_out(connection, until - LASTS if last is None else last, now)

        self._clocks.tell(*await self._store.write(write))
        self._changes.alarm(now)
