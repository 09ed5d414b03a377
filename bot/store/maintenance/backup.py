"""A backup of a whole database: one file of SQLite's, of whatever kind the database is."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from bot.store.databases import sqlite
from bot.store.errors import BackupFailed, Damaged, StoreError
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


def back_up(connection: Connection, copy: Path, went_on: Callable[[], None]) -> None:
    """Copy all that is stored, as it is at this moment, into a new file that only its owner reads.

    It is there once it is whole. Where it is made game by game, each is told. Raises
    BackupFailed, with nothing left behind, and what *went_on* raises.
    """
    try:
        if copy.exists():
            raise BackupFailed(f"{copy} is there already, and is not written over")
        with TemporaryDirectory(".partial", f"{copy.name}.", copy.parent) as folder:
            made = Path(folder, copy.name)
            made.touch(0o600)
            source = sqlite.file_of(connection)
            if source is None:
                _copy_rows_into(made, connection, went_on)
            else:
                sqlite.copy_into(made, Path(source))
            made.rename(copy)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BackupFailed(f"{copy} cannot be written ({reason})") from error


def _copy_rows_into(file: Path, connection: Connection, went_on: Callable[[], None]) -> None:
    engine = create_engine(URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        with engine.begin() as target:
            upgrade(target)
            copy_rows(StoredRows(connection), target, went_on)
    except DBAPIError as error:  # which are those of the file, or of the database
        if isinstance(error.orig, sqlite3.Error):
            raise error.orig from None
        raise
    finally:
        engine.dispose()


@contextmanager
def opened_backup(file: Path) -> Iterator[StoredRows]:
    """Give what is stored in a backup, at one moment. Raises StoreError if it is none."""

    def connect() -> sqlite3.Connection:  # which is used where the other database writes
        address = f"{file.absolute().as_uri()}?mode=rw"
        return sqlite3.connect(address, uri=True, check_same_thread=False)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool, hide_parameters=True)
    with ExitStack() as stack:
        stack.callback(engine.dispose)
        try:
            sqlite.check_alone(file)
            connection = stack.enter_context(engine.connect())
            connection.exec_driver_sql("BEGIN")
            check_up_to_date(connection)
        except OlderDatabase:
            raise StoreError(f"{file} {OLDER}.") from None
        except NewerDatabase:
            raise StoreError(f"{file} {NEWER}.") from None
        except OSError as error:
            raise StoreError(f"{file} {sqlite.described(error)}") from None
        except (OtherDatabase, Damaged, DBAPIError) as error:
            if isinstance(error, DBAPIError) and sqlite.trouble(error) is not None:
                raise StoreError(f"{file} {sqlite.described(error)}") from None
            raise StoreError(f"{file} is no backup of this program, or is damaged.") from None
        yield StoredRows(connection)
