"""SQLite, through aiosqlite."""

import asyncio
import contextvars
import logging
import math
import shutil
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

import aiosqlite
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.engine import ExecutionContext
from sqlalchemy.engine.cursor import FullyBufferedCursorFetchStrategy
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util import greenlet_spawn

from bot.backoff import pause_after
from bot.store.databases.database import Database, DiskSpace, TransactionKind
from bot.store.databases.sqlite_file import beside, check_file, copy_beside, in_memory
from bot.store.errors import DAMAGED, Trouble

log = logging.getLogger(__name__)

WRITING = "two_rivers_writing"
"""The execution option of a connection that will write."""

ASKED_BY = "two_rivers_asked_by"
"""The execution option with the task of a transaction, for tracing."""
_OWN = "two_rivers_connection"
_COMPILED: dict[Any, Any] = {}
"""Cache of compiled statements, shared by all connections."""
_T = TypeVar("_T")

PRAGMAS = (
    "journal_mode = WAL",  # the only one that changes the file
    "synchronous = FULL",  # an acknowledged action survives a power cut
    "foreign_keys = ON",
)

_TEXT = partial(str, encoding="utf-8", errors="surrogateescape")
_FIRST_PAUSE = 0.01
_PATIENCE = 5.0
"""Seconds to wait for other programs, the driver's default."""

_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
    sqlite3.SQLITE_READONLY: Trouble.FAILING,
    sqlite3.SQLITE_CANTOPEN: Trouble.FAILING,
    sqlite3.SQLITE_PERM: Trouble.FAILING,
    sqlite3.SQLITE_NOMEM: Trouble.FAILING,
}


def trouble(error: Exception) -> Trouble | None:
    """Return why the file cannot be read or written now; None for other errors."""
    if isinstance(error, PoolTimeout):
        return Trouble.BUSY
    if isinstance(error, OSError):
        return Trouble.FAILING
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", 0)
    return _TROUBLES.get(code & 0xFF)  # the other bits are details


_LONGEST = 20
"""Maximum number of reported faults."""


def faults(connection: sa.Connection) -> list[str]:
    """Return SQLite's messages about faults of a file, without content of rows."""
    found = connection.exec_driver_sql(f"PRAGMA integrity_check({_LONGEST})").scalars()
    broken = [str(line).splitlines()[0] for line in found if line != "ok"]
    if broken:  # the check itself fails on a broken file
        return broken
    lost = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    return [f"a row of the table {row[0]} belongs to no row of {row[2]}" for row in lost[:_LONGEST]]


_USABLE = "does its folder exist, and may the program use it?"


def described(error: Exception) -> str | None:
    """Return why a file cannot be opened, after its name; None for a bug of the program."""
    if isinstance(error, OSError):
        return f"cannot be opened ({error.strerror}): {_USABLE}"
    if not isinstance(error, SQLAlchemyError | sqlite3.Error):
        return None
    reason = str(getattr(error, "orig", error)).lower()
    if "unable to open" in reason:
        return f"cannot be opened: {_USABLE}"
    if "readonly" in reason or "read-only" in reason:
        return "cannot be written to: check its permissions and its folder's."
    if "locked" in reason:
        return "is busy: another program is writing to it."
    if "already exists" in reason:
        return "belongs to another program: its tables have the same names."
    if "no such" in reason or "file format" in reason:  # a table that its revision has
        return DAMAGED
    return f"cannot be opened: {reason.splitlines()[0] if reason else type(error).__name__}."


class SQLite(Database):
    """A database in a file, or in memory, with one writer at a time."""

    shared = False
    trouble = staticmethod(trouble)
    described = staticmethod(described)
    faults = staticmethod(faults)

    def __init__(self, url: sa.URL, *, unchanged: bool = False) -> None:
        """With *unchanged*, the file must exist."""
        self.shown = url.render_as_string(hide_password=True)
        self._url = url
        self._unchanged = unchanged
        # A few permanent connections: each has a thread, and many busy threads would starve the
        # event loop. Memory has one connection, lent to one transaction at a time.
        self._engine = create_async_engine(
            url,
            hide_parameters=True,  # they hold hands and bags
            poolclass=sa.AsyncAdaptedQueuePool,
            pool_size=1 if in_memory(url) else 3,
            max_overflow=0,
            pool_reset_on_return=None,  # transactions end where they begin
        )
        self._writer = self._engine.execution_options(**{WRITING: True})
        self._lock = asyncio.Lock()
        _prepare(self._engine, PRAGMAS[1:] if unchanged else PRAGMAS)

    async def start(self) -> None:
        """Open the file, or create it."""
        check_file(self._url, there=self._unchanged)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def run(
        self,
        kind: TransactionKind,
        work: Callable[..., _T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> _T:
        """Run *work* in one transaction in the thread of a connection.

        The driver would switch threads for each step of each statement, a dozen times in a small
        transaction, which costs more than the database. Here the thread gets all the work at once,
        with its own SQLAlchemy connection on the same handle.
        """
        writing = kind is TransactionKind.WRITING
        async with self._lock if writing else nullcontext():
            pool = self._engine.sync_engine.pool
            assert isinstance(pool, sa.AsyncAdaptedQueuePool)
            # A greenlet is needed only if there is something to wait for.
            lent = pool.connect() if pool.checkedin() else await greenlet_spawn(pool.connect)
            try:
                driver = lent.driver_connection
                assert isinstance(driver, aiosqlite.Connection)
                own = lent.info.get(_OWN)
                if own is None:
                    own = lent.info[_OWN] = _connection_on(driver)
                task = asyncio.current_task()
                options = {WRITING: writing, ASKED_BY: task.get_name() if task else ""}

                def transaction() -> _T:
                    with own.execution_options(**options).begin():
                        return work(own, *args, **kwargs)

                execute: Callable[..., Awaitable[_T]] = driver._execute  # noqa: SLF001
                return await execute(contextvars.copy_context().run, transaction)
            finally:
                lent.close()

    @asynccontextmanager
    async def connection(self, *, writing: bool) -> AsyncIterator[AsyncConnection]:
        """Provide a connection in a transaction, committed at the end."""
        if writing:
            async with self._lock, self._writer.begin() as connection:
                yield connection
        else:
            async with self._engine.begin() as connection:
                yield connection

    def back_up(self, connection: sa.Connection, label: str) -> Path | None:
        """Copy the committed database into a new file beside its own.

        The copy has the name of the database with *label* appended, and a number if that exists.
        Returns None if the database has no file. Raises BackupFailed.
        """
        file = file_of(connection)
        return None if file is None else copy_beside(file, label)

    def room(self, connection: sa.Connection) -> DiskSpace:
        """Return the space used by the file and those beside it, and free on its disk."""
        file = file_of(connection)
        if file is None:
            return DiskSpace(0, None)
        taken = sum(each.stat().st_size for each in (file, *beside(file)) if each.exists())
        return DiskSpace(taken, shutil.disk_usage(file.parent).free)


def _prepare(engine: AsyncEngine, pragmas: Sequence[str]) -> None:
    """Set the pragmas on every connection, and begin transactions explicitly.

    The driver would begin one only before the first change. Writers use BEGIN IMMEDIATE: a reader
    that became a writer could find that another connection has written meanwhile.
    """
    patience = float(str(engine.url.query.get("timeout", _PATIENCE)))

    @sa.event.listens_for(engine.sync_engine, "connect")
    def connect(connection: AsyncAdapt_aiosqlite_connection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        # Invalid UTF-8 would fail the whole query, so the column rejects it instead.
        connection.driver_connection.text_factory = _TEXT
        try:
            connection.run_async(partial(_set, pragmas, patience))
        except Exception:  # no pool knows this connection yet
            connection.close()
            raise

    sa.event.listen(engine.sync_engine, "begin", _begin)


async def _set(pragmas: Sequence[str], patience: float, driver: aiosqlite.Connection) -> None:
    """Set the pragmas, retrying for *patience* seconds while another program writes.

    Changing to WAL fails at once then, without SQLite's usual timeout.
    """
    for tries in count():
        pause = pause_after(tries, _FIRST_PAUSE, math.inf)
        try:
            async with driver.executescript("".join(f"PRAGMA {each};" for each in pragmas)):
                return
        except sqlite3.OperationalError as error:
            if pause > patience or trouble(error) is not Trouble.BUSY:
                raise
        await asyncio.sleep(pause)


def _begin(connection: sa.Connection) -> None:
    writing = connection.get_execution_options().get(WRITING, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _connection_on(driver: aiosqlite.Connection) -> sa.Connection:
    dialect = _dialect()
    handle: Callable[[], Any] = lambda: driver._conn  # noqa: E731, SLF001  # there is no other way
    engine = sa.Engine(
        sa.StaticPool(handle, reset_on_return=None, dialect=dialect),
        dialect,
        sa.make_url("sqlite://"),
        execution_options={"compiled_cache": _COMPILED},
        hide_parameters=True,  # they hold hands and bags
    )
    sa.event.listen(engine, "begin", _begin)
    sa.event.listen(engine, "after_cursor_execute", _fetch_all)
    return engine.connect()


@cache
def _dialect() -> sa.Dialect:
    """Return the dialect of SQLite, which learns its version when it first connects."""
    engine = sa.create_engine("sqlite://", poolclass=sa.NullPool)
    with engine.connect():
        return engine.dialect


def _fetch_all(  # the library's name
    _connection: sa.Connection,
    cursor: sqlite3.Cursor,
    _statement: str,
    _parameters: object,
    context: ExecutionContext,
    _many: bool,  # noqa: FBT001
) -> None:
    """Fetch all rows before decoding the first, which may be damaged.

    An unfinished cursor would keep the connection in its old snapshot.
    """
    if cursor.description is not None:
        context.cursor_fetch_strategy = FullyBufferedCursorFetchStrategy(  # type: ignore[attr-defined]
            cast("DBAPICursor", cursor), cursor.description, deque(cursor.fetchall())
        )


def file_of(connection: sa.Connection) -> Path | None:
    """Return the file of a database; None without one."""
    if connection.dialect.name != "sqlite":
        return None
    databases = connection.exec_driver_sql("PRAGMA database_list")
    name = {row.name: row.file for row in databases}["main"]
    return Path(name) if name else None
