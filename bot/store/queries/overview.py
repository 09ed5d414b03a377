"""Counts for monitoring, without names.

All counts use indexes, because they are read often, for any number of games.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bot.store.queries import claims
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import due, entry, game


class Waiting(NamedTuple):
    """Number of waiting things, and start of the longest wait; None without any."""

    number: int = 0
    since: datetime | None = None


class Overview(NamedTuple):
    """Counts for monitoring."""

    games: Mapping[str, int]
    """Number of games by status."""
    undelivered: Waiting
    """Games to deliver now."""
    own: Waiting
    """Undelivered games, without those that another program shows."""
    put_off: Waiting
    """Undelivered games whose delivery has failed and waits for its next attempt."""
    overdue: Mapping[str, Waiting]
    """Overdue rows by kind."""


_GAMES = sa.select(invalid_as_none(game.c.status), sa.func.count()).group_by(game.c.status)
_OVERDUE = (
    sa.select(due.c.kind, sa.func.count(), sa.func.min(due.c.at))
    .where(due.c.at <= sa.bindparam("now", type_=due.c.at.type))
    .group_by(due.c.kind)
)


def _undelivered(*, put_off: bool) -> sa.Select[int, datetime]:
    """Return a query for the number of undelivered games, and the longest wait."""
    first = sa.and_(entry.c.game_id == game.c.id, entry.c.seq == game.c.delivered_version + 1)
    again = sa.exists().where(due.c.kind == sa.bindparam("again"), due.c.game_id == game.c.id)
    # Not joined: a server would assume a third of all games to be behind, and read every log.
    since = sa.select(entry.c.at).where(first).correlate(game).scalar_subquery()
    return (
        sa.select(sa.func.count(since), invalid_as_none(sa.func.min(since)))
        .select_from(game)
        .where(game.c.delivered_version < game.c.version, again if put_off else ~again)
    )


_UNDELIVERED, _PUT_OFF = _undelivered(put_off=False), _undelivered(put_off=True)


def read_overview(
    connection: sa.Connection, now: datetime, again: str, program: str | None = None
) -> Overview:
    """Count everything; *again* is the kind of row that postpones a delivery.

    With a *program*, *own* is without games that others show.
    """
    by_kind = {"again": again}
    undelivered = own = Waiting(*connection.execute(_UNDELIVERED, by_kind).one())
    if program and undelivered.number:
        not_others = claims.free_for(program, game.c.id)
        own = Waiting(*connection.execute(_UNDELIVERED.where(not_others), by_kind).one())
    return Overview(
        games={status or "": number for status, number in connection.execute(_GAMES)},
        undelivered=undelivered,
        own=own,
        put_off=Waiting(*connection.execute(_PUT_OFF, by_kind).one()),
        overdue={
            kind: Waiting(number, since)
            for kind, number, since in connection.execute(_OVERDUE, {"now": now})
            if kind is not None
        },
    )
