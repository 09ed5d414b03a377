"""Pending notifications: sent after a user's quiet hours, for all topics but decisions.

Notifications from quiet hours or a vacation are stored. Afterwards, those still relevant are sent
in one direct message, or where each game is shown if direct messages are closed or not wanted.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlalchemy import Connection

from bot.changes import NOTIFY, Changes, Reader
from bot.domain.calls import last_decided, seats_notified
from bot.domain.hours import ALWAYS, Hours
from bot.domain.player import Player
from bot.domain.refusals import Refused
from bot.domain.seat import Notification
from bot.domain.table import Status, Table
from bot.store import (
    CalledIn,
    Damaged,
    DueRow,
    NotificationRow,
    NotificationTopic,
    PersonRow,
    Store,
    decoding,
)
from bot.store.queries import due, games, notifications, people


@dataclass(frozen=True, slots=True)
class Notifications:
    """Sends pending notifications."""

    _store: Store
    _reader: Reader
    _changes: Changes

    async def send_due(self, table_id: int) -> None:
        """Send the due notifications of a table; postpone those of users in quiet hours."""
        now = self._changes.clock()

        def write(connection: Connection) -> tuple[bool, datetime | None]:
            games.hold(connection, games.numbered(table_id))
            users = {row.user_id for row in notifications.pending_in(connection, table_id)}
            sent = [self._send(connection, table_id, user_id, now) for user_id in sorted(users)]
            coming = notifications.next_at(connection, table_id)
            if coming is None:
                due.finish(connection, NOTIFY, table_id, by=now)
            else:
                due.schedule(connection, DueRow(NOTIFY, table_id, coming))
            return any(sent), coming

        sent, coming = await self._store.write(write)
        if sent:
            self._changes.stored(table_id)
        if coming is not None:
            self._changes.alarm(coming)

    def _send(self, connection: Connection, table_id: int, user_id: int, now: datetime) -> bool:
        """Send or postpone a user's notifications. Returns True if the table's messages change.

        A direct message covers all tables.
        """
        person = people.read_person(connection, user_id)
        pending = notifications.pending_of(connection, user_id)
        here = self._reader.read_existing(connection, table_id).table
        directly = _is_called_directly(here, user_id, person)
        tables = {table_id: here}
        for game_id in {row.game_id for row in pending if directly} - {table_id}:
            with suppress(Refused):  # damaged, or just removed
                table = self._reader.read_existing(connection, game_id).table
                if _is_called_directly(table, user_id, person):
                    tables[game_id] = table
        awake: list[NotificationRow] = []
        void: list[NotificationRow] = []
        later: dict[datetime, list[NotificationRow]] = {}
        for row in pending:
            if row.game_id not in tables:
                continue
            table = tables[row.game_id]
            at = _hours_of(person, table).pinged_at(now)
            if not _is_relevant(table, row):
                void.append(row)
            elif at > now:
                later.setdefault(at, []).append(row)
            else:
                awake.append(row)
        notifications.remove(connection, void)
        for at, rows in later.items():
            notifications.reschedule(connection, rows, at)
        # Another game's message may cover all of them already.
        return bool(awake) and notifications.assign(connection, awake, table_id, directly=directly)

    async def send_elsewhere(self, table_id: int, user_id: int) -> None:
        """Notify a user where each game is shown, because direct messages are closed."""
        now = self._changes.clock()

        def write(connection: Connection) -> None:
            games.hold(connection, games.numbered(table_id))
            table_ids = notifications.make_pending(connection, table_id, user_id, now)
            if table_ids:  # otherwise the user may have been forgotten
                people.change_person(connection, user_id, direct_closed_at=now)
            for game_id in table_ids:
                due.schedule(connection, DueRow(NOTIFY, game_id, now))

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


def _is_called(table: Table, player: Player, row: NotificationRow) -> bool:
    """True if a call to decide notifies the player anyway."""
    if table.decider is None or table.decider.seat != player.seat or not table.waits_for_user:
        return False
    return player.clock.hushed or any(
        entry.called == player.seat and entry.at >= row.at for entry in table.round
    )


def _is_relevant(table: Table, row: NotificationRow) -> bool:
    player = table.player_of(row.user_id)
    match row.about:
        case NotificationTopic.PROPOSAL | NotificationTopic.LOSING:
            proposal = table.proposal(row.seq)
            if proposal is None or player is None or table.status is not Status.RUNNING:
                return False
            return player.seat in seats_notified(table, proposal) and not _is_called(
                table, player, row
            )
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
        case NotificationTopic.OFFER_ENDED:
            return table.status is Status.RUNNING
        case NotificationTopic.SEATED:
            if table.status is not Status.RUNNING or player is None or player.seat is None:
                return False
            came = last_decided(table.round, player.seat)
            return not came and not _is_called(table, player, row)


# --- notifications being sent --------------------------------------------------------------------


def read_notifications(connection: Connection, game_id: int) -> tuple[Notification, ...]:
    """Return a game's notifications to send now, one for each user and place."""
    outgoing = notifications.read_outgoing(connection, game_id)
    by_message = groupby(outgoing, key=lambda row: (row.user_id, row.directly))
    messages = [tuple(rows) for _, rows in by_message]
    return tuple(
        Notification(rows[0].user_id, rows[0].language or "en", rows[0].directly, rows)
        for rows in messages
    )


def forget_notifications(connection: Connection, sent: Iterable[Notification]) -> None:
    """Delete sent notifications."""
    for each in sent:
        notifications.remove(connection, each.rows)
