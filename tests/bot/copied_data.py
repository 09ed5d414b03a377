"""Databases and folders that a host copies: their contents, for comparison."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import insert, text

from bot.store.schema.column_types import (
    JSON,
    ByColour,
    Days,
    Events,
    Numbers,
    StoredDuration,
    UtcDateTime,
    Word,
    Zone,
)
from bot.store.schema.tables import metadata
from tests.databases import opened_at

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
FIRST = FIXTURES / "version_0_1_0.sqlite3"
"""A database of the first version."""
OF_PROCESSES = ("program", "claim", "identifying")
OF_SHAPE = {
    "list[str]": ["ü\u2028"],
    "list[int]": [1],
    "list[typing.Any]": [{"a": [1, "ü\u2028"]}],
    "dict[str, int]": {"ü\u2028": 1},
    "dict[str, typing.Any]": {"won": [["ü\u2028", 1]], "shared": 1},
}
"""Values for columns of JSON."""


def change_file(path, statement, *values):
    """Execute SQL on a file without the program."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def zero_a_page(path, name="ix_entry_game_id_turn"):
    """Damage the first page of an index or a table."""
    with closing(sqlite3.connect(path)) as connection:
        wanted = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        ((root,),) = connection.execute(wanted, (name,))
    pages = bytearray(path.read_bytes())
    pages[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(pages)


async def change(address, work):
    async with opened_at(address) as store:
        return await store.write(work)


def skip_post_numbers(connection):
    """Delete a message with the number 500, so that the next one is 501."""
    newest = "(SELECT max(id) FROM post)"
    connection.execute(text(f"UPDATE post SET id = 500 WHERE id = {newest}"))
    connection.execute(text("UPDATE sqlite_sequence SET seq = 500 WHERE name = 'post'"))
    connection.execute(text("DELETE FROM post WHERE id = 500"))


def fill_all_tables(connection):
    """Put a row into each table, with something in each column."""
    for table in metadata.sorted_tables:
        connection.execute(insert(table).values({each.name: value_for(each) for each in table.c}))


def value_for(column):
    match column.type:
        case UtcDateTime():
            return datetime(2026, 2, 3, 4, 5, 6, 789_012, tzinfo=UTC)
        case StoredDuration():
            return timedelta(microseconds=7)
        case Word(words=words):
            return next(iter(words))
        case Zone():
            return "Europe/Berlin"
        case Days():
            return "06"
        case Events():
            return ()
        case Numbers():
            return frozenset({11, 22})
        case ByColour():
            return [1, 2, 3, 4]
        case JSON(shape=shape):
            return OF_SHAPE[str(shape)]
    return {bool: True, int: 3, float: 1 / 3, str: "x\n"}[column.type.impl.python_type]


def content(file):
    """Everything in a file, except what running programs write about themselves."""
    own = tuple(f'INSERT INTO "{name}"' for name in OF_PROCESSES)
    with closing(sqlite3.connect(file)) as connection:
        return sorted(line for line in connection.iterdump() if not line.startswith(own))


def files(folder):
    """The files in a folder, except the time of the backup."""
    named = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*")}
    return {
        name: b"\n".join(line for line in each.read_bytes().split(b"\n") if b"toml" not in line)
        for name, each in named.items()
        if each.is_file() and name != "two_rivers.toml"
    }


def rows_in(address):
    """The number of rows in a database."""

    def count(connection):
        return sum(
            len(connection.execute(table.select()).all()) for table in metadata.sorted_tables
        )

    return asyncio.run(change(address, count))
