"""``python -m bot restore``: a backup replaces the database, whatever its state.

What is left of the database before it is never mixed with the backup.
"""

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

import pytest
from copied_data import FIRST, change_file, content
from sqlalchemy import insert
from tabletop import url

from bot.ops.hosting import exclusive_use
from bot.ops.transfer_commands import restore
from bot.store import BackupFolder, Store, StoreError
from bot.store.databases.sqlite_file import RESTORING
from bot.store.schema.tables import person
from tests.databases import new_database, opened_at
from tests.full_disk import room_for

pytestmark = pytest.mark.sqlite

NIGHT = datetime(2030, 5, 1, 3, tzinfo=UTC)
CUT_SHORT = "A restore of {} was cut short: run `python -m bot restore` with the backup again."


def files(folder):
    """All files there, except the lock's own."""
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
    """The content before each restore."""
    return sorted(database.parent.glob(f"{database.name}.before-restore-*[0-9]"))


def beside(path):
    return [path.with_name(f"{path.name}-{end}") for end in ("wal", "shm")]


async def opened(path):
    await (await Store.open(url(path))).close()


async def add(store, number):
    await store.write(lambda connection: connection.execute(insert(person).values(user_id=number)))


async def play_on(path):
    async with opened_at(url(path)) as store:
        await add(store, 99)


@pytest.fixture
def backup(path, played):
    """A backup of a night, after which a player has played on."""
    folder = BackupFolder(path)
    folder.make(NIGHT, lambda: None)
    asyncio.run(play_on(path))
    return folder.backups()[-1].file


async def be_killed(path):
    running = path.with_name("running.sqlite3")
    async with opened_at(await new_database(running)) as store:
        await add(store, 1)
        copy = await store.write_with_backup("copy", lambda _connection, copy: copy)
        copy.rename(path.with_name("backup.sqlite3"))
        await add(store, 2)
        for file, to in zip((running, *beside(running)), (path, *beside(path)), strict=True):
            shutil.copyfile(file, to)  # as it is on the disk at this moment


@pytest.fixture
def killed(path):
    """The database of a bot that was killed, and a backup from before its last change."""
    asyncio.run(be_killed(path))
    assert all(each.stat().st_size for each in beside(path))
    return path


@pytest.mark.usefixtures("open_to_all")
def test_a_backup_comes_back_and_what_was_there_is_kept(path, backup, run):
    """Only the owner can read both."""
    for each in (path, backup):
        each.chmod(0o644)
    night, later = backup.read_bytes(), content(path)
    status, (done, filled) = run("restore", str(backup))
    assert status == 0
    assert done == f"{path} is as in {backup} now, of 2030-05-01 03:00 UTC. Games: 4."
    (old,) = before(path)
    assert filled == f"The database that was there is {old} now."
    assert (path.read_bytes(), backup.read_bytes(), content(old)) == (night, night, later)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert run("check")[0] == 0
    assert sorted(files(path.parent)) == sorted(
        [path.name, old.name, backup.relative_to(path.parent).as_posix()]
    )
    asyncio.run(opened(path))
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


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


@pytest.mark.parametrize("destroyed", [overwritten, with_what_is_left_of_another, without_its_file])
def test_it_does_not_matter_what_has_become_of_the_database(path, backup, run, destroyed):
    night = content(backup)
    destroyed(path)
    left = {name for name in files(path.parent) if name.startswith(path.name)}
    assert run("restore", str(backup))[0] == 0
    assert content(path) == night
    asyncio.run(play_on(path))
    assert len(files(path.parent)) == len(left | {path.name}) + (path.name in left)


def test_the_local_table_has_its_own(path, backup, run, monkeypatch):
    local = path.with_name("local.sqlite3")
    monkeypatch.setenv("LOCAL_DATABASE_URL", url(local))
    stored = path.read_bytes()
    status, lines = run("restore", "--local", str(backup))
    assert (status, len(lines)) == (0, 1)  # nothing was there
    assert (local.read_bytes(), path.read_bytes()) == (backup.read_bytes(), stored)


def test_a_backup_of_an_older_version_is_brought_up_to_date_by_the_next_start(path, run):
    """Games of the first version agree with their logs; a check itself changes nothing."""
    assert run("restore", str(FIRST))[0] == 0
    status, (line, *_, summary) = run("check")
    assert (status, summary) == (0, "Nothing is wrong with what is stored.")
    assert "is of an older version: the bot updates it when it starts." in line
    assert content(path) == content(FIRST)
    asyncio.run(opened(path))
    (copy,) = path.parent.glob("*.backup-0*")
    assert content(copy) == content(FIRST)
    assert run("check")[0] == 0


def test_what_was_there_can_be_restored_with_the_log_of_a_bot_that_was_killed(killed, run):
    log = beside(killed)[0].read_bytes()
    assert run("restore", "backup.sqlite3")[0] == 0
    assert people_in(killed) == [1]
    (old,) = before(killed)
    assert beside(old)[0].read_bytes() == log
    filled = files(killed.parent)
    assert run("restore", str(old))[0] == 0
    assert people_in(killed) == [1, 2]
    assert (
        filled.items() - {killed.name: filled[killed.name]}.items() <= files(killed.parent).items()
    )
    assert len(before(killed)) == 2  # in the same second or not


# --- refusals -------------------------------------------------------------------------------------


def refusal(path, run, backup):
    """The sentence of a refusal, after which nothing has changed."""
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
    change_file(new, "CREATE TABLE game (id)")
    assert refusal(path, run, new) == none


def test_a_backup_that_is_damaged_or_newer_or_beside_the_log_of_another(path, backup, run):
    shutil.copyfile(backup, "newer")
    change_file("newer", "UPDATE alembic_version SET version_num = '9999'")
    assert refusal(path, run, "newer") == "newer is of a newer version of this program: update it."
    log = backup.with_name(f"{backup.name}-wal")
    log.write_bytes(b"left" * 2000)
    assert "is a backup beside what is left of another database" in refusal(path, run, backup)
    log.unlink()
    change_file(backup, "UPDATE entry SET game_id = 99 WHERE game_id = 1 AND seq = 2")
    assert refusal(path, run, backup).startswith(f"{backup} is damaged: a row of the table ")
    overwritten(backup)
    assert str(backup) in refusal(path, run, backup)


def test_where_nothing_can_be_restored(path, backup, run, monkeypatch):
    with room_for(backup.stat().st_size // 2):
        assert refusal(path, run, backup) == f"{path} cannot be replaced (File too large)."
    nowhere = path.with_name("nowhere") / "games.sqlite3"
    none = "(No such file or directory)"
    for address, expected in (
        (url(nowhere), f"{nowhere} cannot be replaced {none}."),
        ("postgresql://rivers:hunter2@db.example/games", "The database isn't an SQLite file: "),
        ("sqlite+aiosqlite://", "The database isn't an SQLite file: `python -m bot import` puts"),
    ):
        monkeypatch.setenv("DATABASE_URL", address)
        assert refusal(path, run, backup).startswith(expected)


OPENING = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("SELECT * FROM game").fetchall()
print("open", flush=True)
sys.stdin.read()
"""


def test_while_a_program_uses_the_database_or_the_backup_it_is_refused_at_once(path, backup, run):
    with exclusive_use(url(path), str):
        assert refusal(path, run, backup) == f"A bot runs on {path}: stop it first."
    for file in (path, backup):
        with subprocess.Popen(
            [sys.executable, "-c", OPENING, file],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as program:
            assert program.stdout.readline() == "open\n"
            assert refusal(path, run, backup) == f"A program uses {file}: end it first."
            program.kill()
    assert run("restore", str(backup))[0] == 0


def test_a_backup_in_the_place_of_the_database_beside_an_old_log_is_refused(killed, run):
    """Nothing is changed; so it is by a link, without an index, and if it is to be imported."""
    shutil.copyfile("backup.sqlite3", killed)
    log, index = beside(killed)
    link = killed.with_name("link.sqlite3")
    link.symlink_to(killed)
    stored = files(killed.parent)
    fault = f"{killed} is a backup beside what is left of another database: "
    with pytest.raises(StoreError) as caught:
        asyncio.run(opened(killed))
    assert str(caught.value) == (
        f"{fault}move games.sqlite3-wal and games.sqlite3-shm away, or SQLite would mix both."
    )
    assert any(fault in line for line in run("check")[1])
    (line,) = run("import", str(killed))[1]
    assert line.startswith(f"Nothing was imported. {fault}")
    assert files(killed.parent) == stored
    index.unlink()
    with pytest.raises(StoreError, match=r"move games\.sqlite3-wal away, or"):
        asyncio.run(opened(link))
    log.write_bytes(b"")  # which SQLite leaves now and then
    asyncio.run(opened(link))
    assert people_in(killed) == [1]


def test_an_import_in_its_place_does_not_mind_an_old_log(killed, run):
    killed.rename("old.sqlite3")
    assert run("import", "backup.sqlite3")[0] == 0
    assert people_in(killed) == [1]


# --- cut short ------------------------------------------------------------------------------------

CHANGES = {"open", "os.remove", "os.rename", "os.truncate", "os.utime", "sqlite3.connect"}


def restore_step_by_step(address, backup, folder, filled):
    """Restore in a process of its own; before each step, copy the state that a kill would leave."""
    child = os.fork()
    if child == 0:
        steps, keeping = count(1), []

        def take(event, _arguments):
            if event in CHANGES and not keeping:
                keeping.append(event)
                shutil.copytree(folder, filled / f"{next(steps):03}")
                keeping.clear()

        with suppress(BaseException):
            sys.addaudithook(take)
            os._exit(restore(address, backup, lambda _line: None))
        os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def half_done(path):
    """True if the bot refuses to start, and says why; if it starts, everything is as before."""
    try:
        asyncio.run(opened(path))
    except StoreError as error:
        return str(error) == CUT_SHORT.format(path)
    return False


def test_killed_at_any_step_it_loses_nothing_and_the_bot_begins_no_empty_database(
    killed, tmp_path_factory
):
    """The database is that of a bot that was killed, with its log."""
    stored = files(killed.parent)
    filled = tmp_path_factory.mktemp("kept")
    restore_step_by_step(url(killed), killed.with_name("backup.sqlite3"), killed.parent, filled)
    done, seen = [], {}
    for folder in sorted(filled.iterdir()):
        path, there = folder / killed.name, files(folder)
        if there == seen:  # that step only looked
            continue
        seen = there
        if any(RESTORING in name for name in there):
            done.append("half")
            assert there.get(path.name) in {None, stored[path.name]}
            assert half_done(path)
        elif before(path):
            done.append("all")
        else:
            done.append("")
            assert stored.items() <= there.items()
        if done[-1] != "all":
            assert restore(url(path), folder / "backup.sqlite3", lambda _line: None) == 0
        (old,) = before(path)
        assert beside(old)[0].read_bytes() == stored[beside(killed)[0].name]
        assert (people_in(path), people_in(old)) == ([1], [1, 2])
        assert not [*folder.glob("*restoring*")]
    assert done == sorted(done, key=["", "half", "all"].index)
    assert done.count("half") >= 4


def test_one_that_was_cut_short_is_told_by_every_command_until_it_is_done(path, backup, run):
    ready = path.with_name(f"{path.name}{RESTORING}20300502-120000")
    ready.write_bytes(backup.read_bytes())
    old = path.rename(path.with_name(f"{path.name}.before-restore-20300502-120000"))
    expected = CUT_SHORT.format(path)
    assert half_done(path)
    assert not path.exists()
    assert expected in run("check")[1]
    assert run("backup", "copy.sqlite3") == (1, [f"Nothing was backed up. {expected}"])
    message = f"none cannot be read (No such file or directory). {expected}"
    assert run("restore", "none") == (1, [message])
    status, lines = run("restore", str(ready))  # the copy itself will do
    assert (status, lines[-1]) == (0, f"The database that was there is {old} now.")
    assert run("check")[0] == 0


def test_a_database_that_was_put_there_meanwhile_is_kept_too(path, backup, run):
    ready = path.with_name(f"{path.name}{RESTORING}20300502-120000")
    ready.write_bytes(backup.read_bytes())
    old = path.with_name(f"{path.name}.before-restore-20300502-120000")
    old.write_bytes(FIRST.read_bytes())
    stored = path.read_bytes()
    assert run("restore", str(backup))[0] == 0
    assert [each.read_bytes() for each in before(path) if each != old] == [stored]
    assert old.read_bytes() == FIRST.read_bytes()
    assert path.read_bytes() == backup.read_bytes()
    assert not half_done(path)
