"""Errors of the database, and what turns those of damaged rows and files into Damaged."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import Enum

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """The database cannot be used. ``str`` gives one sentence."""


class Unusable(StoreError):
    """The database can't be used until the host changes something."""


class NoDatabaseYet(StoreError):
    """There is no file, or it is empty: the bot creates the database at its first start."""


class BackupFailed(StoreError):
    """The database could not be copied; ``str`` says why."""


class Damaged(StoreError):
    """Stored data is unreadable. ``str`` says which, without its content."""


class InvalidValue(Damaged):
    """A *column* holds an invalid value."""

    def __init__(self, column: str) -> None:
        super().__init__(f"{column} cannot be read")
        self.column = column


DECODE_ERRORS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""Errors raised by decoding an invalid value."""


DAMAGED = (
    "is not a database, or is damaged: `python -m bot restore` brings a backup back, see "
    "docs/hosting.md."
)
"""Message about a database that cannot be opened, after its name."""


class Trouble(Enum):
    """Reason why an opened database cannot be read or written."""

    BUSY = "somebody else is writing to it, and does not come to an end"
    FULL = "its disk is full"
    FAILING = "it cannot be reached, or its disk fails"


class Unavailable(StoreError):
    """The database is temporarily unavailable; a retry may succeed."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(f"{self.failed}: {trouble.value}")
        self.trouble = trouble

    failed = "the database cannot be used"
    """Beginning of the message."""


class NotRead(Unavailable):
    """Nothing was read, because the database is unavailable."""

    failed = "the database cannot be read"


class NotStored(Unavailable):
    """A change was not stored, because the database is unavailable."""

    failed = "nothing was stored in the database"


class PerhapsStored(Unavailable):
    """The connection was lost during a commit: all of the change is stored, or nothing."""

    failed = "nobody knows whether it was stored in the database"


class StaleVersion(Exception):
    """The game has changed since it was read. Nothing was written."""


class InMaintenance(Exception):
    """Changes are blocked until a time. Nothing was written."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"nothing is changed until {until}")
        self.until = until


DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, "XX001", "XX002")
"""Codes of SQLite and of PostgreSQL."""


def is_damage(error: DBAPIError | sqlite3.Error) -> bool:
    """True if the database itself is damaged, or no database, as its own error says."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlstate", None) in DAMAGE
    code = getattr(cause, "sqlite_errorcode", None)  # None: the driver's error for invalid text
    return code is None or code & 0xFF in DAMAGE  # the other bits are details


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Raise Damaged if *what*, which is decoded inside, is invalid.

    The original error is dropped: its text may hold a secret.
    """
    try:
        yield
    except DECODE_ERRORS as error:
        raise Damaged(f"{what} cannot be read ({type(error).__name__})") from None
    except InvalidValue as error:
        raise Damaged(f"{what} cannot be read ({error.column})") from None
    except (DBAPIError, sqlite3.Error) as error:
        if not is_damage(error):
            raise
        raise Damaged(f"{what} cannot be read, as the file is damaged") from None
