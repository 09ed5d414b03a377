"""Several programs on one database: whatever dies or stops, others show its games."""

import asyncio
from datetime import timedelta
from random import Random

import pytest
from claiming import Halt, assert_right, owners, two_of_which_one_shows
from post_box import answer, left_undelivered, pressed
from programs import LEASE
from sqlalchemy import update
from tabletop import act, all_rows, decider, game_of, running

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
async def test_whoever_dies_at_any_moment_leaves_everything_to_the_others(here, seed):
    """Three programs die one after the other, in the middle of anything; one is left."""
    rng = Random(seed)
    alive = [await here.started() for _ in range(3)]
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
        await dies.lives_until_stopped(asyncio.create_task(play(dies)))
        assert dies.life.stopped.is_set()
        alive.remove(dies)
        name = dies.claims._life
        for one in alive:  # they leave to it what is its own
            await one.works()
        assert name not in (await owners(alive[0].store)).values() or name == dies.name
        here.clock.advance(seconds=rng.choice([30, 300]))
        await here.end_lease(dies)
        await asyncio.gather(*(one.look() for one in alive))
        await asyncio.gather(*(one.rest() for one in alive))
        await assert_right(here, *tables.values())
    assert await left_undelivered(alive[0].store) == 0


async def overtaken(here, a, b, table):
    """The table once *a* has stood still for longer than its lease, and *b* has gone on."""
    await here.end_lease(a)
    a.seconds += LEASE.total_seconds()
    await b.works()
    table = await act(b.services, table, EndTurn())
    await b.rest()
    return table


async def test_a_game_lost_for_a_moment_is_found_again(here):
    """Nothing has changed in it: another program took it for a moment, and died."""
    a, b, first = await here.started(), await here.started(), await here.started()
    table = await running(first.services, 2)
    await first.rest()
    first.life.stop()
    table = await act(b.services, table, EndTurn())
    await b.rest()
    await here.end_lease(first)
    halt = Halt(here.box, "edit")
    await b.look()
    await halt.reached.wait()
    async with b.store.writing() as connection:
        await connection.execute(update(claim).values(owner=a.name))
    halt.goes_on.set()
    await b.rest()
    await here.end_lease(a)
    await b.works()
    assert await left_undelivered(b.store) == 0
    await assert_right(here, table)


async def test_whoever_was_stopped_for_longer_than_its_lease_shows_nothing_more(here):
    """It goes on right before a call to Discord; the other one has shown everything meanwhile."""
    a, b, table = await two_of_which_one_shows(here)
    halt = Halt(here.box, "send")
    table = await act(a.services, table, EndTurn())
    await halt.reached.wait()
    table = await overtaken(here, a, b, table)
    before = list(here.box.journal)
    a.claims.end_if_over()  # a timer of its own comes first
    halt.goes_on.set()
    await a.rest()
    assert here.box.journal == before
    await a.claims.renew()
    await a.works()
    assert here.box.journal == before
    await assert_right(here, table)


@pytest.mark.parametrize("gone", [False, True], ids=["held by another", "held by nobody"])
async def test_how_calls_went_is_not_noted_by_who_does_not_hold_the_game_any_more(here, gone):
    """Otherwise a message could be noted with a content that it no longer shows."""
    a, b, table = await two_of_which_one_shows(here)
    halt = Halt(here.box, "edit", after=True)
    (within_turn, *_) = (each for each in game_of(table).legal_actions() if each != EndTurn())
    table = await act(a.services, table, within_turn)
    await halt.reached.wait()
    table = await overtaken(here, a, b, table)
    if gone:
        await b.close()
    before = await all_rows(b.store)
    halt.goes_on.set()
    await a.rest()
    assert await all_rows(b.store) == before
    if not gone:
        await assert_right(here, table)


async def test_without_its_database_a_program_acts_no_longer_than_its_lease(here):
    a = await here.started()
    table = await running(a.services, 2)
    await a.rest()
    await a.store.write(due.schedule, DueRow(CALL, table.id, here.clock()))
    a.seconds += LEASE.total_seconds() * 0.95
    assert a.claims.program is None
    assert not a.claims.holds(table.id)
    before = list(here.box.attempts)
    table = await act(a.services, table, EndTurn())  # storing needs none
    await a.rest()
    await a.look()
    assert here.box.attempts == before
    assert await a.store.read(due.read_first, CALL, here.clock())
    await a.claims.renew()
    assert a.claims.program is not None
    await here.end_lease(a, (await owners(a.store))[table.id])
    await a.works()
    await assert_right(here, table)
    assert not await a.store.read(due.read_first, CALL, here.clock())


async def test_a_lease_lasts_as_long_as_it_is_renewed_in_time(here, caplog):
    a = await here.started()
    name = a.name
    for _ in range(5):
        a.seconds += LEASE.total_seconds() * 0.4
        await a.claims.renew()
        assert a.name == name
    # others have seen it end, though the own clock says that there is time left
    await here.end_lease(a)
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


async def test_a_lease_is_believed_for_less_time_than_it_lasts(here):
    """And from when it was asked for: nobody knows when on the way to the database it began."""
    a = await here.program()
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
async def test_what_is_answered_too_late_does_not_count(here, what):
    """The lease has ended meanwhile, which somebody may have seen: another takes the game."""
    a, b, table = await two_of_which_one_shows(here)
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
    await here.end_lease(a, name)
    assert await b.claims.take([table.id]) == {table.id}


async def test_the_lease_ends_while_the_database_is_in_trouble(here):
    a = await here.started()
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


async def test_it_lives_on_whatever_is_wrong_with_the_database_for_a_while(here, caplog):
    """Also with what nobody has thought of: that is logged, and the lease is renewed after it."""
    a = await here.program()
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
async def test_what_another_program_may_have_sent_meanwhile_is_looked_for(here, outdated):
    """Even if this program had noted that it had not sent it itself."""
    a, b, table = await two_of_which_one_shows(here)
    asked = f"hand 2 {table.player(1).user_id}"
    with here.box.failing("send", asked, TryLater(1000)):
        table = await act(a.services, table, EndTurn())
        await a.rest()
    await a.claims.give_back([table.id])
    send = here.box.send

    async def send_and_die(post, *rest):
        answer = await send(post, *rest)
        if post.key.startswith(asked):
            b.life.stop()
        return answer

    here.box.send = send_and_die
    await b.look()
    await b.life.stopped.wait()
    here.box.send = send
    here.clock.advance(hours=1)
    if outdated:
        table = await act(a.services, table, EndTurn())
        await a.rest()
    await here.end_lease(b)
    await a.works()
    assert ("find", asked) in here.box.attempts
    await assert_right(here, table)


async def hand_shown(here):
    """Two programs, a game that the first one shows, and the number of the message with a hand."""
    a, b, table = await two_of_which_one_shows(here)
    await b.look()
    (message,) = (key for key, line in here.box.live().items() if line["key"].startswith("hand"))
    return a, b, table, message


async def test_an_answer_that_was_begun_before_a_takeover_does_not_stay(here):
    """The previous program may have edited the message first, and noted its content."""
    a, b, table, message = await hand_shown(here)
    with pressed(b.delivery, message, table) as press:
        await act(a.services, table, parse_action("x@C6"))
        await a.rest()
        await a.close()
        assert await b.claims.take([table.id])
        await answer(press, f"{table.state_version}")
        await b.delivery.answered(table.id, message, table.version, press.shows)
    edits = len(here.box.lines("edit"))
    await b.rest()
    assert [line["message"] for line in here.box.lines("edit")[edits:]] == [message]


async def test_a_late_answer_does_not_stay_though_the_database_failed_right_after_it(here):
    """Another program edited the message first; that is found out at the next look."""
    a, b, table, message = await hand_shown(here)
    run = b.store._run

    async def fail(*_):
        raise NotStored(Trouble.FAILING)

    with pressed(b.delivery, message, table):
        await act(a.services, table, parse_action("x@C6"))
        await a.rest()
        b.store._run = fail
        await b.delivery.answered(table.id, message, table.version, f"{table.state_version}")
    b.store._run = run
    edits = len(here.box.lines("edit"))
    for one in (b, a):
        await one.works()
    assert [line["message"] for line in here.box.lines("edit")[edits:]] == [message]
