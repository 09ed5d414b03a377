"""Before a migration changes a file, the file is copied: nothing is lost, whatever fails."""

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine
from tabletop import url

from bot.ops.hosting import exclusive_use
from bot.store import Store, StoreError
from tests.databases import new_database, opened_at
from tests.full_disk import room_for

pytestmark = pytest.mark.sqlite

BACKUP = "games.sqlite3.backup-0002"


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """A database of revision 0002, with a user in it."""
    path = tmp_path_factory.mktemp("old") / "games.sqlite3"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", "bot.store:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.exec_driver_sql("INSERT INTO person VALUES (1, NULL)")
    engine.dispose()
    return path


@pytest.fixture
def path(old, tmp_path):
    path = Path(shutil.copyfile(old, tmp_path / "games.sqlite3"))
    path.chmod(0o600)
    return path


async def opened_and_closed(path):
    await (await Store.open(url(path))).close()


def content(path):
    """The content of a database, with its revision."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return list(connection.iterdump())


def files_beside(path):
    return sorted(each.name for each in path.parent.iterdir() if each != path)


@pytest.mark.usefixtures("open_to_all")
async def test_the_file_is_copied_before_a_migration(path, caplog):
    """Only the owner can read the copy."""
    path.with_name(f"{BACKUP}.partial").write_text("half of i")  # of one that was cut short
    let_others_read(path)
    before = content(path)
    with caplog.at_level(logging.INFO, "bot.store"):
        await opened_and_closed(path)
    assert content(path) != before
    backup = path.with_name(BACKUP)
    assert content(backup) == before
    assert files_beside(path) == [BACKUP]
    assert modes(path.parent) == {path.name: 0o600, BACKUP: 0o600}  # hands and bags are in it, too
    (line,) = caplog.messages
    assert line.startswith("the database was brought up to date; as it was before, it is in ")
    assert str(backup) in line
    # it is not copied again, as there is nothing to migrate any more
    await opened_and_closed(path)
    assert files_beside(path) == [BACKUP]


def modes(folder):
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


def let_others_read(*files):
    for each in files:
        each.chmod(0o644)


@pytest.mark.usefixtures("open_to_all")
async def test_only_the_owner_can_read_what_is_stored(tmp_path, caplog):
    """The file, SQLite's and the lock's files beside it, and copies; older ones too.

    A new database is made in silence, and without a copy; it is not copied later either.
    """
    caplog.set_level(logging.INFO, "bot.store")
    path = tmp_path / "new.sqlite3"
    with exclusive_use(url(path), print):
        async with opened_at(url(path)) as store:
            assert await store.write_with_backup("before-repair-1", lambda _connection, copy: copy)
            names = ("", "-shm", "-wal", ".before-repair-1", ".lock")
            assert modes(tmp_path) == {f"new.sqlite3{name}": 0o600 for name in names}
    let_others_read(*tmp_path.iterdir())
    await opened_and_closed(path)
    there = ("", ".before-repair-1", ".lock")
    assert modes(tmp_path) == {f"new.sqlite3{name}": 0o600 for name in there}
    assert caplog.messages == []


async def test_a_file_of_another_user_is_used_with_a_warning(tmp_path, monkeypatch, caplog):
    def refuse(*_, **__):
        raise PermissionError

    path = tmp_path / "games.sqlite3"
    await new_database(path)
    let_others_read(path)
    monkeypatch.setattr(os, "chmod", refuse)
    await opened_and_closed(path)
    assert caplog.messages == [f"others can read {path}, and this user may not change that"]


async def test_what_is_still_in_the_log_of_sqlite_is_copied_and_no_backup_is_overwritten(path):
    """Two programs at once make one backup."""
    for name in (BACKUP, f"{BACKUP}-2"):
        path.with_name(name).write_text("kept")
    path.with_name(f"{BACKUP}-3.partial").write_text("half of i")  # of one that was cut short
    with closing(sqlite3.connect(path)) as other:  # SQLite empties its log when all are closed
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("INSERT INTO person VALUES (2, NULL)")
        other.commit()
        await asyncio.gather(*(opened_and_closed(path) for _ in range(2)))
    assert files_beside(path) == [BACKUP, f"{BACKUP}-2", f"{BACKUP}-3"]
    assert [path.with_name(name).read_text() for name in (BACKUP, f"{BACKUP}-2")] == ["kept"] * 2
    assert 'INSERT INTO "person" VALUES(2,NULL);' in content(path.with_name(f"{BACKUP}-3"))


# --- without a backup, or without success, nothing changes ----------------------------------------


async def refusal(path):
    with pytest.raises(StoreError) as caught:
        await Store.open(url(path))
    return str(caught.value)


@pytest.mark.parametrize("more", [0, 5_000_000])
async def test_a_full_disk(path, more):
    with closing(sqlite3.connect(path)) as other:  # SQLite keeps less in memory than that
        other.execute("CREATE TABLE more AS SELECT randomblob(?)", (more,))
        other.commit()
    before = content(path)
    with room_for(path.stat().st_size // 2):
        sentence = await refusal(path)
    assert sentence.startswith(f"The database sqlite+aiosqlite:///{path} is of an older version")
    assert f"{BACKUP} cannot be written (" in sentence
    assert "\n" not in sentence
    assert content(path) == before
    assert files_beside(path) == []


async def test_a_folder_that_lets_nothing_be_written(path):
    before = content(path)
    in_the_way = path.with_name(f"{BACKUP}.partial")
    in_the_way.mkdir()
    assert f"{BACKUP} cannot be written (" in await refusal(path)
    assert content(path) == before
    assert files_beside(path) == [in_the_way.name]


async def test_a_migration_that_fails_leaves_no_backup(path):
    """Nothing has changed; and a program that is started again and again would fill the disk."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("ALTER TABLE person ADD COLUMN high_contrast BOOLEAN")
        other.commit()
    before = content(path)
    assert "high_contrast" in await refusal(path)
    assert content(path) == before
    assert files_beside(path) == []
