"""The file of a SQLite database, and those beside it."""

import errno
import logging
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import sqlalchemy as sa

from bot.store.errors import BackupFailed, NoDatabaseYet, Unusable

if sys.platform != "win32":
    import fcntl

log = logging.getLogger(__name__)

RESTORING = ".restoring-"
"""Suffix, after the database's name, of a backup that is about to replace it."""
_OWNERS = 0o600
_OF_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_BESIDE = ("-wal", "-shm", "-journal", ".lock", ".backup-", ".before-", ".restoring")
"""What follows the database's name in those of files beside it: SQLite's own, the lock, copies."""
_HEADER = 20
_WITHOUT_LOG = b"\x01\x01"
"""Bytes of the header of a file without a log (WAL), which has 2 there."""
_READERS, _READERS_AT = 510, 0x4000_0002
"""Number and position of the bytes of SQLite's SHARED lock."""
_AT_ONCE = 4096
"""Number of pages copied without a pause."""


def in_memory(url: sa.URL) -> bool:
    """True if a URL is of a database in memory."""
    return url.database in (None, "", ":memory:")


def file_in(url: sa.URL) -> Path | None:
    """Return the file of a URL; None for a database in memory, and for SQLite's own URIs."""
    name = str(url.database)
    return None if in_memory(url) or name.startswith("file:") else Path(name)


def check_file(url: sa.URL, *, there: bool = False) -> None:
    """Raise OSError if the file can be neither opened nor created.

    Raises NoDatabaseYet if it should be *there* and is not, Unusable if it is beside another
    database's log, or about to be replaced. The driver would raise the OSError too, but leak a
    thread.
    """
    path = file_in(url)
    if path is None:
        return
    check_restored(path)
    exists = True
    try:
        path.stat()  # raises the reason; Path.exists hides it in newer Pythons
    except (FileNotFoundError, NotADirectoryError):
        exists = False
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if there and not exists:
        raise NoDatabaseYet(
            f"There is no database yet: the first start of the bot makes {path.absolute()}."
        )
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(path if exists else path.parent, os.R_OK | os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if exists:
        check_alone(path)
    if not there:
        _keep_to_owner(path)


def check_alone(path: Path) -> None:
    """Raise Unusable if the file is beside another database's log, or OSError if it is unreadable.

    SQLite would take that log for the file's own, and mix both. The header of a file that has a log
    says so, however its program ends; that of a copy made by this program says that it has none.
    Only for a file to which nothing is connected: closing it ends the locks of this process.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
    there = [each for each in beside(path) if each.is_file() and each.stat().st_size]
    if header.endswith(_WITHOUT_LOG) and any(each.name.endswith("-wal") for each in there):
        names = " and ".join(each.name for each in there)
        raise Unusable(
            f"{path} is a backup beside what is left of another database: move {names} away, or "
            "SQLite would mix both."
        )


def half_restored(path: Path) -> list[Path]:
    """Return the backup of an interrupted replacement of a file, if any."""
    path = path.resolve()
    return sorted(_named(path, RESTORING))


def check_restored(path: Path) -> None:
    """Raise Unusable if replacing the file by a backup was interrupted.

    It may be missing then, and must not be replaced by an empty one.
    """
    if half_restored(path):
        raise Unusable(
            f"A restore of {path} was cut short: run `python -m bot restore` with the backup again."
        )


def is_open(path: Path) -> bool:
    """True if a program has the file open, with SQLite's lock for readers.

    Always False on Windows, where open files cannot be moved.
    """
    if sys.platform == "win32":
        return False
    try:
        file = path.open("r+b")
    except OSError:  # it is not there, or not to be written to
        return False
    with file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _READERS, _READERS_AT)
        except OSError as error:
            return error.errno in {errno.EACCES, errno.EAGAIN}
    return False


def beside(path: Path) -> list[Path]:
    """Return SQLite's files beside a database, which exist while it is open, or after a crash."""
    path = path.resolve()
    return [path.with_name(f"{path.name}-{end}") for end in ("wal", "shm")]


def _keep_to_owner(path: Path) -> None:
    """Restrict the file and those beside it to its owner, because they hold all hands.

    Creates the file if missing; SQLite gives those beside it the same permissions. For a file of
    another user it only logs a warning.
    """
    if os.name == "nt":  # which has no such permissions
        return
    if not path.exists():
        path.touch(_OWNERS)
    for each in (path, *_named(path, *_BESIDE)):
        try:
            if stat.S_IMODE(each.stat().st_mode) & _OF_OTHERS:
                each.chmod(_OWNERS)
        except FileNotFoundError:  # gone by now
            pass
        except OSError:
            log.warning("others can read %s, and this user may not change that", each)


def _named(path: Path, *ends: str) -> list[Path]:
    """Return the files whose names are that of *path* and one of these *ends*, or begin so."""
    beginnings = tuple(f"{path.name}{end}" for end in ends)
    others = path.parent.iterdir() if path.parent.is_dir() else ()
    return [each for each in others if each.name.startswith(beginnings)]


def copy_beside(path: Path, label: str) -> Path:
    """Copy a database into a new file beside it, with *label* appended to its name.

    Raises BackupFailed.
    """
    copy = _free(path.with_name(f"{path.name}.{label}"))
    partial = copy.with_name(f"{copy.name}.partial")  # until it is whole
    try:
        partial.unlink(missing_ok=True)
        partial.touch(_OWNERS)
        try:
            copy_into(partial, path)
            partial.rename(copy)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BackupFailed(f"{copy} cannot be written ({reason})") from error
    return copy


def copy_into(
    file: Path,
    path: Path,
    count: str = "SELECT count(*) FROM sqlite_schema",
    on_progress: Callable[[], None] = lambda: None,
) -> int:
    """Copy the committed database at *path* into an empty file.

    Returns the number that the statement *count* finds in the same snapshot. *on_progress* is
    called repeatedly. Raises sqlite3.Error, and errors of *on_progress*; the file is useless then.
    """
    address = f"{path.absolute().as_uri()}?mode=rw"  # it is not made if it is gone
    with (
        closing(sqlite3.connect(address, uri=True)) as source,
        closing(sqlite3.connect(file)) as target,
    ):
        source.execute("BEGIN")  # a snapshot: what is written meanwhile does not restart it
        (found,) = source.execute(count).fetchone()
        target.execute("PRAGMA journal_mode = OFF")  # which would be left behind
        source.backup(target, pages=_AT_ONCE, progress=lambda *_: on_progress())
        target.execute("PRAGMA journal_mode = DELETE")  # not WAL: so it is one file to be read
    return int(found)


def _free(path: Path) -> Path:
    """Return the path, with a number appended if it exists."""
    numbered = (path.with_name(f"{path.name}-{number}") for number in count(2))
    return path if not path.exists() else next(each for each in numbered if not each.exists())
