"""Maintenance: nothing changes for a while, so that the host can restart the bot at any moment.

It is stored, so all programs keep to it, and a change is refused where it is committed.
Meanwhile no pulse is noted, so that time counts for nobody, as without a connection.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.changes import Changes
from bot.services.clock_jobs import ClockJobs, LeftOut, leave_out, note_pulse
from bot.store import Store
from bot.store.queries import clocks, markers

LASTS = timedelta(minutes=10)
"""It ends by itself after that."""


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Lets nothing change for a while."""

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
