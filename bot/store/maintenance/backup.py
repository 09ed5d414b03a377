"""Backups of whole databases: a SQLite file for either kind."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from bot.store.databases import sqlite, sqlite_file
from bot.store.errors import BackupFailed, Damaged, StoreError, is_damage
from bot.store.maintenance.migrate import (
    NEWER,
    OLDER,
    NewerDatabase,
    OlderDatabase,
    OtherDatabase,
    check_up_to_date,
    upgrade,
)
from bot.store.maintenance.transfer import StoredRows, copy_rows

NO_BACKUP = "isn't a backup of this program, or it's damaged."
"""The message about such a file, after its name."""
_STEPS = 1_000_000
"""SQLite's steps between two calls of *on_progress*."""


def back_up(connection: sa.Connection, copy: Path, on_progress: Callable[[], None]) -> None:
    """Copy a snapshot of the whole database into a new file that only its owner can read.

    The file appears once complete. *on_progress* is called after each game, if games are copied one
    by one. Raises BackupFailed, and errors of *on_progress*, with nothing left behind.
    """
    try:
        if copy.exists():
            raise BackupFailed(f"{copy} already exists, and is not overwritten")
        with TemporaryDirectory(".partial", f"{copy.name}.", copy.parent) as folder:
            made = Path(folder, copy.name)
            made.touch(0o600)
            source = sqlite.file_of(connection)
            if source is None:
                _copy_rows_into(made, connection, on_progress)
            else:
                sqlite_file.copy_into(made, Path(source))
            made.rename(copy)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BackupFailed(f"{copy} cannot be written ({reason})") from error


def _copy_rows_into(file: Path, connection: sa.Connection, on_progress: Callable[[], None]) -> None:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        with engine.begin() as target:
            upgrade(target)
            copy_rows(StoredRows(connection), target, on_progress)
    except DBAPIError as error:  # which are those of the file, or of the database
        if isinstance(error.orig, sqlite3.Error):
            raise error.orig from None
        raise
    finally:
        engine.dispose()


@contextmanager
def opened_backup(file: Path) -> Iterator[StoredRows]:
    """Provide the rows of a backup in one snapshot. Raises StoreError if it is invalid."""
    with ExitStack() as stack:
        with _as_store_error(file):
            sqlite_file.check_alone(file)
            connection = stack.enter_context(_connected(file, "rw"))
            connection.exec_driver_sql("BEGIN")
            check_up_to_date(connection)
        yield StoredRows(connection)


def verify(
    file: Path,
    shown: Path,
    *,
    older: bool = False,
    on_progress: Callable[[], None] = lambda: None,
) -> int:
    """Verify that a file, to which nobody writes, is a complete backup of this version.

    Or, with *older*, of an older one. Only reads the file. *shown* is its name in errors;
    *on_progress* is called repeatedly. Returns the number of games. Raises StoreError, and errors
    of *on_progress*.
    """
    with _as_store_error(shown), _connected(file, "ro", on_progress) as connection:
        with suppress(*[OlderDatabase] if older else []):
            check_up_to_date(connection)
        for fault in _faults(connection):
            raise StoreError(f"{shown} is damaged: {fault}.")
        return int(connection.exec_driver_sql("SELECT count(*) FROM game").scalar_one())


def _faults(connection: sa.Connection) -> list[str]:
    try:
        return sqlite.faults(connection)
    except DBAPIError as error:
        if not is_damage(error):
            raise
        return ["SQLite cannot read it to its end"]


@contextmanager
def _connected(
    file: Path, mode: str, on_progress: Callable[[], None] = lambda: None
) -> Iterator[sa.Connection]:
    def connect() -> sqlite3.Connection:  # which is used where the other database writes
        address = f"{file.absolute().as_uri()}?mode={mode}"
        made = sqlite3.connect(address, uri=True, check_same_thread=False)
        made.set_progress_handler(on_progress, _STEPS)
        return made

    engine = sa.create_engine(
        "sqlite://", creator=connect, poolclass=sa.NullPool, hide_parameters=True
    )
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _as_store_error(file: Path) -> Iterator[None]:
    """Turn errors of a backup into a StoreError that names it."""
    try:
        yield
    except OlderDatabase:
        raise StoreError(f"{file} {OLDER}.") from None
    except NewerDatabase:
        raise StoreError(f"{file} {NEWER}.") from None
    except OSError as error:
        raise StoreError(f"{file} {sqlite.described(error)}") from None
    except (OtherDatabase, Damaged, DBAPIError) as error:
        if isinstance(error, DBAPIError) and sqlite.trouble(error) is not None:
            raise StoreError(f"{file} {sqlite.described(error)}") from None
        raise StoreError(f"{file} {NO_BACKUP}") from None
