"""The database is locked, full or failing: nothing is half done, and the same works afterwards."""

import sqlite3
from contextlib import asynccontextmanager, closing
from random import Random

import pytest
from tabletop import BEN, PLACE, Clock, act_at_random, all_rows, decider, game_of, running

from bot.domain.player import Person
from bot.domain.refusals import Refused
from bot.store import NotRead, NotStored, Store, Trouble
from bot.use_cases import Services
from tests.databases import new_database
from tests.full_disk import room_for

pytestmark = pytest.mark.sqlite


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def store(path):
    """Configured by a host who does not want to wait for a locked file."""
    store = await Store.open(f"{await new_database(path)}?timeout=0.02")
    yield store
    await store.close()


# --- troubles ------------------------------------------------------------------------------------


@asynccontextmanager
async def locked(store, path):
    """Another program is writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def pragma(store, setting):
    """Set something on the one connection that the store has, as long as it does one thing."""
    async with store.reading() as connection:
        await connection.exec_driver_sql(f"PRAGMA {setting}")


@asynccontextmanager
async def failing(store, path):
    """The disk takes no byte more."""
    with room_for(path.with_name(f"{path.name}-wal").stat().st_size):
        yield


@asynccontextmanager
async def read_only(store, path):
    await pragma(store, "query_only = ON")
    yield
    await pragma(store, "query_only = OFF")


TROUBLES = [(locked, Trouble.BUSY), (failing, Trouble.FAILING), (read_only, Trouble.FAILING)]


# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("makes", "trouble"), TROUBLES)
async def test_what_is_not_stored_in_trouble_is_said_and_counts_later(
    store, services, path, makes, trouble
):
    """By every use case, also if the program has read nothing yet."""
    rng = Random(3)
    waiting = await services.opening.open(BEN, PLACE, "Susa", seats=3)
    table = await running(services)
    table = (await act_at_random(services, table, rng)).table
    before = await all_rows(store)
    pressed = game_of(table).legal_actions()[0]
    somebody = Person(77, "Enheduanna")
    anew = Services(store, Random(1), Clock())

    def press(program):
        return program.play.act(table.id, decider(table), pressed, table.state_version)

    async with makes(store, path):
        for use_case in (
            lambda: press(services),
            lambda: press(anew),
            lambda: services.opening.open(somebody, PLACE, "Kish"),
            lambda: services.lobbies.join(waiting.id, somebody),
            lambda: services.play.resign(table.id, decider(table)),
        ):
            with pytest.raises(NotStored) as caught:
                await use_case()
            assert caught.value.trouble is trouble
            assert trouble.value in str(caught.value)
        assert await services.games.get(table.id) == table
        assert (await anew.games.get(table.id)).version == table.version
        assert await all_rows(store) == before
    after = (await press(services)).table
    assert after.version > table.version
    for program in (services, anew, Services(store, rng, Clock())):
        assert await program.games.get(after.id) == after
    joined = await services.lobbies.join(waiting.id, somebody)
    assert joined.player_of(somebody.user_id) is not None
    with pytest.raises(Refused):
        await services.lobbies.join(waiting.id, somebody)


async def test_a_game_goes_on_once_a_full_disk_has_room_again(store, services):
    rng = Random(3)
    table = await running(services)
    await pragma(store, "max_page_count = 1")  # not a page more than there are: as on a full disk
    troubles = []
    while not troubles:
        before = await all_rows(store)
        pressed = rng.choice(game_of(table).legal_actions())
        try:
            acted = await services.play.act(table.id, decider(table), pressed, table.state_version)
            table = acted.table
        except NotStored as not_stored:
            troubles.append(not_stored.trouble)
    assert troubles == [Trouble.FULL]
    assert await all_rows(store) == before
    assert await services.games.get(table.id) == table
    await pragma(store, "max_page_count = 1000000")
    after = (await services.play.act(table.id, decider(table), pressed, table.state_version)).table
    for program in (services, Services(store, rng, Clock())):
        assert await program.games.get(after.id) == after


async def test_what_cannot_be_read_is_said_too(store, services, path):
    """Another program has the file for itself alone, as some tools do."""
    table = await running(services)
    await store._database._engine.dispose()  # the next connection is a new one
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for read in (
            lambda: services.games.get(table.id),
            lambda: services.games.of_user(BEN.user_id),
        ):
            with pytest.raises(NotRead) as caught:
                await read()
            assert caught.value.trouble is Trouble.BUSY
        other.execute("ROLLBACK")
    assert await services.games.get(table.id) == table
