"""``python -m bot restore``: a backup comes back, whatever has become of the database."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest
from tabletop import url
from test_checking import FIXTURE, path, played, run
from test_restoring import add, beside, killed, people

from bot.ops.restore_command import restore
from bot.store import BackupFolder, Store, StoreError
from bot.store.databases.sqlite_file import RESTORING
from tests.databases import opened_at
from tests.full_disk import room_for

__all__ = ["killed", "path", "played", "run"]

pytestmark = pytest.mark.sqlite

NIGHT = datetime(2030, 5, 1, 3, tzinfo=UTC)


def content(file):
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def files(folder):
    """All that is there, but the lock's own file."""
    there = {each.relative_to(folder).as_posix(): each for each in folder.rglob("*")}
    return {
        name: each.read_bytes()
        for name, each in sorted(there.items())
        if each.is_file() and not name.endswith(".lock")
    }


def people_in(database):
    with closing(sqlite3.connect(database)) as connection:
        return [number for (number,) in connection.execute("SELECT user_id FROM person")]


def before(database):
    """What was there before each restore."""
    return sorted(database.parent.glob(f"{database.name}.before-restore-*[0-9]"))


@pytest.fixture
def backup(path, played):
    """A backup of a night, after which a player has played on."""
    folder = BackupFolder(path)
    folder.make(NIGHT, lambda: None)
    asyncio.run(play_on(path))
    return folder.backups()[-1].file


async def play_on(path):
    async with opened_at(url(path)) as store:
        await add(store, 99)


def test_a_backup_comes_back_and_what_was_there_is_kept(path, backup, run):
    night, later = backup.read_bytes(), content(path)
    status, (done, kept) = run("restore", str(backup))
    assert status == 0
    assert done == f"{path} is as in {backup} now, of 2030-05-01 03:00 UTC. Games: 4."
    (old,) = before(path)
    assert kept == f"The database that was there is {old} now."
    assert (path.read_bytes(), backup.read_bytes(), content(old)) == (night, night, later)
    assert run("check")[0] == 0
    assert sorted(files(path.parent)) == sorted(
        [path.name, old.name, backup.relative_to(path.parent).as_posix()]
    )


def emptied(path):
    os.truncate(path, 0)


def overwritten(path):
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"Dear diary, " * 1000)


def with_what_is_left_of_another(path):
    for end in ("-wal", "-shm", "-journal"):
        path.with_name(f"{path.name}{end}").write_bytes(b"left" * 2000)


def without_its_file(path):
    with_what_is_left_of_another(path)
    path.unlink()


@pytest.mark.parametrize(
    "destroyed", [emptied, overwritten, with_what_is_left_of_another, without_its_file]
)
def test_it_does_not_matter_what_has_become_of_the_database(path, backup, run, destroyed):
    night = content(backup)
    destroyed(path)
    left = {name for name in files(path.parent) if name.startswith(path.name)}
    assert run("restore", str(backup))[0] == 0
    assert content(path) == night
    asyncio.run(play_on(path))
    assert len(files(path.parent)) == len(left | {path.name}) + (path.name in left)


@pytest.fixture
def open_to_all():
    old = os.umask(0)
    yield
    os.umask(old)


@pytest.mark.usefixtures("open_to_all")
def test_only_the_owner_can_read_what_was_restored_and_what_was_there(path, backup, run):
    copy = Path(shutil.copyfile(backup, path.with_name("copy.sqlite3")))
    path.chmod(0o644)
    assert run("restore", str(copy))[0] == 0
    asyncio.run(play_on(path))
    for each in (path, *before(path)):
        assert stat.S_IMODE(each.stat().st_mode) == 0o600


def test_the_local_table_has_its_own(path, backup, run, monkeypatch):
    local = path.with_name("local.sqlite3")
    monkeypatch.setenv("LOCAL_DATABASE_URL", url(local))
    stored = path.read_bytes()
    status, lines = run("restore", "--local", str(backup))
    assert (status, len(lines)) == (0, 1)  # nothing was there
    assert (local.read_bytes(), path.read_bytes()) == (backup.read_bytes(), stored)


def test_a_backup_of_an_older_version_is_brought_up_to_date_by_the_next_start(path, run):
    assert run("restore", str(FIXTURE))[0] == 0
    assert content(path) == content(FIXTURE)
    asyncio.run(play_on(path))
    (copy,) = path.parent.glob("*.backup-0*")
    assert content(copy) == content(FIXTURE)
    assert run("check")[0] == 0


async def test_what_was_there_can_be_restored_with_the_log_of_a_bot_that_was_killed(killed, run):
    assert all(each.stat().st_size for each in beside(killed))
    log = beside(killed)[0].read_bytes()
    backup = killed.with_name("backup.sqlite3")
    assert (await asyncio.to_thread(run, "restore", str(backup)))[0] == 0
    assert await people(killed) == [1]
    (old,) = before(killed)
    assert beside(old)[0].read_bytes() == log
    kept = files(killed.parent)
    assert (await asyncio.to_thread(run, "restore", str(old)))[0] == 0
    assert await people(killed) == [1, 2]
    assert kept.items() - {killed.name: kept[killed.name]}.items() <= files(killed.parent).items()
    assert len(before(killed)) == 2  # in the same second or not


# --- what is refused ------------------------------------------------------------------------------


def refusal(path, run, backup):
    """The sentence that says why not: then nothing has changed."""
    stored = files(path.parent)
    status, (line,) = run("restore", str(backup))
    assert status == 1
    assert files(path.parent) == stored
    return line.removeprefix("Nothing was restored. ")


def test_what_is_no_backup(path, backup, run):
    new = path.with_name("new")
    assert refusal(path, run, "none") == "none cannot be read (No such file or directory)."
    assert refusal(path, run, path.parent) == f"{path.parent} is no file."
    assert refusal(path, run, path) == f"{path} is the database itself."
    new.symlink_to(path)
    assert refusal(path, run, new) == f"{new} is the database itself."
    new.unlink()
    none = f"{new} isn't a backup of this program, or it's damaged."
    for text in ("", "Dear diary, " * 1000):
        new.write_text(text)
        assert refusal(path, run, new) == none
    new.unlink()
    with closing(sqlite3.connect(new)) as other:
        other.execute("CREATE TABLE game (id)")
    assert refusal(path, run, new) == none


def test_a_backup_that_is_damaged(path, backup, run):
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE entry SET game_id = 99 WHERE game_id = 1 AND seq = 2")
    assert refusal(path, run, backup).startswith(f"{backup} is damaged: a row of the table ")
    overwritten(backup)
    assert str(backup) in refusal(path, run, backup)


def test_a_backup_of_a_newer_version(path, backup, run):
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert refusal(path, run, backup) == (
        f"{backup} is of a newer version of this program: update it."
    )


def test_a_backup_beside_the_log_of_another(path, backup, run):
    backup.with_name(f"{backup.name}-wal").write_bytes(b"left" * 2000)
    assert "is a backup beside what is left of another database" in refusal(path, run, backup)


def test_a_database_that_is_no_file(path, backup, run, monkeypatch):
    for address in ("postgresql://rivers:hunter2@db.example/games", "sqlite+aiosqlite://"):
        monkeypatch.setenv("DATABASE_URL", address)
        assert refusal(path, run, backup) == (
            "The database isn't an SQLite file: `python -m bot import` puts a backup into an empty "
            "one."
        )


def test_a_full_disk(path, backup, run):
    with room_for(backup.stat().st_size // 2):
        assert refusal(path, run, backup) == f"{path} cannot be replaced (File too large)."


def test_a_folder_that_is_not_there(path, run, monkeypatch):
    nowhere = path.with_name("nowhere") / "games.sqlite3"
    monkeypatch.setenv("DATABASE_URL", url(nowhere))
    assert refusal(path, run, FIXTURE) == (
        f"{nowhere} cannot be replaced (No such file or directory)."
    )


HOLDING = """
import sqlite3, sys
from bot.ops.exclusive_use import exclusive_use
from bot.store import file_at
def hold():
    print("held", flush=True)
    sys.stdin.read()
url, how = sys.argv[1:]
if how == "runs":
    with exclusive_use(url, print):
        hold()
connection = sqlite3.connect(file_at(url))
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("SELECT * FROM game").fetchall()
hold()
"""


@pytest.mark.parametrize(
    ("how", "held", "told"),
    [
        ("runs", "games.sqlite3", "A bot runs on {}: stop it first."),
        ("opened", "games.sqlite3", "A program uses {}: end it first."),
        ("opened", "games.sqlite3.backups/2030-05-01.sqlite3", "A program uses {}: end it first."),
    ],
)
def test_while_a_program_uses_the_database_or_the_backup_it_is_refused_at_once(
    path, backup, run, how, held, told
):
    file = path.parent / held
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, url(file), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert refusal(path, run, backup) == told.format(file)
        holder.kill()
    assert run("restore", str(backup))[0] == 0


# --- cut short ------------------------------------------------------------------------------------

CHANGES = {"open", "os.remove", "os.rename", "os.truncate", "os.utime", "sqlite3.connect"}


def die_at(step, address, backup):
    """Whether a restore, in a process of its own, was killed before it took so many steps."""
    child = os.fork()
    if child == 0:
        steps = count(1)

        def take(event, _arguments):
            if event in CHANGES and next(steps) == step:
                os._exit(9)

        with suppress(BaseException):
            sys.addaudithook(take)
            os._exit(restore(address, backup, lambda _line: None))
        os._exit(3)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in {0, 9}
    return status == 9


def half_done(path):
    """Whether the bot does not start, and says why; if it does, everything is as it was."""
    try:
        asyncio.run(opened(path))
    except StoreError as error:
        return str(error) == (
            f"A restore of {path} was cut short: run `python -m bot restore` with the backup again."
        )
    return False


async def opened(path):
    await (await Store.open(url(path))).close()


async def test_killed_at_any_step_it_loses_nothing_and_the_bot_begins_no_empty_database(
    killed, run, tmp_path_factory
):
    """The database is that of a bot that was killed, with its log."""
    await asyncio.to_thread(_kill_at_each_step, killed, tmp_path_factory)


def _kill_at_each_step(killed, folders):
    there = (killed, *beside(killed), killed.with_name("backup.sqlite3"))
    was_half_done = []
    for step in count(1):
        folder = folders.mktemp("killed")
        path, log, index, backup = (
            Path(shutil.copyfile(each, folder / each.name)) for each in there
        )
        stored = {each.name: each.read_bytes() for each in (path, log, index)}
        if not die_at(step, url(path), backup):
            break
        if any(folder.glob(f"*{RESTORING}*")):
            assert half_done(path)
            was_half_done.append(step)
            assert not path.exists() or path.read_bytes() == stored[path.name]
        elif before(path):  # it was killed when all was done
            assert people_in(path) == [1]
            assert people_in(before(path)[0]) == [1, 2]
            continue
        else:
            assert {name: (folder / name).read_bytes() for name in stored} == stored
        assert restore(url(path), backup, lambda _line: None) == 0
        assert people_in(path) == [1]
        (old,) = before(path)
        assert beside(old)[0].read_bytes() == stored[log.name]
        assert people_in(old) == [1, 2]
        assert not [*folder.glob("*restoring*")]
    assert len(was_half_done) >= 5
    assert was_half_done == [*range(was_half_done[0], was_half_done[-1] + 1)]


def test_one_that_was_cut_short_is_told_by_every_command_until_it_is_done(path, backup, run):
    ready = path.with_name(f"{path.name}{RESTORING}20300502-120000")
    ready.write_bytes(backup.read_bytes())
    old = path.rename(path.with_name(f"{path.name}.before-restore-20300502-120000"))
    told = f"A restore of {path} was cut short: run `python -m bot restore` with the backup again."
    assert half_done(path)
    assert not path.exists()
    assert told in run("check")[1]
    assert run("backup", "copy.sqlite3") == (1, [f"Nothing was backed up. {told}"])
    assert run("restore", "none") == (
        1,
        [f"none cannot be read (No such file or directory). {told}"],
    )
    status, lines = run("restore", str(ready))  # the copy itself will do
    assert (status, lines[-1]) == (0, f"The database that was there is {old} now.")
    assert run("check")[0] == 0


def test_a_database_that_was_put_there_meanwhile_is_kept_too(path, backup, run):
    ready = path.with_name(f"{path.name}{RESTORING}20300502-120000")
    ready.write_bytes(backup.read_bytes())
    old = path.with_name(f"{path.name}.before-restore-20300502-120000")
    old.write_bytes(FIXTURE.read_bytes())
    stored = path.read_bytes()
    assert run("restore", str(backup))[0] == 0
    assert [each.read_bytes() for each in before(path) if each != old] == [stored]
    assert old.read_bytes() == FIXTURE.read_bytes()
    assert path.read_bytes() == backup.read_bytes()
    assert not half_done(path)
