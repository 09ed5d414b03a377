"""The database: opened, brought up to date, read and written in explicit transactions."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import events, postgresql, sqlite
from bot.store.deciphering import deciphering
from bot.store.errors import BackupFailed, Damaged, NotRead, NotStored, StoreError, Trouble
from bot.store.migrating import (
    NewerDatabase,
    OtherDatabase,
    check_up_to_date,
    revision_to_leave,
    upgrade,
)

_P = ParamSpec("_P")
_T = TypeVar("_T")

log = logging.getLogger(__name__)

for _talkative in ("aiosqlite", "sqlalchemy.engine"):
    # Asked for every detail they would log rows, and with them hands and bags.
    logging.getLogger(_talkative).setLevel(logging.WARNING)


class Store:
    """An open database. One writer at a time; readers see what was committed before."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{sqlite.WRITING: True})
        self._reader = engine
        if engine.dialect.name != "sqlite":  # which knows no other level
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ")
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, url: str, *, unchanged: bool = False) -> "Store":
        """Open the database at *url* and bring its tables up to date.

        A file of SQLite's that a migration is going to change is copied first. *Unchanged*, it is
        opened only if it is there, and of this version. Raises StoreError, with a sentence, if
        any of that cannot be done.
        """
        try:
            parsed = make_url(url)
            sqlite_url = parsed.get_backend_name() == "sqlite"
            engine = create_async_engine(
                parsed,
                hide_parameters=True,  # they hold hands and bags
                **(sqlite.engine_options(parsed) if sqlite_url else {"pool_pre_ping": True}),
            )
        except (SQLAlchemyError, ValueError, ImportError):  # whose words may repeat the password
            raise StoreError(
                "DATABASE_URL names no database, or none with an asynchronous driver installed."
            ) from None
        if sqlite_url:
            sqlite.prepare(engine, sqlite.PRAGMAS[1:] if unchanged else sqlite.PRAGMAS)
        events.prepare()
        shown = parsed.render_as_string(hide_password=True)
        store = cls(engine)
        try:
            if sqlite_url:
                sqlite.check_file(parsed, there=unchanged)
            with deciphering("the database"):
                if unchanged:
                    async with store.reading() as connection:
                        await connection.run_sync(check_up_to_date)
                else:
                    await store._bring_up_to_date()
        except OtherDatabase as other:
            await store.close()
            raise StoreError(f"The database {shown} {other}") from None
        except NewerDatabase:
            await store.close()
            raise StoreError(
                f"The database {shown} was written by a newer version of this program: "
                "update the program."
            ) from None
        except BackupFailed as failed:
            await store.close()
            raise StoreError(
                f"The database {shown} is of an older version and was not touched, because it "
                f"cannot be backed up first: {failed}."
            ) from failed
        except Damaged:
            await store.close()
            raise StoreError(f"The database {shown} {_DAMAGED}") from None
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            await store.close()
            raise StoreError(f"The database {shown} {_described(error)}") from error
        except BaseException:
            await store.close()
            raise
        return store

    async def _bring_up_to_date(self) -> None:
        """Migrate the tables. Nobody else can write between the backup and the migration."""
        backup: Path | None = None
        try:
            async with self.writing() as connection:
                revision = await connection.run_sync(revision_to_leave)
                if revision is not None and connection.dialect.name == "sqlite":
                    backup = await sqlite.back_up(connection, f"backup-{revision}")
                await connection.run_sync(upgrade)
        except Exception:
            _drop(backup)
            raise
        if backup is not None:
            log.info("the database was brought up to date; as it was before, it is in %s", backup)

    async def close(self) -> None:
        """Close every connection. The store is of no use afterwards."""
        await self._engine.dispose()

    async def read(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """Let *work* read, on a connection and with these arguments, and answer what it does.

        It runs in another thread, or may: it must touch nothing that is not safe there.
        Raises NotRead if the database is in trouble.
        """
        call = partial(_call, work, args, kwargs)
        return await self._finish(self._run(self._reader, call))

    async def write(
        self,
        work: Callable[Concatenate[Connection, _P], _T],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> _T:
        """Let *work* write likewise: all of it is stored, or nothing if it raises.

        Raises NotStored if the database is in trouble.
        """
        call = partial(_call, work, args, kwargs)

        async def transaction() -> _T:
            async with self._lock:
                return await self._run(self._writer, call)

        return await self._finish(transaction())

    async def write_with_backup(
        self, label: str, work: Callable[[Connection], _T]
    ) -> tuple[_T, Path | None]:
        """Let *work* write, once a file of SQLite's was copied beside itself, with *label*.

        Answers what it does, and where the copy is. Raises BackupFailed, or NotStored; whatever
        is raised, nothing has changed. Not for a task that may be cancelled.
        """
        backup: Path | None = None
        try:
            with self._troubles_told(writing=True):
                async with self.writing() as connection:
                    if connection.dialect.name == "sqlite":
                        backup = await sqlite.back_up(connection, label)
                    return await connection.run_sync(work), backup
        except Exception:
            _drop(backup)
            raise

    async def faults(self) -> list[str]:
        """What is wrong with the database itself, whatever it holds; as far as it can tell."""
        if self._engine.dialect.name != "sqlite":
            return []
        return await self.read(sqlite.faults)

    async def _run(self, engine: AsyncEngine, work: Callable[[Connection], _T]) -> _T:
        with self._troubles_told(writing=engine is self._writer):
            return await self._transaction(engine, work)

    @contextmanager
    def _troubles_told(self, *, writing: bool) -> Iterator[None]:
        """Turn the errors of a database in trouble into the store's own."""
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            trouble = self._trouble(error)
            if trouble is None and isinstance(error, DBAPIError) and sqlite.damage(error):
                raise Damaged("the database is damaged") from None  # its words may hold a hand
            if trouble is None:
                raise
            raise NotStored(trouble) if writing else NotRead(trouble) from error

    def _trouble(self, error: Exception) -> Trouble | None:
        """What keeps the database from doing anything; None if it is something else."""
        if isinstance(error, PoolTimeout):
            return Trouble.BUSY
        if isinstance(error, OSError):  # of connecting: nobody answers there
            return Trouble.FAILING
        if self._engine.dialect.name == "sqlite":
            return sqlite.trouble(error) if isinstance(error, DBAPIError | sqlite3.Error) else None
        if not isinstance(error, DBAPIError) or error.connection_invalidated:
            return None  # cut off in the middle, nobody knows whether it was stored
        return postgresql.trouble(error)

    async def _transaction(self, engine: AsyncEngine, work: Callable[[Connection], _T]) -> _T:
        if engine.dialect.name == "sqlite":
            async with engine.connect() as connection:
                return await sqlite.run(connection, work, writing=engine is self._writer)
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    async def _finish(self, transaction: Coroutine[Any, Any, _T]) -> _T:
        """Run a transaction to its end; whoever asked for it is cancelled only afterwards.

        Cut short, it would leave a connection closed whose cursors live on in the traceback,
        and SQLite would keep the file locked for as long.
        """
        asking = asyncio.current_task()
        task = asyncio.create_task(transaction, name=asking.get_name() if asking else None)
        cancelled: asyncio.CancelledError | None = None
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is not None and not task.cancelled():
            task.exception()  # nobody is left to hear of it
            raise cancelled
        return task.result()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection on which everything read belongs to one moment.

        Not for a task that may be cancelled: that is what :meth:`read` is for.
        """
        async with self._reader.begin() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are all stored at the end, or none on an exception.

        Not for a task that may be cancelled: that is what :meth:`write` is for.
        """
        async with self._lock, self._writer.begin() as connection:
            yield connection


def _drop(backup: Path | None) -> None:
    """Delete a backup: nothing has changed, and they should not pile up."""
    if backup is not None:
        with suppress(OSError):
            backup.unlink()


def _call(
    work: Callable[..., _T],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    connection: Connection,
) -> _T:
    return work(connection, *args, **kwargs)


_DAMAGED = (
    "is not a database, or is damaged: put a backup in its place, as the README says under "
    "“Connect to Discord”."
)


def _described(error: Exception) -> str:
    """What is wrong with the database, after its name."""
    reason = str(getattr(error, "orig", error)).lower()
    if any(sign in reason for sign in ("unable to open", "no such file", "is a directory")):
        return "cannot be opened: does its folder exist, and may the program use it?"
    if "readonly" in reason or "read-only" in reason or "permission denied" in reason:
        return "cannot be written to: check its permissions and its folder's."
    if "locked" in reason:
        return "is busy: another program is writing to it."
    if "already exists" in reason:
        return "belongs to another program: its tables have the same names."
    if "no such" in reason or "file format" in reason:  # a table that its revision has is not there
        return _DAMAGED
    return f"cannot be opened: {reason.splitlines()[0] if reason else type(error).__name__}."
