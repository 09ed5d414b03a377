"""Statements with their values in them say to a server what they say with their values beside."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, bindparam, insert, select, text, update

from bot.store import Store
from bot.store.databases.collecting import counted, later
from bot.store.databases.literals import literal, written
from bot.store.schema.tables import clock, game, person
from tests.databases import new_database, opened_at

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
SIGNS = ["'", "''", "\\", "\\'", "'; DROP TABLE game; --", "%(name)s", "%s", "%%", ":x", "$1", "E'"]


@pytest.mark.parametrize("value", SIGNS)
def test_nothing_in_a_text_ends_it(value: str) -> None:
    """A quote is doubled, and a backslash, which some servers take for a sign of their own."""
    shown = literal(value)
    inside = shown.removeprefix("E")[1:-1]
    assert inside.replace("''", "").count("'") == 0
    assert inside.replace("\\\\", "").count("\\") == 0
    assert shown.startswith("E") == ("\\" in value)


def test_what_has_no_text_here_is_refused() -> None:
    with pytest.raises(TypeError):
        literal(b"bytes")
    with pytest.raises(ValueError, match="zero"):
        literal("a\0b")
    with pytest.raises(ValueError, match="one at least"):
        written(update(game).where(game.c.id.in_(bindparam("some", expanding=True))), {"some": []})


def test_what_nobody_names_gets_its_usual_value() -> None:
    shown = written(insert(person), {"user_id": 17})
    assert "'{}'::JSON" in shown
    assert "17::BIGINT" in shown


async def _round(store: Store, value: str) -> str:
    def write(connection: Connection) -> str:
        later(connection, insert(person), {"user_id": 1, "days_off": "", "zone": ""})
        changed = update(person).where(person.c.user_id == bindparam("the_user"))
        assert counted(connection, changed, {"the_user": 1, "vacations": {value: 1}}) == 1
        assert counted(connection, changed, {"the_user": 2, "zone": "nobody's"}) == 0
        (stored,) = connection.scalars(select(person.c.vacations)).one().keys()
        connection.execute(text("DELETE FROM person"))
        return str(stored)

    return await store.write(write)


@pytest.mark.postgresql
def test_every_text_comes_back_as_it_was(tmp_path: Path) -> None:
    """Whatever players call themselves, and write to themselves."""
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(runner.run(new_database(tmp_path / "games"))))

        @given(TEXTS | st.sampled_from(SIGNS))
        def comes_back(value: str) -> None:
            assert runner.run(_round(store, value)) == value

        comes_back()
        runner.run(store.close())


@pytest.mark.postgresql
async def test_times_and_lengths_come_back_as_they_were(tmp_path: Path) -> None:
    async with opened_at(await new_database(tmp_path / "games")) as store:
        at = datetime(2030, 1, 1, 12, 30, 15, 123456, tzinfo=UTC)

        def write(connection: Connection) -> tuple[object, ...]:
            connection.execute(text("SET session_replication_role = replica"))  # there is no game
            values = {"spent": timedelta(microseconds=-1), "bank": None, "resumes": True}
            counts = {"missed": 3, "reminded": 0, "hushed": False}
            later(
                connection,
                insert(clock),
                {"game_id": 1, "seat": 0, "since": at, **values, **counts},
            )
            (row,) = connection.execute(select(clock)).all()
            connection.execute(text("DELETE FROM clock"))
            return tuple(row)

        stored = await store.write(write)
        assert stored == (1, 0, at, timedelta(microseconds=-1), None, True, 3, 0, False)
