"""PostgreSQL, through asyncpg."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg
import sqlalchemy as sa
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.backoff import pause_after
from bot.store.databases import postgresql_errors
from bot.store.databases.database import Database, DiskSpace, TransactionKind
from bot.store.databases.dialects import lock
from bot.store.databases.postgresql_errors import NotConnected
from bot.store.databases.postgresql_urls import read_url
from bot.store.errors import PerhapsStored, Trouble

_T = TypeVar("_T")

_PROGRAM = "two-rivers"
_PATIENCE = 15.0
"""Seconds to wait for the server's response."""
_POOL_PATIENCE = 10.0
"""Seconds to wait for a free connection of the pool."""
_GOODBYE = 2.0
"""Seconds for closing a connection properly; then it is cut off."""
_LOOKED_AFTER = {
    "idle_in_transaction_session_timeout": "20s",  # a program that has stopped: others wait for it
    "tcp_keepalives_idle": "60",  # what is in between may forget a connection where nothing happens
}
"""Settings with which the server ends connections that seem to be lost."""
_PREPARED = 100
"""Size of asyncpg's cache of prepared statements for several rows; SQLAlchemy caches others."""
_FAILED = "a statement has failed"
"""Key in a connection's ``info`` after a failure."""
_MIGRATING = 7_061_997
"""Arbitrary number of the lock for migrations."""
_CHANNEL = "two_rivers"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
"""Seconds before reconnecting, with backoff."""
_SILENT_FOR = 30.0
"""Seconds of silence before the connection is checked."""
_ANSWERED_WITHIN = 5.0
"""Seconds to wait for a response."""


class PostgreSQL(Database):
    """A database on a server.

    A pooler that lends a connection for a transaction only (pgbouncer, and what hosts make of it)
    permits no state at the server: no prepared statements, no settings, no listening.
    """

    shared = True
    trouble = staticmethod(postgresql_errors.trouble)
    described = staticmethod(postgresql_errors.described)

    def __init__(self, url: str, connections: int) -> None:
        """Use at most *connections*. Raises NoUrl."""
        self._address = read_url(url)
        self.shown = self._address.shown
        self._pooled = True
        """True unless known to be without a pooler."""
        self._listening: Listening | None = None
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            hide_parameters=True,  # they hold hands and bags
            pool_size=max(1, connections - 1),  # one more listens
            max_overflow=0,
            pool_use_lifo=True,  # the one used last has prepared what is asked most
            pool_timeout=_POOL_PATIENCE,
            connect_args={"async_creator_fn": self._connect},
        )
        self._reader = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._looker = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        sa.event.listen(self._engine.sync_engine, "do_connect", self._choose_statements)
        sa.event.listen(self._engine.sync_engine, "checkout", _see_whether_open)
        sa.event.listen(self._engine.sync_engine, "handle_error", _note_failure)

    async def start(self) -> None:
        """Connect once, and detect a pooler.

        A server sends each client the number of its process, for cancelling; a pooler, which uses
        other processes for each transaction, sends a number of its own.
        """
        connection = await self._connect()
        try:
            async with connection.transaction():  # by one process, then
                process = await connection.fetchval("SELECT pg_backend_pid()")
            self._pooled = process != connection.get_server_pid()
        finally:
            await connection.close()

    async def close(self) -> None:
        """Close every connection."""
        if self._listening is not None:
            await self._listening.close()
        await self._engine.dispose()

    async def run(
        self,
        kind: TransactionKind,
        work: Callable[..., _T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> _T:
        """Run *work* in one transaction; retry after a lost connection if it only reads.

        Also retry if tables were changed since its statements were prepared: nothing is stored.
        """
        try:
            return await self._run(kind, work, args, kwargs)
        except Exception as error:
            again = kind is not TransactionKind.WRITING and postgresql_errors.is_lost(error)
            if not (again or postgresql_errors.is_outdated(error)):
                raise
        return await self._run(kind, work, args, kwargs)

    async def _run(
        self,
        kind: TransactionKind,
        work: Callable[..., _T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> _T:
        # A statement is prepared first and run then: a pooler's server does both only within a
        # transaction.
        if kind is TransactionKind.LOOKING and not self._pooled:
            async with self._connected(self._looker) as connection:
                return await connection.run_sync(work, *args, **kwargs)
        async with self.connection(writing=kind is TransactionKind.WRITING) as connection:
            return await connection.run_sync(work, *args, **kwargs)

    @asynccontextmanager
    async def connection(self, *, writing: bool) -> AsyncIterator[AsyncConnection]:
        """Provide a connection in a transaction, committed at the end."""
        async with self._connected(self._engine if writing else self._reader) as connection:
            connection.info.pop(_FAILED, None)
            yield connection
            if writing and not connection.invalidated and _FAILED in connection.info:
                raise RuntimeError("a statement has failed: COMMIT would store nothing, in silence")
            try:
                await connection.commit()
            except Exception as error:
                if writing and postgresql_errors.is_unsure(error):
                    raise PerhapsStored(Trouble.FAILING) from error
                raise

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with engine.connect() as connection:
            try:
                yield connection
            except BaseException as error:
                await _roll_back(connection, error)
                raise

    def lock_schema(self, connection: sa.Connection) -> None:
        """Lock the schema against other migrations until the transaction ends."""
        lock(connection, _MIGRATING)

    def room(self, connection: sa.Connection) -> DiskSpace:
        """Return the space used at the server."""
        taken = connection.exec_driver_sql("SELECT pg_database_size(current_database())")
        return DiskSpace(taken.scalar_one(), None)

    async def listen(self, receive: Callable[[str], None]) -> bool:
        """Call *receive* with other programs' notifications from now on; not behind a pooler."""
        if self._pooled:
            return False
        self._listening = Listening(self._connect, receive)
        await self._listening.first_attempt()
        return True

    async def notify(self, text: str) -> None:
        """Notify all other programs that listen, if possible now."""
        if self._listening is not None:
            await self._listening.notify(text)

    async def _connect(self, **_settings: object) -> Any:  # noqa: ANN401  # asyncpg has no types
        settings = {} if self._address.names_itself else {"application_name": _PROGRAM}
        if not self._pooled:
            settings |= _LOOKED_AFTER
        try:
            return await asyncpg.connect(
                self._address.dsn,
                timeout=self._address.timeout,
                command_timeout=_PATIENCE,
                statement_cache_size=0 if self._pooled else _PREPARED,
                max_cached_statement_lifetime=0,  # without end: each has a timer of its own else
                connection_class=_Connection,
                server_settings=settings,
            )
        except Exception as error:
            raise NotConnected from error

    def _choose_statements(
        self, _dialect: object, _record: object, _arguments: object, options: dict[str, Any]
    ) -> None:
        """Prepare statements once for each connection; behind a pooler each for itself."""
        if self._pooled:
            options["prepared_statement_cache_size"] = 0
            options["prepared_statement_name_func"] = _no_name


def _note_failure(context: sa.ExceptionContext) -> None:
    told_by_server = postgresql_errors.code_of(context.original_exception)
    if context.connection is not None and told_by_server:
        context.connection.info[_FAILED] = True


async def _roll_back(connection: AsyncConnection, error: BaseException) -> None:
    """Roll back a transaction that *error* has interrupted.

    After an error of the server or the network the connection is given up, and the server rolls
    back: a late answer would be taken for the next one, and asyncpg takes a transaction that could
    not begin for one that has.
    """
    if connection.invalidated:
        return
    if not isinstance(error, PerhapsStored) and postgresql_errors.trouble(error) is None:
        with suppress(Exception):
            await connection.rollback()
            return
    await connection.invalidate()


def _no_name() -> str:
    return ""


class _Connection(asyncpg.Connection):  # type: ignore[misc]
    """A connection whose :meth:`close` never fails."""

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ARG002, ASYNC109
        """Close the connection, or cut it off if the server does not answer."""
        with suppress(Exception):
            await super().close(timeout=_GOODBYE)


def _see_whether_open(driver: Any, _record: ConnectionPoolEntry, _proxy: object) -> None:  # noqa: ANN401
    """Let the pool replace a connection that the server has closed."""
    if driver.driver_connection.is_closed():
        raise DisconnectionError


log = logging.getLogger(__name__)


# --- notifications between programs: LISTEN and NOTIFY --------------------------------------------


class Listening:
    """One connection that listens, replaced whenever it is lost.

    Notifications in between are lost: listeners must also read the database now and then.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Any]], receive: Callable[[str], None]
    ) -> None:
        self._connect = connect
        self._receive = receive
        self._connection: Any = None
        self._in_use = asyncio.Lock()
        self._attempted = asyncio.Event()
        self._task = asyncio.create_task(self._listen(), name="listening")

    async def first_attempt(self) -> None:
        """Wait until it listens, or until the first attempt has failed."""
        await self._attempted.wait()

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def notify(self, text: str) -> None:
        """Notify all others, if possible now."""
        async with self._in_use:
            if self._connection is None:
                return
            try:
                await self._connection.execute(
                    "SELECT pg_notify($1, $2)", _CHANNEL, text, timeout=_ANSWERED_WITHIN
                )
            except Exception as error:
                if postgresql_errors.trouble(error) is None:
                    log.exception("other programs are not told")
                self._connection.terminate()

    async def _listen(self) -> None:
        tries = 0
        while True:
            try:
                connection = await self._connect()
                try:
                    await self._listen_on(connection)
                finally:
                    if self._connection is not None:  # it was listened
                        tries = 0
                    self._connection = None
                    connection.terminate()
            except Exception as error:
                if postgresql_errors.trouble(error) is None:
                    log.exception("what other programs tell is not heard")
            self._attempted.set()
            await asyncio.sleep(pause_after(tries, _FIRST_PAUSE, _LONGEST_PAUSE))
            tries += 1

    async def _listen_on(self, connection: Any) -> None:  # noqa: ANN401  # asyncpg has no types
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _connection: lost.set())
        await connection.add_listener(_CHANNEL, self._receive_from)
        self._connection = connection
        self._attempted.set()
        while not lost.is_set():
            try:
                async with asyncio.timeout(_SILENT_FOR):
                    await lost.wait()
            except TimeoutError:
                async with self._in_use:
                    await connection.execute("SELECT 1", timeout=_ANSWERED_WITHIN)

    def _receive_from(self, connection: Any, pid: int, _channel: str, text: str) -> None:  # noqa: ANN401
        if pid != connection.get_server_pid():  # not our own
            self._receive(text)
