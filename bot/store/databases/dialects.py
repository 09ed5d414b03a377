"""Statements that differ between SQLite and PostgreSQL.

Functions that take a connection of :class:`bot.store.Store` work within its transaction.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from bot.store.schema.column_types import UtcDateTime

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

    _Insert = postgresql.Insert | sqlite.Insert


def upsert(connection: sa.Connection, table: sa.Table, *rows: Mapping[str, object]) -> None:
    """Write *rows*, all of the same columns; each replaces the one with its primary key.

    Other columns of an existing row are unchanged.
    """
    if rows:
        statement = _put(connection.dialect.name, table, frozenset(rows[0]))
        connection.execute(statement, rows)


def insert_new(connection: sa.Connection, table: sa.Table, row: Mapping[str, object]) -> bool:
    """Write a row unless its primary key exists already. Returns whether it was written."""
    return connection.execute(_add(connection.dialect.name, table), row).rowcount == 1


def insert_new_from(
    connection: sa.Connection, table: sa.Table, columns: Sequence[str], rows: sa.Select[Any]
) -> None:
    """Write the rows of a query, except those whose primary key exists already."""
    added = _add(connection.dialect.name, table).from_select(list(columns), rows)
    connection.execute(added)


def upsert_from(
    dialect: str, table: sa.Table, columns: Sequence[str], rows: sa.Select[Any]
) -> "_Insert":
    """Return a statement that writes the rows of a query, replacing those with the same key."""
    # Without a WHERE, SQLite takes the ON of ON CONFLICT for a join's.
    rows = rows.where(sa.true())
    return _put(dialect, table, frozenset(columns)).from_select(list(columns), rows)


@cache
def _put(dialect: str, table: sa.Table, columns: frozenset[str]) -> "_Insert":
    statement = insert_into(dialect, table)
    changed = sorted(columns.difference(_key(table)))
    if not changed:
        return _add(dialect, table)
    return statement.on_conflict_do_update(
        index_elements=_key(table), set_={name: statement.excluded[name] for name in changed}
    )


@cache
def _add(dialect: str, table: sa.Table) -> "_Insert":
    return insert_into(dialect, table).on_conflict_do_nothing(index_elements=_key(table))


def insert_into(dialect: str, table: sa.Table) -> "_Insert":
    """Return an insert of that dialect, which has ``on_conflict_...`` methods."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # 4 MB

    return postgresql.insert(table)


def _key(table: sa.Table) -> list[str]:
    return [column.name for column in table.primary_key]


def lock(connection: sa.Connection, number: int) -> None:
    """Lock what *number* stands for until the transaction ends. SQLite has one writer at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


def execute_together(
    connection: sa.Connection, *changes: sa.Insert | sa.Update | sa.Delete
) -> sa.CursorResult[Any]:
    """Execute changes of different rows. Returns the result of the last one.

    At PostgreSQL the others are common table expressions of the last one.
    """
    *others, last = changes
    if others and connection.dialect.name == "postgresql":
        last = last.add_cte(*(each.cte(f"change_{n}") for n, each in enumerate(others)))
    else:
        for each in others:
            connection.execute(each)
    return connection.execute(last)


def change_and_insert(
    connection: sa.Connection,
    change: sa.Update,
    *inserts: tuple[sa.Table, Sequence[Mapping[str, object]]],
    besides: sa.Delete | None = None,
) -> bool:
    """Execute *change*; if it changes a row, insert rows into tables, and execute *besides*.

    *change* is for one row at most, by its primary key. The first rows are those to which others
    refer. Returns true if a row was changed; else the caller must not commit.
    """
    if connection.dialect.name == "postgresql":
        changed = change.returning(sa.literal(1)).cte("changed")
        first, *others = (insert_rows(table, rows, changed) for table, rows in inserts)
        deleted = () if besides is None else (besides,)
        return execute_together(connection, *deleted, *others, first).rowcount > 0
    if connection.execute(change).rowcount == 0:
        return False
    for table, rows in inserts:
        connection.execute(sa.insert(table), rows)
    if besides is not None:
        connection.execute(besides)
    return True


def insert_rows(
    table: sa.Table, rows: Sequence[Mapping[str, object]], source: sa.FromClause | None = None
) -> sa.Insert:
    """Return a statement that inserts *rows*, all of the same columns; if given, per *source* row.

    Unlike ``insert(table).values(rows)``, SQLAlchemy compiles it only once. Columns with a default
    must be in *rows*: SQLAlchemy loses defaults beside a common table expression.
    """
    names = list(rows[0])
    assert all(column.name in names for column in table.c if column.default is not None)
    selects = [
        sa.select(*(sa.literal(row[name], table.c[name].type) for name in names)) for row in rows
    ]
    if source is not None:
        selects = [each.select_from(source) for each in selects]
    return sa.insert(table).from_select(names, sa.union_all(*selects), include_defaults=False)


_IN_FILE = "'%Y-%m-%d %H:%M:%f000'"
"""SQLite's format of a moment, the same as of ``bot.store.schema.column_types.UtcDateTime``."""


class now(FunctionElement[datetime]):  # noqa: N801  # as the library's own functions are called
    """The start of the statement."""

    type = UtcDateTime()
    inherit_cache = True


class _Later(FunctionElement[datetime]):
    type = UtcDateTime()
    inherit_cache = True


class _Span(sa.TypeDecorator[timedelta]):
    """A duration that is added to a moment."""

    impl = sa.Interval
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> TypeEngine[Any]:
        """Use text for SQLite."""
        return dialect.type_descriptor(sa.String() if dialect.name == "sqlite" else sa.Interval())

    def process_bind_param(self, value: timedelta | None, dialect: sa.Dialect) -> Any:  # noqa: ANN401
        """Return the text for SQLite."""
        if value is None or dialect.name != "sqlite":
            return value
        return f"{value.total_seconds():+.3f} seconds"


def later_by(moment: sa.ColumnElement[datetime], by: timedelta) -> sa.ColumnElement[datetime]:
    """Return a moment plus *by*, which may be negative."""
    return _Later(moment, sa.literal(by, _Span))


@compiles(now, "postgresql")
def _now_at_server(_element: now, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401
    return "statement_timestamp()"


@compiles(now, "sqlite")
def _now_in_file(_element: now, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401
    return f"strftime({_IN_FILE}, 'now')"


@compiles(_Later, "postgresql")
def _later_at_server(element: _Later, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    moment, by = (compiler.process(each, **options) for each in element.clauses)
    return f"({moment} + {by})"


@compiles(_Later, "sqlite")
def _later_in_file(element: _Later, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    return f"strftime({_IN_FILE}, {compiler.process(element.clauses, **options)})"
