"""A backup in the place of a database: what is left of the one before is never mixed with it."""

import asyncio
import shutil

import pytest
from sqlalchemy import insert, select
from tabletop import url
from test_checking import path, run

from bot.store import Store, StoreError
from bot.store.schema.tables import person
from tests.databases import new_database, opened_at

__all__ = ["path", "run"]

pytestmark = pytest.mark.sqlite


async def add(store, *numbers):
    for number in numbers:
        await store.write(
            lambda connection, n=number: connection.execute(insert(person).values(user_id=n))
        )


async def people(path):
    async with opened_at(url(path)) as store:
        return [
            *await store.read(lambda connection: connection.scalars(select(person.c.user_id)).all())
        ]


def beside(path):
    return [path.with_name(f"{path.name}-{end}") for end in ("wal", "shm")]


def contents(files):
    return {each.name: each.read_bytes() for each in files if each.is_file()}


@pytest.fixture
async def killed(path):
    """The database of a bot that was killed, and a backup from before its last change."""
    running = path.with_name("running.sqlite3")
    async with opened_at(await new_database(running)) as store:
        await add(store, 1)
        copy = await store.write_with_backup("copy", lambda _connection, copy: copy)
        assert copy is not None
        copy.rename(path.with_name("backup.sqlite3"))
        await add(store, 2)
        for file, to in zip((running, *beside(running)), (path, *beside(path)), strict=True):
            shutil.copyfile(file, to)  # as it is on the disk at this moment
    return path


async def test_what_a_killed_program_has_left_is_no_reason_to_refuse(killed):
    assert all(each.stat().st_size for each in beside(killed))
    assert await people(killed) == [1, 2]


async def test_a_backup_beside_an_old_log_is_refused_and_nothing_is_changed(killed):
    shutil.copyfile(killed.with_name("backup.sqlite3"), killed)
    before = contents(killed.parent.iterdir())
    for unchanged in (True, False):
        with pytest.raises(StoreError) as caught:
            await Store.open(url(killed), unchanged=unchanged)
        assert str(caught.value) == (
            f"{killed} is a backup beside what is left of another database: move "
            "games.sqlite3-wal and games.sqlite3-shm away, or SQLite would mix both."
        )
    assert contents(killed.parent.iterdir()) == before
    for each in beside(killed):
        each.unlink()
    assert await people(killed) == [1]


async def test_so_it_is_by_a_link_and_without_an_index(killed):
    shutil.copyfile(killed.with_name("backup.sqlite3"), killed)
    log, index = beside(killed)
    index.unlink()
    link = killed.with_name("link.sqlite3")
    link.symlink_to(killed)
    with pytest.raises(StoreError, match=r"move games\.sqlite3-wal away, or"):
        await Store.open(url(link))
    log.write_bytes(b"")  # which SQLite leaves now and then
    assert await people(link) == [1]


async def test_it_is_not_imported_either(killed, run):
    shutil.move(killed.with_name("backup.sqlite3"), killed)
    status, (line,) = await asyncio.to_thread(run, "import", str(killed))
    assert status == 1
    assert line.startswith(f"Nothing was imported. {killed} is a backup beside what is left of ")


async def test_an_import_in_its_place_does_not_mind_an_old_log(killed, run):
    shutil.move(killed, killed.with_name("old.sqlite3"))
    backup = str(killed.with_name("backup.sqlite3"))
    assert (await asyncio.to_thread(run, "import", backup))[0] == 0
    assert await people(killed) == [1]
