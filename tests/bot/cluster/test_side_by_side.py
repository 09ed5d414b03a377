"""Several programs at one server: they start at once, write side by side, and behind a pooler."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random

import pytest
from sqlalchemy import text, update
from tabletop import PEOPLE, act_at_random, running

from bot.domain.refusals import Refused
from bot.store import Store
from bot.store.queries import markers, people
from bot.store.schema.tables import game
from bot.use_cases import Services
from tests.databases import name_of, new_database, opened_at, server_of_run
from tests.patience import LONG
from tests.postgres import pooler

pytestmark = pytest.mark.postgresql


@asynccontextmanager
async def programs(url, clock, count):
    """A number of programs on one database."""
    async with AsyncExitStack() as stack:
        opened = []
        for number in range(count):
            store = await stack.enter_async_context(opened_at(url))
            opened.append((store, Services(store, Random(number), clock)))
        yield opened


# --- first starts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pooled", [False, True])
async def test_programs_that_start_at_once_at_an_empty_database(pooled):
    url = await server_of_run().new_database(empty=True)
    async with pooler(server_of_run()) as port:
        through = server_of_run().url(name_of(url), port=port) if pooled else url
        for store in await asyncio.gather(*(Store.open(through) for _ in range(3))):
            await store.close()
    await (await Store.open(url, unchanged=True)).close()
    await server_of_run().drop(name_of(url))


async def test_a_program_plays_on_while_the_tables_are_changed(tmp_path, clock):
    """As when a new version starts before the old one ends."""
    url = await new_database(tmp_path / "games")
    async with programs(url, clock, 2) as [(_, services), (new, _)]:
        table, rng = await running(services), Random(2)

        def change(connection):
            connection.execute(text("LOCK TABLE game IN ACCESS EXCLUSIVE MODE"))
            changed.set()
            connection.execute(text("SELECT pg_sleep(0.2)"))
            connection.execute(text("ALTER TABLE game ADD COLUMN weather TEXT DEFAULT 'dry'"))
            connection.execute(text("ALTER TABLE game ALTER COLUMN name TYPE VARCHAR(200)"))
            connection.execute(text("ALTER TABLE player ADD COLUMN mood INTEGER"))

        changed = asyncio.Event()
        changing = asyncio.create_task(new.write(change))
        await changed.wait()
        while not changing.done():
            table = (await act_at_random(services, table, rng)).table
        await changing
        for _ in range(5):
            table = (await act_at_random(services, await services.games.get(table.id), rng)).table


# --- writers --------------------------------------------------------------------------------------


async def test_games_are_written_side_by_side(tmp_path, clock):
    """A writer waits for the game's other writer, and for no one else's."""
    url = await new_database(tmp_path / "games")
    async with programs(url, clock, 2) as [(store, services), (_, others)]:
        held, free = await running(services), await running(services, name="Uruk")
        async with store.writing() as connection:
            await connection.execute(update(game).where(game.c.id == held.id).values(held=True))
            async with asyncio.timeout(LONG):
                for each in (services, others):
                    free = (await act_at_random(each, free, Random(1))).table
            waiting = asyncio.create_task(act_at_random(others, held, Random(1)))
            done, _ = await asyncio.wait([waiting], timeout=0.3)
            assert not done
        await waiting


async def test_the_same_is_noted_by_several_at_once(tmp_path, clock):
    url = await new_database(tmp_path / "games")
    async with programs(url, clock, 3) as all_programs:
        stores = [store for store, _ in all_programs]
        for user_id in range(10):
            noting = (
                store.write(people.change_person, user_id, direct_closed_at=clock())
                for store in stores
                for _ in range(2)
            )
            await asyncio.gather(*noting)
        said_first = await asyncio.gather(
            *(
                store.write(markers.mark_sent, f"hello {n}", clock())
                for n in range(10)
                for store in stores
            )
        )
        assert said_first.count(True) == 10


async def test_nobody_waits_for_somebody_who_waits(tmp_path, clock):
    """Decisions, vacations, quiet hours, turns that end by themselves, gaps: all at once."""
    url = await new_database(tmp_path / "games")
    async with programs(url, clock, 3) as all_programs:
        _, first = all_programs[0]
        tables = [await running(first, name=f"Ur {number}") for number in range(3)]

        async def play(program, table, seed):
            rng = Random(seed)
            for _ in range(4):
                with suppress(Refused):  # somebody has gone on vacation, again and again
                    await act_at_random(program, await program.games.get(table.id), rng)

        async def rest(program, user_id):
            for number in range(3):
                await program.vacations.take_vacation(user_id, 1 + number % 2)
                with suppress(Refused):  # time goes on: it may be over
                    await program.vacations.end_vacation(user_id)
                await program.preferences.switch(user_id, ends_turn=bool(number % 2))

        async def beat(program):
            for _ in range(4):
                clock.advance(hours=3)
                await program.clocks.beat()

        async with asyncio.timeout(LONG):
            await asyncio.gather(
                *(play(all_programs[n % 3][1], table, n) for n, table in enumerate(tables)),
                *(rest(all_programs[n][1], PEOPLE[n].user_id) for n in range(3)),
                *(beat(program) for _, program in all_programs),
            )
        for table in tables:
            log = await first.games.history(table.id)
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
