"""What the owner of the bot's application announces: a message where each game is shown, once.

Each game that has not got it has a row in ``due``. Delivery brings it like any other message, and
removes the row together with noting the message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from bot.changes import Changes
from bot.domain import Announcement, Refusal, Refused, is_visible
from bot.services.users import one_line
from bot.services.visits import OPEN
from bot.store import AnnouncementRow, DueRow, Store
from bot.store.queries import announcements, due
from bot.store.queries.due import ANNOUNCE

LONGEST_ANNOUNCEMENT = 400
"""Characters."""
_KEPT = timedelta(days=1)
"""A game that could not be reached for so long never gets it."""
_AGAIN = timedelta(hours=1)
"""Until then delivery alone tries again; a program that starts does so at once."""


class Sent(NamedTuple):
    """How far an announcement has come."""

    games: int
    """How many it was sent to."""
    open: int
    unreached: int
    """Those that are open because showing something there has failed."""


@dataclass(frozen=True, slots=True)
class Announcements:
    """Announces something to all games that are not over and have a channel."""

    _store: Store
    _changes: Changes

    async def write(self, text: str) -> int:
        """Keep what may be announced. Returns its number. Raises Refused if it is empty."""
        line, now = one_line(text), self._changes.clock()
        if not is_visible(line):
            raise Refused(Refusal.ANNOUNCEMENT_EMPTY)

        def write(connection: Connection) -> int:
            announcements.forget(connection, now - _KEPT)
            return announcements.write(connection, line, now)

        return await self._store.write(write)

    async def text(self, number: int) -> str:
        """What may be announced, or was. Raises Refused if it is forgotten."""
        return (await self._read(number)).text

    async def reached(self) -> int:
        """How many games would get one."""
        return await self._store.look(announcements.reached, OPEN)

    async def send(self, number: int) -> None:
        """Announce that, once; it takes the place of another one that is still open somewhere."""
        now = self._changes.clock()
        await self._read(number)
        await self._store.write(announcements.send, number, OPEN, now)
        self._changes.alarm(now)

    async def sent(self, number: int) -> Sent:
        """How far that has come. Raises Refused if it is not sent yet, or forgotten."""
        row = await self._read(number)
        if row.games is None:
            raise Refused(Refusal.STALE)
        last = await self._store.look(announcements.read_sent, self._changes.clock() - _KEPT)
        if last is None or last.id != number:
            return Sent(row.games, 0, 0)
        return Sent(row.games, *await self._store.look(announcements.spread))

    async def _read(self, number: int) -> AnnouncementRow:
        row = await self._store.look(announcements.read, number)
        if row is None:
            raise Refused(Refusal.STALE)
        return row

    async def resume(self) -> None:
        """Go on with what was under way when a program ended."""
        await self._store.write(due.hasten, ANNOUNCE, self._changes.clock())

    async def announce(self, table_id: int) -> None:
        """Have a game shown what was sent last, unless that was too long ago."""
        now = self._changes.clock()

        def write(connection: Connection) -> bool:
            if announcements.read_sent(connection, now - _KEPT) is None:
                due.finish(connection, ANNOUNCE, table_id)
                return False
            due.schedule(connection, DueRow(ANNOUNCE, table_id, now + _AGAIN))
            return True

        if await self._store.write(write):
            self._changes.stored(table_id)


def read_announcement(connection: Connection, game_id: int, now: datetime) -> Announcement | None:
    """What a game has not got yet, of what was announced last."""
    if not announcements.is_open(connection, game_id):
        return None
    row = announcements.read_sent(connection, now - _KEPT)
    return None if row is None else Announcement(row.id, row.text)


def forget_announcement(
    connection: Connection, game_id: int, shown: Announcement, now: datetime
) -> None:
    """Note that a game has got that, unless something else was announced meanwhile."""
    row = announcements.read_sent(connection, now - _KEPT)
    if row is None or row.id == shown.id:
        due.finish(connection, ANNOUNCE, game_id)
