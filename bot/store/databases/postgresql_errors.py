"""Meanings of errors of PostgreSQL, poolers, asyncpg and the network."""

import socket
import ssl

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.errors import DAMAGE, DAMAGED, Trouble


class NotConnected(Exception):
    """No connection could be made; ``__cause__`` says why."""


_TROUBLES = {
    "53100": Trouble.FULL,
    "53": Trouble.BUSY,  # too many connections, no memory left
    "55P03": Trouble.BUSY,  # a lock that cannot be had
    "40003": Trouble.FAILING,  # the connection is lost, with an unknown outcome
    "40": Trouble.BUSY,  # two transactions in each other's way
    "0A000": Trouble.BUSY,  # its tables were changed meanwhile: what was prepared does not fit
    "08": Trouble.FAILING,  # the connection is lost; most poolers say it of anything
    "25P03": Trouble.FAILING,  # idle in a transaction: this program had stopped
    "25P04": Trouble.FAILING,  # a transaction that takes longer than the server allows
    "57": Trouble.FAILING,  # it is shut down, or just starts
    "58": Trouble.FAILING,  # its own disk
    "25006": Trouble.FAILING,  # it may only be read
    "42501": Trouble.FAILING,  # the user lost a permission
    "42P05": Trouble.FAILING,  # a pooler lends a connection with others' prepared statements
}
"""By code of an error, or its first two characters: the classes of PostgreSQL's appendix A."""
_STATEMENTS = {
    "20",
    "21",
    "22",
    "23",
    "24",
    "25",
    "27",
    "2D",
    "34",
    "3B",
    "42",
    "44",
    "54",
    "P0",
}
"""Classes of errors in a statement. All others come from the server or a pooler."""
_UNSURE = ("08", "40003", "57P")
"""Beginnings of the codes after which it is unknown whether a transaction is stored."""


def code_of(error: BaseException) -> str:
    """Return the code of an error of the server, SQLAlchemy or asyncpg; empty without one."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlstate", None) or "")


def trouble(error: BaseException) -> Trouble | None:
    """Return the trouble of the server or the network; None for any other error."""
    if isinstance(error, PoolTimeout):
        return Trouble.BUSY
    cause = _cause(error)
    given = code_of(cause)
    if known := _known(given):
        return known
    of_server = given and given not in DAMAGE and given[:2] not in _STATEMENTS
    if of_server or isinstance(error, NotConnected) or _is_outside(cause):
        return Trouble.FAILING
    return None


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
    given = code_of(_cause(error))
    unsure = _known(given) is None or given.startswith(_UNSURE)
    return unsure and trouble(error) is Trouble.FAILING


def _known(given: str) -> Trouble | None:
    return _TROUBLES.get(given) or _TROUBLES.get(given[:2])


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
    code = code_of(cause)
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
