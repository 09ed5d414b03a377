"""Until when nothing may be changed, as the host is about to restart the bot.

It stands among the markers of what is sent once: its time is the end.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, exists, select

from bot.store.databases.upsert import insert_new
from bot.store.errors import InMaintenance
from bot.store.schema.tables import said

_KEY = "maintenance"


def begin(connection: Connection, until: datetime) -> None:
    """Let nothing be changed until then; it stays as it is if that holds already."""
    insert_new(connection, said, {"key": _KEY, "at": until})


def read_end(connection: Connection) -> datetime | None:
    """Until when nothing may be changed, over or not; None if that was ended."""
    return connection.scalar(select(said.c.at).where(said.c.key == _KEY))


def end(connection: Connection, until: datetime) -> bool:
    """End the one that lasts until then; False if it was ended."""
    the_one = said.c.key == _KEY, said.c.at == until
    return connection.execute(delete(said).where(*the_one)).rowcount == 1


def check(connection: Connection, at: datetime) -> None:
    """Raise InMaintenance if nothing may be changed at that time."""
    until = read_end(connection)
    if until is not None and until > at:
        raise InMaintenance(until)


def is_over(at: datetime) -> ColumnElement[bool]:
    """Whether something may be changed at that time."""
    return ~exists().where(said.c.key == _KEY, said.c.at > at)
