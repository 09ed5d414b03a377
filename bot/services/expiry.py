"""What becomes of a table that never starts, and of a game that nobody touches any more.

Each has a row with the time at which that is looked into. It is not moved with every change: when
it is time, it is found out from the log when something happened last.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.changes import Change, Changes, Reader
from bot.domain import (
    Acted,
    Announced,
    Answered,
    CameBack,
    Entry,
    Player,
    Proposed,
    Question,
    Refusal,
    Refused,
    Resigned,
    SeatTaken,
    Started,
    Status,
    Table,
    Topic,
)
from bot.domain.entries import Expired
from bot.services.host import Patience, days
from bot.services.proposing import put
from bot.store import About, Store
from bot.store.queries import due

EXPIRY, IDLE = "expiry", "idle"
"""Kinds of rows: when a table that has not started is closed, or that is told; when it is looked
into whether anybody plays a game still."""
NOTICE = timedelta(days=1)
"""So long before it is told that a table will be closed."""


def _touches(entry: Entry) -> bool:
    """True if a player has made an entry: no reminder, and no end of a time."""
    match entry:
        case Acted(automatic=True):
            return False
        case Started() | Acted() | Resigned() | Proposed() | Answered() | SeatTaken() | CameBack():
            return entry.user_id is not None
        case _:
            return False


def hears_notice(table: Table, player: Player, closes: datetime) -> bool:
    """True if the notice that a table will be closed comes in the player's waking hours."""
    return table.hours_of(player).include(closes - NOTICE)


@dataclass(frozen=True, slots=True)
class Expiry:
    """Games that nobody starts, or plays to the end."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _patience: Patience

    async def watch_older_games(self) -> None:
        """See to it that games of before are looked into one day: counted from now on."""
        now, patience = self._changes.clock(), self._patience

        def write(connection: Connection) -> None:
            if patience.lobby:
                at = now + days(patience.lobby) - NOTICE
                due.add_missing(connection, EXPIRY, Status.LOBBY, at)
            if patience.idle:
                due.add_missing(connection, IDLE, Status.RUNNING, now + days(patience.idle))

        await self._store.write(write)

    async def expire(self, table_id: int) -> None:
        """Close a table that has not started for long; a day before, tell those who sit there."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is not Status.LOBBY or not self._patience.lobby:
            await self._store.write(due.finish, EXPIRY, table_id, by=started)
            return
        closes = table.expires_at
        if closes is None:
            last = (await self._reader.history(table_id))[-1]
            closes = max(last.at + days(self._patience.lobby), started + NOTICE)
            next_look = closes - NOTICE
        else:
            next_look = closes
        if next_look > started:
            await self._changes.reschedule(EXPIRY, table_id, next_look)
            return

        def expire(change: Change) -> Change:
            if change.table.version != table.version:
                raise Refused(Refusal.STALE)
            if change.table.expires_at is None:
                return _announce(change, closes)
            return change.then(Expired())

        try:
            await self._changes.change(table_id, expire)
        except Refused:  # a player came in this very moment
            await self._changes.reschedule(EXPIRY, table_id, started + NOTICE)
        else:
            await self._store.write(due.finish, EXPIRY, table_id, by=started)

    async def ask_whether_it_goes_on(self, table_id: int) -> None:
        """Ask the players of a game whether it goes on, if nobody has touched it for long."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is not Status.RUNNING or not self._patience.idle:
            await self._store.write(due.finish, IDLE, table_id, by=started)
            return
        patience = days(self._patience.idle)
        touched = max(entry.at for entry in await self._reader.history(table_id) if _touches(entry))
        if touched + patience > started:
            await self._changes.reschedule(IDLE, table_id, touched + patience)
            return

        def ask_all(change: Change) -> Change:
            if change.table.version != table.version or change.table.proposal_of(Topic.STILL):
                raise Refused(Refusal.STALE)
            return put(change, Question(Topic.STILL))

        with suppress(Refused):  # a player came in this very moment, or it is asked already
            await self._changes.change(table_id, ask_all)
        if (
            await self._reader.get(table_id)
        ).status is Status.RUNNING:  # with nobody to ask it has ended
            await self._changes.reschedule(IDLE, table_id, started + patience)


def _announce(change: Change, closes: datetime) -> Change:
    """Tell those at a table that has not started when it will be closed."""
    change = change.then(Announced(closes=closes))
    for player in change.table.players:
        if player.user_id is not None and not hears_notice(change.table, player, closes):
            change = change.ring(player.user_id, About.CLOSING, change.version)
    return change.schedule(EXPIRY, closes)
