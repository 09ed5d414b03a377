"""The interface of databases for the store.

Implemented by :mod:`~bot.store.databases.sqlite` and :mod:`~bot.store.databases.postgresql`. Their
SQL differs in :mod:`~bot.store.databases.dialects`, and for generated numbers in
:mod:`bot.store.maintenance.transfer`.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Trouble

_T = TypeVar("_T")


class DiskSpace(NamedTuple):
    """Disk space of a database, in bytes."""

    taken: int
    left: int | None
    """Free space on its disk; None if that is on another machine."""


class TransactionKind(Enum):
    """Kind of a transaction."""

    WRITING = "writing"
    """Writes atomically."""
    READING = "reading"
    """Reads one snapshot."""
    LOOKING = "looking"
    """Reads a snapshot for each statement."""


class Database(Protocol):
    """A database, with its connections."""

    shown: str
    """Its URL, without a password."""
    shared: bool
    """True if other programs may use it at the same time."""

    async def start(self) -> None:
        """Connect once. Raises errors that :meth:`described` can describe."""

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
        """Provide a connection in a transaction, committed unless an exception is raised."""

    def trouble(self, error: Exception) -> Trouble | None:
        """Return why an error makes the database unavailable; None for other errors."""

    def described(self, error: Exception) -> str | None:
        """Return why it cannot be opened, after its name; None for a bug of the program."""

    def room(self, connection: sa.Connection) -> DiskSpace:
        """Return used and free disk space."""

    def lock_schema(self, connection: sa.Connection) -> None:  # noqa: ARG002
        """Lock the schema against other migrations until the transaction ends."""
        return

    def back_up(self, connection: sa.Connection, label: str) -> Path | None:  # noqa: ARG002
        """Copy the database into a file, with *label*; None if its kind is not copied.

        Raises BackupFailed.
        """
        return None

    def faults(self, connection: sa.Connection) -> list[str]:  # noqa: ARG002
        """Return faults of the database itself, in words without content of its rows."""
        return []

    async def listen(self, receive: Callable[[str], None]) -> bool:  # noqa: ARG002
        """Call *receive* with other programs' notifications from now on; False if impossible."""
        return False

    async def notify(self, text: str) -> None:  # noqa: ARG002
        """Notify all other programs that listen, if possible now."""
        return
