"""Markers of messages that are sent once only.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.store.databases.upsert import insert_new
from bot.store.schema.tables import said


def mark_sent(connection: Connection, key: str, at: datetime) -> bool:
    """Mark a message as sent, by a key of at most 100 characters; False if it was already."""
    return insert_new(connection, said, {"key": key, "at": at})


def sent_at(connection: Connection, key: str) -> datetime | None:
    """When a message was sent; None if it was not."""
    return connection.scalar(select(said.c.at).where(said.c.key == key))


def is_empty(connection: Connection) -> bool:
    """Whether nothing was ever sent."""
    return connection.scalar(select(said.c.key).limit(1)) is None


def unmark(connection: Connection, key: str) -> None:
    """Remove a marker: the message may be sent again."""
    connection.execute(delete(said).where(said.c.key == key))


def unmark_all(connection: Connection, beginning: str, but: str = "") -> None:
    """Remove all markers whose keys begin with *beginning*, *but* one."""
    of_beginning = said.c.key.startswith(beginning, autoescape=True)
    connection.execute(delete(said).where(of_beginning, said.c.key != but))
