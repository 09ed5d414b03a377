"""Finds and replaces invalid values, in any table.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.types import NULLTYPE

from bot.store.errors import InvalidValue
from bot.store.schema.column_types import CheckedType, UtcDateTime
from bot.store.schema.tables import OF_STATE, game, metadata

BESIDE = tuple(
    table
    for table in metadata.sorted_tables
    if table not in OF_STATE and any(key.column is game.c.id for key in table.foreign_keys)
)
"""Tables whose rows belong to games, which can be loaded without them."""
ALONE = tuple(
    table for table in metadata.sorted_tables if table not in OF_STATE and table not in BESIDE
)
"""Tables whose rows belong to no game."""


@dataclass(frozen=True, slots=True)
class DamagedRow:
    """A row with invalid values, or one that refers to a missing row."""

    table: sa.Table
    address: Any
    """Address in the database: SQLite's rowid, PostgreSQL's ctid."""
    columns: tuple[sa.Column[Any], ...]
    """Columns with invalid values; empty if the row refers to a missing one."""

    def __str__(self) -> str:
        if not self.columns:
            return f"a row of the table {self.table.name} belongs to no row of another"
        return f"{', '.join(map(str, self.columns))} cannot be read"

    @property
    def lost(self) -> bool:
        """True if the row no longer says to whom or what it belongs."""
        return not self.columns or any(
            column.primary_key or column.foreign_keys for column in self.columns
        )


def find(
    connection: sa.Connection, tables: Iterable[sa.Table], game_id: int | None = None
) -> Iterator[DamagedRow]:
    """Find rows with invalid values in *tables*; with *game_id*, rows of that game only."""
    for table in tables:
        readers = [
            cast("CheckedType[Any]", column.type.dialect_impl(connection.dialect)).reader(
                connection.dialect
            )
            for column in table.c
        ]
        raw = (sa.type_coerce(column, NULLTYPE) for column in table.c)
        wanted = sa.select(address_of(connection), *raw).select_from(table)
        if game_id is not None:
            of_game = game.c.id if table is game else table.c.game_id
            wanted = wanted.where(sa.type_coerce(of_game, NULLTYPE) == game_id)
        for address, *values in connection.execute(wanted):
            wrong = []
            for column, read, value in zip(table.c, readers, values, strict=True):
                try:
                    read(value)
                except InvalidValue:
                    wrong.append(column)
            if wrong:
                yield DamagedRow(table, address, tuple(wrong))


def find_dangling(connection: sa.Connection, tables: Iterable[sa.Table]) -> Iterator[DamagedRow]:
    """Find rows in *tables* that refer to a missing row."""
    for table in tables:
        there = (
            sa.select(key.column).where(key.column == key.parent).correlate(table).exists()
            for key in table.foreign_keys
        )
        lost = sa.select(address_of(connection)).select_from(table).where(sa.not_(sa.and_(*there)))
        for address in connection.scalars(lost):
            yield DamagedRow(table, address, ())


def replace(
    connection: sa.Connection,
    rows: Iterable[DamagedRow],
    at: datetime,
    replacements: Mapping[sa.Column[Any], object] | None = None,
) -> None:
    """Replace invalid values by those of *replacements*, or by the column's default.

    A time becomes *at*. Deletes a row that no longer says to what it belongs.
    """
    for row in rows:
        here = address_of(connection) == row.address
        values = {column: _replacement(column, at, replacements or {}) for column in row.columns}
        lost = [column for column, value in values.items() if value is None and not column.nullable]
        if row.table is not game and (row.lost or lost):
            connection.execute(sa.delete(row.table).where(here))
        else:
            connection.execute(sa.update(row.table).where(here).values(values))


def _replacement(
    column: sa.Column[Any], at: datetime, replacements: Mapping[sa.Column[Any], object]
) -> object:
    if column in replacements:
        return replacements[column]
    if column.nullable:
        return None
    if column.default is not None:
        default: Any = column.default
        return default.arg(None) if default.is_callable else default.arg
    if isinstance(column.type, UtcDateTime):
        return at
    return cast("CheckedType[Any]", column.type).neutral


def address_of(connection: sa.Connection) -> sa.ColumnElement[Any]:
    """Return the address of a row, which does not depend on its values."""
    if connection.dialect.name == "sqlite":
        return sa.literal_column("rowid")
    return sa.cast(sa.literal_column("ctid"), sa.String)
