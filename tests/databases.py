"""New databases, without migrating each of the many that tests need."""

import asyncio
import re
import sqlite3
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store import Store
from bot.store.databases import sqlite

DURABLE = sqlite.PRAGMAS
"""The pragmas of the program."""
_prepared = []
_servers = []
_at_server = {}
"""The databases of this test, by the files that they stand for."""
_left = []
"""The names of earlier tests' databases."""
_MOST_LEFT = 20


def never_wait_for_the_disk():
    """Open files as a server of tests does: nobody cuts the power here."""
    sqlite.PRAGMAS = (*DURABLE, "synchronous = OFF")


def use_server(server):
    """Make all databases from now on at a server, and not in files."""
    _servers.append(server)


def server_of_run():
    """The server of this run."""
    return _servers[0]


def name_of(url):
    """The name of a database at the server."""
    return url.rpartition("/")[2]


async def new_database(path):
    """The URL of the database at *path*; if there is none, it becomes a new, empty one.

    A file is byte by byte what a store makes of no file at all; that is made once. At a server it
    is a database that stands for that file, until the end of the test.
    """
    if _servers:
        if path not in _at_server:
            _at_server[path] = await _servers[0].new_database()
        return _at_server[path]
    if not _prepared:
        with TemporaryDirectory() as folder:
            made = Path(folder) / "games.sqlite3"
            store = await Store.open(_url(made))
            await store.close()
            _prepared.append(made.read_bytes())
    _write(path, _prepared[0])
    return _url(path)


@asynccontextmanager
async def opened_at(url, **options):
    """The database at *url*, opened with these options of :meth:`Store.open`."""
    store = await Store.open(url, **options)
    try:
        yield store
    finally:
        await store.close()


async def change_database(path, statement, *values):
    """Execute SQL on the database at *path* without the program; ? stands for a value."""
    if not _servers:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement, values)
        return
    numbers = count(1)
    numbered = re.sub(r"\?", lambda _sign: f"${next(numbers)}", statement)
    async with _servers[0].connected(name_of(_at_server[path])) as connection:
        await connection.execute(numbered, *values)


def forget_databases():
    """Let the next test have its own databases; delete old ones at the server now and then."""
    _left.extend(map(name_of, _at_server.values()))
    _at_server.clear()
    if len(_left) >= _MOST_LEFT:
        asyncio.run(_servers[0].drop(*_left))
        _left.clear()


def _url(path):
    return f"sqlite+aiosqlite:///{path}"


def _write(path, content):
    if not path.exists():
        path.write_bytes(content)
