"""The database: opened, migrated, and read and written in transactions."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import delete, insert, literal, select, text, update
from sqlalchemy.exc import StatementError
from tabletop import ANNA, schema_differences, url

from bot.store import NotRead, NotStored, Store, StoreError, newest_revision
from bot.store.databases import sqlite
from bot.store.databases.dialects import change_and_insert, execute_together, insert_rows
from bot.store.queries import markers
from bot.store.queries.people import change_person
from bot.store.schema.tables import clock, metadata, person
from tests.databases import DURABLE, new_database, opened_at


async def test_a_new_database_has_the_schema(store):
    assert await schema_differences(store) == []


@pytest.mark.sqlite
async def test_opening_again_changes_nothing(tmp_path):
    for _ in range(2):
        async with (
            opened_at(url(tmp_path / "games.sqlite3")) as store,
            store.reading() as connection,
        ):
            revisions = await connection.exec_driver_sql("SELECT version_num FROM alembic_version")
            assert revisions.scalars().all() == ["0035"]


def test_the_newest_revision_is_the_last_of_the_migrations():
    """It is known by the names of files: Alembic is loaded only to migrate."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    assert [newest_revision()] == ScriptDirectory.from_config(config).get_heads()


@pytest.mark.sqlite
async def test_two_programs_may_open_an_empty_file_at_once_while_another_writes_to_it(tmp_path):
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_later(0.05, other.rollback)
        for store in await asyncio.gather(*(Store.open(url(path)) for _ in range(2))):
            await store.close()


@pytest.mark.sqlite
async def test_what_is_acknowledged_survives_a_power_cut(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PRAGMAS", DURABLE)
    async with opened_at(url(tmp_path / "games.sqlite3")) as store, store.writing() as connection:
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

        await asyncio.gather(*map(write, range(5)), *(people(store) for _ in range(5)))
        assert len(await people(store)) == 5


async def people(store):
    async with store.reading() as connection:
        return (await connection.execute(select(person))).all()


async def test_a_failed_transaction_leaves_nothing_and_a_reader_sees_one_moment(store):
    async def fail_half_way():
        async with store.writing() as connection:
            await connection.execute(insert(person).values(user_id=1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail_half_way()
    assert await people(store) == []
    async with store.reading() as reader:
        assert (await reader.execute(select(person))).all() == []
        async with store.writing() as writer:
            await writer.execute(insert(person).values(user_id=1))
        assert (await reader.execute(select(person))).all() == []
    assert len(await people(store)) == 1


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


async def test_what_is_marked_as_sent_is_so_until_that_is_forgotten(store, clock):
    keys = ["lacks_1 2 a", "lacks_1 2 b", "lacks_1 22 a", "lacks 1 2 a"]

    async def marked_anew():
        return [key for key in keys if await store.write(markers.mark_sent, key, clock())]

    assert await marked_anew() == keys
    assert await marked_anew() == []
    await store.write(markers.unmark, keys[1])
    assert await marked_anew() == [keys[1]]
    await store.write(markers.unmark_all, "lacks_1 2 ", keys[1])  # all but that
    assert await marked_anew() == [keys[0]]


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
    """It is found when the bot starts, and not in the middle of a game."""
    path = tmp_path / "games.sqlite3"
    await new_database(path)
    first, *_, last = metadata.sorted_tables
    for table in (first, last):
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
    """Later callers get an error; cancelled ones leave nothing behind."""

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


# --- several changes at once, with the values of players in them ---------------------------------


USUAL = {
    column.name: column.default.arg
    for column in person.c
    if column.default is not None and not column.default.is_callable
}
USUAL["vacations"] = {}


def users(connection):
    return list(connection.scalars(select(person.c.user_id).order_by(person.c.user_id)))


async def test_all_changes_are_made_and_the_last_is_counted(store):
    def write(connection):
        connection.execute(insert(person), [{"user_id": 1}, {"user_id": 2}])
        return execute_together(
            connection,
            update(person).where(person.c.user_id == 1).values(zone="Europe/Rome"),
            delete(person).where(person.c.user_id == 2),
            insert_rows(person, [{"user_id": number, **USUAL} for number in (3, 4, 5)]),
        ).rowcount

    assert await store.write(write) == 3
    assert await store.read(users) == [1, 3, 4, 5]
    zone = select(person.c.zone).where(person.c.user_id == 1)
    assert await store.read(lambda connection: connection.scalar(zone)) == "Europe/Rome"


async def test_rows_are_inserted_only_with_a_change(store):
    def write(connection, user_id):
        change = update(person).where(person.c.user_id == user_id).values(zone="Europe/Rome")
        rows = [{"user_id": user_id + number, **USUAL} for number in (10, 20)]
        return change_and_insert(connection, change, (person, rows))

    await store.write(lambda connection: connection.execute(insert(person), {"user_id": 1}))
    assert not await store.write(write, 2)
    assert await store.read(users) == [1]
    assert await store.write(write, 1)
    assert await store.read(users) == [1, 11, 21]


def test_a_column_with_a_default_must_be_named():
    with pytest.raises(AssertionError):
        insert_rows(person, [{"user_id": 17}])


async def test_every_text_comes_back_as_it_was(store):
    """Whatever players call themselves, and write in notes."""
    signs = ["'", "''", "\\", "\\'", "'; DROP TABLE game; --", "%(name)s", "%s", "%%", ":x", "$1"]
    for value in (*signs, "E'", "", "\n\t\x01\x7f", "Zoë 𒀭 \u2028\ufeff\U0010fffd"):

        def write(connection, value=value):
            insert_it = insert_rows(person, [{**USUAL, "user_id": 1, "vacations": {value: 1}}])
            execute_together(connection, delete(person).where(person.c.user_id == 2), insert_it)
            (stored,) = connection.scalars(select(person.c.vacations)).one().keys()
            connection.execute(delete(person))
            return str(stored)

        assert await store.write(write) == value


@pytest.mark.postgresql
async def test_times_and_lengths_come_back_as_they_were(tmp_path):
    async with opened_at(await new_database(tmp_path / "games")) as store:
        at = datetime(2030, 1, 1, 12, 30, 15, 123456, tzinfo=UTC)

        def write(connection):
            connection.execute(text("SET session_replication_role = replica"))  # there is no game
            values = {"spent": timedelta(microseconds=1), "bank": None, "resumes": True}
            counts = {"missed": 3, "reminded": 0, "hushed": False}
            row = {"game_id": 1, "seat": 0, "since": at, **values, **counts}
            execute_together(connection, delete(clock), insert_rows(clock, [row]))
            (stored,) = connection.execute(select(clock)).all()
            connection.execute(text("DELETE FROM clock"))
            return tuple(stored)

        stored = await store.write(write)
        assert stored == (1, 0, at, timedelta(microseconds=1), None, True, 3, 0, False)


async def test_a_program_of_an_older_version_and_this_one_understand_each_other(services, store):
    """That one knows high contrast alone, on or off."""

    async def old_switch(*, on):
        await store.write(change_person, ANNA.user_id, high_contrast=on)

    async def theme():
        return (await services.preferences.habits(ANNA.user_id)).theme

    await old_switch(on=True)
    assert await theme() == "high-contrast"
    await old_switch(on=False)
    assert await theme() is None
    for chosen in ("high-contrast", "light", None):
        await services.preferences.choose_theme(ANNA.user_id, chosen)
        assert await theme() == chosen
        old = await store.look(lambda connection: connection.scalar(select(person.c.high_contrast)))
        assert old is (chosen == "high-contrast")
