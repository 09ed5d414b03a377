"""The database: opening, migrating, reading and writing in explicit transactions."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.counting import UNCOUNTED, Counts, DatabaseTrouble, Duration
from bot.store.databases.database import Database, DiskSpace, TransactionKind
from bot.store.databases.postgresql_urls import NoUrl, is_meant
from bot.store.databases.sqlite import SQLite
from bot.store.databases.sqlite_file import file_in
from bot.store.errors import (
    DAMAGED,
    BackupFailed,
    Damaged,
    NotRead,
    NotStored,
    StoreError,
    Trouble,
    Unavailable,
    Unusable,
    decoding,
    is_damage,
)
from bot.store.maintenance.migrate import (
    NewerDatabase,
    OtherDatabase,
    check_up_to_date,
    revision_to_leave,
    upgrade,
)
from bot.store.schema import column_types

_P = ParamSpec("_P")
_T = TypeVar("_T")
_Work: TypeAlias = Callable[Concatenate[Connection, _P], _T]

CONNECTIONS = 8
"""Maximum number to a server: during a deploy two programs leave some of twenty."""

log = logging.getLogger(__name__)

for _talkative in ("aiosqlite", "sqlalchemy.engine", "alembic"):
    # Two would log rows, with hands and bags; the third repeats itself.
    logging.getLogger(_talkative).setLevel(logging.WARNING)


class Store:
    """An open database. Readers see committed data; writers of a game are serialised."""

    def __init__(self, database: Database, counts: Counts = UNCOUNTED) -> None:
        self._database = database
        self._counts = counts
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.stored_at = 0.0
        """Time of the last stored change, by :func:`time.monotonic`."""
        self.last_refusal: tuple[Trouble, float] | None = None
        """Reason and time of the last failed change, except by a concurrent writer."""

    @property
    def shared(self) -> bool:
        """True if other programs may use the database at the same time."""
        return self._database.shared

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        unchanged: bool = False,
        connections: int = CONNECTIONS,
        counts: Counts = UNCOUNTED,
    ) -> "Store":
        """Open the database at *url* and migrate its tables.

        A SQLite file is copied before a migration. With *unchanged*, it must exist and be of this
        version. *connections* is the maximum number to a server; *counts* counts transactions.
        Raises StoreError, with a sentence, on failure.
        """
        try:
            database = database_at(url, unchanged=unchanged, connections=connections)
        except NoUrl as error:
            raise StoreError(f"DATABASE_URL {error}.") from None
        column_types.prepare_events()
        store = cls(database, counts)
        try:
            await database.start()
            with decoding("the database"):
                if unchanged:
                    async with store.reading() as connection:
                        await connection.run_sync(check_up_to_date)
                else:
                    await store._migrate()
        except BaseException as error:
            await store.close()
            reason = _why_closed(error, database)
            if reason is None:
                raise
            raise reason from error
        return store

    async def _migrate(self) -> None:
        """Migrate the tables. No other program can write between the backup and the migration."""
        backup: Path | None = None

        def migrate(connection: Connection) -> str | None:
            nonlocal backup
            self._database.lock_schema(connection)
            revision = revision_to_leave(connection)
            if revision is not None:
                backup = self._database.back_up(connection, f"backup-{revision}")
            upgrade(connection)
            return revision

        try:
            revision = await self._database.run(TransactionKind.WRITING, migrate, (), {})
        except Exception:
            _drop(backup)
            raise
        if revision is not None:
            copied = "" if backup is None else f"; as it was before, it is in {backup}"
            log.info("the database was brought up to date%s", copied)

    async def close(self) -> None:
        """Close all connections after running transactions.

        Afterwards every call raises NotRead or NotStored.
        """
        self._closed = True
        while self._under_way:
            await asyncio.wait(self._under_way)
        await self._database.close()

    async def listen(self, receive: Callable[[str], None]) -> bool:
        """Call *receive* with other programs' notifications from now on, until the store is closed.

        Returns False if that is impossible: with SQLite, and behind a pooler. Notifications are
        lost with the connection: listeners must also read the database now and then.
        """
        return await self._database.listen(receive)

    async def notify(self, text: str) -> None:
        """Notify all other programs that listen, if possible now. Never raises.

        Works only while listening.
        """
        await self._database.notify(text)

    async def read(self, work: _Work[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Run ``work(connection, *args, **kwargs)``, which only reads, and return its result.

        It may run in another thread, so it must be thread-safe. Raises NotRead if the database is
        unavailable.
        """
        return await self._run(TransactionKind.READING, work, args, kwargs)

    async def look(self, work: _Work[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Like :meth:`read`, but with a snapshot for each statement.

        For one statement, or statements that check that they fit to those before: takes a third of
        the time over a network. Raises NotRead.
        """
        return await self._run(TransactionKind.LOOKING, work, args, kwargs)

    async def write(self, work: _Work[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Run *work*, which writes, in one transaction; nothing is stored if it raises.

        Raises NotStored if the database is unavailable, PerhapsStored if the outcome is unknown.
        """
        return await self._run(TransactionKind.WRITING, work, args, kwargs)

    async def write_with_backup(
        self, label: str, work: Callable[[Connection, Path | None], _T]
    ) -> _T:
        """Run *work*, which writes, after copying a SQLite file beside itself, with *label*.

        *work* gets the path of the copy, or None. Raises BackupFailed, or as :meth:`write`; then
        the copy is gone.
        """
        backup: Path | None = None

        def write(connection: Connection) -> _T:
            nonlocal backup
            backup = self._database.back_up(connection, label)
            return work(connection, backup)

        try:
            return await self.write(write)
        except Exception:
            _drop(backup)
            raise

    async def faults(self) -> list[str]:
        """Return faults of the database itself, independent of its content."""
        return await self.read(self._database.faults)

    async def room(self) -> DiskSpace:
        """Return used and free disk space. Raises NotRead."""
        return await self.read(self._database.room)

    async def _run(
        self,
        kind: TransactionKind,
        work: Callable[..., _T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> _T:
        """Run a transaction to its end; the calling task is cancelled only afterwards.

        Cut short, it would leave a connection closed whose cursors live on in the traceback,
        and SQLite would keep the file locked for as long.
        """
        if self._closed:
            raise (NotStored if kind is TransactionKind.WRITING else NotRead)(Trouble.FAILING)
        began = time.monotonic()
        asking = asyncio.current_task()
        transaction = self._database.run(kind, work, args, kwargs)
        task = asyncio.create_task(transaction, name=asking.get_name() if asking else None)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError as error:
                cancelled = error
        self._counts.time(Duration.TRANSACTION, time.monotonic() - began, kind)
        if task.cancelled():
            return task.result()
        failed = task.exception()
        if isinstance(failed, Exception):
            failed = self._failed(failed, kind)
        elif failed is None and kind is TransactionKind.WRITING:
            self.stored_at = time.monotonic()
        if cancelled is not None:
            raise cancelled
        if failed is not None:
            raise failed
        return task.result()

    def _failed(self, error: Exception, kind: TransactionKind) -> Exception:
        """Count an error of an unavailable database, and return the store's own; else *error*."""
        if not isinstance(error, StoreError):
            trouble = self._database.trouble(error)
            if trouble is None:
                if isinstance(error, DBAPIError | sqlite3.Error) and is_damage(error):
                    return Damaged("the database is damaged")  # its text may hold a hand
                return error
            unavailable = (NotStored if kind is TransactionKind.WRITING else NotRead)(trouble)
            unavailable.__cause__ = error
            error = unavailable
        if isinstance(error, Unavailable):
            self._counts.count(DatabaseTrouble[error.trouble.name])
            if isinstance(error, NotStored) and error.trouble is not Trouble.BUSY:
                self.last_refusal = error.trouble, time.monotonic()
        return error

    def reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Provide a connection with one snapshot.

        Not for a task that may be cancelled, unlike :meth:`read`.
        """
        return self._database.connection(writing=False)

    def writing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Provide a connection whose changes are committed unless an exception is raised.

        Not for a task that may be cancelled, unlike :meth:`write`.
        """
        return self._database.connection(writing=True)


def file_at(url: str) -> Path | None:
    """Return the file of the database at *url*; None without one."""
    if is_meant(url):  # which no other library reads that way
        return None
    file = file_in(make_url(url))
    return None if file is None else file.resolve()


def database_at(url: str, *, unchanged: bool = False, connections: int = CONNECTIONS) -> Database:
    """Return the database at *url*, not connected yet. Raises NoUrl."""
    if is_meant(url):
        try:
            from bot.store.databases.postgresql import PostgreSQL  # noqa: PLC0415  # it may be missing
        except ImportError as missing:
            raise NoUrl(
                "is for PostgreSQL, which needs a package that is not installed: "
                f"python -m pip install {missing.name}"
            ) from None
        return PostgreSQL(url, connections)
    try:
        parsed = make_url(url)
        dialect = parsed.get_dialect()
    except NoSuchModuleError:
        raise NoUrl("names a kind of database or a driver that is unknown") from None
    except (ArgumentError, ValueError):  # whose text may repeat the password
        raise NoUrl("is not the URL of a database") from None
    if dialect.name != "sqlite":
        raise NoUrl("names a kind of database that is not used here: SQLite and PostgreSQL are")
    if not dialect.is_async:
        raise NoUrl("names no asynchronous driver: begin it with sqlite+aiosqlite:///")
    try:
        return SQLite(parsed, unchanged=unchanged)
    except ValueError:
        raise NoUrl("has a timeout that is no number of seconds") from None


def _drop(backup: Path | None) -> None:
    """Delete a backup that is not needed, because nothing has changed."""
    if backup is not None:
        with suppress(OSError):
            backup.unlink()


def _why_closed(error: BaseException, database: Database) -> StoreError | None:
    """Return the error of a database that cannot be opened; None for a bug of the program."""
    shown = f"The database {database.shown}"
    match error:
        case OtherDatabase():
            return type(error)(f"{shown} {error}")
        case NewerDatabase():
            return Unusable(
                f"{shown} was written by a newer version of this program: update the program."
            )
        case BackupFailed():
            return StoreError(
                f"{shown} is of an older version and was not updated, because it cannot be backed "
                f"up first: {error}."
            )
        case Exception():
            described = DAMAGED if isinstance(error, Damaged) else database.described(error)
            kind = Unusable if described == DAMAGED else StoreError
            return None if described is None else kind(f"{shown} {described}")
        case _:
            return None
