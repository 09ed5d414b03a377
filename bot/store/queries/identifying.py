"""Whose turn it is to begin a session with Discord's gateway, of all processes together.

Every function works on a connection of :class:`bot.store.Store` and within its transaction. It goes
by the database's own clock.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, select, update

from bot.store.databases.database_clock import now
from bot.store.databases.upsert import insert_new
from bot.store.schema.tables import identifying

_NEVER = datetime(2000, 1, 1, tzinfo=UTC)


def take_turn(connection: Connection, bucket: int, apart: timedelta) -> timedelta | None:
    """Take the next turn in a bucket if the last one is at least *apart* ago.

    Returns None if it is taken, or else how long to wait.
    """
    insert_new(connection, identifying, {"bucket": bucket, "at": _NEVER})
    of_bucket = identifying.c.bucket == bucket
    last = connection.scalar(select(identifying.c.at).where(of_bucket).with_for_update())
    by_now = connection.execute(select(now())).scalar_one()
    wait = (last or _NEVER) + apart - by_now
    if timedelta(0) < wait <= apart:  # more than that: the clock was put back
        return wait
    connection.execute(update(identifying).where(of_bucket).values(at=by_now))
    return None
