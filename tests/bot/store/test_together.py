"""Several changes at once, with the values of players in them."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import delete, insert, select, text, update

from bot.store.databases.together import change_and_insert, execute_together, insert_rows
from bot.store.schema.tables import clock, person
from tests.databases import new_database, opened_at

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
        return change_and_insert(connection, change, person, rows)

    await store.write(lambda connection: connection.execute(insert(person), {"user_id": 1}))
    assert not await store.write(write, 2)
    assert await store.read(users) == [1]
    assert await store.write(write, 1)
    assert await store.read(users) == [1, 11, 21]


def test_a_column_with_a_default_must_be_named():
    with pytest.raises(AssertionError):
        insert_rows(person, [{"user_id": 17}])


async def test_every_text_comes_back_as_it_was(store):
    """Whatever players call themselves, and write to themselves."""
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
