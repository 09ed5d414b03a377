"""Several programs on one database: one of them shows a game at a time, whatever dies or stops."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from programs import LEASE, Program, World, world
from sqlalchemy import Connection, insert, select
from tabletop import (
    ANNA,
    BEN,
    PostBox,
    act,
    decider,
    everything,
    left_undelivered,
    running,
    shown,
    whole,
)

from bot.claims import Claims, Shards
from bot.delivery import Post, TryLater
from bot.store import NotStored, Store, Trouble, due, people
from bot.store.database import Kind
from bot.store.rows import DueRow
from bot.store.schema import claim, game, post, program
from bot.table import CALL, Place, Status, Table
from engine import EndTurn

FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
IN_FIRST, IN_SECOND = Place(guild_id=2 << 22, channel_id=31), Place(guild_id=3 << 22, channel_id=32)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path / "games.sqlite3") as one:
        yield one


async def assert_right(here: World, *tables: Table) -> None:
    """What is due is there, as it should be, and nothing was ever sent twice."""
    alive = [each for each in here.programs if each.claims.program and each.life.goes_on]
    for one in alive:
        for table in tables:
            one.delivery.nudge(table.id)  # turns that were told late keep their buttons till then
    for one in alive:
        await one.rest()
    for table in tables:
        latest = await alive[-1].tables.get(table.id)
        of_game = [line for line in here.box.live().values() if line["game"] == table.id]
        assert {line["key"]: line["shows"] for line in of_game} == shown(latest)
    assert_nothing_twice(here)


def assert_nothing_twice(here: World) -> None:
    sent = Counter((line["game"], line["key"]) for line in here.box.lines("send"))
    assert [each for each, times in sent.items() if times > 1] == []
    assert len(set(here.box.keys("home"))) == len(here.box.keys("home"))


async def owners(store: Store) -> dict[int, str]:
    async with store.reading() as connection:
        rows = await connection.execute(select(claim.c.game_id, claim.c.owner))
        return {row.game_id: row.owner for row in rows}


# --- one shows, all store ------------------------------------------------------------------------


async def test_of_two_programs_one_shows_a_game(here: World) -> None:
    a, b = await here.started(), await here.started()
    tables = await asyncio.gather(*(running(a.tables, 2, f"Ur {number}") for number in range(10)))
    for table in tables:
        b.delivery.nudge(table.id)
    await asyncio.gather(a.rest(), b.rest())
    await asyncio.gather(a.look(), b.look())
    await asyncio.gather(a.rest(), b.rest())
    await assert_right(here, *tables)
    assert set((await owners(a.store)).values()) <= {a.name, b.name}
    assert await left_undelivered(a.store) == 0


async def test_what_one_program_stores_the_other_shows_whose_game_it_is(here: World) -> None:
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    for _ in range(3):
        table = (await b.tables.act(table.id, decider(table), EndTurn())).table
    await b.rest()
    assert f"turn {table.turn}" not in here.box.keys("send")
    await a.look()
    await a.rest()
    await assert_right(here, table)
    assert {line["sender"] for line in await posts(a.store)} == {a.name}


async def posts(store: Store) -> list[dict[str, object]]:
    async with store.reading() as connection:
        return [dict(row._mapping) for row in await connection.execute(select(post))]


async def test_nothing_is_looked_for_that_nobody_has_tried_to_send(here: World) -> None:
    """Noted by one program, sent by the other: long after, and still nobody need look."""
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    table = (await b.tables.act(table.id, decider(table), EndTurn())).table
    await b.rest()
    here.clock.advance(hours=1)
    await a.look()
    await a.rest()
    await assert_right(here, table)
    assert not [attempt for attempt in here.box.attempts if attempt[0] == "find"]


async def test_what_changes_without_a_version_is_shown_by_whoever_shows_the_game(
    here: World,
) -> None:
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    await b.store.write(
        people.change_person, decider(table), direct_closed_at=here.clock(), direct_refusals=1
    )
    b.delivery.stored(table.id, None)
    await b.rest()
    await a.look()
    await a.rest()
    assert f"call 1 {decider(table)}" in here.box.keys("send")
    assert not await a.store.read(due.read_due, here.clock() + timedelta(seconds=1))


async def test_two_programs_store_and_show_what_they_like_at_once(here: World) -> None:
    """Whoever is asked is asked by any of them, and both look all the time."""
    a, b = await here.started(), await here.started()
    rng = Random(5)
    tables = [await running(a.tables, 2, f"Ur {number}") for number in range(4)]

    async def play(table: Table, turns: int) -> Table:
        while table.turn < turns and table.status is Status.RUNNING:
            one = rng.choice([a, b])
            table = (await one.tables.act(table.id, decider(table), EndTurn())).table
        return table

    async def look(one: Program) -> None:
        while playing:
            await one.look()

    playing = True
    looking = [asyncio.create_task(look(one)) for one in (a, b)]
    ended = await asyncio.gather(*(play(table, 8) for table in tables))
    playing = False
    await asyncio.gather(*looking)
    for one in (a, b):
        await one.look()
        await one.rest()
    await assert_right(here, *ended)


# --- programs that die, stop, or lose their database ---------------------------------------------


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 40))]
)
async def test_whoever_dies_at_any_moment_leaves_everything_to_the_others(
    here: World, seed: int
) -> None:
    """Of three one after the other dies, in the middle of whatever it does; one is left."""
    rng = Random(seed)
    alive = [await here.started() for _ in range(3)]
    tables = {}
    for number in range(3):
        table = await running(rng.choice(alive).tables, 2, f"Ur {number}")
        tables[table.id] = table

    async def play(one: Program) -> None:
        while True:
            table = await one.tables.get(rng.choice([*tables]))
            if table.status is Status.RUNNING:
                await one.tables.act(table.id, decider(table), EndTurn(), table.state_version)
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
            await one.look()
            await one.rest()
        assert name not in (await owners(alive[0].store)).values() or name == dies.name
        here.clock.advance(seconds=rng.choice([30, 300]))
        await here.end_lease(dies)
        await asyncio.gather(*(one.look() for one in alive))
        await asyncio.gather(*(one.rest() for one in alive))
        await assert_right(here, *tables.values())
    assert await left_undelivered(alive[0].store) == 0


async def test_games_of_the_dead_are_left_alone_until_the_lease_has_ended(here: World) -> None:
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    a.life.stop()
    table = (await b.tables.act(table.id, decider(table), EndTurn())).table
    await b.rest()
    await b.look()
    await b.rest()
    assert "turn 2" not in here.box.keys("send")
    await here.end_lease(a)
    await b.look()
    await b.rest()
    await assert_right(here, table)
    assert await owners(b.store) == {table.id: b.name}


class Halt:
    """The next call to Discord of a kind, held up right before it is made, or right after that."""

    def __init__(self, box: PostBox, verb: str, *, after: bool = False) -> None:
        self._box, self._verb, self._after = box, verb, after
        self._call = getattr(box, verb)
        self.reached, self.goes_on = asyncio.Event(), asyncio.Event()
        setattr(box, verb, self)

    async def __call__(self, *arguments: object) -> object:
        setattr(self._box, self._verb, self._call)
        answer = await self._call(*arguments) if self._after else None
        self.reached.set()
        await self.goes_on.wait()
        return answer if self._after else await self._call(*arguments)


async def overtaken(here: World, a: Program, b: Program, table: Table) -> Table:
    """The table once *a* has stood still for longer than its lease, and *b* has gone on."""
    await here.end_lease(a)
    a.seconds += LEASE.total_seconds()
    await b.look()
    await b.rest()
    table = await act(b.tables, table, EndTurn())
    await b.rest()
    return table


@pytest.mark.parametrize("verb", ["send", "edit"])
async def test_whoever_was_stopped_for_longer_than_its_lease_shows_nothing_more(
    here: World, verb: str
) -> None:
    """It goes on right before a call to Discord; the other one has shown everything meanwhile."""
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    halt = Halt(here.box, verb)
    table = await act(a.tables, table, EndTurn())
    await halt.reached.wait()
    table = await overtaken(here, a, b, table)
    before = list(here.box.journal)
    a.claims.end_if_over()  # a timer of its own comes first
    halt.goes_on.set()
    await a.rest()
    assert here.box.journal == before
    await a.claims.renew()
    await a.look()
    await a.rest()
    assert here.box.journal == before
    await assert_right(here, table)


@pytest.mark.parametrize("gone", [False, True], ids=["held by another", "held by nobody"])
async def test_how_calls_went_is_not_noted_by_who_does_not_hold_the_game_any_more(
    here: World, gone: bool
) -> None:
    """Else a message could be noted as showing what it has shown before."""
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    halt = Halt(here.box, "edit", after=True)
    (within_turn, *_) = (each for each in whole(table).legal_actions() if each != EndTurn())
    table = await act(a.tables, table, within_turn)
    await halt.reached.wait()
    table = await overtaken(here, a, b, table)
    if gone:
        await b.close()
    before = await everything(b.store)
    halt.goes_on.set()
    await a.rest()
    assert await everything(b.store) == before
    if not gone:
        await assert_right(here, table)


async def test_without_its_database_a_program_acts_no_longer_than_its_lease(here: World) -> None:
    a = await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    await a.store.write(due.put_off, DueRow(CALL, table.id, here.clock()))
    a.seconds += LEASE.total_seconds() * 0.95
    assert a.claims.program is None
    assert not a.claims.holds(table.id)
    before = list(here.box.attempts)
    table = (await a.tables.act(table.id, decider(table), EndTurn())).table  # storing needs none
    await a.rest()
    await a.look()
    assert here.box.attempts == before
    assert await a.store.read(due.read_first, CALL, here.clock())
    await a.claims.renew()
    assert a.claims.program is not None
    await here.end_lease(a, (await owners(a.store))[table.id])
    await a.look()
    await a.rest()
    await assert_right(here, table)
    assert not await a.store.read(due.read_first, CALL, here.clock())


async def test_a_lease_lasts_as_long_as_it_is_renewed_in_time(here: World) -> None:
    a = await here.started()
    name = a.name
    for _ in range(5):
        a.seconds += LEASE.total_seconds() * 0.7
        await a.claims.renew()
        assert a.name == name
    a.seconds += LEASE.total_seconds()
    await a.claims.renew()
    assert a.name != name


async def test_a_renewal_that_is_answered_too_late_does_not_count(here: World) -> None:
    """Somebody may have seen the lease end before it was stored."""
    a = await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    name = a.name
    a.life.steps = 1  # it is stored, and the answer does not come
    renewing = asyncio.create_task(a.claims.renew())
    await a.life.stopped.wait()
    a.seconds += LEASE.total_seconds()
    a.life.go_on()
    await renewing
    assert a.name != name
    assert not a.claims.holds(table.id)


async def test_a_lease_that_others_have_seen_end_cannot_be_renewed(here: World) -> None:
    """Though the own clock says that there is time left: the database's was put forward, say."""
    a = await here.started()
    name = a.name
    await here.end_lease(a)
    await a.claims.renew()
    assert a.name != name


async def test_the_lease_ends_while_the_database_is_in_trouble(here: World) -> None:
    a = await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    run = a.store._run

    async def fail(*_: object, **__: object) -> object:
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


async def test_it_lives_on_whatever_is_wrong_with_the_database_for_a_while(
    here: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Also with what nobody has thought of: that is logged, and the lease is renewed after it."""
    a = await here.program()
    a.claims = Claims(a.store, taken_over=timedelta(seconds=0.3))
    await a.claims.begin()
    run, failed, renewed = a.store._run, asyncio.Event(), asyncio.Event()

    async def fail_once(call: Callable[[Connection], object], kind: Kind) -> object:
        if kind is Kind.WRITING and not failed.is_set():
            failed.set()
            raise LookupError("nobody has thought of it")
        answer = await run(call, kind)
        if kind is Kind.WRITING:
            renewed.set()
        return answer

    a.store._run = fail_once
    await a.claims.keep(a.claims.look_around)
    async with asyncio.timeout(5):
        await renewed.wait()
    assert "nobody has thought of it" in caplog.text
    await a.claims.close()


@pytest.mark.parametrize("outdated", [False, True], ids=["wanted", "outdated"])
async def test_what_another_program_may_have_sent_meanwhile_is_looked_for(
    here: World, outdated: bool
) -> None:
    """Though this one had noted it, and knew that it had not sent it."""
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    asked = f"hand 2 {table.player(1).user_id}"
    with here.box.failing("send", asked, TryLater(1000)):
        table = (await a.tables.act(table.id, decider(table), EndTurn())).table
        await a.rest()
    await a.claims.give_back([table.id])
    send = here.box.send

    async def send_and_die(post: Post, *rest: object) -> object:
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
        table = (await a.tables.act(table.id, decider(table), EndTurn())).table
        await a.rest()
    await here.end_lease(b)
    await a.look()
    await a.rest()
    assert ("find", asked) in here.box.attempts
    await assert_right(here, table)


# --- programs that come and go -------------------------------------------------------------------


async def test_whoever_closes_gives_everything_back(here: World) -> None:
    """As at a deploy, where the new program runs beside the old one for a while."""
    old = await here.started()
    table = await running(old.tables, 2)
    await old.rest()
    new = await here.started()
    table = (await new.tables.act(table.id, decider(table), EndTurn())).table
    await new.rest()
    await new.look()
    assert await owners(new.store) == {table.id: old.name}
    await old.close()
    assert await owners(new.store) == {}
    await new.look()
    await new.rest()
    await assert_right(here, table)
    assert not [attempt for attempt in here.box.attempts if attempt[0] == "find"]


@pytest.mark.parametrize("seed", range(4))
async def test_one_deploy_after_the_other_loses_nothing(here: World, seed: int) -> None:
    rng = Random(seed)
    one = await here.started()
    table = await running(one.tables, 2)
    for _ in range(4):
        new = await here.program()

        async def play(table: Table, old: Program, new: Program) -> Table:
            for _ in range(rng.randrange(1, 4)):
                by = rng.choice([old, new])
                table = (await by.tables.act(table.id, decider(table), EndTurn())).table
            return table

        table, _ = await asyncio.gather(play(table, one, new), new.start())
        await asyncio.gather(one.close(), new.look())
        one = new
    await one.look()
    await one.rest()
    await assert_right(here, table)


async def test_a_game_is_shown_by_the_program_that_has_its_server(here: World) -> None:
    a, b = await here.started(FIRST), await here.started(SECOND)
    await asyncio.gather(a.claims.look_around(), b.claims.look_around())
    tables = [
        await one.tables.open(ANNA, place, "Ur", seats=2)
        for one in (a, b)
        for place in (IN_FIRST, IN_SECOND)
    ]
    await asyncio.gather(a.rest(), b.rest())
    await asyncio.gather(a.look(), b.look())
    await asyncio.gather(a.rest(), b.rest())
    held = await owners(a.store)
    for table in tables:
        assert held[table.id] == (a if table.place == IN_FIRST else b).name
        await assert_right(here, table)


async def test_games_of_a_server_that_no_program_has_are_shown_by_any(here: World) -> None:
    a, b = await here.started(FIRST), await here.started(SECOND)
    table = await a.tables.open(ANNA, IN_FIRST, "Ur", seats=2)
    await a.rest()
    await a.close()
    table = await b.tables.join(table.id, BEN)
    await b.rest()
    await b.look()
    await b.rest()
    assert await owners(b.store) == {}, "its shard may be about to come back"
    await here.end_lease(a, next(iter(await others_than(b))))
    await b.look()
    await b.rest()
    assert await owners(b.store) == {table.id: b.name}
    await assert_right(here, table)

    again = await here.started(FIRST)
    assert await owners(b.store) == {table.id: b.name}
    await b.look()
    assert await owners(b.store) == {}, "given back to the program that has its server"
    table = (await again.tables.act(table.id, decider(table), EndTurn())).table
    await again.rest()
    assert await owners(b.store) == {table.id: again.name}
    await assert_right(here, table)


async def others_than(one: Program) -> list[str]:
    """The programs of which there are rows, but for that one."""
    async with one.store.reading() as connection:
        names = await connection.scalars(select(program.c.id))
        return [name for name in names if name != one.name]


async def test_a_file_is_one_program_s_alone_when_it_starts(here: World) -> None:
    """What was killed in it held no lock of it any more: its games are free at once."""
    a = await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    a.life.stop()
    b = await here.program()
    await b.claims.begin(only=True)
    await b.delivery.start()
    table = (await b.tables.act(table.id, decider(table), EndTurn())).table
    await b.rest()
    await assert_right(here, table)


async def copied(store: Store, times: int) -> Sequence[int]:
    """The numbers of so many games that are like the only one there is."""
    numbers = range(1000, 1000 + times)

    def copy(connection: Connection) -> None:
        row = connection.execute(select(game)).mappings().one()
        connection.execute(insert(game), [{**row, "id": number} for number in numbers])

    await store.write(copy)
    return numbers


async def test_thousands_of_games_are_taken_over_in_a_few_statements(here: World) -> None:
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()

    many = await copied(a.store, 5000)
    assert await a.claims.take(many) == frozenset(many)
    assert await b.claims.take([*many, table.id]) == frozenset()
    await here.end_lease(a)
    writes = 0
    run = b.store._run

    async def count(call: Callable[[Connection], object], kind: Kind) -> object:
        nonlocal writes
        writes += kind is Kind.WRITING
        return await run(call, kind)

    b.store._run = count
    assert await b.claims.take([*many, table.id]) == frozenset([*many, table.id])
    assert writes <= 6
    assert b.claims.held == 5001


async def test_two_programs_that_want_the_same_thousands_share_them(here: World) -> None:
    a, b = await here.started(), await here.started()
    await running(a.tables, 2)

    many = await copied(a.store, 3000)
    of_a, of_b = await asyncio.gather(a.claims.take(many), b.claims.take(reversed(many)))
    assert of_a | of_b == frozenset(many)
    assert not of_a & of_b


# --- what is due at a time -----------------------------------------------------------------------


async def test_what_is_due_is_done_by_one_program(here: World) -> None:
    a, b = await here.started(), await here.started()
    tables = [await running(a.tables, 2, f"Ur {number}") for number in range(6)]
    await asyncio.gather(a.rest(), b.rest())
    done: list[tuple[str, int]] = []
    for one in (a, b):

        async def call(table_id: int, one: Program = one) -> None:
            done.append((one.name, table_id))
            await one.store.write(due.settle, CALL, table_id, by=here.clock())

        one.agenda._doing = {CALL: call}
    for table in tables:
        await a.store.write(due.put_off, DueRow(CALL, table.id, here.clock()))
    await asyncio.gather(a.agenda.look(), b.agenda.look(), a.agenda.look())
    assert {table_id for _, table_id in done} == {table.id for table in tables}
    held = await owners(a.store)
    assert all(held[table_id] == name for name, table_id in done)
    assert len({name for name, _ in done}) == 1, "who shows a game does what is due of it"


async def test_what_is_due_of_others_wakes_nobody(here: World) -> None:
    a, b = await here.started(), await here.started()
    table = await running(a.tables, 2)
    await a.rest()
    at = here.clock() + timedelta(hours=2)
    await a.store.write(due.put_off, DueRow(CALL, table.id, at))
    await b.agenda.look()
    assert b.alarms == []
    await a.agenda.look()
    assert a.alarms[-1] == at
    await here.end_lease(a)
    await b.agenda.look()
    assert b.alarms == [at]
