"""Messages of servers that belong to no game: each is a row, with the time when it is compared.

One program at a time sends or edits one: it *takes* the row, and *releases* it with the result. A
row that a dead program has taken is due at once.
"""

import secrets
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.store.databases.dialects import later_by
from bot.store.queries.claims import has_ended, is_unknown
from bot.store.queries.outbox import UNSURE
from bot.store.rows import ServerPostRow
from bot.store.schema.tables import server_post

APART = timedelta(seconds=20)
"""The shortest time between two edits of a message: Discord allows 5 in 5 seconds in a channel, and
3 in 6 seconds of messages that are over an hour old."""
LOOKED_AGAIN = timedelta(hours=1)
"""The time after which a message is compared with what is stored even if nothing was noted."""
CLOSED = "closed"
"""Trouble of a message in whose channel Discord accepts nothing; else the missing permissions."""
_FREED_AFTER = timedelta(seconds=30)
"""Time after which the row of an unknown program is free: that may have just started."""

_ROW = [server_post.c[name] for name in ServerPostRow.__slots__]


class DuePost(NamedTuple):
    """A message that is to be compared with what is stored."""

    id: int
    guild_id: int
    kind: str


def new_nonce() -> int:
    """Return a new nonce; a running number would tell how many there are."""
    return secrets.randbits(63)


def put_up(
    connection: sa.Connection,
    guild_id: int,
    kind: str,
    *,
    channel_id: int,
    language: str,
    at: datetime,
) -> None:
    """Note that a message is to be sent, in place of earlier ones of that kind in the server."""
    take_down(connection, guild_id, kind, at)
    row = {
        "guild_id": guild_id,
        "kind": kind,
        "channel_id": channel_id,
        "language": language,
        "fingerprint": "",
        "at": at,
        "due_at": at,
        "tries": 0,
        "nonce": new_nonce(),
        "taken_down": False,
    }
    connection.execute(sa.insert(server_post), row)


def take_down(connection: sa.Connection, guild_id: int, kind: str, at: datetime) -> bool:
    """Note that a server's message of that kind is to be deleted; False if there is none."""
    there = server_post.c.guild_id == guild_id, server_post.c.kind == kind
    down = sa.update(server_post).where(*there, ~server_post.c.taken_down)
    gone = down.values(taken_down=True, due_at=at, tries=0, trouble=None)
    return connection.execute(gone).rowcount > 0


def of_guild(connection: sa.Connection, guild_id: int) -> list[ServerPostRow]:
    """Read a server's messages that are not to be deleted, oldest first, without damaged ones."""
    found = sa.select(*_ROW).where(server_post.c.guild_id == guild_id, ~server_post.c.taken_down)
    rows = map(_legible, connection.execute(found.order_by(server_post.c.id)))
    return [row for row in rows if row is not None]


def mark(connection: sa.Connection, guild_id: int, now: datetime) -> bool:
    """Note that what a server's messages show may have changed.

    They are due at once, but :data:`APART` from the last time. Returns True if there are any.
    """
    named = {"the_guild": guild_id, "now": now, "future": now + APART}
    return connection.execute(_MARK, named).rowcount > 0


_now = sa.bindparam("now", type_=server_post.c.at.type)
_earliest = later_by(server_post.c.at, APART)
_set_back = server_post.c.at > sa.bindparam("future", type_=server_post.c.at.type)  # the clock
_soon = sa.case((sa.and_(_earliest > _now, ~_set_back), _earliest), else_=_now)
_MARK = (
    sa.update(server_post)
    .where(
        server_post.c.guild_id == sa.bindparam("the_guild"),
        server_post.c.due_at > _soon,
        server_post.c.tries == 0,  # else it waits for its next attempt
    )
    .values(due_at=_soon)
)


def guilds(connection: sa.Connection) -> set[int]:
    """Read the servers that have messages."""
    found = connection.scalars(sa.select(server_post.c.guild_id).distinct())
    return {guild_id for guild_id in found if guild_id is not None}


def free_all(connection: sa.Connection) -> None:
    """Free the rows of programs that have all ended: each message may have been sent."""
    taken = sa.update(server_post).where(server_post.c.sender.is_not(None))
    connection.execute(taken.values(sender=None, fingerprint=UNSURE))


def hasten(connection: sa.Connection, now: datetime, guild_id: int | None = None) -> None:
    """Compare all messages now, or those of one server, failed ones too."""
    all_of = sa.update(server_post).where(server_post.c.due_at > now)
    if guild_id is not None:
        all_of = all_of.where(server_post.c.guild_id == guild_id)
    connection.execute(all_of.values(due_at=now))


def lose_channel(connection: sa.Connection, channel_id: int, now: datetime) -> bool:
    """Note that a channel is gone, with its messages. Returns True if any were there."""
    there = sa.update(server_post).where(server_post.c.channel_id == channel_id)
    return connection.execute(there.values(message_id=None, trouble="", due_at=now)).rowcount > 0


def read_due(
    connection: sa.Connection, now: datetime, program: str
) -> tuple[list[DuePost], datetime | None]:
    """Read what *program* may do by now, and the next time at which more is due."""
    is_due = sa.or_(server_post.c.due_at <= now, server_post.c.sender.is_not(None))
    waits = sa.or_(server_post.c.trouble.is_(None), server_post.c.trouble != "")
    found = sa.select(*(server_post.c[name] for name in DuePost._fields)).where(
        is_due, sa.or_(waits, server_post.c.taken_down), _free_for(program, now)
    )
    rows = [DuePost(*row) for row in connection.execute(found.order_by(server_post.c.due_at))]
    later = sa.select(sa.func.min(server_post.c.due_at)).where(server_post.c.due_at > now)
    next_at = connection.scalar(later)
    return [row for row in rows if None not in row], next_at


def _free_for(program: str, now: datetime) -> sa.ColumnElement[bool]:
    """The condition that no other living program has taken a message."""
    sender = server_post.c.sender
    return sa.or_(
        sender.is_(None),
        sender == program,
        has_ended(sender),
        sa.and_(is_unknown(sender), server_post.c.at < now - _FREED_AFTER),
    )


def take(
    connection: sa.Connection, post_id: int, program: str, now: datetime
) -> tuple[ServerPostRow, bool] | None:
    """Take a message for *program*, until :func:`release`.

    Returns its row as it was, and whether it counts: a newer one of its kind may replace it. None
    if another program has it, or it is gone. From now on it may be sent, or its content is unknown.
    """
    this = server_post.c.id == post_id
    wanted = sa.select(*_ROW).where(this, _free_for(program, now)).with_for_update()
    row = connection.execute(wanted).first()
    if row is None or (was := _legible(row)) is None:
        return None
    newer = server_post.alias()
    replaced = sa.exists().where(
        newer.c.guild_id == was.guild_id, newer.c.kind == was.kind, newer.c.id > was.id
    )
    counts = not was.taken_down and not connection.scalar(sa.select(replaced))
    # A new one is compared again soon: programs that do not know of it yet mark no changes.
    again = now + (APART if was.message_id is None else LOOKED_AGAIN)
    taken: dict[str, object] = {"sender": program, "due_at": again}
    if was.message_id is not None:
        taken |= {"at": now, "fingerprint": ""}
    elif not may_be_sent(was):
        taken |= {"at": now}
    connection.execute(sa.update(server_post).where(this).values(**taken))
    return was, counts


def may_be_sent(row: ServerPostRow) -> bool:
    """True if a message without a number may have been sent: its sending was cut short."""
    return row.message_id is None and (row.sender is not None or row.fingerprint == UNSURE)


def release(connection: sa.Connection, post_id: int, program: str, /, **changes: object) -> None:
    """Store the result of a message, if *program* still has it."""
    ours = server_post.c.id == post_id, server_post.c.sender == program
    values = {"sender": None, **changes}
    connection.execute(sa.update(server_post).where(*ours).values(**values))


def delete(connection: sa.Connection, post_id: int, program: str) -> None:
    """Delete the row of a message that *program* has taken."""
    ours = server_post.c.id == post_id, server_post.c.sender == program
    connection.execute(sa.delete(server_post).where(*ours))


def messages_in(connection: sa.Connection, channel_id: int) -> frozenset[int]:
    """Read the numbers of all messages of this kind in a channel."""
    found = sa.select(server_post.c.message_id).where(server_post.c.channel_id == channel_id)
    return frozenset(number for number in connection.scalars(found) if number is not None)


def _legible(row: sa.Row[Any]) -> ServerPostRow | None:
    """Return a row; None if a value that it needs is damaged."""
    values = tuple(row)
    needed = (each for each, column in zip(values, _ROW, strict=True) if not column.nullable)
    return None if None in needed else ServerPostRow(*values)
