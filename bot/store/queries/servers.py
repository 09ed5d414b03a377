"""What those who manage a server have set for it, and which servers the bot has left."""

from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from bot.store.databases.dialects import insert_new, upsert
from bot.store.schema.tables import said, server


def read_rules(connection: Connection, guild_id: int, *, to_change: bool = False) -> str:
    """Read what is set for a server; empty if nothing was ever set.

    Read *to_change*, it is locked until the transaction ends.
    """
    wanted = select(server.c.rules).where(server.c.guild_id == guild_id)
    row = connection.execute(wanted.with_for_update() if to_change else wanted).first()
    return "" if row is None else row.rules or ""


def write_rules(connection: Connection, guild_id: int, rules: str) -> None:
    """Set that for a server, in the place of what was set before."""
    upsert(connection, server, {"guild_id": guild_id, "rules": rules})


def note_left(connection: Connection, guild_id: int, at: datetime) -> None:
    """Record that the bot was thrown out of a server; noted before, it stays as it was noted."""
    insert_new(connection, server, {"guild_id": guild_id, "rules": ""})
    first = server.c.guild_id == guild_id, server.c.left_at.is_(None)
    connection.execute(update(server).where(*first).values(left_at=at))


def note_back(connection: Connection, guild_id: int) -> None:
    """Record that the bot is in a server, whether or not it had left."""
    was_left = server.c.guild_id == guild_id, server.c.left_at.is_not(None)
    connection.execute(update(server).where(*was_left).values(left_at=None))


def forget(connection: Connection, guild_id: int) -> None:
    """Forget what is set for a server, what was said there, and that it was left."""
    connection.execute(delete(server).where(server.c.guild_id == guild_id))
    for beginning in (f"greeted {guild_id} ", f"lacks {guild_id} ", f"news {guild_id} "):
        connection.execute(delete(said).where(said.c.key.startswith(beginning, autoescape=True)))


def known(connection: Connection) -> list[int]:
    """The servers for which anything is, or was, set."""
    return [each for each in connection.scalars(select(server.c.guild_id)) if each is not None]


def left(connection: Connection) -> dict[int, datetime]:
    """The servers that the bot was thrown out of and is not back in, with when that was noted."""
    gone = select(server.c.guild_id, server.c.left_at).where(server.c.left_at.is_not(None))
    return {guild_id: at for guild_id, at in connection.execute(gone) if None not in (guild_id, at)}
