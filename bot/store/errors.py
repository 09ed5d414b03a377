"""What can go wrong with the database."""

from datetime import datetime
from enum import Enum


class StoreError(Exception):
    """The database cannot be used. ``str`` gives one sentence."""


class Unusable(StoreError):
    """The database can't be used until the host changes something."""


class NoDatabaseYet(StoreError):
    """There is no file, or it is empty: the bot creates the database at its first start."""


class BackupFailed(StoreError):
    """The file was to be copied before it is changed, and could not be. ``str`` says why."""


class Damaged(StoreError):
    """Something that is stored cannot be read. ``str`` says what, and nothing that it holds."""


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
"""What is said of a database that cannot be opened, after its name."""


class Trouble(Enum):
    """What keeps a database from being read or written that was all right before."""

    BUSY = "somebody else is writing to it, and does not come to an end"
    FULL = "its disk is full"
    FAILING = "it cannot be reached, or its disk fails"


class Unavailable(StoreError):
    """The database is in trouble. Once that is over, the same can be tried again."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(f"{self.failed}: {trouble.value}")
        self.trouble = trouble

    failed = "the database cannot be used"
    """What has failed, as the sentence begins."""


class NotRead(Unavailable):
    """Nothing could be read, as the database is in trouble."""

    failed = "the database cannot be read"


class NotStored(Unavailable):
    """A change was not stored, and nothing of it is, as the database is in trouble."""

    failed = "nothing was stored in the database"


class PerhapsStored(Unavailable):
    """The connection was lost while a change was stored: all of it is, or nothing.

    Reading the database tells which.
    """

    failed = "nobody knows whether it was stored in the database"


class StaleVersion(Exception):
    """The game has changed since it was read. Nothing was written."""


class InMaintenance(Exception):
    """Nothing may be changed until a time. Nothing was written."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"nothing is changed until {until}")
        self.until = until
