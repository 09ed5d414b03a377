"""The folder of backups: each is whole, verified and its owner's; in trouble nothing is lost."""

import asyncio
import os
import shutil
import sqlite3
import stat
import time
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from copied_data import content, zero_a_page
from hypothesis import given, settings
from hypothesis import strategies as st
from tabletop import ANNA, PLACE, Clock, act_at_random, running, url

from bot.store import BackupFailed, BackupFolder, kept_days, next_night
from bot.store.databases import sqlite_file
from bot.store.maintenance.backup_folder import night_of, nights_to_keep
from bot.use_cases import Services
from tests.databases import new_database, opened_at
from tests.full_disk import room_for

pytestmark = pytest.mark.sqlite

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
BACKUP = "2026-11-26.sqlite3"


async def play(path):
    async with opened_at(await new_database(path)) as store:
        services = Services(store, Random(7), Clock())
        table = await running(services)
        for seed in range(3):
            table = (await act_at_random(services, table, Random(seed))).table
        await services.opening.open(ANNA, PLACE, "Lagash")


_prepared = []


@pytest.fixture
def path(tmp_path):
    """A database with some games, which are played once."""
    path = tmp_path / "games.sqlite3"
    if not _prepared:
        asyncio.run(play(path))
        _prepared.append(path.read_bytes())
    path.write_bytes(_prepared[0])
    return path


@pytest.fixture
def folder(path):
    return path.with_name(f"{path.name}.backups")


def go_on():
    """Let it be finished."""


def make(path, at=NOON, nights=7):
    return BackupFolder(path, nights).make(at, go_on)


def names(folder):
    return sorted(each.name for each in folder.iterdir())


def refusal(path, at=NOON, nights=7):
    with pytest.raises(BackupFailed) as caught:
        make(path, at, nights)
    return str(caught.value)


def test_a_backup_is_made_once_a_night_and_is_all_that_is_stored(path, folder):
    before = content(path)
    assert make(path)
    assert not make(path, NOON + timedelta(hours=3))
    assert names(folder) == [BACKUP]
    assert content(folder / BACKUP) == before
    (made,) = BackupFolder(path).backups()
    assert (made.file, made.made_at) == (folder / BACKUP, NOON)
    assert made.size == (folder / BACKUP).stat().st_size
    assert make(path, NOON + timedelta(days=1))
    assert names(folder) == [BACKUP, "2026-11-27.sqlite3"]
    other = Path(shutil.copyfile(path, path.with_name("games.sqlite3.2")))  # another bot's
    make(other)
    others = [other.name, f"{other.name}.backups"]
    assert names(path.parent) == sorted([path.name, folder.name, *others])


def test_only_the_owner_can_read_backups(path, folder):
    before = os.umask(0)
    try:
        make(path)
        folder.chmod(0o755)  # as somebody did
        make(path, NOON + timedelta(days=1))
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()} == {0o600}


async def test_transactions_meanwhile_are_in_it_completely_or_not_at_all(path, folder, monkeypatch):
    """Page by page, with people who open games between any two of them; no one waits."""
    monkeypatch.setattr(sqlite_file, "_AT_ONCE", 1)
    before = content(path)
    async with opened_at(url(path)) as store:
        services = Services(store, Random(3), Clock())
        loop = asyncio.get_running_loop()
        opened = 0

        def play():
            nonlocal opened
            if opened < 12:
                opening = services.opening.open(ANNA, PLACE, "Kish")
                asyncio.run_coroutine_threadsafe(opening, loop).result()
                opened += 1

        assert await asyncio.to_thread(BackupFolder(path).make, NOON, play)
        assert opened == 12
    assert content(folder / BACKUP) == before


def test_one_that_is_cut_short_leaves_nothing_and_the_next_one_is_made(path, folder, monkeypatch):
    monkeypatch.setattr(sqlite_file, "_AT_ONCE", 10)

    def end():
        raise BackupFailed("the program ends")

    with pytest.raises(BackupFailed, match="the program ends"):
        BackupFolder(path).make(NOON, end)
    assert names(folder) == []
    (folder / "2026-11-20.sqlite3.partial").write_text("half of i")  # of one that was killed
    assert BackupFolder(path).backups() == []
    make(path)
    assert names(folder) == [BACKUP]


# --- trouble ------------------------------------------------------------------------------------


@contextmanager
def earlier(path, folder):
    """The backup of the night before outlives what happens, and the next night one is made."""
    make(path, NOON - timedelta(days=1))
    before, stored = content(folder / "2026-11-25.sqlite3"), path.read_bytes()
    yield
    assert names(folder) == ["2026-11-25.sqlite3"]
    assert content(folder / "2026-11-25.sqlite3") == before
    path.write_bytes(stored)
    assert make(path, NOON + timedelta(days=1))


def test_a_full_disk(path, folder):
    with earlier(path, folder), room_for(path.stat().st_size // 2):
        assert refusal(path).startswith("it cannot be made (")


def change(statement):
    def changed(path):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)

    return changed


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (zero_a_page, "the copy is damaged: "),
        (
            change("UPDATE entry SET game_id = 99 WHERE game_id = 1 AND seq = 2"),
            "the copy is damaged: a row of the table ",
        ),
        (
            change("UPDATE alembic_version SET version_num = '9999'"),
            "the copy is of a newer version of this program: update it",
        ),
        (Path.unlink, "it cannot be made ("),
        (lambda path: path.write_bytes(b""), "it cannot be made ("),
        (lambda path: path.write_bytes(b"Dear diary, " * 1000), "it cannot be made ("),
    ],
)
def test_a_damaged_database_or_none_any_more(path, folder, spoil, why):
    """It is reported without a path, and no empty file replaces it."""
    with earlier(path, folder):
        spoil(path)
        left = path.exists() and path.read_bytes()
        message = refusal(path)
        assert message.startswith(why)
        assert str(path.parent) not in message
        assert (path.exists() and path.read_bytes()) == left


def test_a_file_in_the_place_of_the_folder(path, folder):
    folder.write_text("a note")
    assert refusal(path) == "it cannot be made (File exists)"
    assert folder.read_text() == "a note"


def test_failed_deletions_are_reported_once_the_backup_is_made(path, folder):
    folder.mkdir()
    (folder / "2026-11-24.sqlite3").mkdir()
    assert refusal(path, nights=1).startswith("older ones cannot be deleted (")
    assert names(folder) == ["2026-11-24.sqlite3", BACKUP]


# --- deletion -----------------------------------------------------------------------------------

COPIES = (
    *(".backup-0003", ".backup-0003-2", ".backup-0003.partial"),
    *(".before-repair", ".before-repair-7", ".before-repair-7-2", ".restoring.partial"),
    *(".before-restore-20261020-091500", ".before-restore-20261020-091500-wal"),
)
OF_OTHERS = (
    *(".backup", ".backup-me", ".backup-0003.zip", ".backup-003", ".before-repair.old"),
    *(".before-restore-2026", ".before-christmas", ".restoring-20261020-091500", ".lock"),
)


def test_copies_are_deleted_after_as_long_as_a_backup_and_nothing_else(path, folder):
    others = [f"games.sqlite3{each}" for each in OF_OTHERS]
    others += ["other.sqlite3.backup-0003", "games.sqlite3x.backup-0003"]
    copies = [f"games.sqlite3{each}" for each in COPIES]
    for name in (*copies, *others):
        path.with_name(name).touch()
    folder.mkdir()
    for weeks in range(1, 5):  # the bot ran the whole time
        (folder / f"{NOON.date() - timedelta(weeks=weeks)}.sqlite3").touch()

    def made(days):
        at = (NOON - timedelta(days=days)).timestamp()
        for name in (*copies, *others):
            os.utime(path.with_name(name), (at, at))

    made(34.9)
    make(path)
    assert names(path.parent) == sorted([path.name, folder.name, *copies, *others])
    made(35)
    make(path)
    assert names(path.parent) == sorted([path.name, folder.name, *others])


def test_a_clock_that_was_ahead_deletes_no_copy_and_no_backup(path, folder):
    """And a backup made then does not count as the newest."""
    folder.mkdir()
    nights = [f"{NOON.date() - timedelta(days=day)}.sqlite3" for day in range(7)]
    for name in nights:
        (folder / name).touch()
    copy = path.with_name(f"{path.name}.before-restore-20261120-091500")
    copy.touch()
    at = (NOON - timedelta(days=6)).timestamp()
    os.utime(copy, (at, at))
    make(path, NOON + timedelta(days=50))
    assert copy.exists()
    assert {*nights} < {*names(folder)}
    *rest, last = BackupFolder(path).backups()
    assert [each.is_ahead(NOON) for each in (*rest, last)] == [False] * 7 + [True]


def test_in_the_folder_only_what_is_called_like_a_backup_is_deleted(path, folder):
    folder.mkdir()
    others = ["2026-13-45.sqlite3", "2026-01-01.sqlite3.zip", "my 2026-01-01.sqlite3", "x.partial"]
    for name in (*others, "2026-11-24.sqlite3", "2026-01-02.sqlite3.partial"):
        (folder / name).touch()
    make(path, nights=1)
    assert names(folder) == sorted([*others, BACKUP])


# --- backups that are kept -----------------------------------------------------------------------


FIRST = date(2026, 1, 1)
NIGHTS = st.integers(1, 30)
A_WEEK = timedelta(days=7)
MADE = st.lists(st.booleans(), min_size=1, max_size=150)
"""For each night, true if a backup was made."""


def days(made):
    return [FIRST + timedelta(days=number) for number, was in enumerate(made) if was]


def week(night):
    return night.isocalendar()[:2]


@settings(max_examples=20)
@given(MADE, NIGHTS)
def test_the_last_nights_and_the_last_of_four_weeks_are_kept(made, nights):
    """Pruning every night deletes nothing that pruning once would keep."""
    there = set()
    for night in days(made):
        there = nights_to_keep(there | {night}, night, nights)
        assert night in there
    if not there:
        return
    all_of_them, tonight = days(made), max(there)
    assert there >= nights_to_keep(all_of_them, tonight, nights)
    there = nights_to_keep(all_of_them, tonight, nights)
    newest = set(sorted(all_of_them)[-nights:])
    assert newest <= there <= set(all_of_them)
    if all(later - each <= A_WEEK for each, later in pairwise(all_of_them)):
        longest = timedelta(days=kept_days(nights))
        young = {each for each in all_of_them if tonight - each < longest}
        assert there <= young | newest
        weekly = there - newest
        assert len(weekly) <= 4
        for each in weekly:
            assert each == max(other for other in all_of_them if week(other) == week(each))
        if len(weekly) < 4:  # no week is lost while there is room
            assert {week(each) for each in young} <= {week(each) for each in there}


@pytest.mark.parametrize("nights", [1, 7, 30])
def test_if_none_is_missed_there_are_as_many_as_were_promised(nights):
    every = [FIRST + timedelta(days=number) for number in range(77)]
    for tonight in every[70:]:
        there = nights_to_keep(every[: every.index(tonight) + 1], tonight, nights)
        assert len(there) == nights + 4
        assert {tonight - timedelta(days=back) for back in range(nights)} <= there
        assert (tonight - min(there)).days < kept_days(nights)


@pytest.mark.parametrize(("ahead", "wrong"), [(50, 1), (400, 5), (3660, 1)])
def test_a_clock_that_jumps_and_comes_back_deletes_none_of_the_last_nights(ahead, wrong):
    """For some minutes, or for some nights; after that everything is as before."""
    every = [FIRST + timedelta(days=number) for number in range(60)]
    before = nights_to_keep(every, every[-1], 7)
    there = before
    later = [every[-1] + timedelta(days=ahead + number) for number in range(wrong)]
    for night in later:
        there = nights_to_keep(there | {night}, night, 7)
    assert there == before | {*later}
    behind = every[0] - timedelta(days=3000)
    assert nights_to_keep(there | {behind}, behind, 7) == there | {behind}
    for _ in range(10):
        every.append(every[-1] + timedelta(days=1))
        there = nights_to_keep(there | {every[-1]}, every[-1], 7)
    assert there == nights_to_keep(every, every[-1], 7) | {
        night for night in later if night > every[-1]
    }


@pytest.fixture
def berlin(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
    assert os.environ.get("TZ") != "Europe/Berlin"


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("now", "night", "following"),
    [
        ("2026-11-26T01:59", "2026-11-25", "2026-11-26T02:00"),  # 2:59 there
        ("2026-11-26T02:00", "2026-11-26", "2026-11-27T02:00"),
        ("2026-11-26T22:30", "2026-11-26", "2026-11-27T02:00"),
        ("2026-11-26T23:30", "2026-11-26", "2026-11-27T02:00"),  # the 27th there
        ("2026-03-28T12:00", "2026-03-28", "2026-03-29T01:00"),  # an hour is left out
        ("2026-10-24T12:00", "2026-10-24", "2026-10-25T02:00"),  # an hour comes twice
        ("2026-10-25T01:30", "2026-10-24", "2026-10-25T02:00"),
    ],
)
def test_a_night_begins_at_three_by_the_clock_on_the_wall(now, night, following):
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert night_of(at) == date.fromisoformat(night)
    assert next_night(at) == datetime.fromisoformat(following).replace(tzinfo=UTC)
