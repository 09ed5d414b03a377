"""The database: opened, migrated, and read and written in transactions."""

import asyncio
import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from random import Random

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, insert, literal, select
from sqlalchemy.exc import StatementError
from tabletop import decider, play_out, running, unlike_the_schema, url, whole

from bot.domain import Status
from bot.services import Services
from bot.store import NotRead, NotStored, Store, StoreError, newest_revision
from bot.store.schema.tables import metadata, person
from engine import SwapTiles, TilesSwapped
from tests.databases import new_database, opened_at


async def test_an_empty_file_becomes_the_schema(store):
    assert await unlike_the_schema(store) == []


async def test_opening_again_changes_nothing(tmp_path):
    for _ in range(2):
        async with (
            opened_at(url(tmp_path / "games.sqlite3")) as store,
            store.reading() as connection,
        ):
            revisions = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
            assert revisions.scalars().all() == ["0025"]


def test_the_newest_revision_is_the_last_of_the_migrations():
    """It is known by the names of files: Alembic is loaded only to migrate."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    assert [newest_revision()] == ScriptDirectory.from_config(config).get_heads()


def migrate_to(path, revision):
    """Make a database with the tables of an earlier revision."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()


@pytest.mark.slow
async def test_a_game_of_the_first_version_goes_on(tmp_path, clock):
    """Before there were options: without their columns, and with less in states and events."""
    path = tmp_path / "games.sqlite3"
    async with opened_at(url(path)) as store:
        table = await running(Services(store, Random(7), clock))
        swap = SwapTiles(whole(table).hands[0])
        before = (
            await Services(store, Random(7), clock).play.act(table.id, decider(table), swap)
        ).table
    first = tmp_path / "first.sqlite3"
    await asyncio.to_thread(migrate_to, first, "0001")
    with closing(sqlite3.connect(first)) as old:
        old.execute("ATTACH ? AS new", [str(path)])
        for name in ("game", "player", "entry", "snapshot"):
            then = "action" if name == "entry" else name
            columns = [row[1] for row in old.execute(f"PRAGMA table_info({then})")]
            # what has another name or type by now
            since = {
                "home_is_thread": "home_kind IS 'thread'",
                "home_opening": "0",
                "resigned_seq": "abandoned_seq",
            }
            values = ", ".join(since.get(column, column) for column in columns)
            old.execute(
                f"INSERT INTO {then} ({', '.join(columns)}) SELECT {values} FROM new.{name}"
            )
        ((state,),) = old.execute("SELECT state FROM snapshot")
        known = json.loads(state)
        for added in ("ziggurat", "buildings", "display"):
            del known[added]
        old.execute("UPDATE snapshot SET state = ?", [json.dumps(known)])
        swapped = json.dumps([["TilesSwapped", {"seat": 0, "count": 6, "drawn": 6}]])
        old.execute("UPDATE action SET events = ? WHERE text LIKE 'swap:%'", [swapped])
        old.commit()
    async with opened_at(url(first)) as store:
        services = Services(store, Random(7), clock)
        table = await services.games.get(table.id)
        assert whole(table) == whole(before)
        assert table.turns[-1].entries[-1].events == (TilesSwapped(0, 6),)
        assert not any(
            player.draws_from_bag or player.habits.high_contrast for player in table.players
        )
        assert (await play_out(store, services, table)).status is Status.OVER


async def test_two_programs_may_open_an_empty_file_at_once(tmp_path):
    stores = await asyncio.gather(*(Store.open(url(tmp_path / "games.sqlite3")) for _ in range(2)))
    for store in stores:
        await store.close()


async def test_a_new_file_waits_for_another_program_that_writes_to_it(tmp_path):
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_later(0.05, other.rollback)
        await (await Store.open(url(path))).close()


@pytest.mark.sqlite
async def test_what_is_acknowledged_survives_a_power_cut(store):
    async with store.writing() as connection:
        pragmas = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert pragmas == ["wal", 2, 1, 5_000]


async def test_a_database_in_memory_serves_readers_and_writers():
    async with opened_at("sqlite+aiosqlite://") as store:

        async def write(user_id):
            async with store.writing() as connection:
                await connection.execute(insert(person).values(user_id=user_id))

        async def read():
            async with store.reading() as connection:
                await connection.execute(select(person))

        await asyncio.gather(*map(write, range(5)), *(read() for _ in range(5)))
        async with store.reading() as connection:
            assert len((await connection.execute(select(person))).all()) == 5


async def test_a_failed_transaction_leaves_nothing(store):
    async def fail_half_way():
        async with store.writing() as connection:
            await connection.execute(insert(person).values(user_id=1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail_half_way()
    async with store.reading() as connection:
        assert (await connection.execute(select(person))).all() == []


async def test_a_reader_sees_one_moment(store):
    async with store.reading() as reader:
        assert (await reader.execute(select(person))).all() == []
        async with store.writing() as writer:
            await writer.execute(insert(person).values(user_id=1))
        assert (await reader.execute(select(person))).all() == []
    async with store.reading() as reader:
        assert len((await reader.execute(select(person))).all()) == 1


async def test_times_are_kept_in_utc(store):
    moment = datetime(2030, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    async with store.writing() as connection:
        await connection.execute(insert(person).values(user_id=1, direct_closed_at=moment))
        read = await connection.scalar(select(person.c.direct_closed_at))
    assert read == moment
    assert read.tzinfo is UTC
    nowhere = moment.replace(tzinfo=None)
    async with store.writing() as connection:
        with pytest.raises(StatementError, match="time zone"):
            await connection.execute(insert(person).values(user_id=2, direct_closed_at=nowhere))


# --- databases that cannot be used ---------------------------------------------------------------


async def refusal(database_url):
    with pytest.raises(StoreError) as caught:
        await Store.open(database_url)
    return str(caught.value)


NOT_OURS = {
    "newer version of this program": "UPDATE alembic_version SET version_num = '9999'",
    "another program": "DROP TABLE alembic_version",
}


@pytest.mark.sqlite
async def test_a_database_that_is_not_of_this_version_is_left_alone(tmp_path):
    """Nor is a file changed that is none, or may only be read."""
    path = tmp_path / "games.sqlite3"
    await new_database(path)
    read_only = f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true"
    assert "cannot be written to" in await refusal(read_only)
    for why, statement in NOT_OURS.items():
        await new_database(path)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)
        before = path.read_bytes()
        assert why in await refusal(url(path))
        assert path.read_bytes() == before
    path.write_text("Dear diary, " * 1000)
    before = path.read_bytes()
    assert "is not a database" in await refusal(url(path))
    assert path.read_bytes() == before
    assert "folder" in await refusal(url(tmp_path / "nowhere" / "games.sqlite3"))


@pytest.mark.sqlite
async def test_a_database_that_lacks_a_column(tmp_path):
    """Of whichever table: it is found when the bot starts, and not in the middle of a game."""
    path = tmp_path / "games.sqlite3"
    await new_database(path)
    for table in metadata.sorted_tables:
        column = list(table.columns)[-1].name
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"ALTER TABLE {table.name} RENAME COLUMN {column} TO lost")
        assert "is not a database, or is damaged" in await refusal(url(path))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"ALTER TABLE {table.name} RENAME COLUMN lost TO {column}")
    await (await Store.open(url(path))).close()


async def test_a_url_of_nothing():
    for bad in ("nonsense", "sqlite:///games.sqlite3", "mars+rover://u:secret@h/x"):
        sentence = await refusal(bad)
        assert "DATABASE_URL" in sentence
        assert "secret" not in sentence


async def test_what_is_under_way_is_done_before_the_database_is_closed(store):
    """Whoever asks afterwards is told; whoever is cancelled meanwhile leaves nothing behind."""

    def read(connection):
        return connection.scalars(select(literal(7))).one()

    asked = [asyncio.create_task(store.read(read)) for _ in range(20)]
    await asyncio.sleep(0)  # they have begun
    asked.pop().cancel()
    await store.close()
    assert await asyncio.gather(*asked) == [7] * 19
    with pytest.raises(NotRead):
        await store.read(read)
    with pytest.raises(NotStored):
        await store.write(read)
