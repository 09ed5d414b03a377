"""Pending notifications: sent after a user's quiet hours, for all topics but decisions.

Notifications from quiet hours or a vacation are stored. Afterwards, those still relevant are sent
in one direct message, or where each game is shown if direct messages are closed or not wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection

from bot.changes import RING, Changes, Reader
from bot.domain.calls import seats_rung
from bot.domain.hours import ALWAYS, Hours
from bot.domain.player import Player
from bot.domain.refusals import Refused
from bot.domain.seat import Ring
from bot.domain.table import Status, Table
from bot.store import (
    CalledIn,
    Damaged,
    DueRow,
    NotificationTopic,
    PersonRow,
    RingRow,
    RungRow,
    Store,
    decoding,
)
from bot.store.queries import due, games, people, rings


@dataclass(frozen=True, slots=True)
class Rings:
    """Sends pending notifications."""

    _store: Store
    _reader: Reader
    _changes: Changes

    async def ring(self, table_id: int) -> None:
        """Notify all users with pending notifications of a table who are awake."""
        now = self._changes.clock()
        waiting = await self._store.look(rings.waiting_in, table_id)
        for user_id in sorted({row.user_id for row in waiting}):
            await self._ring(table_id, user_id, now)
        coming = await self._store.look(rings.next_at, table_id)
        if coming is None:
            await self._store.write(due.finish, RING, table_id, by=now)
        else:
            await self._changes.reschedule(RING, table_id, coming)

    async def _ring(self, table_id: int, user_id: int, now: datetime) -> None:
        """Notify a user, or postpone that until the user is awake.

        A direct message covers all tables.
        """
        person = await self._store.look(people.read_person, user_id)
        waiting = await self._store.look(rings.waiting_for, user_id)
        here = await self._reader.get(table_id)
        directly = _is_called_directly(here, user_id, person)
        rung: list[RingRow] = []
        void: list[RingRow] = []
        later: dict[datetime, list[RingRow]] = {}
        for row in waiting:
            table = here
            if row.game_id != table_id:
                try:
                    table = await self._reader.get(row.game_id)
                except Refused:  # damaged, or just removed
                    continue
                if not directly or not _is_called_directly(table, user_id, person):
                    continue
            hours = _hours_of(person, table)
            if not _is_relevant(table, row):
                void.append(row)
            elif (at := hours.rung_at(now)) > now:
                later.setdefault(at, []).append(row)
            else:
                rung.append(row)

        def write(connection: Connection) -> bool:
            games.hold(connection, games.numbered(table_id))
            rings.remove(connection, void)
            for at, rows in later.items():
                rings.reschedule(connection, rows, at)
            # Another game's message may cover all of them already.
            return bool(rung) and rings.let_ring(connection, rung, table_id, directly=directly)

        if await self._store.write(write):
            self._changes.stored(table_id)

    async def ring_elsewhere(self, table_id: int, user_id: int) -> None:
        """Notify a user where each game is shown, because direct messages are closed."""
        now = self._changes.clock()

        def write(connection: Connection) -> None:
            games.hold(connection, games.numbered(table_id))
            waiting = rings.wait_again(connection, table_id, user_id, now)
            if waiting:  # otherwise the user may have been forgotten
                people.change_person(connection, user_id, direct_closed_at=now)
            for game_id in waiting:
                due.schedule(connection, DueRow(RING, game_id, now))

        await self._store.write(write)
        self._changes.alarm(now)


def _hours_of(person: PersonRow, table: Table) -> Hours:
    """Return a user's hours at a table; always if unreadable."""
    try:
        with decoding("the hours of a user"):
            return table.pace.counted(Hours.of(person))
    except Damaged:
        return ALWAYS


def _is_called_directly(table: Table, user_id: int, person: PersonRow) -> bool:
    """True if a user wants calls of a game in direct messages, and has them open."""
    player = table.player_of(user_id)
    called_in = person.habits.calls_in if player is None else player.called_in
    return called_in is CalledIn.DIRECT and person.direct_closed_at is None


def _is_called(table: Table, player: Player, row: RingRow) -> bool:
    """True if a call to decide notifies the player anyway."""
    if table.decider is None or table.decider.seat != player.seat or not table.waits_for_user:
        return False
    return player.clock.hushed or any(
        entry.called == player.seat and entry.at >= row.at for entry in table.round
    )


def _is_relevant(table: Table, row: RingRow) -> bool:
    player = table.player_of(row.user_id)
    match row.about:
        case NotificationTopic.PROPOSAL | NotificationTopic.LOSING:
            proposal = table.proposal(row.seq)
            if proposal is None or player is None or table.status is not Status.RUNNING:
                return False
            return player.seat in seats_rung(table, proposal) and not _is_called(table, player, row)
        case NotificationTopic.OFFER:
            return any(
                each.offered_seq == row.seq and each.offered_to == row.user_id
                for each in table.players
            )
        case NotificationTopic.INVITATION:
            return table.status is Status.LOBBY and row.user_id in table.open_invitations
        case NotificationTopic.CLOSING:
            is_closing = table.expires_at is not None and table.version == row.seq
            return is_closing and player is not None and not player.muted
        case NotificationTopic.TAKEN:
            return table.status is Status.RUNNING and player is None


# --- notifications being sent --------------------------------------------------------------------


def read_rings(connection: Connection, game_id: int) -> tuple[Ring, ...]:
    """Return a game's notifications to send now, one for each user and place."""
    rung = rings.read_rung(connection, game_id)
    by_message = groupby(rung, key=lambda row: (row.user_id, row.directly))
    return tuple(_ring([*rows]) for _, rows in by_message)


def forget_rings(connection: Connection, rung: Iterable[Ring]) -> None:
    """Delete sent notifications."""
    for ring in rung:
        rings.remove(connection, ring.rung)


def _ring(rows: Sequence[RungRow]) -> Ring:
    return Ring(rows[0].user_id, rows[0].language or "en", rows[0].directly, tuple(rows))
