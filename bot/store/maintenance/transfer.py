"""Copies all rows into another database of either kind.

Rows are dictionaries by column, with values that every database and JSON understand, and
:class:`~datetime.datetime` for times. Values are copied unchanged and not interpreted. Every
function works within the transaction of its connection.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    ProgrammingError,
    StatementError,
)
from sqlalchemy.types import TypeEngine

from bot.store.errors import Damaged, StoreError, decoding
from bot.store.maintenance.damages import address_of
from bot.store.queries import games
from bot.store.schema.column_types import UtcDateTime
from bot.store.schema.tables import game, metadata, pulse

Row: TypeAlias = dict[str, Any]


class GameRows(NamedTuple):
    """The rows of a game."""

    number: int
    rows: Mapping[str, list[Row]]
    """By table; referenced tables first."""


_OF_PROCESSES = frozenset({"program", "claim", "identifying"})
"""Tables about running programs, which are not copied."""
_TOGETHER = 20
"""Number of games that are read and written at a time."""
_ABOUT_VALUES = frozenset({"22", "23"})
"""Classes of PostgreSQL's errors: data exceptions, and violated constraints."""


def _plain(table: sa.Table) -> sa.Table:
    """Return a copy of a table with plain columns, which read and write values unchanged."""
    columns = (
        sa.Column(each.name, _plain_type(each), primary_key=each.primary_key) for each in table.c
    )
    return sa.Table(table.name, _PLAIN, *columns)


def _plain_type(column: sa.Column[Any]) -> TypeEngine[Any]:
    kind = column.type
    if isinstance(kind, sa.TypeDecorator) and not isinstance(kind, UtcDateTime):
        kind = kind.impl_instance
    return sa.JSON(none_as_null=True) if isinstance(kind, sa.JSON) else kind


_PLAIN = sa.MetaData()
_TABLES = {
    table.name: _plain(table) for table in metadata.sorted_tables if table.name not in _OF_PROCESSES
}
"""Copied tables, referenced ones first."""
_OF_GAMES = {
    name: table.c["id" if name == game.name else "game_id"]
    for name, table in _TABLES.items()
    if name == game.name or "game_id" in table.c
}
"""Tables whose rows belong to games, and the column with the game's number."""
GLOBAL_TABLES = tuple(name for name in _TABLES if name not in _OF_GAMES)
"""Names of the tables whose rows belong to no game."""
TIMES = {
    name: frozenset(column.name for column in table.c if isinstance(column.type, UtcDateTime))
    for name, table in _TABLES.items()
}
"""Columns of times, by table."""
COLUMNS = {name: frozenset(table.c.keys()) for name, table in _TABLES.items()}
"""All columns, by table."""
_NUMBERED = {
    table.name: column.name
    for table in metadata.sorted_tables
    if (column := table.autoincrement_column) is not None and table.name in _TABLES
}
"""Tables with generated numbers, and the columns that hold them."""


class NotCopied(StoreError):
    """Not all rows could be copied, and nothing was stored. ``str`` says which."""


class Source(Protocol):
    """A source of rows to copy."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Return the number of rows by table."""

    @property
    def last_numbers(self) -> Mapping[str, int]:
        """Return the last generated number by table, even if its row is deleted."""

    def global_rows(self, name: str) -> Iterable[Row]:
        """Return the rows of a table that belongs to no game."""

    def games(self) -> Iterator[GameRows]:
        """Yield the rows of all games; referenced games first."""


class StoredRows:
    """The rows of a database. Methods raise Damaged if rows are unreadable."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Return the number of rows by table."""
        with decoding("A table"):
            return {
                name: self._connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
                for name, table in _TABLES.items()
            }

    @cached_property
    def last_numbers(self) -> Mapping[str, int]:
        """Return the last generated number by table, even if its row is deleted."""
        with decoding("A table"):
            return {
                name: max(
                    _last_given(self._connection, name, column),
                    _highest(self._connection, name, column),
                )
                for name, column in _NUMBERED.items()
            }

    def global_rows(self, name: str, *, readable: bool = False) -> list[Row]:
        """Return the rows of a table without games; if *readable*, without damaged ones."""
        table = _TABLES[name]
        wanted = sa.select(table).order_by(*table.primary_key)
        try:
            return self._read_rows(name, wanted)
        except Damaged:  # one is damaged: read each by itself to find it
            if not readable:
                raise
        here, found = address_of(self._connection), list[Row]()
        for each in self._connection.scalars(sa.select(here).select_from(table)).all():
            with suppress(Damaged):
                found += self._read_rows(name, wanted.where(here == each))
        return found

    def _read_rows(self, name: str, wanted: sa.Select[Any]) -> list[Row]:
        with decoding(f"The table {name}"):
            return list(map(_row, self._connection.execute(wanted).mappings()))

    def games(self, left_out: Callable[[Damaged], None] | None = None) -> Iterator[GameRows]:
        """Yield the rows of all games; referenced games first.

        Calls *left_out* for a game that can't be read, and skips it; without it, raises Damaged.
        """
        numbers = games.numbers(self._connection)
        for at in range(0, len(numbers), _TOGETHER):
            together = numbers[at : at + _TOGETHER]
            try:
                yield from self._games(together)
            except Damaged:  # find out which one, game by game
                for number in together:
                    try:
                        yield from self._games([number])
                    except Damaged as damaged:
                        if left_out is None:
                            raise
                        left_out(damaged)

    def game(self, number: int) -> GameRows | None:
        """Return the rows of one game; None without such a game."""
        found = next(self._games([number]))
        return found if found.rows else None

    def _games(self, numbers: Sequence[int]) -> Iterator[GameRows]:
        found: dict[int, dict[str, list[Row]]] = {number: {} for number in numbers}
        for name, of_game in _OF_GAMES.items():
            table = _TABLES[name]
            wanted = sa.select(table).where(of_game.in_(numbers)).order_by(*table.primary_key)
            with decoding(f"A row of game {numbers[0]} in the table {name}"):
                for row in self._connection.execute(wanted).mappings():
                    found[row[of_game.name]].setdefault(name, []).append(_row(row))
        for number, rows in found.items():
            yield GameRows(number, rows)


def _row(found: sa.RowMapping) -> Row:
    return {name: value for name, value in found.items() if value is not None}


def replace_game(source: GameRows, connection: sa.Connection) -> None:
    """Replace a game's rows by those from another database.

    Raises NotCopied.
    """
    for name, of_game in reversed(_OF_GAMES.items()):
        connection.execute(sa.delete(_TABLES[name]).where(of_game == source.number))
    for name in _OF_GAMES:
        _write(connection, name, source.rows.get(name, ()), f" of game {source.number}")


def copy_rows(source: Source, connection: sa.Connection, on_progress: Callable[[], None]) -> None:
    """Write all rows of *source* into an empty database, and call *on_progress* for each game.

    Raises NotCopied, Damaged, and errors of *on_progress*.
    """
    _check_empty(connection)
    connection.execute(sa.delete(pulse))
    for name in GLOBAL_TABLES:
        _write(connection, name, list(source.global_rows(name)))
    remaining = source.games()
    while together := list(islice(remaining, _TOGETHER)):
        of_games = f" of games {together[0].number} to {together[-1].number}"
        for name in _OF_GAMES:
            rows = [row for each in together for row in each.rows.get(name, ())]
            _write(connection, name, rows, of_games)
        for _ in together:
            on_progress()
    _set_last_numbers(connection, source.last_numbers)
    _analyze(connection)
    carried = StoredRows(connection).counts
    for name, count in source.counts.items():
        if carried[name] != count:
            raise NotCopied(
                f"Of {count} rows of the table {name} only {carried[name]} belong to a game"
            )


def _check_empty(connection: sa.Connection) -> None:
    """Raise NotCopied if there is a row, except of running programs."""
    for name, table in _TABLES.items():
        if name != pulse.name and connection.execute(sa.select(table).limit(1)).first() is not None:
            raise NotCopied(f"The database is not empty: its table {name} has rows")


def _write(connection: sa.Connection, name: str, rows: Sequence[Row], of_games: str = "") -> None:
    if not rows:
        return
    table = _TABLES[name]
    empty = dict.fromkeys(table.c.keys())
    try:
        connection.execute(sa.insert(table), [empty | row for row in rows])
    except (ArithmeticError, StatementError, ValueError) as error:
        if not _is_caused_by_row(error):
            raise
        raise NotCopied(
            f"Rows of the table {name}{of_games} do not fit ({type(error).__name__})"
        ) from None  # whose text may hold a hand


def _is_caused_by_row(error: Exception) -> bool:
    """True if a row caused the error, not the database."""
    if not isinstance(error, DBAPIError):  # the driver does not even ask the database
        return True
    if isinstance(error, DataError | IntegrityError | InterfaceError | ProgrammingError):
        return not error.connection_invalidated
    return str(getattr(error.orig, "sqlstate", ""))[:2] in _ABOUT_VALUES


def _highest(connection: sa.Connection, name: str, column: str) -> int:
    return connection.scalar(sa.select(sa.func.max(_TABLES[name].c[column]))) or 0


_SEQUENCE = "CAST(pg_get_serial_sequence(:name, :column) AS regclass)"


def _last_given(connection: sa.Connection, name: str, column: str) -> int:
    if connection.dialect.name != "sqlite":
        last = sa.text(f"SELECT pg_sequence_last_value({_SEQUENCE})")
    elif _never_reuses_numbers(name):
        last = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    else:
        return 0
    return connection.scalar(last, {"name": name, "column": column}) or 0


def _set_last_numbers(connection: sa.Connection, last: Mapping[str, int]) -> None:
    for name, column in _NUMBERED.items():
        number = max(last.get(name, 0), _highest(connection, name, column))
        if connection.dialect.name != "sqlite":
            changes = [f"SELECT setval({_SEQUENCE}, :number)"]
        elif _never_reuses_numbers(name):
            changes = [
                "DELETE FROM sqlite_sequence WHERE name = :name",
                "INSERT INTO sqlite_sequence VALUES (:name, :number)",
            ]
        else:
            continue
        if number:
            for change in changes:
                values = {"name": name, "column": column, "number": number}
                connection.execute(sa.text(change), values)


def _analyze(connection: sa.Connection) -> None:
    """Refresh a server's statistics, without which its plans are slow."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text(f"ANALYZE {', '.join(_TABLES)}"))


def _never_reuses_numbers(name: str) -> bool:
    """True if SQLite never reuses numbers of deleted rows of that table."""
    return bool(metadata.tables[name].dialect_options["sqlite"]["autoincrement"])
