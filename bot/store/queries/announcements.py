"""Announcements by the owner of the bot's application."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from bot.store.databases.dialects import upsert_from
from bot.store.queries.due import AGAIN, ANNOUNCE
from bot.store.queries.outbox import CHANNEL_GONE, IN_DIRECTS
from bot.store.rows import AnnouncementRow
from bot.store.schema.column_types import invalid_as_none
from bot.store.schema.tables import announcement, due, game

_ROW = [invalid_as_none(announcement.c[name]) for name in AnnouncementRow.__slots__]


class Spread(NamedTuple):
    """Number of games that still need the last announcement."""

    open: int
    unreached: int
    """Those games whose delivery has failed."""


def write(connection: sa.Connection, text: str, at: datetime) -> int:
    """Store a draft. Returns its number."""
    written = sa.insert(announcement).values(text=text, at=at, games=None)
    number: int = connection.execute(written.returning(announcement.c.id)).scalar_one()
    return number


def forget(connection: sa.Connection, before: datetime) -> None:
    """Delete announcements written or sent before that time."""
    connection.execute(sa.delete(announcement).where(announcement.c.at < before))


def read(connection: sa.Connection, number: int) -> AnnouncementRow | None:
    """Read an announcement; None if missing or damaged."""
    return _row(connection, announcement.c.id == number)


def read_sent(connection: sa.Connection, since: datetime) -> AnnouncementRow | None:
    """Read the last announcement sent, if it was after *since*."""
    return _row(connection, announcement.c.games.is_not(None), announcement.c.at >= since)


def _row(connection: sa.Connection, *which: sa.ColumnElement[bool]) -> AnnouncementRow | None:
    found = (
        sa.select(*_ROW).where(*which).order_by(announcement.c.at.desc(), announcement.c.id.desc())
    )
    row = connection.execute(found.limit(1)).first()
    return None if row is None or row.id is None or row.text is None else AnnouncementRow(*row)


def send(connection: sa.Connection, number: int, statuses: Collection[str], at: datetime) -> bool:
    """Send an announcement to games of these statuses that are shown in channels; replaces others.

    Returns False if it was sent already, or is missing.
    """
    unsent = announcement.c.id == number, announcement.c.games.is_(None)
    sent = sa.update(announcement).where(*unsent)
    if connection.execute(sent.values(games=reached(connection, statuses), at=at)).rowcount == 0:
        return False
    rows = sa.select(sa.literal(ANNOUNCE), game.c.id, sa.literal(at, due.c.at.type), sa.literal(0))
    columns = ["kind", "game_id", "at", "tries"]
    put = upsert_from(connection.dialect.name, due, columns, rows.where(*_reached(statuses)))
    connection.execute(put)
    return True


def reached(connection: sa.Connection, statuses: Collection[str]) -> int:
    """Count the games of these statuses that are shown in channels."""
    counted = sa.select(sa.func.count()).select_from(game).where(*_reached(statuses))
    return connection.scalar(counted) or 0


def _reached(statuses: Collection[str]) -> tuple[sa.ColumnElement[bool], ...]:
    elsewhere = game.c.home_kind.in_([CHANNEL_GONE, IN_DIRECTS])
    return game.c.status.in_(list(statuses)), sa.or_(game.c.home_kind.is_(None), ~elsewhere)


def spread(connection: sa.Connection) -> Spread:
    """Count the games that still need the announcement."""
    again = due.alias("again")
    failed = sa.exists().where(again.c.kind == AGAIN, again.c.game_id == due.c.game_id)
    still = sa.select(sa.func.count()).select_from(due).where(due.c.kind == ANNOUNCE)
    return Spread(connection.scalar(still) or 0, connection.scalar(still.where(failed)) or 0)


def is_open(connection: sa.Connection, game_id: int) -> bool:
    """True if a game has not received the announcement."""
    row = sa.exists().where(due.c.kind == ANNOUNCE, due.c.game_id == game_id)
    return bool(connection.scalar(sa.select(row)))
