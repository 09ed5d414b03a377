"""What becomes of a table that never starts, and of a game that nobody touches any more.

Each has a row with the time at which that is looked into. It is not moved with every change: when
it is time, it is found out from the log when something happened last.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.changes import Changes, Draft, Reader
from bot.domain import Kind, Player, Proposal, Question, Refusal, Refused, Status, Table, Topic
from bot.services.host import Patience, days
from bot.services.proposing import Proposals
from bot.store import About, Store
from bot.store.queries import due

EXPIRY, IDLE = "expiry", "idle"
"""Kinds of rows: when a table that has not started is closed, or that is told; when it is looked
into whether anybody plays a game still."""
NOTICE = timedelta(days=1)
"""So long before it is told that a table will be closed."""
_TOUCHING = frozenset(
    {
        Kind.STARTED,
        Kind.ACTED,
        Kind.RESIGNED,
        Kind.PROPOSED,
        Kind.ANSWERED,
        Kind.TAKEN,
        Kind.BACK,
    }
)
"""Kinds of entries that players make themselves: no reminder, and no end of a time."""


def hears_notice(table: Table, player: Player, closes: datetime) -> bool:
    """Whether the notice that a table will be closed comes in the player's waking hours."""
    return table.hours_of(player).include(closes - NOTICE)


@dataclass(frozen=True, slots=True)
class Expiry:
    """Games that nobody starts, or plays to the end."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _proposals: Proposals
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
            await self._changes.put_off(EXPIRY, table_id, next_look)
            return

        async def expire(draft: Draft) -> None:
            if draft.table.version != table.version:
                raise Refused(Refusal.STALE)
            if draft.table.expires_at is None:
                _announce(draft, closes)
            else:
                draft.add_entry(Kind.EXPIRED)
                draft.status = Status.CANCELLED

        try:
            await self._changes.change(table_id, expire)
        except Refused:  # a player came in this very moment
            await self._changes.put_off(EXPIRY, table_id, started + NOTICE)
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
        touched = max(
            entry.at
            for entry in await self._reader.history(table_id)
            if entry.kind in _TOUCHING and entry.user_id is not None and not entry.automatic
        )
        if touched + patience > started:
            await self._changes.put_off(IDLE, table_id, touched + patience)
            return

        async def ask_all(draft: Draft) -> None:
            if draft.table.version != table.version or draft.table.proposal_of(Topic.STILL):
                raise Refused(Refusal.STALE)
            await self._proposals.put(draft, Question(Topic.STILL))

        with suppress(Refused):  # a player came in this very moment, or it is asked already
            await self._changes.change(table_id, ask_all)
        if (
            await self._reader.get(table_id)
        ).status is Status.RUNNING:  # with nobody to ask it has ended
            await self._changes.put_off(IDLE, table_id, started + patience)


def _announce(draft: Draft, closes: datetime) -> None:
    """Tell those at a table that has not started when it will be closed."""
    seq = draft.add_entry(Kind.TOLD, closes=closes.timestamp())
    question = Question(Topic.STILL)
    for player in draft.table.players:
        if player.user_id is not None and not hears_notice(draft.table, player, closes):
            draft.ring(player.user_id, About.CLOSING, seq)
    notice = Proposal(seq, question, None, (), {}, closes, silence=False, any_yes=True)
    draft.change_table(proposals=(notice,))
    draft.later[EXPIRY] = closes
