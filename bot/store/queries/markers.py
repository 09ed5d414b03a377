"""Markers of messages that are sent only once, and the end of maintenance."""

from datetime import datetime

import sqlalchemy as sa

from bot.store.databases.dialects import insert_new
from bot.store.errors import InMaintenance
from bot.store.schema.tables import said

_KEY = "maintenance"


def mark_sent(connection: sa.Connection, key: str, at: datetime) -> bool:
    """Mark a message as sent, by a key of at most 100 characters; False if already marked."""
    return insert_new(connection, said, {"key": key, "at": at})


def sent_at(connection: sa.Connection, key: str) -> datetime | None:
    """Read the time at which a message was marked; None if it was not."""
    return connection.scalar(sa.select(said.c.at).where(said.c.key == key))


def is_empty(connection: sa.Connection) -> bool:
    """True if there are no markers."""
    return connection.scalar(sa.select(said.c.key).limit(1)) is None


def unmark(connection: sa.Connection, key: str) -> None:
    """Remove a marker: the message may be sent again."""
    connection.execute(sa.delete(said).where(said.c.key == key))


def unmark_all(connection: sa.Connection, beginning: str, but: str = "") -> None:
    """Remove all markers whose keys begin with *beginning*, *but* one."""
    of_beginning = said.c.key.startswith(beginning, autoescape=True)
    connection.execute(sa.delete(said).where(of_beginning, said.c.key != but))


# --- maintenance ---------------------------------------------------------------------------------


def begin_maintenance(connection: sa.Connection, until: datetime) -> None:
    """Block changes until then; does nothing during maintenance."""
    insert_new(connection, said, {"key": _KEY, "at": until})


def maintenance_end(connection: sa.Connection) -> datetime | None:
    """Read the end of maintenance, over or not; None if it was ended."""
    return connection.scalar(sa.select(said.c.at).where(said.c.key == _KEY))


def end_maintenance(connection: sa.Connection, until: datetime) -> bool:
    """End the maintenance that lasts until then; False if it was ended."""
    the_one = said.c.key == _KEY, said.c.at == until
    return connection.execute(sa.delete(said).where(*the_one)).rowcount == 1


def check_maintenance(connection: sa.Connection, at: datetime) -> None:
    """Raise InMaintenance if changes are blocked at that time."""
    until = maintenance_end(connection)
    if until is not None and until > at:
        raise InMaintenance(until)


def maintenance_is_over(at: datetime) -> sa.ColumnElement[bool]:
    """Return the condition that there is no maintenance at that time."""
    return ~sa.exists().where(said.c.key == _KEY, said.c.at > at)
