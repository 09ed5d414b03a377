"""The folder of nightly backups beside a SQLite file."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from bot.store.databases import sqlite_file
from bot.store.errors import BackupFailed, StoreError
from bot.store.maintenance.backup import verify

NIGHTS = 7
"""Default number of nights whose backups are kept."""
_WEEKS = 4
"""Number of weeks before these of which the last night is kept."""
_NIGHT_BEGINS = time(3)
"""Local time at which most players sleep."""
_LONGEST_PAUSE = timedelta(days=14)
"""Maximum time between two kept backups while the bot runs and the clock is right."""
_BACKUP = re.compile(r"(\d{4}-\d\d-\d\d)\.sqlite3(\.partial)?")
_COPY = re.compile(
    r"\.(backup-\d{4}(-\d+)*|before-repair(-\d+)*|before-restore-\d{8}-\d{6}|restoring(?=\.))"
    r"(\.partial)?(-wal|-shm|-journal)?"
)
"""Suffixes of copies beside the database."""


def kept_days(nights: int) -> int:
    """Return the maximum age of a backup in days, if that many *nights* are kept."""
    return nights + 7 * _WEEKS


def night_of(at: datetime) -> date:
    """Return the night of a time: a night lasts from 3 o'clock, local time, for a day."""
    begins = timedelta(hours=_NIGHT_BEGINS.hour)
    return (at.astimezone() - begins).date()


def next_night(at: datetime) -> datetime:
    """Return the beginning of the next night."""
    return datetime.combine(night_of(at) + timedelta(days=1), _NIGHT_BEGINS).astimezone()


def nights_to_keep(made: Iterable[date], tonight: date, nights: int) -> set[date]:
    """Return the nights to keep: the last *nights*, and the last of each of the four weeks before.

    Weekly ones are kept for at most :func:`kept_days`. A long gap may be a jump of the clock, so
    older backups are kept as if no time had passed. Backups dated after *tonight* are kept too,
    because their age is unknown.
    """
    past = sorted((each for each in set(made) if each <= tonight), reverse=True)
    stay = {each for each in made if each > tonight} | {*past[:nights]}
    age = timedelta(0)
    runs: list[list[date]] = []
    for later, each in zip([tonight, *past], past, strict=False):
        if not runs or later - each > _LONGEST_PAUSE:
            runs.append([])
        age += _passed(later - each)
        if age < timedelta(days=kept_days(nights)):
            runs[-1].append(each)
    for run in runs[:2]:  # before a jump, and after it
        stay |= _kept_of_run(run, nights)
    return stay


def _kept_of_run(run: Sequence[date], nights: int) -> set[date]:
    newest = run[:nights]
    last_of_week: dict[tuple[int, int], date] = {}
    for each in run:
        last_of_week.setdefault(each.isocalendar()[:2], each)
    return {*newest, *[each for each in last_of_week.values() if each not in newest][:_WEEKS]}


def _passed(pause: timedelta) -> timedelta:
    """Return the time that has certainly passed between two backups."""
    return pause if pause <= _LONGEST_PAUSE else timedelta(days=1)


class NightlyBackup(NamedTuple):
    """A verified backup of a night."""

    file: Path
    night: date
    made_at: datetime
    size: int
    """In bytes."""

    def is_ahead(self, at: datetime) -> bool:
        """True if it is dated after *at*, so that the clock was wrong then, or is now."""
        return self.night > night_of(at) + timedelta(days=1)  # a change of time zone is not a jump


class BackupFolder:
    """The backups of a database, of that many *nights*, readable only by their owner."""

    def __init__(self, database: Path, nights: int = NIGHTS) -> None:
        self._database = database
        self._nights = nights
        self._folder = database.with_name(f"{database.name}.backups")

    def backups(self) -> list[NightlyBackup]:
        """List the backups, oldest first. Raises OSError if that fails."""
        try:
            files = sorted(self._folder.iterdir())
        except FileNotFoundError:
            return []
        found = []
        for file in files:
            night = _night(file)
            if night is not None and not file.name.endswith(".partial"):
                status = file.stat()
                made_at = datetime.fromtimestamp(status.st_mtime, UTC)
                found.append(NightlyBackup(file, night, made_at, status.st_size))
        return found

    def make(self, at: datetime, on_progress: Callable[[], None]) -> bool:
        """Make the backup of the night unless it exists; then delete outdated ones.

        Returns True if it was made now. *on_progress* is called repeatedly. On any error nothing
        incomplete is left, and older backups stay. Raises BackupFailed, which names no file.
        """
        tonight = night_of(at)
        copy = self._folder / f"{tonight}.sqlite3"
        try:
            self._folder.mkdir(0o700, exist_ok=True)
            self._folder.chmod(0o700)
            made = not copy.exists()
            if made:
                self._make(copy, at, on_progress)
        except (OSError, sqlite3.Error) as error:
            raise BackupFailed(f"it cannot be made ({_reason(error)})") from error
        try:
            self._rotate(tonight, at)
        except OSError as error:
            raise BackupFailed(f"older ones cannot be deleted ({_reason(error)})") from error
        return made

    def _make(self, copy: Path, at: datetime, on_progress: Callable[[], None]) -> None:
        for each in self._folder.iterdir():
            if each.name.endswith(".partial") and _night(each) is not None:
                each.unlink()
        partial = copy.with_name(f"{copy.name}.partial")
        partial.touch(0o600)
        try:
            games = sqlite_file.copy_into(
                partial, self._database, "SELECT count(*) FROM game", on_progress
            )
            _check(partial, games, on_progress)
            os.utime(partial, (at.timestamp(), at.timestamp()))
            sync(partial)
            partial.rename(copy)
            sync(self._folder)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise

    def _rotate(self, tonight: date, at: datetime) -> None:
        """Delete outdated backups, and copies beside the database."""
        backups = self.backups()
        stay = nights_to_keep((each.night for each in backups), tonight, self._nights)
        for each in backups:
            if each.night not in stay:
                each.file.unlink()
        longest = timedelta(days=kept_days(self._nights))
        for file in self._database.parent.iterdir():
            ending = file.name.removeprefix(self._database.name)
            if ending != file.name and _COPY.fullmatch(ending) and file.is_file():
                made_at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
                since = sorted({night_of(made_at), *(night for night in stay if night <= tonight)})
                since = [night for night in since if night >= night_of(made_at)]
                passed = sum((_passed(b - a) for a, b in pairwise(since)), timedelta(0))
                if made_at <= at - longest and passed >= longest:
                    file.unlink()


def _check(copy: Path, games: int, on_progress: Callable[[], None]) -> None:
    """Raise BackupFailed unless a copy is complete, with that number of games."""
    try:
        found = verify(copy, copy, on_progress=on_progress)
    except StoreError as error:
        fault = str(error).removeprefix(f"{copy} ").removesuffix(".")
        raise BackupFailed(f"the copy {fault}") from error
    if found != games:
        raise BackupFailed(f"the copy has {found} of {games} games")


def sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():  # which cannot be opened there
        return
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _night(file: Path) -> date | None:
    """Return the night of a backup, complete or not, by its name; None for other files."""
    named = _BACKUP.fullmatch(file.name)
    try:
        return date.fromisoformat(named[1]) if named else None
    except ValueError:  # no such date
        return None


def _reason(error: OSError | sqlite3.Error) -> str:
    return str(error.strerror if isinstance(error, OSError) else error)
