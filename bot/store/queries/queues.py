"""Queues of servers: who waits for a table, and whom they avoid."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.queries.outbox import LOST
from bot.store.queries.people import PERSON, to_person
from bot.store.rows import PersonRow, WaitingRow
from bot.store.schema.tables import avoided, game, person, player, waiting

_COLUMNS = [waiting.c[name] for name in WaitingRow.__slots__]


def write(connection: sa.Connection, row: WaitingRow) -> None:
    """Store a user who waits, in place of an earlier row."""
    upsert(connection, waiting, asdict(row))


def read(connection: sa.Connection, guild_id: int) -> list[tuple[WaitingRow, PersonRow]]:
    """Read the users who wait in a server, in their order; skips damaged rows."""
    found = (
        sa.select(*_COLUMNS, *PERSON)
        .outerjoin(person, person.c.user_id == waiting.c.user_id)
        .where(waiting.c.guild_id == guild_id)
        .order_by(waiting.c.since, waiting.c.user_id)
    )
    return [
        (WaitingRow(*row[: len(_COLUMNS)]), to_person(row[len(_COLUMNS) :]))
        for row in connection.execute(found)
        if None not in row[: len(_COLUMNS)]
    ]


def read_own(connection: sa.Connection, user_id: int) -> list[dict[str, Any]]:
    """Read a user's rows in all queues, by columns."""
    own = sa.select(waiting).where(waiting.c.user_id == user_id).order_by(waiting.c.guild_id)
    return [dict(row) for row in connection.execute(own).mappings()]


def seated_since(
    connection: sa.Connection, guild_id: int, user_id: int, at: datetime, status: str
) -> int | None:
    """Read a user's newest game of that status in a server that was opened since *at*.

    Games opened much later are left out: the clock was set back.
    """
    since = game.c.created_at.between(at, at + timedelta(minutes=5))
    there = game.c.guild_id == guild_id, since, game.c.status == status
    found = (
        sa.select(game.c.id)
        .join(player, player.c.game_id == game.c.id)
        .where(player.c.user_id == user_id, *there)
        .order_by(game.c.id.desc())
    )
    return connection.scalar(found.limit(1))


def lose_channel(connection: sa.Connection, channel_id: int) -> None:
    """Record that a channel is gone; users who asked for a table there wait on."""
    there = sa.update(waiting).where(waiting.c.channel_id == channel_id)
    connection.execute(there.values(channel_id=LOST, around=[]))


def remove(connection: sa.Connection, guild_id: int, users: Collection[int]) -> None:
    """Delete users from the queue of a server."""
    which = waiting.c.guild_id == guild_id, waiting.c.user_id.in_(users)
    connection.execute(sa.delete(waiting).where(*which))


def forget_user(connection: sa.Connection, user_id: int) -> list[int]:
    """Delete a user from all queues, and from all lists of avoided users. Returns the servers."""
    gone = sa.delete(waiting).where(waiting.c.user_id == user_id).returning(waiting.c.guild_id)
    servers = [each for each in connection.scalars(gone) if each is not None]
    either = sa.or_(avoided.c.user_id == user_id, avoided.c.other_id == user_id)
    connection.execute(sa.delete(avoided).where(either))
    return servers


def forget_server(connection: sa.Connection, guild_id: int) -> None:
    """Delete the queue of a server."""
    connection.execute(sa.delete(waiting).where(waiting.c.guild_id == guild_id))


def forget_old(connection: sa.Connection, before: datetime) -> None:
    """Delete the rows of users who last asked before that time."""
    connection.execute(sa.delete(waiting).where(waiting.c.asked_at < before))


def avoided_by(connection: sa.Connection, users: Iterable[int]) -> dict[int, frozenset[int]]:
    """Read whom these users avoid."""
    pairs = sa.select(avoided.c.user_id, avoided.c.other_id)
    found = defaultdict(set)
    for user_id, other_id in connection.execute(pairs.where(avoided.c.user_id.in_(users))):
        if user_id is not None and other_id is not None:
            found[user_id].add(other_id)
    return {user_id: frozenset(others) for user_id, others in found.items()}


def avoid(connection: sa.Connection, user_id: int, others: Collection[int]) -> None:
    """Store whom a user avoids, and nobody else."""
    connection.execute(sa.delete(avoided).where(avoided.c.user_id == user_id))
    upsert(connection, avoided, *({"user_id": user_id, "other_id": each} for each in others))
