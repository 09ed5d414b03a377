"""Decisions while a server, or its connection, is in trouble."""

import asyncio
import gc
import logging
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from random import Random

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from tabletop import ANNA, act, act_at_random, all_rows, decider, game_of, running

from bot.store import (
    NotRead,
    NotStored,
    PerhapsStored,
    PersonRow,
    Store,
    StoreError,
    Trouble,
    Unavailable,
)
from bot.store.queries import people
from bot.use_cases import Services
from tests.databases import name_of, new_database, opened_at, server_of_run
from tests.postgres import pooler, serving
from tests.proxy import Break, Cut, Then, error, proxy

pytestmark = pytest.mark.postgresql


@pytest.fixture
def server():
    return server_of_run()


@pytest.fixture
async def name(tmp_path):
    return name_of(await new_database(tmp_path / "games.sqlite3"))


@pytest.fixture
async def table(services):
    return await running(services)


@pytest.fixture
async def store(name, server):
    store = await Store.open(server.url(name))
    yield store
    await store.close()


# --- backends that end ----------------------------------------------------------------------------


async def test_connections_that_the_server_has_ended_are_not_noticed(server, name, services, table):
    rng = Random(3)
    for _ in range(10):
        assert await server.end_backends(name) > 0
        table = (await act_at_random(services, table, rng)).table
    assert len(await services.games.history(table.id)) == table.version


async def test_a_backend_that_ends_in_the_middle_leaves_nothing(server, name, store):
    def write(connection):
        people.change_person(connection, ANNA.user_id, advice=False)
        connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    before = await all_rows(store)
    with pytest.raises(NotStored) as caught:
        await store.write(write)
    assert caught.value.trouble is Trouble.FAILING
    assert await all_rows(store) == before
    await store.write(people.change_person, ANNA.user_id, advice=False)
    assert (await store.read(people.read_person, ANNA.user_id)).habits.advice is False


async def test_a_statement_whose_failure_goes_unnoticed_leaves_nothing_in_silence(store):
    def write(connection):
        people.change_person(connection, ANNA.user_id, advice=False)
        with suppress(DBAPIError):
            connection.execute(text("SELECT 1 / 0"))

    before = await all_rows(store)
    with pytest.raises(RuntimeError):
        await store.write(write)
    assert await all_rows(store) == before
    await store.write(people.change_person, ANNA.user_id, advice=False)


async def test_a_reader_whose_connection_is_lost_reads_again(store):
    lost = [True]

    def read(connection):
        if lost.pop():
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return "read"

    lost.insert(0, False)
    assert await store.read(read) == "read"
    assert lost == []


# --- the answer to what is stored is lost ---------------------------------------------------------


@asynccontextmanager
async def under_way(server, name, clock):
    """A game in a database behind a proxy that can break connections."""
    async with proxy(server.port) as here, opened_at(server.url(name, port=here.port)) as store:
        services = Services(store, Random(7), clock)
        yield here, services, await running(services)


async def test_a_decision_whose_answer_is_lost_is_looked_for_and_counts(server, name, clock):
    async with under_way(server, name, clock) as (here, services, table):
        here.break_at(Cut.AFTER, b"COMMIT;")
        after = (await act_at_random(services, table, Random(1))).table
        assert here.cut.is_set()
        assert after.version == table.version + 1
        assert len(await services.games.history(table.id)) == after.version
        await act_at_random(services, after, Random(1))  # it goes on from there


async def test_a_decision_that_was_lost_on_the_way_has_not_counted(server, name, clock, store):
    async with under_way(server, name, clock) as (here, services, table):
        before = await all_rows(store)
        here.break_at(Cut.BEFORE, b"COMMIT;")
        with pytest.raises(NotStored):
            await act_at_random(services, table, Random(1))
        assert here.cut.is_set()
        assert await all_rows(store) == before
        await act_at_random(services, await services.games.get(table.id), Random(1))


async def test_of_a_decision_that_cannot_be_looked_for_nobody_claims_to_know(
    server, name, clock, store
):
    """As when the server goes down just then: it would be wrong to say that nothing is stored."""
    async with under_way(server, name, clock) as (here, services, table):
        here.break_at(Cut.AFTER, b"COMMIT;", for_good=True)
        with pytest.raises(PerhapsStored):
            await act_at_random(services, table, Random(1))
    assert len(await Services(store, Random(7), clock).games.history(table.id)) == table.version + 1


async def test_whether_something_is_stored_that_no_game_tells_of_nobody_claims_to_know(
    server, name, clock
):
    async with proxy(server.port) as here, opened_at(server.url(name, port=here.port)) as store:
        here.break_at(Cut.AFTER, b"COMMIT;")
        with pytest.raises(PerhapsStored):
            await store.write(people.change_person, ANNA.user_id, advice=False)
        assert (await store.read(people.read_person, ANNA.user_id)).habits.advice is False
        here.break_at(Cut.BEFORE, b"COMMIT;")
        with pytest.raises(PerhapsStored):
            await Services(store, Random(7), clock).vacations.take_vacation(ANNA.user_id, 3)
        assert (await store.read(people.read_person, ANNA.user_id)).away_until is None


# --- every error at every step -------------------------------------------------------------------

FATAL = ("08P01", "28P01", "3D000", "53300", "57P01", "57P03", "58000", "26000", "XX000", "25P03")
FATAL += ("42501", "ZZ999")
"""Errors after which a server or a pooler closes the connection. The last does not exist."""
ANSWERED = ("08P01", "53100", "57014", "25006", "42P05", "40001")
"""Errors of a statement, after which the connection goes on."""
BREAKS = {
    **{code: Break(error(code)) for code in FATAL},
    **{f"{code}, open": Break(error(code, severity="ERROR"), Then.GOES_ON) for code in ANSWERED},
    **{f"{code}, reset": Break(error(code), Then.RESET) for code in ("08P01", "57P01")},
    "closed": Break(),
    "reset": Break(then=Then.RESET),
    "half an answer": Break(error("08P01")[:9]),
    "another answer": Break(b"?\0\0\0\4"),
    "no PostgreSQL": Break(b"HTTP/1.1 502 Bad Gateway\r\n\r\n"),
}
STEPS = {
    "connecting": b"client_encoding",
    "beginning": b"BEGIN",
    "asking": b"person",
    "storing": b"COMMIT;",
}
"""The step at which the proxy breaks, and the data sent then."""


@asynccontextmanager
async def before(server, *, pooled):
    """A proxy that can break connections; with *pooled*, a pooler is behind it."""
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(pooler(server)) if pooled else server.port
        yield await stack.enter_async_context(proxy(port))


@asynccontextmanager
async def occupied(store, step):
    """Keep a connection in use if the *step* is connecting: another one must be made."""
    async with AsyncExitStack() as stack:
        if step == "connecting":
            connection = await stack.enter_async_context(store.reading())
            await connection.execute(text("SELECT 1"))
        yield


ASKED = count()
"""Makes each statement a new one: of a prepared one the name alone is sent."""


def write(connection):
    connection.execute(text(f"INSERT INTO person (user_id) VALUES (77) -- {next(ASKED)}"))


def read(connection):
    counted = text(f"SELECT count(*) FROM person -- {next(ASKED)}")
    return int(connection.execute(counted).scalar_one())


async def came_of(asked):
    """The error that it raised, or "done"; any other than Unavailable fails the test."""
    try:
        await asked
    except Unavailable as error:
        return type(error).__name__
    return "done"


async def check(here, store, step, by):
    """Everything stored is reported, and the next attempt succeeds."""
    became = []
    for ask in (lambda: store.read(read), lambda: store.write(write)):
        async with occupied(store, step):
            here.break_at(Cut.BEFORE, STEPS[step], by=by)
            became.append(await came_of(ask()))
            assert here.cut.is_set()
        assert await store.read(read) == 0
    reading, storing = became
    assert reading in {"NotRead", "done"}  # the second time
    assert storing in {"NotStored", "PerhapsStored"}
    assert storing == "NotStored" or step == "storing"


@pytest.mark.parametrize(
    ("meets", "pooled"),
    [(each, False) for each in BREAKS] + [(each, True) for each in [*BREAKS][::3]],
)
async def test_every_error_is_told_as_a_database_in_trouble(server, name, pooled, meets, caplog):
    """The log has no other error."""
    async with (
        before(server, pooled=pooled) as here,
        opened_at(server.url(name, port=here.port), connections=3) as store,
    ):
        for step in STEPS:
            await check(here, store, step, BREAKS[meets])
    gc.collect()  # exceptions that no task retrieved are logged now
    assert not [each for each in caplog.records if each.levelno > logging.INFO]


@pytest.mark.slow
@pytest.mark.parametrize("pooled", [False, True], ids=["directly", "pooled"])
async def test_a_silent_server_is_told_as_a_database_in_trouble(server, name, pooled, caplog):
    async with AsyncExitStack() as stack:
        opened = []
        for _ in STEPS:
            here = await stack.enter_async_context(before(server, pooled=pooled))
            address = server.url(name, port=here.port)
            store = await stack.enter_async_context(opened_at(address, connections=3))
            opened.append((here, store))
        silent = Break(then=Then.SILENT)
        together = zip(opened, STEPS, strict=True)
        await asyncio.gather(*(check(*each, step, silent) for each, step in together))
    gc.collect()
    assert not [each for each in caplog.records if each.levelno > logging.INFO]


# --- the server itself ----------------------------------------------------------------------------


async def test_a_server_that_goes_and_comes_back(clock):
    with serving() as own:
        async with opened_at(await own.server.new_database()) as store:
            services = Services(store, Random(7), clock)
            table = await running(services)
            action = game_of(table).legal_actions()[0]
            await asyncio.to_thread(own.stop)
            with pytest.raises(NotRead) as reading:
                await services.games.get(table.id)
            with pytest.raises(NotStored) as storing:
                await services.play.act(table.id, decider(table), action)
            assert reading.value.trouble is storing.value.trouble is Trouble.FAILING
            await asyncio.to_thread(own.start)
            assert (await services.games.get(table.id)).version == table.version
            after = await act(services, table, action)
            assert after.version == table.version + 1


async def test_a_server_without_a_free_connection(server, name):
    role = f"few_{name}"
    async with server.ruling() as connection:
        await connection.execute(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 2")
        await connection.execute(f'ALTER DATABASE "{name}" OWNER TO {role}')
    url = f"postgres://{role}@127.0.0.1:{server.port}/{name}"
    async with server.ruling() as connection:
        await connection.execute(f"GRANT two_rivers TO {role}")
        await connection.execute(f"ALTER ROLE {role} SET role TO two_rivers")
    async with opened_at(url, connections=8) as store:
        async with store.reading() as first, store.reading() as second:
            for connection in (first, second):
                await connection.execute(text("SELECT 1"))
            with pytest.raises(NotRead) as caught:
                await store.read(people.read_person, ANNA.user_id)
            assert caught.value.trouble is Trouble.BUSY
            with pytest.raises(StoreError, match="lower DATABASE_CONNECTIONS"):
                await Store.open(url)
        assert await store.read(people.read_person, ANNA.user_id) == PersonRow()


async def test_no_more_connections_than_said(server, name):
    async with opened_at(server.url(name), connections=3) as store:
        assert await store.listen(lambda _text: None)

        def read(connection):
            connected = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            return int(connection.execute(text(connected)).scalar_one())

        counted = await asyncio.gather(*(store.read(read) for _ in range(40)))
        assert max(counted) == 3
