"""Writes rows whether or not they exist already.

In one statement: of two programs that read first and then write, one would fail.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Select, Table, true
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

    _Insert = postgresql.Insert | sqlite.Insert


def upsert(connection: Connection, table: Table, *rows: Mapping[str, object]) -> None:
    """Write *rows*, all of the same columns: each in the place of the one with its primary key.

    Columns of an existing row that are not named stay as they are.
    """
    if rows:
        statement = _put(connection.dialect.name, table, frozenset(rows[0]))
        connection.execute(statement, rows)


def insert_new(connection: Connection, table: Table, row: Mapping[str, object]) -> bool:
    """Write a row unless its primary key exists already. Returns whether it was written."""
    return connection.execute(_add(connection.dialect.name, table), row).rowcount == 1


def insert_new_from(
    connection: Connection, table: Table, columns: Sequence[str], rows: Select[Any]
) -> None:
    """Write the rows of a query, except those whose primary key exists already."""
    added = _add(connection.dialect.name, table).from_select(list(columns), rows)
    connection.execute(added)


def upsert_from(dialect: str, table: Table, columns: Sequence[str], rows: Select[Any]) -> "_Insert":
    """A statement that writes the rows of a query, in place of those with the same key."""
    # Without a WHERE, SQLite takes the ON of ON CONFLICT for a join's.
    rows = rows.where(true())
    return _put(dialect, table, frozenset(columns)).from_select(list(columns), rows)


@cache
def _put(dialect: str, table: Table, columns: frozenset[str]) -> "_Insert":
    statement = insert_into(dialect, table)
    changed = sorted(columns.difference(_key(table)))
    if not changed:
        return _add(dialect, table)
    return statement.on_conflict_do_update(
        index_elements=_key(table), set_={name: statement.excluded[name] for name in changed}
    )


@cache
def _add(dialect: str, table: Table) -> "_Insert":
    return insert_into(dialect, table).on_conflict_do_nothing(index_elements=_key(table))


def insert_into(dialect: str, table: Table) -> "_Insert":
    """An insert of that dialect, which has ``on_conflict_...`` methods."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # 4 MB

    return postgresql.insert(table)


def _key(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]
