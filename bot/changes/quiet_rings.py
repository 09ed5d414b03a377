"""What waits to ring users, stored with each change of a table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection

from bot.domain import ALWAYS, Hours, Table
from bot.store import About, Damaged, PersonRow, RingRow, decoding
from bot.store.queries import people, rings

RING = "ring"
"""The kind of row that says when something that waited in quiet hours rings."""


def expect_rings(
    connection: Connection, table: Table, wanted: Iterable[tuple[int, About, int]], now: datetime
) -> datetime | None:
    """Stores what is to ring: users, about what, and the number of the entry that brought it.

    Returns when something rings next at the table; None if nothing new is wanted.
    """
    rows = []
    for user_id, about, seq in wanted:
        at = read_hours(connection, user_id, table).rung_at(now)
        rows.append(RingRow(user_id, table.id, about, seq, at))
    rings.add(connection, rows)
    return rings.next_at(connection, table.id) if rows else None


def read_hours(connection: Connection, user_id: int | None, table: Table) -> Hours:
    """A user's hours at a table, as they are set right now; all hours for a computer."""
    if user_id is None:
        return ALWAYS
    return hours_of(people.read_person(connection, user_id), table)


def hours_of(person: PersonRow, table: Table) -> Hours:
    """A user's hours at a table; all hours if what is set cannot be read."""
    try:
        with decoding("the hours of a user"):
            return table.pace.counted(Hours.of(person))
    except Damaged:
        return ALWAYS
