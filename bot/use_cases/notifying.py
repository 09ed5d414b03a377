"""What notifies a user at a time: calls after quiet hours, reminders, and pending notifications.

What becomes due for one user within TOGETHER rings once. A game alone calls by its own message. For
several, each gets a notification, and its last call stays silent. A call right after a move is
never put off: two people who play at the same time would wait for each other.

Notifications from quiet hours or a vacation are stored. Afterwards, those still relevant are sent
in one direct message; if these are closed or not wanted, in one for the games of each channel,
whose readers can all read those games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby

from sqlalchemy import Connection

from bot.changes import (
    CLOCK,
    NOTIFY,
    TOGETHER,
    Change,
    Changes,
    ClockAction,
    Reader,
    looking_until,
    next_event,
    plays_itself,
)
from bot.domain.calls import (
    decided_at,
    is_rung,
    last_decided,
    last_ring,
    rings,
    seats_notified,
)
from bot.domain.entries import Called, Reminded
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
    OutgoingNotificationRow,
    PersonRow,
    Store,
    decoding,
)
from bot.store.queries import due, games, notifications, people, players
from bot.use_cases.seats import Seats


@dataclass(frozen=True, slots=True)
class Notifications:
    """Calls and reminds players at a time, and sends pending notifications."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _seats: Seats

    # --- calls and reminders -------------------------------------------------------------------

    async def call(self, table_id: int, user_id: int, *, by_clock: bool = True) -> None:
        """Call or remind a user whose clock is due in this game, and where it soon is.

        If several games have anything for the user, each gets a notification instead of a call.
        Not *by_clock*: the user has a notification in this game, and is called if it rings.
        """
        soon = self._changes.clock() + TOGETHER
        found = await self._store.look(due.read_games_of, CLOCK, user_id, soon)
        others = [each for each in found if each != table_id and await self._waits(each, user_id)]

        def decide(connection: Connection) -> list[Change]:
            changes = {}
            for game_id in sorted([table_id, *others]):
                with suppress(Refused):  # damaged, or just removed
                    changes[game_id] = self._changes.begin(connection, game_id)
            here = changes.get(table_id)
            if here is None:
                return []
            person = people.read_person(connection, user_id)
            place = _place(here.table, user_id, person)
            calls = [each for each in changes.values() if _is_due(each, user_id)]
            if by_clock and here not in calls:  # answered meanwhile
                return []
            joining = [each for each in calls if _joins(each, place, person)]
            if by_clock and here not in joining:
                return [_called(here, together=False)]
            rows = [
                row
                for row in self._pending(connection, here.table, user_id, person, here.at).awake
                if row.about is not NotificationTopic.OFFER_ENDED  # which makes no sound
            ]
            if not by_clock and not rows:
                return []
            named = {each.before.id for each in joining} | {row.game_id for row in rows}
            return [_called(each, together=len(named) > 1) for each in joining]

        await self._changes.commit(decide)

    async def _waits(self, table_id: int, user_id: int) -> bool:
        """True if a game waits for a user, who has not left its server."""
        with suppress(Refused):
            table = await self._reader.get(table_id)
            decider = table.decider
            if decider is not None and decider.user_id == user_id:
                return await self._seats.is_waited_for(table, decider)
        return False

    # --- pending notifications -----------------------------------------------------------------

    async def send_due(self, table_id: int) -> None:
        """Send the due notifications of a table; postpone those of users in quiet hours."""
        now = self._changes.clock()
        pending = await self._store.look(notifications.pending_in, table_id)
        for user_id in sorted({row.user_id for row in pending if row.at <= now}):
            await self.call(table_id, user_id, by_clock=False)

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
        """Send or postpone a user's notifications. Returns True if the table's messages change."""
        person = people.read_person(connection, user_id)
        here = self._reader.read_existing(connection, table_id).table
        pending = self._pending(connection, here, user_id, person, now)
        notifications.remove(connection, pending.void)
        for at, rows in pending.later.items():
            notifications.reschedule(connection, rows, at)
        # Another game's message may cover all of them already.
        directly = _is_called_directly(here, user_id, person)
        return bool(pending.awake) and notifications.assign(
            connection, pending.awake, table_id, directly=directly
        )

    def _pending(
        self, connection: Connection, here: Table, user_id: int, person: PersonRow, now: datetime
    ) -> _Pending:
        """Return a user's notifications that go where this table's do."""
        rows = notifications.pending_of(connection, user_id)
        tables = {here.id: here}
        for game_id in {row.game_id for row in rows} - {here.id}:
            with suppress(Refused):  # damaged, or just removed
                table = self._reader.read_existing(connection, game_id).table
                if _place(table, user_id, person) == _place(here, user_id, person):
                    tables[game_id] = table
        pending = _Pending([], [], {})
        for row in rows:
            if row.game_id not in tables:
                continue
            table = tables[row.game_id]
            at = _hours_of(person, table).pinged_at(now)
            if not _is_relevant(table, row):
                pending.void.append(row)
            elif at > now:
                pending.later.setdefault(at, []).append(row)
            else:
                pending.awake.append(row)
        return pending

    # --- notifications being sent --------------------------------------------------------------

    def read(self, connection: Connection, game_id: int) -> tuple[Notification, ...]:
        """Return a game's notifications to send now, one for each user and place."""
        outgoing = notifications.read_outgoing(connection, game_id)
        by_message = groupby(outgoing, key=lambda row: (row.user_id, row.directly))
        messages = [tuple(rows) for _, rows in by_message]
        return tuple(
            Notification(
                rows[0].user_id,
                rows[0].language or "en",
                rows[0].directly,
                rows,
                self._waiting(connection, rows),
            )
            for rows in messages
        )

    def _waiting(
        self, connection: Connection, rows: Iterable[OutgoingNotificationRow]
    ) -> Mapping[int, Table]:
        """Return the games of those calls that are not answered yet, by their numbers."""
        waiting = {}
        for row in rows:
            if row.about is NotificationTopic.CALLED:
                with suppress(Refused):  # damaged, or just removed
                    table = self._reader.read_existing(connection, row.game_id).table
                    if _is_unanswered(table, row):
                        waiting[table.id] = table
        return waiting

    def is_held_up(self, connection: Connection, table: Table) -> bool:
        """True if the decider is called by another game's message, which is put off."""
        put_off = notifications.read_put_off(connection, table.id)
        return any(_is_unanswered(table, row) for row in put_off)

    def forget(self, connection: Connection, sent: Iterable[Notification]) -> None:
        """Delete sent notifications."""
        for each in sent:
            notifications.remove(connection, each.rows)

    async def send_elsewhere(self, table_id: int, user_id: int) -> None:
        """Notify a user where each game is shown, because direct messages are closed."""
        now = self._changes.clock()

        def write(connection: Connection) -> None:
            games.hold(connection, games.numbered(table_id))
            table_ids = notifications.make_pending(connection, table_id, user_id, now)
            if table_ids or players.sits(connection, table_id, user_id):
                # otherwise the user may have been forgotten
                people.change_person(connection, user_id, direct_closed_at=now)
            for game_id in table_ids:
                due.schedule(connection, DueRow(NOTIFY, game_id, now))

        await self._store.write(write)
        self._changes.alarm(now)

    async def hand_over(self, table_id: int) -> None:
        """Notify users of other games by those games' messages, because this one's can't be sent.

        It is damaged, or the bot has left its server.
        """
        now = self._changes.clock()

        def write(connection: Connection) -> list[int]:
            games.hold(connection, games.numbered(table_id))
            others = notifications.hand_over(connection, table_id, now)
            due.schedule(connection, *(DueRow(NOTIFY, game_id, now) for game_id in others))
            return others

        if await self._store.write(write):
            self._changes.alarm(now)


def _hours_of(person: PersonRow, table: Table) -> Hours:
    """Return a user's hours at a table; always if unreadable."""
    try:
        with decoding("the hours of a user"):
            return table.pace.counted(Hours.of(person))
    except Damaged:
        return ALWAYS


@dataclass(frozen=True, slots=True)
class _Pending:
    """A user's pending notifications: to send now, no longer relevant, and by their later times."""

    awake: list[NotificationRow]
    void: list[NotificationRow]
    later: dict[datetime, list[NotificationRow]]


def _is_called_directly(table: Table, user_id: int, person: PersonRow) -> bool:
    """True if a user is called in direct messages, and has them open."""
    player = table.player_of(user_id)
    called_in = person.habits.calls_in if player is None else player.called_in
    wanted = called_in is CalledIn.DIRECT or table.channel_gone
    return wanted and person.direct_closed_at is None


def _place(table: Table, user_id: int, person: PersonRow) -> int | None:
    """Return the place whose games share a message: direct messages (None), or a channel."""
    return None if _is_called_directly(table, user_id, person) else table.place.channel_id


def _is_due(change: Change, user_id: int) -> bool:
    """True if a user is to be called or reminded, now or soon."""
    table, decider = change.table, change.table.decider
    coming = next_event(table)
    if coming is None or decider is None or decider.user_id != user_id:
        return False
    in_gap = change.until != change.at
    by = change.until if in_gap or table.pace.live else change.at + TOGETHER
    return coming.at <= by and coming.action is not ClockAction.DECIDE


def _joins(change: Change, place: int | None, person: PersonRow) -> bool:
    """True if a call can be part of a message in that place."""
    table, player = change.table, change.table.decider
    assert player is not None
    assert player.seat is not None
    assert player.user_id is not None
    if table.pace.live or player.muted or _place(table, player.user_id, person) != place:
        return False
    nowhere = place is not None and table.channel_gone
    if nowhere or table.hours_of(player).pinged_at(change.at) > change.at:
        return False
    coming = next_event(table)
    if coming is not None and coming.at > change.at and plays_itself(change.before):
        return False
    decided = decided_at(table.round, player.seat)
    until = looking_until(table.id, player, decided, change.presence)
    return until is None or until <= change.at


def _called(change: Change, *, together: bool) -> Change:
    """Call or remind the decider: by a new message or, *together* with other games, silently."""
    player, coming = change.table.decider, next_event(change.table)
    assert player is not None
    assert coming is not None
    called = None if together else player.seat
    if coming.action is ClockAction.CALL:
        change = change.then(Called(seat=player.seat, called=called))
    else:
        up_at = change.table.time_up_at
        time_up = None if up_at is None else datetime.fromtimestamp(round(up_at.timestamp()), UTC)
        change = change.then(
            Reminded(time_up, user_id=player.user_id, seat=player.seat, called=called)
        )
    change = replace(change, reminded=player.seat)
    if called is not None or player.user_id is None:
        return change
    return change.notify(player.user_id, NotificationTopic.CALLED, change.version)


def _is_called(table: Table, player: Player, row: NotificationRow) -> bool:
    """True if a call to decide notifies the player anyway."""
    if table.decider is None or table.decider.seat != player.seat or not table.waits_for_user:
        return False
    assert player.seat is not None
    return player.clock.hushed or any(
        rings(entry, player.seat) and entry.at >= row.at for entry in table.round
    )


def _is_unanswered(table: Table, row: NotificationRow | OutgoingNotificationRow) -> bool:
    """True if a call is the last one, and not answered yet."""
    player = table.player_of(row.user_id)
    if player is None or player.seat is None or player.muted:
        return False
    return is_rung(table, player.seat) and row.seq == last_ring(table, player.seat)


def _is_relevant(table: Table, row: NotificationRow) -> bool:
    player = table.player_of(row.user_id)
    match row.about:
        case NotificationTopic.CALLED:
            return _is_unanswered(table, row)
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
