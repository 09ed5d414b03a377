"""Seals of tables: public data, and secrets."""

import sqlalchemy as sa

from bot.store.errors import decoding
from bot.store.rows import SealCounts
from bot.store.schema.tables import seal


def insert_seal(
    connection: sa.Connection, table_id: int, guild_id: int | None, digest: str, secret: str
) -> None:
    """Insert the seal of a new table, with its secret."""
    connection.execute(
        sa.insert(seal).values(table_id=table_id, guild_id=guild_id, digest=digest, secret=secret)
    )


def read_secret(connection: sa.Connection, table_id: int, *, opened: bool) -> str | None:
    """Read the secret of a table; with *opened* only if it is public. None without one.

    Raises Damaged if it is unreadable.
    """
    found = sa.select(seal.c.secret).where(seal.c.table_id == table_id)
    if opened:
        found = found.where(seal.c.opened)
    with decoding(f"the secret of table {table_id}"):
        return connection.scalar(found)


def change_seal(connection: sa.Connection, /, table_id: int, **changes: bool) -> None:
    """Record that the game of a table has *started*, or that its *message_gone*."""
    connection.execute(sa.update(seal).where(seal.c.table_id == table_id).values(**changes))


def open_seal(connection: sa.Connection, table_id: int) -> None:
    """Open a seal, which makes its secret public."""
    has_secret = seal.c.table_id == table_id, seal.c.secret.is_not(None)
    connection.execute(sa.update(seal).where(*has_secret).values(opened=True))


def forget_secret(connection: sa.Connection, table_id: int) -> None:
    """Delete the secret of a table that is gone or removed, unless it is public."""
    sealed = seal.c.table_id == table_id, sa.not_(seal.c.opened)
    connection.execute(sa.update(seal).where(*sealed).values(secret=None))


def count_in(connection: sa.Connection, guild_id: int | None) -> SealCounts:
    """Count the seals of a server, or of games outside servers."""
    of_server = seal.c.guild_id.is_(None) if guild_id is None else seal.c.guild_id == guild_id
    never = sa.and_(seal.c.secret.is_(None), sa.not_(seal.c.opened))
    counted = sa.select(
        sa.func.count(),
        *(sa.func.count().filter(each) for each in (seal.c.started, seal.c.opened, never)),
    )
    return SealCounts(*map(int, connection.execute(counted.where(of_server)).one()))


def forget_server(connection: sa.Connection, guild_id: int) -> None:
    """Delete the seals of a server."""
    connection.execute(sa.delete(seal).where(seal.c.guild_id == guild_id))
