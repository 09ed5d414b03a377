"""Rules of servers, and servers that the bot has left."""

from datetime import datetime

import sqlalchemy as sa

from bot.store.databases.dialects import insert_new, lock, upsert
from bot.store.schema.tables import said, server, server_post


def hold(connection: sa.Connection, guild_id: int) -> None:
    """Lock the queue and the ratings of a server until the transaction ends.

    Call it before any result of its games changes, too.
    """
    lock(connection, guild_id)


def read_rules(connection: sa.Connection, guild_id: int, *, to_change: bool = False) -> str:
    """Read the rules of a server; empty without any.

    With *to_change*, they are locked until the transaction ends.
    """
    wanted = sa.select(server.c.rules).where(server.c.guild_id == guild_id)
    row = connection.execute(wanted.with_for_update() if to_change else wanted).first()
    return "" if row is None else row.rules or ""


def write_rules(connection: sa.Connection, guild_id: int, rules: str) -> None:
    """Store the rules of a server."""
    upsert(connection, server, {"guild_id": guild_id, "rules": rules})


def note_left(connection: sa.Connection, guild_id: int, at: datetime) -> None:
    """Record that the bot was removed from a server, unless already recorded."""
    insert_new(connection, server, {"guild_id": guild_id, "rules": ""})
    first = server.c.guild_id == guild_id, server.c.left_at.is_(None)
    connection.execute(sa.update(server).where(*first).values(left_at=at))


def note_back(connection: sa.Connection, guild_id: int) -> None:
    """Record that the bot is in a server, whether or not it had left."""
    was_left = server.c.guild_id == guild_id, server.c.left_at.is_not(None)
    connection.execute(sa.update(server).where(*was_left).values(left_at=None))


def forget(connection: sa.Connection, guild_id: int) -> None:
    """Delete the rules, messages and markers of a server, and the record that it was left."""
    connection.execute(sa.delete(server).where(server.c.guild_id == guild_id))
    connection.execute(sa.delete(server_post).where(server_post.c.guild_id == guild_id))
    for beginning in (f"greeted {guild_id} ", f"lacks {guild_id} ", f"news {guild_id} "):
        connection.execute(sa.delete(said).where(said.c.key.startswith(beginning, autoescape=True)))


def known(connection: sa.Connection) -> list[int]:
    """Read the servers that have, or had, rules."""
    return [each for each in connection.scalars(sa.select(server.c.guild_id)) if each is not None]


def left(connection: sa.Connection) -> dict[int, datetime]:
    """Read the servers that removed the bot, with the time when that was recorded."""
    gone = sa.select(server.c.guild_id, server.c.left_at).where(server.c.left_at.is_not(None))
    return {guild_id: at for guild_id, at in connection.execute(gone) if None not in (guild_id, at)}
