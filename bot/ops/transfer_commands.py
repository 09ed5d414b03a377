"""``python -m bot backup``, ``export``, ``import`` and ``restore``: the whole database."""

import json
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from bot.ops.check_command import examine_all
from bot.ops.export_folder import ExportFolder, ExportWriter, UnusablePlace
from bot.ops.hosting import InUse, exclusive_use, memory_warning
from bot.ops.output import ProgressLine, Say, Stopped, sentence
from bot.store import (
    GLOBAL_TABLES,
    Damaged,
    GameRows,
    OlderDatabase,
    Source,
    Store,
    StoredRows,
    StoreError,
    back_up,
    check_restored,
    copy_rows,
    file_at,
    opened_backup,
    restore_file,
)
from bot.store.queries import games
from bot.use_cases import RECORDED, record_so_far
from engine import FormatError, read_game, story_of

_T = TypeVar("_T")


@contextmanager
def _stoppable(in_all: int, say: Say) -> Iterator[ProgressLine]:
    """Provide a progress that Control-C or SIGTERM stops. A transaction runs to its end."""
    progress = ProgressLine(in_all, say)
    before = {}
    with suppress(ValueError):  # in another thread, which gets no signals
        for each in (signal.SIGINT, signal.SIGTERM):
            before[each] = signal.signal(each, lambda *_: progress.stop())
    try:
        yield progress
    finally:
        for each, handler in before.items():  # which is asyncio's: it stops what comes next
            signal.signal(each, handler)


async def backup(database_url: str, copy: Path, say: Say) -> int:
    """Copy the database into a new file; the bot may run meanwhile. Returns the exit status."""

    def work(connection: Connection, progress: ProgressLine) -> None:
        back_up(connection, copy, progress.advance)

    try:
        await _read(database_url, work, say)
    except (StoreError, Stopped) as error:
        say(f"Nothing was backed up. {sentence(error)}")
        return 1
    say(
        f"{copy} holds all that was stored. `python -m bot import` brings it back."
        + memory_warning(copy)
    )
    return 0


async def export(database_url: str, folder: Path, say: Say) -> int:
    """Write everything stored into a new folder, as text.

    The exit status is 1 if nothing was exported, or something unreadable was left out.
    """
    try:
        with ExportWriter.into(folder) as writing:
            exported, left_out = await _read(
                database_url, partial(_export, writing=writing, say=say), say
            )
    except (UnusablePlace, StoreError, Stopped) as error:
        say(f"Nothing was exported. {sentence(error)}")
        return 1
    say(
        f"{folder} holds {exported} games, with every hand: keep it to yourself."
        + memory_warning(folder)
    )
    return 1 if left_out else 0


def _export(
    connection: Connection, progress: ProgressLine, *, writing: ExportWriter, say: Say
) -> tuple[int, int]:
    """Return the numbers of exported games, and of unreadable games and rows."""
    source = StoredRows(connection)
    for name in GLOBAL_TABLES:
        writing.write_global_rows(name, source.global_rows(name, readable=True))
    exported = 0
    left_out: list[Damaged] = []
    for of_game in source.games(left_out.append):
        notes: list[str] = []
        try:
            record = _record(connection, of_game, notes.append)
            writing.write_game(of_game, record, _story(of_game, record, notes.append))
        except Damaged as damaged:
            left_out.append(damaged)
            continue
        for line in notes:
            say(line)
        exported += 1
        progress.advance()
    for each in left_out:
        say(f"{sentence(each)} That game is left out.")
    damaged_rows = 0
    for name, count in source.counts.items():
        lost = count - writing.counts[name]
        if lost and name in GLOBAL_TABLES:
            damaged_rows += lost
            say(
                f"Rows of the table {name} are left out, as they cannot be read: {lost}. "
                "`python -m bot repair` resets what is damaged in them."
            )
        elif lost:
            of = "no game, or to one that is left out" if left_out else "no game"
            say(f"Rows of the table {name} are left out, as they belong to {of}: {lost}.")
    writing.finish(source.last_numbers, datetime.now(UTC))
    return exported, len(left_out) + damaged_rows


def _record(connection: Connection, of_game: GameRows, say: Say) -> str | None:
    try:
        return record_so_far(connection, of_game.number)
    except Damaged as damaged:  # its rows are carried as they are
        say(f"Game {of_game.number} is exported without its record: {damaged}.")
        return None


def _story(of_game: GameRows, record: str | None, say: Say) -> str | None:
    """Return the story of a game that has ended, as JSON."""
    if record is None or of_game.rows["game"][0]["status"] not in RECORDED:
        return None
    try:
        return json.dumps(story_of(read_game(record)).dump()) + "\n"
    except FormatError as error:
        say(f"Game {of_game.number} is exported without its story: {error}.")
        return None


async def _read(database_url: str, work: Callable[[Connection, ProgressLine], _T], say: Say) -> _T:
    """Let *work* read one snapshot of everything. Raises StoreError, Stopped, and its errors."""
    store = await Store.open(database_url, unchanged=True)
    try:
        in_all = len(await store.read(games.numbers))
        with _stoppable(in_all, say) as progress:
            return await store.read(work, progress)
    finally:
        await store.close()


async def import_from(database_url: str, place: Path, say: Say) -> int:
    """Import an export, or a backup, into an empty database, and check it.

    Returns the exit status: 1 if nothing was imported, or a game has a fault.
    """
    try:
        with _opened(place) as source:
            store = await _opened_empty(database_url)
            try:
                return await _import(store, source, say)
            finally:
                await store.close()
    except (UnusablePlace, StoreError, Stopped) as error:
        say(f"Nothing was imported. {sentence(error)}")
        return 1


async def _opened_empty(database_url: str) -> Store:
    """Open a database to fill it; one of an older version is refused, not migrated.

    Raises StoreError.
    """
    try:
        await (await Store.open(database_url, unchanged=True)).close()
    except OlderDatabase:
        raise
    except StoreError:  # it does not exist yet, or opening it next raises the same
        pass
    return await Store.open(database_url)


@contextmanager
def _opened(place: Path) -> Iterator[Source]:
    """Open the source in a folder, or in a backup. Raises UnusablePlace or StoreError."""
    try:
        is_folder = stat.S_ISDIR(place.stat().st_mode)
    except FileNotFoundError:
        raise UnusablePlace(place, "is not there") from None
    except OSError as error:
        raise UnusablePlace(place, f"cannot be read ({error.strerror})") from None
    if is_folder:
        yield ExportFolder(place)
    else:
        with opened_backup(place) as source:
            yield source


async def _import(store: Store, source: Source, say: Say) -> int:
    with _stoppable(source.counts["game"], say) as progress:
        await store.write(partial(copy_rows, source, on_progress=progress.advance))
    say("Everything is stored. Now each game is compared with its log.")
    try:
        faults = [fault async for examined in examine_all(store, say) for fault in examined.faults]
    except StoreError as error:
        say(f"That cannot be told: {sentence(error)} `python -m bot check` looks again.")
        return 1
    say(f"Faults: {len(faults)}." if faults else "Nothing is wrong.")
    return 1 if faults else 0


def restore(database_url: str, backup: Path, say: Say) -> int:
    """Replace the database, which no bot uses, by a backup. Returns the exit status."""
    database = file_at(database_url)
    if database is None:
        say(
            "Nothing was restored. The database isn't an SQLite file: `python -m bot import` "
            "puts a backup into an empty one."
        )
        return 1
    try:
        with exclusive_use(database_url, say, patience=0.0):
            games, made_at, before = restore_file(database, backup, datetime.now(UTC))
    except (StoreError, KeyboardInterrupt) as error:
        reason = sentence(error) if isinstance(error, StoreError) else "It was stopped."
        if isinstance(error, InUse):
            reason = f"A bot runs on {database}: stop it first."
        try:
            check_restored(database)
        except StoreError as half:
            say(f"{reason} {half}")
        else:
            say(f"Nothing was restored. {reason}")
        return 1
    say(f"{database} is as in {backup} now, of {made_at:%Y-%m-%d %H:%M} UTC. Games: {games}.")
    if before is not None:
        say(f"The database that was there is {before} now.")
    return 0
