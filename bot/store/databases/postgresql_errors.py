"""Meanings of errors of PostgreSQL, poolers, asyncpg and the network."""

import socket
import ssl

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.databases import sqlstates
from bot.store.errors import DAMAGED, Trouble


class NotConnected(Exception):
    """No connection could be made; ``__cause__`` says why."""


def trouble(error: BaseException) -> Trouble | None:
    """Return the trouble of the server or the network; None for any other error."""
    if isinstance(error, PoolTimeout):
        return Trouble.BUSY
    cause = _cause(error)
    if (known := sqlstates.trouble(cause)) is not None:
        return known
    return Trouble.FAILING if isinstance(error, NotConnected) or _is_outside(cause) else None


def is_lost(error: BaseException) -> bool:
    """True if a connection was lost, so that a retry may succeed.

    False after a time-out, and if no connection could be made.
    """
    no_answer = isinstance(_cause(error), TimeoutError)
    return trouble(error) is Trouble.FAILING and not no_answer and type(error) is not NotConnected


def is_outdated(error: BaseException) -> bool:
    """True if tables were changed since a statement was prepared."""
    return isinstance(_cause(error), asyncpg.InvalidCachedStatementError)


def is_unsure(error: BaseException) -> bool:
    """True if a transaction may be stored although its COMMIT raised *error*."""
    return trouble(error) is Trouble.FAILING and sqlstates.unsure(_cause(error))


def _is_outside(cause: BaseException) -> bool:
    """True if an error without a code was not caused by the statement."""
    if isinstance(cause, asyncpg.InterfaceError):
        return not isinstance(cause, ValueError)  # values or settings that asyncpg refuses
    return isinstance(cause, OSError | asyncpg.InternalClientError)


def _cause(error: BaseException) -> BaseException:
    """Return the original error of asyncpg or the socket."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig  # SQLAlchemy's copy of asyncpg's
    elif not isinstance(error, NotConnected):
        return error
    return error.__cause__ or error


_SENTENCES = {
    "28": "does not let the program in: check the user, the password and sslmode ({}).",
    "3D000": "is not there: make it first ({}).",
    "53300": "has no connection left: let it allow more of them, or lower DATABASE_CONNECTIONS.",
    "57P03": "is just starting, or about to end: try again in a moment.",
    "25006": "may only be read: connect to the server that is written to.",
    "42501": "does not let its user do what is needed: let it make tables there ({}).",
    "42P07": "belongs to another program: its tables have the same names.",
    "42P01": DAMAGED,  # a table that its revision has is not there
    "42703": DAMAGED,
    "08P01": "does not take a parameter of the URL, or of the program: {}.",
    "42704": "does not know a parameter of the URL: {}.",
}
"""By an error's code, or its first two characters; ``{}`` is what the server says."""


def described(error: Exception) -> str | None:
    """Return why a database cannot be opened, after its name; None for a bug of the program."""
    cause = _cause(error)
    code = sqlstates.code(cause)
    reason = (str(cause).splitlines() or [type(cause).__name__])[0].rstrip(".")
    if (sentence := _SENTENCES.get(code) or _SENTENCES.get(code[:2])) is not None:
        return sentence.format(reason)
    if isinstance(cause, TimeoutError):
        return "does not answer: does its server run, and is this its address?"
    if isinstance(cause, socket.gaierror):
        return "can't be found: no host of that name is known."
    if isinstance(cause, ssl.SSLError) or "SSL" in reason:
        return f"cannot be connected to as sslmode and the like want it: {reason}."
    if isinstance(cause, FileNotFoundError):
        return "cannot be reached: are the files there that its URL names, and does its server run?"
    if isinstance(cause, OSError):
        return "cannot be reached: does its server run, and is this its address?"
    if trouble(error) is not None or isinstance(error, SQLAlchemyError | asyncpg.PostgresError):
        return f"cannot be opened: {reason}."
    return None
