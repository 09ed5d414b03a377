"""What was said once, to whom it concerns, so that it is not said again.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.store.databases.upsert import insert_new
from bot.store.schema.tables import said


def mark_sent(connection: Connection, key: str, at: datetime) -> bool:
    """Record that something is said, of at most 100 characters; False if it was said before."""
    return insert_new(connection, said, {"key": key, "at": at})


def sent_at(connection: Connection, key: str) -> datetime | None:
    """When something was said; None if it was not."""
    return connection.scalar(select(said.c.at).where(said.c.key == key))


def unmark(connection: Connection, key: str) -> None:
    """Forget that something was said: the next time it is said again."""
    connection.execute(delete(said).where(said.c.key == key))


def unmark_all(connection: Connection, beginning: str, but: str = "") -> None:
    """Forget everything that was said of which the key begins so, *but* one."""
    of_beginning = said.c.key.startswith(beginning, autoescape=True)
    connection.execute(delete(said).where(of_beginning, said.c.key != but))
