"""What a store needs from a kind of database. Each kind has its own module.

Those are :mod:`~bot.store.databases.sqlite` and :mod:`~bot.store.databases.postgresql`. Where their
SQL differs: :mod:`~bot.store.databases.dialects`, and :mod:`bot.store.maintenance.transfer` for the
numbers that each has given.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Trouble

_T = TypeVar("_T")


class DiskSpace(NamedTuple):
    """Disk space of a database, in bytes."""

    taken: int
    left: int | None
    """Free space on its disk; None if that is on another machine."""


class TransactionKind(Enum):
    """What a transaction is for."""

    WRITING = "writing"
    """All of it is stored, or nothing."""
    READING = "reading"
    """All that is read belongs to one moment."""
    LOOKING = "looking"
    """What one statement reads belongs to one moment, and no more."""


class Database(Protocol):
    """A database, with its connections."""

    shown: str
    """Its URL, without a password."""
    shared: bool
    """True if other programs may use it at the same time."""

    async def start(self) -> None:
        """See whether it can be connected to. Raises what :meth:`described` can describe."""

    async def close(self) -> None:
        """Close every connection."""

    async def run(
        self,
        kind: TransactionKind,
        work: Callable[..., _T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> _T:
        """Run ``work(connection, *args, **kwargs)`` as a transaction of that kind.

        Not for a task that may be cancelled. Raises PerhapsStored if it is unknown whether it was
        stored.
        """

    def connection(self, *, writing: bool) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection in a transaction, which is stored at the end, or not on an exception."""

    def lock_schema(self, connection: Connection) -> None:
        """Lock the schema against other migrations until the transaction ends."""

    def trouble(self, error: Exception) -> Trouble | None:
        """What keeps the database from doing what it was asked; None if it is not that."""

    def described(self, error: Exception) -> str | None:
        """Why it cannot be opened, after its name; None if that is an error of the program's."""

    async def back_up(self, connection: AsyncConnection, label: str) -> Path | None:
        """Copy the database into a file, with *label*; None if its kind is not copied.

        Raises BackupFailed.
        """

    def faults(self, connection: Connection) -> list[str]:
        """What is wrong with the database itself, in words that hold nothing of its rows."""

    def room(self, connection: Connection) -> DiskSpace:
        """What it takes, and what is left."""

    async def listen(self, heard: Callable[[str], None]) -> bool:
        """Call *heard* with what other programs tell from now on; False if that cannot be had."""

    async def tell(self, text: str) -> None:
        """Tell that to all others who listen, if that can be done just now."""
