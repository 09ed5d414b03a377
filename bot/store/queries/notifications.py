"""Pending notifications, and those being sent."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.queries.due import AGAIN
from bot.store.rows import NotificationRow, NotificationTopic, OutgoingNotificationRow
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import due, game, person, ring

_COLUMNS = tuple(invalid_as_none(ring.c[name]) for name in NotificationRow.__slots__)
_ABOUT = (ring.c.user_id, ring.c.about, ring.c.seq, ring.c.game_id, ring.c.directly)
_WHERE = (game.c.name, game.c.guild_id, game.c.channel_id, game.c.home_id)
_LANGUAGE = sa.func.coalesce(person.c.chosen_language, person.c.language)


def add(connection: sa.Connection, rows: Iterable[NotificationRow]) -> None:
    """Store pending notifications, each with its time."""
    upsert(connection, ring, *map(asdict, rows))


def _read(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> list[NotificationRow]:
    found = sa.select(*_COLUMNS).where(*which).order_by(ring.c.seq)
    return [NotificationRow(*row) for row in connection.execute(found) if None not in row]


def pending_in(connection: sa.Connection, game_id: int) -> list[NotificationRow]:
    """Read the pending notifications of a game."""
    return _read(connection, ring.c.game_id == game_id, ring.c.rung_in.is_(None))


def pending_of(connection: sa.Connection, user_id: int) -> list[NotificationRow]:
    """Read the pending notifications of a user, of all games."""
    return _read(connection, ring.c.user_id == user_id, ring.c.rung_in.is_(None))


def read_put_off(connection: sa.Connection, game_id: int) -> list[NotificationRow]:
    """Read the calls in a game that are in messages of other games which are put off."""
    put_off = sa.select(due.c.game_id).where(due.c.kind == AGAIN, due.c.game_id == ring.c.rung_in)
    of_others = ring.c.game_id == game_id, ring.c.rung_in != game_id
    called = ring.c.about == NotificationTopic.CALLED
    return _read(connection, *of_others, called, put_off.exists())


def next_at(connection: sa.Connection, game_id: int) -> datetime | None:
    """Read the time of a game's next pending notification; None without one."""
    return min((row.at for row in pending_in(connection, game_id)), default=None)


def assign(
    connection: sa.Connection, rows: Sequence[NotificationRow], game_id: int, *, directly: bool
) -> bool:
    """Assign pending notifications to a message of that game. Returns False if none is pending.

    The game counts as undelivered until that is sent.
    """
    pending = sa.update(ring).where(_are(rows), ring.c.rung_in.is_(None))
    changed = connection.execute(pending.values(rung_in=game_id, directly=directly))
    if not changed.rowcount:
        return False
    behind = game.c.id == game_id, game.c.delivered_version == game.c.version
    connection.execute(sa.update(game).where(*behind).values(delivered_version=game.c.version - 1))
    return True


def remove(
    connection: sa.Connection, rows: Sequence[NotificationRow | OutgoingNotificationRow]
) -> None:
    """Delete notifications, sent or not."""
    if rows:
        connection.execute(sa.delete(ring).where(_are(rows)))


def reschedule(connection: sa.Connection, rows: Sequence[NotificationRow], at: datetime) -> None:
    """Postpone pending notifications."""
    if rows:
        connection.execute(sa.update(ring).where(_are(rows)).values(at=at))


def make_pending(connection: sa.Connection, game_id: int, user_id: int, at: datetime) -> list[int]:
    """Make a user's notifications in direct messages of a game pending again. Returns the games."""
    return _make_pending(connection, game_id, at, ring.c.user_id == user_id, ring.c.directly)


def hand_over(connection: sa.Connection, game_id: int, at: datetime) -> list[int]:
    """Make the notifications of other games in a game's messages pending again. Returns these."""
    return _make_pending(connection, game_id, at, ring.c.game_id != game_id)


def _make_pending(
    connection: sa.Connection, game_id: int, at: datetime, *which: sa.ColumnElement[bool]
) -> list[int]:
    of_message = ring.c.rung_in == game_id, *which
    games = sorted({*connection.scalars(sa.select(ring.c.game_id).where(*of_message))})
    connection.execute(sa.update(ring).where(*of_message).values(rung_in=None, at=at))
    return games


def read_outgoing(connection: sa.Connection, game_id: int) -> list[OutgoingNotificationRow]:
    """Read the notifications being sent in messages of that game."""
    outgoing = (
        sa.select(*map(invalid_as_none, (*_ABOUT, *_WHERE, _LANGUAGE)))
        .select_from(ring)
        .join(game, game.c.id == ring.c.game_id)
        .outerjoin(person, person.c.user_id == ring.c.user_id)
        .where(ring.c.rung_in == game_id)
        .order_by(ring.c.user_id, ring.c.directly, ring.c.game_id, ring.c.seq)
    )
    return [
        OutgoingNotificationRow(*row) for row in connection.execute(outgoing) if None not in row[:6]
    ]


def _are(rows: Sequence[NotificationRow | OutgoingNotificationRow]) -> sa.ColumnElement[bool]:
    key = sa.tuple_(ring.c.user_id, ring.c.game_id, ring.c.about, ring.c.seq)
    keys = [(row.user_id, row.game_id, row.about, row.seq) for row in rows]
    # Their users are named, too: SQLite looks up no list of tuples in an index.
    users = {row.user_id for row in rows}
    return sa.and_(ring.c.user_id.in_(users), key.in_(keys))
