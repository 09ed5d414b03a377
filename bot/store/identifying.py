"""Whose turn it is to begin a session with Discord's gateway, of all processes together.

Every function works on a connection of :class:`bot.store.Store` and within its transaction. On a
server it goes by the server's clock, as those of several machines differ.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select, update

from bot.store.deciphering import deciphering
from bot.store.schema import UtcDateTime, identifying
from bot.store.upserting import add

_NEVER = datetime(2000, 1, 1, tzinfo=UTC)


def take_turn(connection: Connection, bucket: int, apart: timedelta) -> timedelta | None:
    """Take the next turn in a bucket, if the last one was so long ago.

    Answers None if it is taken, or after how long it may be. Raises Damaged if the last cannot be
    read.
    """
    add(connection, identifying, {"bucket": bucket, "at": _NEVER})
    of_bucket = identifying.c.bucket == bucket
    last = connection.scalar(select(identifying.c.at).where(of_bucket).with_for_update())
    now = _now(connection)
    with deciphering("when a session was begun"):
        if not isinstance(last, datetime):
            raise TypeError
        wait = last + apart - now
    if timedelta(0) < wait <= apart:  # more than that: the clock was put back
        return wait
    connection.execute(update(identifying).where(of_bucket).values(at=now))
    return None


def _now(connection: Connection) -> datetime:
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    now: datetime = connection.execute(select(func.clock_timestamp(type_=UtcDateTime))).scalar_one()
    return now
