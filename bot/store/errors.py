"""Errors of the database."""

from datetime import datetime
from enum import Enum


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
