"""Replaces a SQLite database by a backup, and keeps the old one under another name.

Interruptions lose nothing: the backup is first copied beside the database and verified. Then the
copy has a name that keeps the store from opening the database until the copy is in its place.
Running it again continues: files moved away have the date of that name.
"""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from bot.store.databases import sqlite_file
from bot.store.errors import StoreError, is_damage
from bot.store.maintenance.backup import NO_BACKUP, verify
from bot.store.maintenance.backup_folder import sync

_ENDINGS = ("-journal", "-wal", "-shm", "")
"""Suffixes of the files of a database, itself last."""


class Restored(NamedTuple):
    """The result of restoring a backup."""

    games: int
    made_at: datetime
    """The time of the backup."""
    before: Path | None
    """The new path of the database that was there; None if there was none."""


def restore_file(database: Path, backup: Path, at: datetime) -> Restored:
    """Replace the *database*, which no program uses, by a copy of a *backup*.

    Raises StoreError: nothing has changed, or it was interrupted, which the store reports.
    """
    database = database.resolve()
    partial = database.with_name(f"{database.name}.restoring.partial")
    try:
        if not backup.is_file():
            backup.stat()  # raises the reason
            raise StoreError(f"{backup} is no file.")
        if _is_same(backup, database):
            raise StoreError(f"{backup} is the database itself.")
        for each in (database, backup):
            if sqlite_file.is_open(each):
                raise StoreError(f"A program uses {each}: end it first.")
        sqlite_file.check_alone(backup)
        made_at = datetime.fromtimestamp(backup.stat().st_mtime, UTC)
    except OSError as error:
        raise StoreError(f"{backup} cannot be read ({error.strerror}).") from None
    try:
        try:
            _copy(backup, partial)
            games = verify(partial, backup, older=True)
            sync(partial)
            before = _replace(database, partial, at)
        finally:
            for ending in _ENDINGS:
                _with(partial, ending).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{database} cannot be replaced ({error.strerror}).") from None
    return Restored(games, made_at, before)


def _is_same(backup: Path, database: Path) -> bool:
    try:
        return backup.samefile(database)
    except OSError:  # there is no database
        return False


def _copy(backup: Path, partial: Path) -> None:
    """Copy a backup, with files left beside it by a crash. Only reads it."""
    for ending in _ENDINGS:
        _with(partial, ending).unlink(missing_ok=True)
        if _with(backup, ending).is_file():
            _with(partial, ending).touch(0o600)
            shutil.copyfile(_with(backup, ending), _with(partial, ending))
    try:
        with closing(sqlite3.connect(partial)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # from now on it is one file
    except sqlite3.Error as error:
        if is_damage(error):
            raise StoreError(f"{backup} {NO_BACKUP}") from None
        raise StoreError(f"{backup} cannot be copied ({error}).") from None


def _replace(database: Path, partial: Path, at: datetime) -> Path | None:
    """Move the database away, and the copy into its place. Returns the database's new path."""
    ready, before = _names(database, at)
    partial.replace(ready)
    sync(database.parent)
    for ending in _ENDINGS:
        try:
            _with(database, ending).rename(_with(before, ending))
        except FileNotFoundError:
            continue
        with suppress(OSError):  # a file of another user
            os.utime(_with(before, ending))  # its age counts from now on
    sync(database.parent)
    ready.rename(database)
    for each in sqlite_file.half_restored(database):  # one that could not continue under its name
        each.unlink()
    sync(database.parent)
    return before if before.exists() else None


def _names(database: Path, at: datetime) -> tuple[Path, Path]:
    """Return the temporary name of the copy, and the new one of the database.

    After an interruption, the same as before.
    """
    new = (at + timedelta(seconds=later) for later in count())
    dates = chain(
        (
            each.name.rpartition(sqlite_file.RESTORING)[2]
            for each in sqlite_file.half_restored(database)
        ),
        (f"{each:%Y%m%d-%H%M%S}" for each in new),
    )
    for each in dates:
        before = _with(database, f".before-restore-{each}")
        if not any(
            _with(database, ending).exists() and _with(before, ending).exists()
            for ending in _ENDINGS
        ):
            return _with(database, f"{sqlite_file.RESTORING}{each}"), before
    raise AssertionError


def _with(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")
