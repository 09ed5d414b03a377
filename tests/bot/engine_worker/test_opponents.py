"""Computers decide by themselves: their turns are found in the store, even after a crash."""

import asyncio
import logging
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import select, text, update
from tabletop import ANNA, BEN, act, end_turns, opened, running, table_at, unequal_war
from thinking import RecordingWorker

from bot.changes import COMPUTER
from bot.cluster import Claims
from bot.computers import PAUSE, TURN_PAUSES, ComputerPlayers
from bot.delivery import Agenda
from bot.engine_worker import WantedDecision
from bot.store.queries import due
from bot.store.queries.games import numbered, read_headers
from bot.store.rows import DueRow
from bot.store.schema.tables import game
from bot.use_cases import Services
from bot.use_cases.inside import changes_of
from engine import AddTiles, EndTurn, Level, parse_action
from tests.patience import LONG


async def at_once(thought):
    return await thought


class Program:
    """The part of a program that decides for computers, from its start to its end."""

    def __init__(self, store, clock, pause=timedelta(0), claims=None):
        self.alarms = []
        self.clock = clock
        self.worker = RecordingWorker()
        self.services = Services(store, Random(7), clock)
        self.opponents = ComputerPlayers(
            store,
            self.services,
            self.worker,
            clock,
            alarm=self.alarms.append,
            aside=at_once,
            pause=pause,
            claims=claims,
        )
        self.services.notify(self.opponents)

    async def rest(self):
        async with asyncio.timeout(LONG):
            await self.opponents.rest()


@pytest.fixture
def program(store, clock):
    @asynccontextmanager
    async def started(pause=timedelta(0)):
        """Without a *pause* decisions count at once."""
        one = Program(store, clock, pause)
        try:
            yield one
        finally:
            await one.opponents.close()
            await one.worker.close()

    return started


async def rows(store):
    """The due rows of computers."""
    return [(row.game_id, row.at) for row in await store.read(due.read_kind, COMPUTER)]


async def turn_of_computer(services, level=Level.EASY, players=1):
    """A new game in which a computer is to play."""
    return await end_turns(services, await running(services, players + 1, levels=[level]))


async def attacked(store, clock, held="ggg", options="english"):
    """A game in which a computer, who holds these tiles, is asked about Anna's attack."""
    game = unequal_war(held, options)
    services, table = await table_at(store, clock, game, Level.EASY, Level.STRONG)
    return await act(services, table, parse_action("g@H3"))


# --- requests ------------------------------------------------------------------------------------


async def test_nobody_can_work_out_the_seed(store, clock, tmp_path):
    """It comes from a secret of the table: the same numbers give another table other seeds."""
    first = await computer_asked(Services(store, Random(7), clock))
    later = await computer_asked(Services(store, Random(7), clock))
    assert later.seed != first.seed
    async with opened(tmp_path / "another.sqlite3") as (other,):
        same = await computer_asked(Services(other, Random(7), clock))
        assert (same.table_id, same.seen) == (first.table_id, first.seen)
        assert same.seed != first.seed
        # a game of an older program has no secret: one is drawn and stored
        await other.write(lambda connection: connection.execute(update(game).values(secret="")))
        drawn = await Services(other, Random(7), clock).computers.to_decide(same.table_id)
        assert drawn.seed not in {same.seed, first.seed}
        assert await Services(other, Random(7), clock).computers.to_decide(same.table_id) == drawn
    # the next program reads the same
    assert await Services(store, Random(1), clock).computers.to_decide(first.table_id) == first


async def test_the_secret_is_printed_nowhere(services, store):
    asked = await computer_asked(services)
    secret = await store.read(lambda connection: connection.scalar(select(game.c.secret)))
    assert len(secret) == 32
    (header,) = await store.read(read_headers, numbered(asked.table_id))
    read = await changes_of(services).reader.one(asked.table_id)
    assert (header.game.secret, read.secret) == (secret, secret)
    for value in (header, read, read.table, read.everyone(), asked):
        assert secret not in repr(value)
        assert str(asked.seed.number) not in repr(value)


async def computer_asked(services):
    """The first question to a computer in a new game."""
    table = await turn_of_computer(services)
    return await services.computers.to_decide(table.id)


# --- when it is shown ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conflict", "pause"), [(False, TURN_PAUSES[Level.EASY]), (True, timedelta(seconds=4))]
)
async def test_what_it_decides_counts_after_a_fixed_pause(
    program, services, store, clock, conflict, pause
):
    table = await (attacked(store, clock) if conflict else turn_of_computer(services))
    at = clock.now + pause
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
        assert await rows(store) == [(table.id, at)]
        assert p.alarms == [at]
        clock.now = at - timedelta(milliseconds=1)
        p.opponents.look()
        await p.rest()
        assert (await p.services.games.get(table.id)).version == table.version, "anybody could look"
        clock.now = at
        await p.opponents.due(table.id)
        await p.rest()
        after = await p.services.games.get(table.id)
        new = [entry for entry in after.round if entry.seq > table.version]
        assert {entry.at for entry in new} == {at}
        assert not new[0].automatic, "somebody has decided it"
        if conflict:
            assert isinstance(new[0].action, AddTiles)
            assert len(p.worker.asked) == 1, "it was thought of once"
        else:
            assert after.turn > table.turn or not after.waits_for_computer
            assert len(new) > 1, "all its decisions"


@pytest.mark.parametrize(
    ("level", "pause"), [(Level.MEDIUM, 0.5), (Level.STRONG, 2.0), ("a conflict", 4.0)]
)
async def test_one_that_took_longer_is_shown_after_whole_pauses(
    program, services, store, clock, level, pause
):
    """Also after a restart: the stored time does not show how long the search took."""
    if level == "a conflict":
        table = await attacked(store, clock)
    else:
        table = await turn_of_computer(services, level)
    at = clock.now + timedelta(seconds=3 * pause)
    clock.advance(seconds=2.3 * pause)
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
        assert await rows(store) == [(table.id, at)]
    clock.now = at
    async with program(pause=PAUSE) as p:  # which must think again
        await p.opponents.due(table.id)
        await p.rest()
        assert (await p.services.games.get(table.id)).version > table.version


class TimePasses:
    """Sets the clock, and looks, as soon as a game has changed."""

    def __init__(self, p, at):
        self._p = p
        self._at = at

    def note(self, _connection, _everyone):
        """Note nothing."""

    def stored(self, _table_id, _noted):
        self._p.clock.now = self._at
        self._p.opponents.look()


async def test_thinking_about_another_game_holds_no_turn_up(program, services, store, clock):
    """Nor one that is due while another is stored."""
    games = []
    for _ in range(3):
        games.append(await turn_of_computer(services))
        clock.advance(seconds=0.1)
    one, another, third = games
    async with program(pause=PAUSE) as p:
        await p.opponents.due(one.id)
        await p.rest()
        (_, first_at), (_, second_at), _ = await rows(store)
        await store.write(due.schedule, DueRow(COMPUTER, third.id, clock.now))
        p.opponents._answers.pop(third.id)  # as if it were asked only now
        p.worker.stop()
        p.opponents.look()
        await p.worker.until_asked()
        clock.now = first_at
        p.services.notify(TimePasses(p, second_at))
        await p.opponents.due(one.id)
        async with asyncio.timeout(LONG):
            await p.opponents._meanwhile
        for table in (one, another):
            assert (await p.services.games.get(table.id)).version > table.version
        assert (await p.services.games.get(third.id)).version == third.version
        p.worker.go_on()
        await p.rest()


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", ["tries = 'nonsense'", "at = 7"])
async def test_a_damaged_row_holds_up_no_other_game(program, services, store, damage):
    damaged, other = await turn_of_computer(services), await turn_of_computer(services)
    spoil = text(f"UPDATE due SET {damage} WHERE game_id = {damaged.id}")
    await store.write(lambda connection: connection.execute(spoil))
    async with program() as p:
        await p.opponents.due(other.id)
        await p.rest()
        assert (await p.services.games.get(other.id)).version > other.version


@pytest.mark.sqlite
async def test_what_fails_is_tried_again_later(program, services, store, clock, caplog):
    async def rename(old, new):
        statement = text(f"ALTER TABLE {old} RENAME TO {new}")
        await store.write(lambda connection: connection.execute(statement))

    table = await turn_of_computer(services)
    async with program() as p:
        await rename("entry", "hidden")
        await p.opponents.due(table.id)
        await p.rest()
        assert "what a computer decides is tried again" in caplog.text
        (row,) = await store.read(due.read_kind, COMPUTER)
        assert (row.tries, row.at > clock.now) == (1, True)
        await rename("hidden", "entry")
        clock.now = row.at
        await p.opponents.due(table.id)
        await p.rest()
        assert (await p.services.games.get(table.id)).version > table.version


async def test_a_pause_of_the_players_ends_while_an_answer_waits(program, services, store, clock):
    """The game is asked about again; the answer still waits for its time."""
    table = await turn_of_computer(services)
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
        ((_, at),) = await rows(store)
        await store.write(due.schedule, DueRow(COMPUTER, table.id, clock.now))
        p.opponents.look()
        await p.rest()
        assert await rows(store) == [(table.id, at)]
        assert len({each.seed for each in p.worker.asked}) == len(p.worker.asked)


# --- changes meanwhile ---------------------------------------------------------------------------


async def thinking(p):
    """A game whose computer is searching, until the test lets it go on; Ben plays, too."""
    p.worker.stop()
    table = await turn_of_computer(p.services, players=2)
    await p.worker.until_asked()
    return table


async def test_the_next_program_goes_on_where_one_has_ended(program, store):
    async with program() as p:
        table = await thinking(p)
    assert [game for game, _ in await rows(store)] == [table.id]
    async with program() as p:
        assert (await p.services.games.get(table.id)).version == table.version
        await p.opponents.due(table.id)  # as the agenda finds it
        await p.rest()
        assert (await p.services.games.get(table.id)).turn > table.turn
    assert await rows(store) == []


@pytest.mark.parametrize("late", [True, False])
async def test_one_that_is_killed_or_late_decides_as_little_as_possible(program, caplog, late):
    async with program() as p:
        p.worker._late = 0.05 if late else LONG
        table = await thinking(p)
        if not late:
            await asyncio.sleep(0)
            p.worker.die()
        await p.rest()
        after = await p.services.games.get(table.id)
        assert after.turn == table.turn + 1
        (ended,) = [entry for entry in after.round if entry.seq > table.version][:1]
        assert ended.action == EndTurn()
        (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
        message = f"game {table.id}: a computer decides as little as possible: "
        assert record.getMessage().startswith(message)
        await end_turns(p.services, after)  # the next one finds a mind that works
        await p.rest()
        assert len(caplog.records) == 1


@pytest.mark.parametrize("resign", [(BEN,), (ANNA, BEN)], ids=["one", "all"])
async def test_somebody_resigns_meanwhile(program, caplog, resign):
    """The search's decision still counts, as long as the game goes on."""
    async with program() as p:
        table = await thinking(p)
        for person in resign:
            await p.services.play.resign(table.id, person.user_id)
        before = await p.services.games.get(table.id)
        assert before.has_ended is (len(resign) == 2)
        p.worker.go_on()
        await p.rest()
        after = await p.services.games.get(table.id)
        assert after.version == before.version if before.has_ended else after.turn > table.turn
        assert caplog.records == []


@pytest.mark.parametrize(
    ("held", "options", "matters"),
    [
        ("kk", "english", False),
        ("gg", "english", False),
        ("ggg", "english", True),
        ("gg", "", True),
    ],
)
async def test_where_nothing_can_be_added_no_computer_is_waited_for(
    program, store, clock, held, options, matters
):
    """English variant: two tiles cannot exceed, and a side that is not behind adds none (R12.2).

    Where a hand could matter, a computer takes its pause.
    """
    async with program(pause=PAUSE) as p:
        game = unequal_war(held, options)
        _, table = await table_at(store, clock, game, Level.EASY, Level.STRONG)
        table = await act(p.services, table, parse_action("g@H3"))
        await p.rest()
        added = [(each.seat, getattr(each, "action", None)) for each in table.round[-2:]]
        assert (added == [(1, AddTiles(0)), (2, AddTiles(0))]) is not matters
        assert table.decider == table.player(1 if matters else 0)
        assert len(p.worker.asked) == matters
    assert await rows(store) == ([(table.id, clock.now + PAUSE)] if matters else [])


async def test_no_engine_worker_is_asked_in_its_own_turn_where_nothing_can_be_added(store, clock):
    game = unequal_war("gk", turn="B 2")
    services, table = await table_at(store, clock, game, Level.EASY, Level.STRONG)
    attack = parse_action("g@H3")
    assert await services.computers.to_decide(table.id, [attack]) is None
    table = await services.computers.act(table.id, [attack], table.state_version)
    assert [each.action for each in table.round[-2:]] == [AddTiles(0)] * 2
    assert table.decider == table.player(1)


# --- many games ----------------------------------------------------------------------------------


async def test_many_games_wait_and_a_hint_does_not(program, services, store, clock):
    waiting = []
    for _ in range(4):
        waiting.append((await turn_of_computer(services)).id)
        clock.advance(seconds=1)
    async with program() as p:
        seeds = [(await services.computers.to_decide(each)).seed.number for each in waiting]
        p.worker.stop()
        p.opponents.look()
        await p.worker.until_asked()
        asked = await services.computers.to_decide(waiting[-1])
        hint = asyncio.create_task(p.worker.best_turns(asked.view, asked.scores, (), 3, seed=1))
        await p.worker.until_asked()
        assert max(p.worker.waiting().values()) == 1, "they wait in the store"
        p.worker.go_on()
        async with asyncio.timeout(LONG):
            await hint
        undone = [each for each in waiting if (await p.services.games.get(each)).waits_for_computer]
        assert len(undone) >= 2, "it was answered before the others were"
        await p.rest()
        first = [each.seed for each in p.worker.asked if isinstance(each, WantedDecision)]
        assert [each for each in first if each in seeds] == seeds, "the longest wait comes first"
    assert await rows(store) == []


def test_the_pause_is_longer_than_a_thought():
    assert timedelta(seconds=WantedDecision.seconds) < PAUSE


# --- several programs ----------------------------------------------------------------------------


class OneOfTwo(Program):
    """The part of one of two programs that decides for computers, in the games that it holds."""

    def __init__(self, store, clock):
        self.claims = Claims(store)
        super().__init__(store, clock, claims=self.claims)
        self.agenda = Agenda(
            store, clock, {COMPUTER: self.opponents.due}, self.alarms.append, self.claims
        )

    async def look(self):
        await self.agenda.look()
        await self.rest()

    async def end(self):
        await self.opponents.close()
        await self.claims.close()
        await self.worker.close()


@pytest.fixture
async def two(store, clock):
    pair = OneOfTwo(store, clock), OneOfTwo(store, clock)
    for each in pair:
        await each.claims.begin()
    yield pair
    for each in pair:
        await each.end()


async def test_of_two_programs_one_thinks_about_a_game(two, store):
    a, b = two
    tables = [await running(one.services, 2, levels=[Level.EASY]) for one in (a, b)]
    for _ in range(2):
        for table in tables:
            latest = await a.services.games.get(table.id)
            if not latest.waits_for_computer:
                await act(b.services, latest, EndTurn())
        await asyncio.gather(a.look(), b.look())
    asked = [*a.worker.asked, *b.worker.asked]
    thought = [each.seed for each in asked if isinstance(each, WantedDecision)]
    assert len(thought) == len(set(thought)) > 2
    for _, at in await rows(store):
        assert at > a.clock(), "nothing is left but conflicts, which take their time"


async def test_what_a_program_has_begun_to_think_about_another_one_goes_on_with(two, store):
    """Its claims have ended meanwhile; its answer no longer counts."""
    a, b = two
    a.worker.stop()
    table = await turn_of_computer(a.services, players=2)
    await a.agenda.look()
    await a.worker.until_asked()
    await a.claims.close()
    await b.look()
    decided = await b.services.games.get(table.id)
    assert decided.version > table.version
    a.worker.go_on()
    await a.rest()
    acted = [each for each in await b.services.games.history(table.id) if each.kind == "acted"]
    assert len({each.seq for each in acted}) == len(acted)
    assert (await b.services.games.get(table.id)).version == decided.version
