"""Several programs on one database: if one dies or stops, others show its games."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
from post_box import answer, pressed, undelivered
from programs import LEASE
from sqlalchemy import update
from tabletop import act, all_rows, decider, game_of, running
from two_programs import HeldCall, assert_shown, owners, two_with_game

from bot.changes import CALL
from bot.cluster import ALL_SHARDS, Claims
from bot.cluster.lease import Lease
from bot.delivery import TryLater
from bot.domain.table import Status
from bot.store import NotStored, Trouble
from bot.store.databases.database import TransactionKind
from bot.store.queries import due
from bot.store.rows import DueRow
from bot.store.schema.tables import claim
from engine import EndTurn, parse_action
from tests.longer import longer
from tests.patience import LONG


@pytest.mark.parametrize("seed", longer(range(3)))
async def test_a_program_that_dies_at_any_moment_leaves_everything_to_the_others(world, seed):
    """Three programs die one after the other, in the middle of anything; one is left."""
    rng = Random(seed)
    alive = [await world.started() for _ in range(3)]
    tables = {}
    for number in range(2):
        table = await running(rng.choice(alive).services, 2, f"Ur {number}")
        tables[table.id] = table

    async def play(one):
        while True:
            table = await one.services.games.get(rng.choice([*tables]))
            if table.status is Status.RUNNING:
                await one.services.play.act(
                    table.id, decider(table), EndTurn(), table.state_version
                )
            if rng.random() < 0.5:
                await one.look()
            if rng.random() < 0.3:
                await one.rest()

    while len(alive) > 1:
        dies = rng.choice(alive)
        dies.life.steps = rng.randrange(1, 120)
        await dies.run_until_stopped(asyncio.create_task(play(dies)))
        assert dies.life.stopped.is_set()
        alive.remove(dies)
        name = dies.claims._life
        for one in alive:  # they leave to it what is its own
            await one.look_and_rest()
        assert name not in (await owners(alive[0].store)).values() or name == dies.name
        world.clock.advance(seconds=rng.choice([30, 300]))
        await world.end_lease(dies)
        await asyncio.gather(*(one.look() for one in alive))
        await asyncio.gather(*(one.rest() for one in alive))
        await assert_shown(world, *tables.values())
    assert await undelivered(alive[0].store) == 0


async def overtaken(world, a, b, table):
    """The table once *a* has stood still for longer than its lease, and *b* has gone on."""
    await world.end_lease(a)
    a.seconds += LEASE.total_seconds()
    await b.look_and_rest()
    table = await act(b.services, table, EndTurn())
    await b.rest()
    return table


async def test_a_game_lost_for_a_moment_is_found_again(world):
    """Nothing has changed in it: another program took it for a moment, and died."""
    a, b, first = await world.started(), await world.started(), await world.started()
    table = await running(first.services, 2)
    await first.rest()
    first.life.stop()
    table = await act(b.services, table, EndTurn())
    await b.rest()
    await world.end_lease(first)
    halt = HeldCall(world.box, "edit")
    await b.look()
    await halt.reached.wait()
    async with b.store.writing() as connection:
        await connection.execute(update(claim).values(owner=a.name))
    halt.goes_on.set()
    await b.rest()
    await world.end_lease(a)
    await b.look_and_rest()
    assert await undelivered(b.store) == 0
    await assert_shown(world, table)


async def test_a_program_stopped_for_longer_than_its_lease_shows_nothing_more(world):
    """It continues right before a call to Discord; the other one has shown everything meanwhile."""
    a, b, table = await two_with_game(world)
    halt = HeldCall(world.box, "send")
    table = await act(a.services, table, EndTurn())
    await halt.reached.wait()
    table = await overtaken(world, a, b, table)
    before = list(world.box.journal)
    a.claims.end_if_over()  # a timer of its own comes first
    halt.goes_on.set()
    await a.rest()
    assert world.box.journal == before
    await a.claims.renew()
    await a.look_and_rest()
    assert world.box.journal == before
    await assert_shown(world, table)


@pytest.mark.parametrize("gone", [False, True], ids=["held by another", "held by nobody"])
async def test_how_calls_went_is_not_noted_by_who_does_not_hold_the_game_any_more(world, gone):
    """Otherwise a message could be noted with a content that it no longer shows."""
    a, b, table = await two_with_game(world)
    halt = HeldCall(world.box, "edit", after=True)
    (within_turn, *_) = (each for each in game_of(table).legal_actions() if each != EndTurn())
    table = await act(a.services, table, within_turn)
    await halt.reached.wait()
    table = await overtaken(world, a, b, table)
    if gone:
        await b.close()
    before = await all_rows(b.store)
    halt.goes_on.set()
    await a.rest()
    assert await all_rows(b.store) == before
    if not gone:
        await assert_shown(world, table)


async def test_without_its_database_a_program_acts_no_longer_than_its_lease(world):
    a = await world.started()
    table = await running(a.services, 2)
    await a.rest()
    await a.store.write(due.schedule, DueRow(CALL, table.id, world.clock()))
    a.seconds += LEASE.total_seconds() * 0.95
    assert a.claims.program is None
    assert not a.claims.holds(table.id)
    before = list(world.box.attempts)
    table = await act(a.services, table, EndTurn())  # storing needs none
    await a.rest()
    await a.look()
    assert world.box.attempts == before
    assert await a.store.read(due.read_first, CALL, world.clock())
    await a.claims.renew()
    assert a.claims.program is not None
    await world.end_lease(a, (await owners(a.store))[table.id])
    await a.look_and_rest()
    await assert_shown(world, table)
    assert not await a.store.read(due.read_first, CALL, world.clock())


async def test_a_lease_lasts_as_long_as_it_is_renewed_in_time(world, caplog):
    a = await world.started()
    name = a.name
    for _ in range(5):
        a.seconds += LEASE.total_seconds() * 0.4
        await a.claims.renew()
        assert a.name == name
    # others have seen it end, though the own clock says that there is time left
    await world.end_lease(a)
    await a.claims.renew()
    second = a.name
    assert second != name
    caplog.clear()
    a.seconds += LEASE.total_seconds()
    for _ in range(2):
        a.claims.end_if_over()
    assert caplog.text.count("have ended") == 1  # told once
    await a.claims.renew()
    assert a.name not in {name, second}


async def test_a_lease_is_believed_for_less_time_than_it_lasts(world):
    """And from when it was asked for: nobody knows when on the way to the database it began."""
    a = await world.program()
    lease = Lease(a.store, timedelta(seconds=100), lambda: a.seconds)
    for ask in (lambda: lease.begin(ALL_SHARDS), lease.renew):
        a.life.steps = 1  # it is stored, and the answer does not come
        asking = asyncio.create_task(ask())
        await a.life.stopped.wait()
        a.seconds += 20
        a.life.go_on()
        await asking
        assert 0 < lease.left < 80


@pytest.mark.parametrize("what", ["renewal", "claim"])
async def test_what_is_answered_too_late_does_not_count(world, what):
    """The lease has ended meanwhile, which others may have noticed: another takes the game."""
    a, b, table = await two_with_game(world)
    if what == "claim":
        await a.claims.give_back([table.id])
    name = a.name
    a.life.steps = 1  # it is stored, and the answer does not come
    claims = a.claims
    asking = asyncio.create_task(claims.renew() if what == "renewal" else claims.take([table.id]))
    await a.life.stopped.wait()
    assert await owners(b.store) == {table.id: name}
    a.seconds += LEASE.total_seconds()
    if what == "claim":
        claims.end_if_over()
    a.life.go_on()
    answer = await asking
    if what == "claim":
        assert answer == frozenset()
        await claims.renew()
    assert claims.program not in {None, name}
    assert not claims.holds(table.id)
    await world.end_lease(a, name)
    assert await b.claims.take([table.id]) == {table.id}


async def test_the_lease_ends_while_the_database_is_in_trouble(world):
    a = await world.started()
    table = await running(a.services, 2)
    await a.rest()
    run = a.store._run

    async def fail(*_, **__):
        raise NotStored(Trouble.FAILING)

    a.store._run = fail
    with pytest.raises(NotStored):
        await a.claims.renew()
    assert a.claims.holds(table.id)
    a.seconds += LEASE.total_seconds()
    with pytest.raises(NotStored):
        await a.claims.renew()
    assert not a.claims.holds(table.id)
    a.store._run = run
    await a.claims.renew()
    assert a.claims.program is not None


async def test_it_lives_on_whatever_is_wrong_with_the_database_for_a_while(world, caplog):
    """Also with what nobody has thought of: that is logged, and the lease is renewed after it."""
    a = await world.program()
    a.claims = Claims(a.store, taken_over=timedelta(seconds=0.3))
    await a.claims.begin()
    run, failed, renewed = a.store._run, asyncio.Event(), asyncio.Event()

    async def fail_once(kind, *call):
        if kind is TransactionKind.WRITING and not failed.is_set():
            failed.set()
            raise LookupError("nobody has thought of it")
        answer = await run(kind, *call)
        if kind is TransactionKind.WRITING:
            renewed.set()
        return answer

    a.store._run = fail_once
    await a.claims.keep(a.claims.refresh_others)
    async with asyncio.timeout(LONG):
        await renewed.wait()
    assert "nobody has thought of it" in caplog.text
    await a.claims.close()


@pytest.mark.parametrize("outdated", [False, True], ids=["wanted", "outdated"])
async def test_what_another_program_may_have_sent_meanwhile_is_looked_for(world, outdated):
    """Even if this program had noted that it had not sent it itself."""
    a, b, table = await two_with_game(world)
    asked = f"hand 2 {table.player(1).user_id}"
    with world.box.failing("send", asked, TryLater(1000)):
        table = await act(a.services, table, EndTurn())
        await a.rest()
    await a.claims.give_back([table.id])
    send = world.box.send

    async def send_and_die(post, *rest):
        answer = await send(post, *rest)
        if post.key.startswith(asked):
            b.life.stop()
        return answer

    world.box.send = send_and_die
    await b.look()
    await b.life.stopped.wait()
    world.box.send = send
    world.clock.advance(hours=1)
    if outdated:
        table = await act(a.services, table, EndTurn())
        await a.rest()
    await world.end_lease(b)
    await a.look_and_rest()
    assert ("find", asked) in world.box.attempts
    await assert_shown(world, table)


async def hand_shown(world):
    """Two programs, a game that the first one shows, and the number of the message with a hand."""
    a, b, table = await two_with_game(world)
    await b.look()
    (message,) = (key for key, line in world.box.live().items() if line["key"].startswith("hand"))
    return a, b, table, message


async def test_an_answer_that_was_begun_before_a_takeover_does_not_stay(world):
    """The previous program may have edited the message first, and noted its content."""
    a, b, table, message = await hand_shown(world)
    with pressed(b.delivery, message, table) as press:
        await act(a.services, table, parse_action("x@C6"))
        await a.rest()
        await a.close()
        assert await b.claims.take([table.id])
        await answer(press, f"{table.state_version}")
        await b.delivery.answered(table.id, message, table.version, press.shows)
    edits = len(world.box.lines("edit"))
    await b.rest()
    assert [line["message"] for line in world.box.lines("edit")[edits:]] == [message]


async def test_a_late_answer_does_not_stay_though_the_database_failed_right_after_it(world):
    """Another program edited the message first; that is found out at the next look."""
    a, b, table, message = await hand_shown(world)
    run = b.store._run

    async def fail(*_):
        raise NotStored(Trouble.FAILING)

    with pressed(b.delivery, message, table):
        await act(a.services, table, parse_action("x@C6"))
        await a.rest()
        b.store._run = fail
        await b.delivery.answered(table.id, message, table.version, f"{table.state_version}")
    b.store._run = run
    edits = len(world.box.lines("edit"))
    for one in (b, a):
        await one.look_and_rest()
    assert [line["message"] for line in world.box.lines("edit")[edits:]] == [message]
