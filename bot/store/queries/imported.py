"""Records that users have imported, for themselves alone."""

from dataclasses import asdict, replace
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.store.databases.dialects import upsert
from bot.store.rows import ImportedRow
from bot.store.schema.tables import imported

_ROW = sa.select(*(imported.c[name] for name in ImportedRow.__slots__))


def read_record(connection: sa.Connection, user_id: int) -> ImportedRow | None:
    """Read the record that a user has imported; None without one, or if it is damaged."""
    row = connection.execute(_ROW.where(imported.c.user_id == user_id)).first()
    return None if row is None or None in row else ImportedRow(*row)


def write_record(connection: sa.Connection, user_id: int, row: ImportedRow) -> ImportedRow:
    """Store a user's record, replacing an earlier one and its analysis.

    Returns it as stored: its time is later than the earlier one's, whose buttons must not show it.
    """
    its_time = sa.select(imported.c.at).where(imported.c.user_id == user_id).with_for_update()
    before = connection.scalar(its_time)
    if before is not None and before >= row.at:
        row = replace(row, at=before + timedelta(seconds=1))
    upsert(connection, imported, {"user_id": user_id, **asdict(row), "analysis": None})
    return row


def read_analysis(connection: sa.Connection, user_id: int, at: datetime) -> str | None:
    """Read the analysis of the record imported *at* that time; None without one."""
    of_record = (imported.c.user_id == user_id, imported.c.at == at)
    return connection.scalar(sa.select(imported.c.analysis).where(*of_record))


def write_analysis(connection: sa.Connection, user_id: int, at: datetime, text: str) -> None:
    """Store the analysis of the record imported *at* that time, if it is still there."""
    of_record = (imported.c.user_id == user_id, imported.c.at == at)
    connection.execute(sa.update(imported).where(*of_record).values(analysis=text))


def delete_before(connection: sa.Connection, at: datetime) -> None:
    """Delete the records imported before *at*."""
    connection.execute(sa.delete(imported).where(imported.c.at < at))
