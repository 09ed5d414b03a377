"""Databases of former versions, with games of every kind, are brought up to date and played on.

What is in them is told in the README beside them.
"""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import former
import pytest
from sqlalchemy import select
from tabletop import Clock, act_at_random, play_out, unlike_the_schema, url, whole

from bot.changes import CALL, END_TURN
from bot.domain import HintRule, Kind, Orders, Person, Refusal, Refused, Status
from bot.services import LessonProgress, Services
from bot.store import CalledIn
from bot.store.queries import due
from bot.store.schema.tables import game, post
from engine import EndTurn, StandingOrder, Step, read_game
from tests.databases import opened_at
from tests.longer import longer

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Left:
    """A database that a former version has left, and the games in it by number."""

    fixture: str
    played: str
    """The record by which the game went that was played out."""
    deciders: Mapping[int, str]
    """Whom each game that goes on waits for."""
    one_resigned: int
    played_out: int
    given_up: int
    games: int
    waiting: int = 1
    cancelled: int = 2
    mid_turn: int = 3
    attacker: int = 4

    def __str__(self):
        return self.fixture


VERSION_0_1_0 = Left(
    "version_0_1_0.sqlite3",
    played="everything.te",
    deciders={
        3: "bob",
        4: "bob",
        5: "ann",
        6: "dan",
        7: "ann",
        8: "cora",
        11: "eve",
        12: "Anna of Susa",
        13: "eve",
    },
    one_resigned=11,
    played_out=9,
    given_up=10,
    games=13,
)
SWAP, INTERRUPTED = 8, 13
"""Games of 0.1.0 only: one draws from the bag in a swap; the bot died while it sent a message."""

BEFORE_CLOCKS = Left(
    "before_clocks.sqlite3",
    played="two_people.te",
    deciders={3: "bob", 4: "ann", 5: "ann", 6: "dan", 7: "eve", 9: "eve", 11: "bob", 12: "eve"},
    one_resigned=7,
    played_out=8,
    given_up=10,
    games=12,
)
ORDERED, CALLED, MUTED, GONE, ENDING = 5, 6, 9, 11, 12
"""Games from before clocks only: in the last two something is due."""

EVERY = (BEFORE_CLOCKS, VERSION_0_1_0)
both = pytest.mark.parametrize("left", EVERY, ids=str)
newest_first = pytest.mark.parametrize("left", longer(EVERY), ids=str)
CopyOf = Callable[[Left], Path]


@pytest.fixture
def copy_of(tmp_path):
    """Lays a database that was left, and is up to date, where it can be opened."""

    def copy(left):
        path = tmp_path / "games.sqlite3"
        path.write_bytes(former.up_to_date(left.fixture))
        return path

    return copy


async def every_game(services, left):
    """All the games of a database, by number."""
    return {number: await services.games.get(number) for number in range(1, left.games + 1)}


# --- what is there still -------------------------------------------------------------------------


@pytest.mark.parametrize("fixture", longer(former.EVERY))
async def test_it_becomes_one_of_today_in_which_all_is_well(tmp_path, fixture):
    async with former.left_behind(fixture, tmp_path) as store:
        assert await unlike_the_schema(store) == []
        async with store.reading() as connection:
            numbers = (await connection.scalars(select(game.c.id))).all()
        assert len(numbers) >= 6
        found = {number: await former.faults(store, number) for number in numbers}
        assert found == dict.fromkeys(numbers, ())


@both
async def test_games_stand_as_they_stood(copy_of, left):
    async with opened_at(url(copy_of(left))) as store:
        found = await every_game(Services(store, Random(1), Clock()), left)
        async with store.reading() as connection:
            posts = set((await connection.execute(select(post.c.game_id))).scalars())
    statuses = dict.fromkeys(found, Status.RUNNING)
    statuses |= {left.waiting: Status.LOBBY, left.cancelled: Status.CANCELLED}
    statuses |= dict.fromkeys((left.played_out, left.given_up), Status.OVER)
    assert {number: table.status for number, table in found.items()} == statuses
    deciders = {number: table.decider for number, table in found.items()}
    assert {number: one.name for number, one in deciders.items() if one} == left.deciders
    assert found[left.mid_turn].undoer == found[left.mid_turn].decider
    assert [s.player.name for s in found[left.given_up].standings] == ["dan", "cora"]
    assert [p.name for p in found[left.one_resigned].players if p.abandoned] == ["bob"]
    for table in found.values():
        running = table.status is Status.RUNNING
        assert table.hints is (HintRule.NEVER if running else HintRule.USUAL)
        assert all(
            p.habits.high_contrast == p.name.lower().startswith("bob") for p in table.players
        )
    assert posts == set(found)


async def test_what_only_0_1_0_had_under_way(copy_of):
    left = VERSION_0_1_0
    async with opened_at(url(copy_of(left))) as store:
        found = await every_game(Services(store, Random(1), Clock()), left)
        async with store.reading() as connection:
            unsent = select(post.c.game_id).where(post.c.message_id.is_(None))
            assert (await connection.execute(unsent)).scalars().all() == [INTERRUPTED]
    assert found[left.waiting].options == ("display", "ziggurat")
    for table in found.values():
        drawing = [p.name for p in table.players if p.draws_from_bag]
        assert drawing == (["bob"] if table.id == SWAP else [])


async def test_what_people_had_set_before_clocks(copy_of):
    left = BEFORE_CLOCKS
    async with opened_at(url(copy_of(left))) as store:
        services = Services(store, Random(1), Clock())
        found = await every_game(services, left)
        called, muted, waiting = found[CALLED], found[MUTED], found[left.waiting]
        people = {p.name: p.user_id or 0 for table in found.values() for p in table.players}
        names = {number: name for name, number in people.items()}
        orders = {
            name: await services.preferences.standing_orders(people[name], number)
            for name, number in (("ann", ORDERED), ("dan", CALLED), ("eve", MUTED))
        }
        learning = {
            name: await services.lessons.progress(people[name]) for name in ("ann", "bob", "eve")
        }
    assert [(p.name, p.direct_refusals) for p in called.players if p.direct_closed_at] == [
        ("dan", 1)
    ]
    assert [p.name for p in muted.players if p.muted] == ["eve"]
    for table in found.values():
        assert all(
            p.habits.ends_turn == (not p.habits.advice) == (p.name == "eve") for p in table.players
        )
        for player in table.players:
            in_thread = player.name == "cora" and table is not muted
            assert player.called_in is (CalledIn.THREAD if in_thread else CalledIn.DIRECT)
    assert orders == {
        "ann": Orders(StandingOrder.ASK, StandingOrder.LEAST),
        "dan": Orders(StandingOrder.NOTHING),
        "eve": Orders(StandingOrder.ASK, StandingOrder.ALL),
    }
    assert waiting.only_invited
    assert waiting.told_role_id
    assert [names[invited] for invited in waiting.invited] == ["cora", "eve"]
    assert learning == {
        "ann": LessonProgress("03-leaders", ("Ag@F4",), frozenset({"01-tiles"})),
        "bob": LessonProgress(),
        "eve": LessonProgress("02-weakest", ("b@F1",), frozenset()),
    }


RENAMED = {"resigned_seq": "abandoned_seq"}
"""What columns are called by now."""


def test_nothing_that_was_written_before_clocks_is_lost(copy_of):
    """Row by row, in the columns that there were then."""
    left = former.FIXTURES / BEFORE_CLOCKS.fixture
    with closing(sqlite3.connect(left)) as connection:
        columns = columns_of(connection)
        before = {name: rows(connection, name, columns[name]) for name in columns}
    assert all(before.values())
    with closing(sqlite3.connect(copy_of(BEFORE_CLOCKS))) as connection:
        for name, there in before.items():
            called = [RENAMED.get(column, column) for column in columns[name]]
            assert not there - rows(connection, name, called), name


def columns_of(connection):
    """The columns of every table of ours, as SQLite has them."""
    named = connection.execute(
        "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c "
        "WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'alembic_version'"
    )
    columns = {}
    for table, column in named:
        columns.setdefault(table, []).append(column)
    return columns


def rows(connection, table, columns):
    """What a table holds in those columns."""
    listed = ", ".join(f'"{column}"' for column in columns)
    return set(connection.execute(f"SELECT {listed} FROM {table}"))


# --- how it goes on ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    longer((left, number) for left in EVERY for number in left.deciders),
    ids=lambda game: f"{game[0]}-{game[1]}",
)
async def test_a_game_goes_on(copy_of, game):
    left, number = game
    rng = Random(1)
    async with opened_at(url(copy_of(left))) as store:
        services = Services(store, Random(1), Clock())
        before = table = await services.games.get(number)
        while table.turn < before.turn + 2:
            table = (await act_at_random(services, table, rng)).table
        kept = await services.games.history(number)
        assert [entry.seq for entry in kept][-1] == table.version > before.version


@pytest.mark.slow
@both
async def test_a_game_is_played_to_its_end(copy_of, left):
    async with opened_at(url(copy_of(left))) as store:
        services = Services(store, Random(1), Clock())
        over = await play_out(store, services, await services.games.get(left.attacker))
        assert [standing.place for standing in over.standings] == [1, 2]
        assert list(read_game(await services.games.record(left.attacker)))[-1].game == whole(over)


@newest_first
async def test_a_last_decision_can_still_be_undone(copy_of, left):
    async with opened_at(url(copy_of(left))) as store:
        services = Services(store, Random(1), Clock())
        before = await services.games.get(left.mid_turn)
        after = (
            await services.play.undo(left.mid_turn, before.undoer.user_id, before.state_version)
        ).table
        assert after.view.actions_left == before.view.actions_left + 1 == 2


@newest_first
async def test_the_record_of_a_game_is_as_it_was_played(copy_of, left):
    async with opened_at(url(copy_of(left))) as store:
        record = await Services(store, Random(1), Clock()).games.record(left.played_out)
    played = (ROOT / "journeys" / "games" / left.played).read_text()
    assert decisions(record) == decisions(played)


def decisions(record):
    return [f"{step.dynasty} {step.action}" for step in read_game(record) if isinstance(step, Step)]


async def test_what_was_due_before_clocks_is_due_still_and_done(copy_of):
    left = BEFORE_CLOCKS
    async with opened_at(url(copy_of(left))) as store:
        services = Services(store, Random(1), Clock())
        waiting = {kind: await store.read(due.read_kind, kind) for kind in (CALL, END_TURN)}
        assert {kind: [row.game_id for row in rows] for kind, rows in waiting.items()} == {
            CALL: [GONE],
            END_TURN: [ENDING],
        }
        await services.clocks.call_absent(GONE)
        await services.clocks.end_turn_automatically(ENDING)
        last = (await services.games.history(GONE))[-1]
        gone = (await services.games.get(GONE)).decider
        assert gone is not None
        assert (last.kind, last.called) == (Kind.CALLED, gone.seat)
        ended = await services.games.get(ENDING)
        assert ended.decider is not None
        assert ended.decider.name == "ann"
        assert [entry.action for entry in ended.turns[-2].entries][-1] == EndTurn()
        for kind in waiting:
            assert not await store.read(due.read_kind, kind)


async def test_whoever_was_invited_before_clocks_joins_and_nobody_else(copy_of):
    left = BEFORE_CLOCKS
    async with opened_at(url(copy_of(left))) as store:
        services = Services(store, Random(1), Clock())
        waiting = await services.games.get(left.waiting)
        with pytest.raises(Refused) as caught:
            await services.lobbies.join(waiting.id, Person(1, "zoe"))
        assert caught.value.refusal is Refusal.ONLY_INVITED
        table = await services.lobbies.join(waiting.id, Person(waiting.invited[0], "cora"))
    assert table.status is Status.RUNNING
