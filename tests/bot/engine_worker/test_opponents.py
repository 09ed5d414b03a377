"""Computers decide by themselves: found in the store, whatever becomes of the program."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, text, update
from tabletop import ANNA, BEN, PLACE, Clock, act, opened, standing, unequal, whole
from thinking import Listening, sent

from bot.changes import COMPUTER
from bot.cluster import Claims
from bot.computers import PAUSE, TURN_PAUSES, ComputerPlayers
from bot.delivery import Agenda
from bot.domain import UNHURRIED, Kind, Status
from bot.engine_worker import WantedDecision
from bot.services import Services
from bot.services.inside import changes_of
from bot.store.queries import due
from bot.store.queries.games import numbered, read_headers
from bot.store.rows import DueRow
from bot.store.schema.tables import game
from engine import AddDecision, AddTiles, EndTurn, Level, parse_action
from tests.longer import longer
from tests.patience import LONG


async def at_once(thought):
    return await thought


class Program:
    """What of the program decides for computers, from its start to its end."""

    def __init__(self, store, clock, late, pause=timedelta(0), claims=None):
        self.alarms = []
        self.clock = clock
        self.worker = Listening(late)
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


Start = Callable[[], Any]


@pytest.fixture
def program(store, clock):
    @asynccontextmanager
    async def started(late=LONG, pause=timedelta(0)):
        """Without a *pause* decisions count at once."""
        one = Program(store, clock, late, pause)
        try:
            yield one
        finally:
            await one.opponents.close()
            await one.worker.close()

    return started


async def against(services, *levels, people=(ANNA,)):
    """A game that has just started, of some people against such computers."""
    seats = len(people) + len(levels)
    table = await services.opening.open(people[0], PLACE, "Ur", seats=seats, pace=UNHURRIED)
    for level in levels:
        table = await services.lobbies.seat_computer(
            table.id, people[0], level, f"Computer ({level})"
        )
    for person in people[1:]:
        table = await services.lobbies.join(table.id, person)
    if table.status is Status.LOBBY:
        table = await services.lobbies.start(table.id, people[0])
    return table


async def rows(store):
    """What is due of computers."""
    return [(row.game_id, row.at) for row in await store.read(due.read_kind, COMPUTER)]


async def attacked(services):
    """A game in which a computer is asked about a conflict in somebody's turn."""
    table, rng = await against(services, Level.EASY), Random(3)
    while True:
        view = table.view
        assert view is not None
        asked = isinstance(view.decision, AddDecision) and table.waits_for_computer
        if asked and view.decision.seat != view.active:
            return table
        action = rng.choice(whole(table).legal_actions())
        if table.waits_for_computer:
            table = await services.computers.act(table.id, [action], table.state_version)
        else:
            table = (await services.play.act(table.id, ANNA.user_id, action)).table


# --- a turn --------------------------------------------------------------------------------------


async def test_computers_play_until_somebody_is_asked(program, store):
    async with program() as p:
        table = await against(p.services, Level.EASY, Level.MEDIUM)
        for _ in range(2):
            await p.rest()
            table = await p.services.games.get(table.id)
            while table.waits_for_computer:  # a conflict, which takes its time
                ((_, at),) = await rows(store)
                p.clock.now = at
                p.opponents.look()
                await p.rest()
                table = await p.services.games.get(table.id)
            assert table.decider is not None
            assert table.decider.user_id == ANNA.user_id
            assert await rows(store) == []
            if table.view is not None and table.view.decision.seat == table.view.active:
                table = await act(p.services, table, EndTurn())
        acted = [
            entry for entry in await p.services.games.history(table.id) if entry.kind is Kind.ACTED
        ]
        assert len({entry.seat for entry in acted}) == 3
        own = [each for each in acted if each.user_id is None]
        assert len(own) > 3
        assert not any(each.automatic for each in own), "each was decided by somebody"


async def test_nobody_can_work_out_the_seed(program, store, tmp_path):
    """It comes from a secret of the table: the same numbers give another table other seeds."""
    async with program() as p:
        await against(p.services, Level.EASY)
        await p.rest()
        table = await against(p.services, Level.EASY)
        while not (await p.services.games.get(table.id)).waits_for_computer and not p.worker.asked:
            await act(p.services, await p.services.games.get(table.id), EndTurn())
        await p.rest()
        seeds = [each.seed for each in p.worker.asked if isinstance(each, WantedDecision)]
        assert seeds
        assert len(set(seeds)) == len(seeds)
    first = await computer_asked(Services(store, Random(7), Clock()))
    async with opened(tmp_path / "another.sqlite3") as (other,):
        services = Services(other, Random(7), Clock())
        for _ in range(first.table_id - 1):
            await against(services, Level.EASY)
        same = await computer_asked(Services(other, Random(7), Clock()))
        assert (same.table_id, same.seen) == (first.table_id, first.seen)
        assert same.seed != first.seed
        # a game of an older program has no secret: one is drawn and kept
        await other.write(lambda connection: connection.execute(update(game).values(secret="")))
        drawn = await Services(other, Random(7), Clock()).computers.to_decide(same.table_id)
        assert drawn is not None
        assert drawn.seed not in {same.seed, first.seed}
        assert await Services(other, Random(7), Clock()).computers.to_decide(same.table_id) == drawn
    # the next program reads the same
    assert await Services(store, Random(1), Clock()).computers.to_decide(first.table_id) == first


async def test_the_secret_is_printed_nowhere(services, store):
    asked = await computer_asked(services)
    secret = await store.read(lambda connection: connection.scalar(select(game.c.secret)))
    assert isinstance(secret, str)
    assert len(secret) == 32
    (header,) = await store.read(read_headers, numbered(asked.table_id))
    read = await changes_of(services).reader.one(asked.table_id)
    assert read is not None
    assert (header.game.secret, read.secret) == (secret, secret)
    for value in (header, read, read.table, read.everyone(), asked):
        assert secret not in repr(value)
        assert str(asked.seed.number) not in repr(value)


async def turn_of_computer(services, level):
    """A new game in which a computer is to play."""
    table = await against(services, level)
    while not table.waits_for_computer:
        table = await act(services, table, EndTurn())
    return table


async def computer_asked(services):
    """The first question to a computer in a new game."""
    table = await turn_of_computer(services, Level.EASY)
    asked = await services.computers.to_decide(table.id)
    assert asked is not None
    return asked


# --- when it is shown ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", [Level.EASY])
async def test_a_turn_is_played_after_a_fixed_pause(program, services, store, clock, level):
    table = await turn_of_computer(services, level)
    since = clock.now
    async with program(pause=PAUSE) as p:
        at = since + TURN_PAUSES[level]
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
        assert after.turn > table.turn or not after.waits_for_computer
        new = [entry for entry in after.round if entry.seq > table.version]
        assert len(new) > 1, "all its decisions"
        assert {entry.at for entry in new} == {at}


@pytest.mark.parametrize("level", longer([Level.STRONG, Level.MEDIUM]))
async def test_a_longer_turn_is_played_after_whole_pauses(program, services, store, clock, level):
    table = await turn_of_computer(services, level)
    since, pause = clock.now, TURN_PAUSES[level]
    clock.now += pause * 2.3
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
    assert await rows(store) == [(table.id, since + 3 * pause)]


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
        games.append(await turn_of_computer(services, Level.EASY))
        clock.advance(seconds=0.1)
    one, another, third = games
    async with program(pause=PAUSE) as p:
        await p.opponents.due(one.id)
        await p.rest()
        (_, first_at), (_, second_at), _ = await rows(store)
        await store.write(due.schedule, DueRow(COMPUTER, third.id, clock.now))
        p.opponents._answers.pop(third.id)  # as if it were asked only now
        await p.worker.stop()
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
@pytest.mark.parametrize("damage", longer(["tries = 'nonsense'", "tries = -1", "at = 7"]))
async def test_a_damaged_row_holds_up_no_other_game(program, services, store, damage):
    damaged = await turn_of_computer(services, Level.EASY)
    other = await turn_of_computer(services, Level.EASY)
    spoil = text(f"UPDATE due SET {damage} WHERE game_id = {damaged.id}")
    await store.write(lambda connection: connection.execute(spoil))
    async with program() as p:
        await p.opponents.due(other.id)
        await p.rest()
        assert (await p.services.games.get(other.id)).version > other.version


async def test_a_pause_of_the_players_ends_while_an_answer_waits(program, services, store, clock):
    """The game is asked about again; the answer still waits for its time."""
    table = await turn_of_computer(services, Level.EASY)
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
        ((_, at),) = await rows(store)
        await store.write(due.schedule, DueRow(COMPUTER, table.id, clock.now))
        p.opponents.look()
        await p.rest()
        assert await rows(store) == [(table.id, at)]
        assert len({each.seed for each in p.worker.asked}) == len(p.worker.asked)


# --- whatever happens meanwhile ------------------------------------------------------------------


async def thinking(p):
    """A game whose computer thinks just now, for as long as we like; Ben sits there too."""
    await p.worker.stop()
    table = await against(p.services, Level.EASY, people=(ANNA, BEN))
    while not table.waits_for_computer:
        table = await act(p.services, table, EndTurn())
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


@pytest.mark.parametrize("late", longer([True, False]))
async def test_one_that_is_killed_or_late_decides_as_little_as_possible(program, caplog, late):
    async with program() as p:
        if late:
            await p.worker.stop()
            p.worker._late = 0.05
        table = await thinking(p)
        if not late:
            await sent()
            p.worker.die()
        await p.rest()
        after = await p.services.games.get(table.id)
        assert after.turn == table.turn + 1
        (ended,) = [entry for entry in after.round if entry.seq > table.version][:1]
        assert ended.action == EndTurn()
        said = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert len(said) == 1
        assert (
            said[0]
            .getMessage()
            .startswith(f"game {table.id}: a computer decides as little as possible: ")
        )
        # the next one finds a mind that works
        p.worker._late = LONG
        while not after.waits_for_computer:
            after = await act(p.services, after, EndTurn())
        await p.rest()
        assert len(caplog.records) == len(said)


@pytest.mark.parametrize("resign", [(BEN,), (ANNA, BEN)], ids=["one", "all"])
async def test_somebody_resigns_meanwhile(program, caplog, resign):
    """What it has thought of still holds, as long as the game goes on."""
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


# --- conflicts -----------------------------------------------------------------------------------


async def test_a_conflict_is_answered_after_a_fixed_pause(program, services, store, clock):
    table = await attacked(services)
    since = clock.now
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
        assert await rows(store) == [(table.id, since + PAUSE)]
        assert p.alarms == [since + PAUSE]
        clock.advance(seconds=PAUSE.total_seconds() - 0.001)
        p.opponents.look()
        await p.rest()
        assert (await p.services.games.get(table.id)).version == table.version
        clock.now = since + PAUSE
        await p.opponents.due(table.id)
        await p.rest()
        after = await p.services.games.get(table.id)
        answer = next(entry for entry in after.round if entry.seq > table.version)
        assert isinstance(answer.action, AddTiles)
        assert len(p.worker.asked) == 1, "it was thought of once"


async def test_one_that_took_longer_is_answered_after_whole_pauses(program, services, store, clock):
    """Also after a restart: from the time nobody can tell how long the thought took."""
    table = await attacked(services)
    since = clock.now
    clock.advance(seconds=PAUSE.total_seconds() * 2 + 1.234)
    async with program(pause=PAUSE) as p:
        await p.opponents.due(table.id)
        await p.rest()
        assert await rows(store) == [(table.id, since + 3 * PAUSE)]
    clock.now = since + 3 * PAUSE
    async with program(pause=PAUSE) as p:  # which must think again
        await p.opponents.due(table.id)
        await p.rest()
        after = await p.services.games.get(table.id)
        assert after.version > table.version


@pytest.mark.parametrize("held", ["kk", "gg"])
async def test_where_nothing_can_be_added_no_computer_is_waited_for(program, store, clock, held):
    """English variant: two tiles cannot exceed, and a side that is not behind adds none (R12.2)."""
    _, table = await standing(store, clock, unequal(held), Level.EASY, Level.STRONG)
    async with program(pause=PAUSE) as p:
        table = (await p.services.play.act(table.id, ANNA.user_id, parse_action("g@H3"))).table
        added = [(each.seat, each.action) for each in table.round[-2:]]
        assert added == [(1, AddTiles(0)), (2, AddTiles(0))]
        assert table.decider == table.player(0)
        await p.rest()
        assert p.worker.asked == []
    assert await rows(store) == []


@pytest.mark.parametrize("game", [unequal("ggg"), unequal("gg", options="")])
async def test_where_a_hand_could_matter_a_computer_takes_its_pause(program, store, clock, game):
    _, table = await standing(store, clock, game, Level.EASY, Level.STRONG)
    async with program(pause=PAUSE) as p:
        table = (await p.services.play.act(table.id, ANNA.user_id, parse_action("g@H3"))).table
        assert table.decider == table.player(1)
        await p.rest()
        assert len(p.worker.asked) == 1
    assert await rows(store) == [(table.id, clock.now + PAUSE)]


async def test_no_engine_worker_is_asked_in_its_own_turn_where_nothing_can_be_added(store, clock):
    game = unequal("gk", turn="B 2")
    services, table = await standing(store, clock, game, Level.EASY, Level.STRONG)
    attack = parse_action("g@H3")
    assert await services.computers.to_decide(table.id, [attack]) is None
    table = await services.computers.act(table.id, [attack], table.state_version)
    assert [each.action for each in table.round[-2:]] == [AddTiles(0)] * 2
    assert table.decider == table.player(1)


# --- many games ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_many_games_wait_and_a_hint_does_not(program, services, store, clock):
    waiting = []
    while len(waiting) < 12:
        person = ANNA if len(waiting) % 2 else BEN
        table = await against(services, Level.EASY, people=(person,))
        while not table.waits_for_computer:
            table = await act(services, table, EndTurn())
        waiting.append(table.id)
        clock.advance(seconds=1)
    async with program() as p:
        seeds = [
            asked.seed.number
            for each in waiting
            if (asked := await p.services.computers.to_decide(each))
        ]
        await p.worker.stop()
        p.opponents.look()
        await p.worker.until_asked()
        asked = await p.services.computers.to_decide(waiting[-1])
        assert asked is not None
        hint = asyncio.create_task(p.worker.best_turns(asked.view, asked.scores, (), 3, seed=1))
        p.worker.go_on()
        async with asyncio.timeout(LONG):
            await hint
        await p.worker.stop()  # so that nothing more is answered while it is counted
        undone = [each for each in waiting if (await p.services.games.get(each)).waits_for_computer]
        assert len(undone) >= 10, "it was answered before the others were"
        assert max(map(len, p.worker._lanes.values())) <= 1, "they wait in the store"
        p.worker.go_on()
        await p.rest()
        for game in waiting:
            assert not (await p.services.games.get(game)).waits_for_computer
        first = [each.seed for each in p.worker.asked if isinstance(each, WantedDecision)]
        assert [each for each in first if each in seeds] == seeds, "the longest wait comes first"
    assert await rows(store) == []


def test_the_pause_is_longer_than_a_thought():
    assert timedelta(seconds=WantedDecision.seconds) < PAUSE


# --- several programs ----------------------------------------------------------------------------


class OneOfTwo(Program):
    """What of one of two programs decides for computers: in the games that it holds."""

    def __init__(self, store, clock):
        self.claims = Claims(store)
        super().__init__(store, clock, LONG, claims=self.claims)
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


def versions_asked(*programs):
    """The versions of games about which they were thinking."""
    asked = [each for one in programs for each in one.worker.asked]
    return [each.seed for each in asked if isinstance(each, WantedDecision)]


async def test_of_two_programs_one_thinks_about_a_game(two, store):
    a, b = two
    tables = [await against(one.services, Level.EASY) for one in (a, b)]
    for _ in range(2):
        for table in tables:
            latest = await a.services.games.get(table.id)
            if not latest.waits_for_computer:
                await act(b.services, latest, EndTurn())
        await asyncio.gather(a.look(), b.look())
    thought = versions_asked(a, b)
    assert len(thought) == len(set(thought)) > 2
    for _, at in await rows(store):
        assert at > a.clock(), "nothing is left but conflicts, which take their time"


async def test_what_a_program_has_begun_to_think_about_another_one_goes_on_with(two, store):
    """Its claims have ended meanwhile; what it finds out all the same counts no more."""
    a, b = two
    await a.worker.stop()
    table = await against(a.services, Level.EASY, people=(ANNA, BEN))
    while not table.waits_for_computer:
        table = await act(a.services, table, EndTurn())
    await a.agenda.look()
    await a.worker.until_asked()
    await a.claims.close()
    await b.look()
    decided = await b.services.games.get(table.id)
    assert decided.version > table.version
    a.worker.go_on()
    await a.rest()
    acted = [each for each in await b.services.games.history(table.id) if each.kind is Kind.ACTED]
    assert len({each.seq for each in acted}) == len(acted)
    assert (await b.services.games.get(table.id)).version == decided.version
