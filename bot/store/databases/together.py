"""Several changes in one statement where each statement costs a round trip: at PostgreSQL."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Connection,
    CursorResult,
    Delete,
    FromClause,
    Insert,
    Table,
    Update,
    insert,
    literal,
    select,
    union_all,
)


def execute_together(
    connection: Connection, *changes: Insert | Update | Delete
) -> CursorResult[Any]:
    """Execute changes of different rows. Returns the result of the last one.

    At PostgreSQL the others are common table expressions of the last one.
    """
    *others, last = changes
    if connection.dialect.name == "postgresql":
        last = last.add_cte(*(each.cte(f"change_{n}") for n, each in enumerate(others)))
    else:
        for each in others:
            connection.execute(each)
    return connection.execute(last)


def change_and_insert(
    connection: Connection, change: Update, table: Table, rows: Sequence[Mapping[str, object]]
) -> bool:
    """Execute *change*, and insert *rows* if it changes a row. Returns whether it does.

    *change* is for one row at most, by its primary key.
    """
    if connection.dialect.name == "postgresql":
        changed = change.returning(literal(1)).cte("changed")
        return connection.execute(insert_rows(table, rows, changed)).rowcount > 0
    if connection.execute(change).rowcount == 0:
        return False
    connection.execute(insert(table), rows)
    return True


def insert_rows(
    table: Table, rows: Sequence[Mapping[str, object]], source: FromClause | None = None
) -> Insert:
    """A statement that inserts *rows*, all of the same columns; for each row of *source* if given.

    Unlike ``insert(table).values(rows)``, SQLAlchemy compiles it only once. Columns with a default
    must be in *rows*: SQLAlchemy loses defaults beside a common table expression.
    """
    names = list(rows[0])
    assert all(column.name in names for column in table.c if column.default is not None)
    selects = [select(*(literal(row[name], table.c[name].type) for name in names)) for row in rows]
    if source is not None:
        selects = [each.select_from(source) for each in selects]
    return insert(table).from_select(names, union_all(*selects), include_defaults=False)
