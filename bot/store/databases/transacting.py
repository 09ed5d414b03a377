"""Transactions on PostgreSQL, in as few round trips as can be.

The library would send BEGIN, COMMIT and each statement by themselves, and wait for each answer.
Here the first is sent with the first change, the second with the last ones; and what is read in one
statement, which belongs to one moment anyway, without either.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_only

from bot.store.databases.collecting import COLLECTED, Collected
from bot.store.databases.database import Kind
from bot.store.databases.postgresql_errors import is_unsure, trouble
from bot.store.errors import PerhapsStored, Trouble

_T = TypeVar("_T")

_WRITING = "BEGIN"
_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


def prepare(engine: AsyncEngine) -> None:
    """Have what is read on the engine's connections wait for changes that it depends on."""

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def execute(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        collected = connection.get_execution_options().get(COLLECTED)
        if collected is not None:
            collected.before(statement)


def run(
    connection: Connection, work: Callable[[Connection], _T], kind: Kind, *, pooled: bool
) -> _T:
    """Run a whole transaction, on a connection on which the library begins and ends none.

    Each statement is prepared first, and run then: *pooled*, one process of the server's does both
    only within a transaction. Raises PerhapsStored if nobody can tell whether it was stored.
    """
    if kind is Kind.LOOKING and not pooled:
        return work(connection)
    if kind is Kind.WRITING:
        return _written(connection, work, within=pooled)
    return _read(connection, work)


def end(connection: Connection, error: BaseException) -> None:
    """Roll back a transaction that *error* has interrupted.

    A connection that may be broken is given up: a late answer would be taken for the next one.
    The server rolls back then.
    """
    if connection.invalidated:
        return
    if not isinstance(error, PerhapsStored) and trouble(error) is not Trouble.FAILING:
        try:
            if _driver(connection).is_in_transaction():
                _send(connection, "ROLLBACK")
        except Exception:  # noqa: BLE001, S110  # it is broken too
            pass
        else:
            return
    connection.invalidate()


def _read(connection: Connection, work: Callable[[Connection], _T]) -> _T:
    _send(connection, _READING)
    result = work(connection)
    _send(connection, "COMMIT")
    return result


def _written(connection: Connection, work: Callable[[Connection], _T], *, within: bool) -> _T:
    collected = Collected(lambda statements: _send(connection, statements), _WRITING, within=within)
    result = work(connection.execution_options(**{COLLECTED: collected}))
    try:
        collected.commit()
    except Exception as error:
        if is_unsure(error):
            raise PerhapsStored(Trouble.FAILING) from error
        raise
    return result


def _send(connection: Connection, statements: str) -> str:
    """Send statements in one message. Answers what the last one has done.

    Raises DBAPIError, without the statements: they hold hands and bags, or OSError.
    """
    adapter: Any = connection.connection.dbapi_connection
    dialect: Any = connection.dialect
    try:
        try:
            done: str = await_only(_driver(connection).execute(statements))
        except Exception as error:  # the library names them as it names those of its own
            adapter._handle_exception(error)  # noqa: SLF001
            raise
    except dialect.dbapi.Error as error:
        lost = dialect.is_disconnect(error, adapter, None)
        if lost:
            connection.invalidate()
        raise DBAPIError.instance(
            None,
            None,
            error,
            dialect.dbapi.Error,
            hide_parameters=True,
            connection_invalidated=lost,
            dialect=dialect,
        ) from error
    return done


def _driver(connection: Connection) -> Any:  # noqa: ANN401  # asyncpg has no types
    return connection.connection.driver_connection
