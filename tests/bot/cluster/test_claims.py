"""Several programs on one database: one of them shows a game at a time, as they come and go."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
from post_box import undelivered
from sqlalchemy import insert, select
from tabletop import ANNA, BEN, act, decider, running
from two_programs import (
    FIRST,
    IN_FIRST,
    IN_SECOND,
    SECOND,
    HeldCall,
    assert_shown,
    owners,
    two_with_game,
)

from bot.changes import CALL, WAITED
from bot.store.databases.database import TransactionKind
from bot.store.queries import due, people
from bot.store.rows import DueRow
from bot.store.schema.tables import game, post, program
from engine import EndTurn
from tests.longer import longer
from tests.patience import LONG

# --- one shows, all store ------------------------------------------------------------------------


async def test_what_one_program_stores_the_other_shows_whose_game_it_is(world):
    a, b, table = await two_with_game(world)
    for _ in range(3):
        table = await act(b.services, table, EndTurn())
    await b.rest()
    assert f"turn {table.turn}" not in world.box.keys("send")
    world.clock.advance(hours=1)
    await a.look_and_rest()
    await assert_shown(world, table)
    assert not [attempt for attempt in world.box.attempts if attempt[0] == "find"]
    assert {line["sender"] for line in await posts(a.store)} == {a.name}


async def posts(store):
    async with store.reading() as connection:
        return [dict(row._mapping) for row in await connection.execute(select(post))]


async def test_what_changes_without_a_version_is_shown_by_whoever_shows_the_game(world):
    a, b, table = await two_with_game(world)
    await b.store.write(
        people.change_person, decider(table), direct_closed_at=world.clock(), direct_refusals=1
    )
    b.delivery.stored(table.id, None)
    await b.rest()
    await a.look_and_rest()
    assert f"call 1 {decider(table)}" in world.box.keys("send")
    (later,) = await a.store.read(due.read_due, world.clock() + timedelta(seconds=1))
    assert later.kind == WAITED


async def test_two_programs_store_and_show_what_they_like_at_once(world):
    """Any of them handles a decision, and both look meanwhile."""
    a, b = await world.started(), await world.started()
    tables = [await running(a.services, 2, f"Ur {number}") for number in range(2)]

    async def play(table):
        for one in (b, a, b):
            table = await act(one.services, table, EndTurn())
        return table

    async def look(one):
        for _ in range(6):
            await one.look()

    *ended, _, _ = await asyncio.gather(*map(play, tables), look(a), look(b))
    for one in (a, b):
        await one.look_and_rest()
    await assert_shown(world, *ended)
    assert set((await owners(a.store)).values()) <= {a.name, b.name}
    assert await undelivered(a.store) == 0


# --- programs that come and go -------------------------------------------------------------------


async def test_a_program_that_closes_gives_everything_back(world):
    """As at a deploy, where the new program runs beside the old one for a while."""
    old = await world.started()
    table = await running(old.services, 2)
    await old.rest()
    new = await world.started()
    table = await act(new.services, table, EndTurn())
    await new.rest()
    await new.look()
    assert await owners(new.store) == {table.id: old.name}
    await old.close()
    assert await owners(new.store) == {}
    await new.look_and_rest()
    await assert_shown(world, table)
    assert not [attempt for attempt in world.box.attempts if attempt[0] == "find"]


@pytest.mark.parametrize("seed", longer(range(2)))
async def test_one_deploy_after_the_other_loses_nothing(world, seed):
    rng = Random(seed)
    one = await world.started()
    table = await running(one.services, 2)
    for _ in range(3):
        new = await world.program()

        async def play(table, old, new):
            for _ in range(rng.randrange(1, 4)):
                by = rng.choice([old, new])
                table = await act(by.services, table, EndTurn())
            return table

        table, _ = await asyncio.gather(play(table, one, new), new.start())
        await asyncio.gather(one.close(), new.look())
        one = new
    await one.rest()  # otherwise a look would leave what was stored meanwhile to the next one
    await one.look_and_rest()
    await assert_shown(world, table)


async def test_a_game_is_shown_by_the_program_that_has_its_server(world):
    a, b = await world.started(FIRST), await world.started(SECOND)
    await asyncio.gather(a.claims.refresh_others(), b.claims.refresh_others())
    tables = [
        await one.services.opening.open(ANNA, place, "Ur", seats=2)
        for one in (a, b)
        for place in (IN_FIRST, IN_SECOND)
    ]
    await asyncio.gather(a.rest(), b.rest())
    await asyncio.gather(a.look(), b.look())
    await asyncio.gather(a.rest(), b.rest())
    held = await owners(a.store)
    for table in tables:
        assert held[table.id] == (a if table.place == IN_FIRST else b).name
        await assert_shown(world, table)


async def test_games_of_a_server_that_no_program_has_are_shown_by_any(world):
    a, b = await world.started(FIRST), await world.started(SECOND)
    table = await a.services.opening.open(ANNA, IN_FIRST, "Ur", seats=2)
    await a.rest()
    await a.close()
    table = await b.services.lobbies.join(table.id, BEN)
    await b.rest()
    await b.look_and_rest()
    assert await owners(b.store) == {}, "its shard may be about to come back"
    await world.end_lease(a, next(iter(await others_than(b))))
    await b.look_and_rest()
    assert await owners(b.store) == {table.id: b.name}
    await assert_shown(world, table)

    again = await world.started(FIRST)
    assert await owners(b.store) == {table.id: b.name}
    await b.look()
    assert await owners(b.store) == {}, "given back to the program that has its server"
    table = await act(again.services, table, EndTurn())
    await again.rest()
    assert await owners(b.store) == {table.id: again.name}
    await assert_shown(world, table)


async def test_a_game_is_given_back_once_what_is_under_way_there_is_done(world):
    """Otherwise the result could not be noted, and the other program would search for it."""
    b = await world.started(SECOND)
    table = await b.services.opening.open(ANNA, IN_FIRST, "Ur", seats=2)
    await b.rest()
    await world.started(FIRST)
    await b.claims.refresh_others()
    halt = HeldCall(world.box, "edit")
    table = await b.services.lobbies.join(table.id, BEN)
    async with asyncio.timeout(LONG):
        await halt.reached.wait()
    await b.look()
    assert await owners(b.store) == {table.id: b.name}
    halt.goes_on.set()
    await b.rest()
    await b.look()
    assert await owners(b.store) == {}
    await assert_shown(world, table)


async def others_than(one):
    """The programs in the database, except for that one."""
    async with one.store.reading() as connection:
        names = await connection.scalars(select(program.c.id))
        return [name for name in names if name != one.name]


async def test_a_file_is_one_program_s_alone_when_it_starts(world):
    """A killed program holds no lock of the file: its games are free at once."""
    a = await world.started()
    table = await running(a.services, 2)
    await a.rest()
    a.life.stop()
    b = await world.program()
    await b.claims.begin(only=True)
    await b.delivery.start()
    table = await act(b.services, table, EndTurn())
    await b.rest()
    await assert_shown(world, table)


async def copied(store, times):
    """The numbers of new games that are copies of the only one."""
    numbers = range(1000, 1000 + times)

    def copy(connection):
        row = connection.execute(select(game)).mappings().one()
        connection.execute(insert(game), [{**row, "id": number} for number in numbers])

    await store.write(copy)
    return numbers


async def test_thousands_of_games_are_shared_and_taken_over_in_a_few_statements(world):
    a, b, table = await two_with_game(world)
    many = await copied(a.store, 1200)
    of_a, of_b = await asyncio.gather(a.claims.take(many), b.claims.take(reversed(many)))
    assert of_a | of_b == frozenset(many)
    assert not of_a & of_b
    assert await b.claims.take([*of_a, table.id]) == frozenset()
    await world.end_lease(a)
    writes = 0
    run = b.store._run

    async def count(kind, *call):
        nonlocal writes
        writes += kind is TransactionKind.WRITING
        return await run(kind, *call)

    b.store._run = count
    assert await b.claims.take([*many, table.id]) == frozenset([*many, table.id])
    assert writes <= 3
    assert b.claims.held == 1201


# --- due rows ------------------------------------------------------------------------------------


async def test_what_is_due_is_done_by_one_program(world):
    a, b = await world.started(), await world.started()
    tables = [await running(a.services, 2, f"Ur {number}") for number in range(2)]
    await asyncio.gather(a.rest(), b.rest())
    done = []
    for one in (a, b):

        async def call(table_id, one=one):
            done.append((one.name, table_id))
            await one.store.write(due.finish, CALL, table_id, by=world.clock())

        one.agenda._doing = {CALL: call}
    for table in tables:
        await a.store.write(due.schedule, DueRow(CALL, table.id, world.clock()))
    await asyncio.gather(a.agenda.look(), b.agenda.look(), a.agenda.look())
    assert {table_id for _, table_id in done} == {table.id for table in tables}
    held = await owners(a.store)
    assert all(held[table_id] == name for name, table_id in done)
    assert len({name for name, _ in done}) == 1, "who shows a game does what is due of it"


async def test_what_is_due_of_others_wakes_nobody(world):
    a, b, table = await two_with_game(world)
    at = world.clock() + timedelta(hours=2)
    await a.store.write(due.schedule, DueRow(CALL, table.id, at))
    await b.agenda.look()
    assert b.alarms == []
    await a.agenda.look()
    assert a.alarms[-1] == at
    await world.end_lease(a)
    await b.agenda.look()
    assert b.alarms == [at]
