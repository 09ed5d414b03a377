"""Announcements by the owner of the bot's application: one message for each game.

Each game that still needs it has a row in ``due``. Delivery sends it like any other message, and
deletes the row together with storing the message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from bot.changes import Changes
from bot.domain.naming import is_visible
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Announcement
from bot.store import AnnouncementRow, DueRow, Store
from bot.store.queries import announcements, due
from bot.store.queries.due import ANNOUNCE
from bot.use_cases.people.users import one_line
from bot.use_cases.visits import OPEN

LONGEST_ANNOUNCEMENT = 400
"""Characters."""
_EXPIRES_AFTER = timedelta(days=1)
"""Games that cannot be reached within this time never get it."""
_AGAIN = timedelta(hours=1)
"""Pause before this job runs again; delivery retries by itself."""


class Sent(NamedTuple):
    """Progress of an announcement."""

    games: int
    """Number of games it was sent to."""
    open: int
    unreached: int
    """Open ones where delivery has failed."""


@dataclass(frozen=True, slots=True)
class Announcements:
    """Announcements to all games that are not over and have a channel."""

    _store: Store
    _changes: Changes

    async def write(self, text: str) -> int:
        """Store a draft. Returns its number. Raises Refused if it is empty."""
        line, now = one_line(text), self._changes.clock()
        if not is_visible(line):
            raise Refused(Refusal.ANNOUNCEMENT_EMPTY)

        def write(connection: Connection) -> int:
            announcements.forget(connection, now - _EXPIRES_AFTER)
            return announcements.write(connection, line, now)

        return await self._store.write(write)

    async def text(self, number: int) -> str:
        """Return the text of an announcement. Raises Refused if it is deleted."""
        return (await self._read(number)).text

    async def reached(self) -> int:
        """Return the number of games that would get an announcement."""
        return await self._store.look(announcements.reached, OPEN)

    async def send(self, number: int) -> None:
        """Send an announcement, once; replaces an earlier one that is still open somewhere."""
        now = self._changes.clock()
        await self._read(number)
        await self._store.write(announcements.send, number, OPEN, now)
        self._changes.alarm(now)

    async def sent(self, number: int) -> Sent:
        """Return the progress of an announcement. Raises Refused if not sent yet, or deleted."""
        row = await self._read(number)
        if row.games is None:
            raise Refused(Refusal.STALE)
        last = await self._store.look(
            announcements.read_sent, self._changes.clock() - _EXPIRES_AFTER
        )
        if last is None or last.id != number:
            return Sent(row.games, 0, 0)
        return Sent(row.games, *await self._store.look(announcements.spread))

    async def _read(self, number: int) -> AnnouncementRow:
        row = await self._store.look(announcements.read, number)
        if row is None:
            raise Refused(Refusal.STALE)
        return row

    async def resume(self) -> None:
        """Resume an announcement after a restart."""
        await self._store.write(due.hasten, ANNOUNCE, self._changes.clock())

    async def announce(self, table_id: int) -> None:
        """Notify delivery of a game's open announcement, unless it is too old."""
        now = self._changes.clock()

        def write(connection: Connection) -> bool:
            if announcements.read_sent(connection, now - _EXPIRES_AFTER) is None:
                due.finish(connection, ANNOUNCE, table_id)
                return False
            due.schedule(connection, DueRow(ANNOUNCE, table_id, now + _AGAIN))
            return True

        if await self._store.write(write):
            self._changes.stored(table_id)


def read_announcement(connection: Connection, game_id: int, now: datetime) -> Announcement | None:
    """Return the last announcement if a game still needs it."""
    if not announcements.is_open(connection, game_id):
        return None
    row = announcements.read_sent(connection, now - _EXPIRES_AFTER)
    return None if row is None else Announcement(row.id, row.text)


def forget_announcement(
    connection: Connection, game_id: int, shown: Announcement, now: datetime
) -> None:
    """Store that a game got the announcement, unless another was sent meanwhile."""
    row = announcements.read_sent(connection, now - _EXPIRES_AFTER)
    if row is None or row.id == shown.id:
        due.finish(connection, ANNOUNCE, game_id)
