"""What players are taught in their first games: stored with what leads to it, shown once."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    PEOPLE,
    PLACE,
    Clock,
    InOrder,
    decider,
    running,
    standing,
    whole,
)

from bot.domain import FIRST_GAMES, Seat, Status, Table, Taught, Thing
from bot.domain.taught import dump_taught, load_taught, things_at_start, things_in
from bot.features.board.desk import desk_page, desk_shown
from bot.i18n import Words
from bot.services import Tables
from bot.store import Store
from bot.teaching.advice import KINDS, kinds_that_fit
from engine import Colour, Step, parse_action, read_game
from tests.dice import LoadedDice
from tests.engine.diagram import draw

WORDS = Words()
GAMES = Path(__file__).parents[1] / "journeys" / "games"
FAR = "P2 B8 O9 B2 N5"


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    """With advice."""
    return Tables(store, InOrder(0), clock, advise=kinds_that_fit)


async def seat_of(tables: Tables, table: Table, person: object = ANNA) -> Seat:
    seat = (await tables.visit(table.id, person.user_id)).seat
    assert seat is not None
    return seat


async def marked(tables: Tables, table: Table, sign: str, person: object = ANNA) -> list[str]:
    """The lines behind a sign on somebody's desk."""
    text = desk_page(WORDS, await seat_of(tables, table, person)).text
    return [line.removeprefix(f"{sign} ") for line in text.split("\n") if line.startswith(sign)]


async def advice(tables: Tables, table: Table, person: object = ANNA) -> list[str]:
    return await marked(tables, table, "💡", person)


async def new(tables: Tables, table: Table, person: object = ANNA) -> list[str]:
    """The names of the things that are explained."""
    return [
        re.findall(r"\*\*(.*?)\*\*", line)[0] for line in await marked(tables, table, "🆕", person)
    ]


async def take(tables: Tables, table: Table, *actions: str) -> Table:
    """Let whoever decides take these actions, one after the other."""
    for action in actions:
        table = (await tables.act(table.id, decider(table), parse_action(action))).table
    return table


# --- whose first games they are ------------------------------------------------------------------


async def test_only_in_the_first_three_games(tables: Tables) -> None:
    """Those that never started do not count; those that are not over yet do."""
    given = []
    for number in range(FIRST_GAMES + 1):
        lobby = await tables.open(ANNA, PLACE, f"Kish {number}")
        await tables.leave(lobby.id, ANNA)
        table = await running(tables, 2, f"Ur {number}")
        given.append((await advice(tables, table), await new(tables, table)))
        if number == 0:
            await tables.resign(table.id, BEN.user_id)
    assert [len(lines) for lines, _ in given] == [1] * FIRST_GAMES + [0]
    assert [names for _, names in given] == [["Treasures"], [], [], []]


async def test_each_player_has_first_games(tables: Tables) -> None:
    for number in range(FIRST_GAMES):
        await running(tables, 2, f"Ur {number}")  # Anna and Ben
    table = await running(tables, 3, "Uruk")  # and Cora, for the first time
    taught = [(await seat_of(tables, table, each)).taught for each in (ANNA, BEN, CORA)]
    assert [each.learns for each in taught] == [False, False, True]
    table = await take(tables, table, "end", "end")
    assert len(await advice(tables, table, CORA)) == 1
    assert not await advice(tables, table, ANNA)


# --- which advice --------------------------------------------------------------------------------


def test_what_was_never_given_comes_first_and_then_what_is_longest_ago() -> None:
    taught = Taught(0)
    given = []
    for kinds in (["a", "b"], ["a", "b"], ["a", "b"], ["a", "b", "c"], ["b", "a"], ["c"], []):
        taught = taught.advised_one_of(kinds, still=False)
        given.append(taught.advised[-1])
    assert given == ["a", "b", "a", "c", "b", "c", "c"]
    assert taught.advised == ("a", "b", "c")


def test_what_fits_still_stays() -> None:
    taught = Taught(0, ("a",))
    assert taught.advised_one_of(["b", "a"], still=True) == taught
    assert taught.advised_one_of(["b"], still=True).advised == ("a", "b")
    assert taught.advised_one_of([], still=True) == taught


async def test_advice_is_the_same_whoever_reads_it_and_however_often(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await running(tables, 2)
    shown = await advice(tables, table)
    assert shown == [
        "None of your leaders is on the board: put one beside a temple. Only leaders score."
    ]
    other = Tables(store, Random(1), clock, advise=kinds_that_fit)
    for program in (tables, other):
        for _ in range(2):
            assert await advice(program, await program.get(table.id)) == shown
            seat = await seat_of(program, table)
            assert desk_shown(seat) == desk_shown(await seat_of(tables, table))


async def test_it_stays_in_a_turn_as_long_as_it_fits_and_is_another_one_in_the_next(
    tables: Tables,
) -> None:
    table = await running(tables, 2)
    assert "None of your leaders" in (await advice(tables, table))[0]
    table = await take(tables, table, "Ar@B3")
    assert "None of your leaders" not in (await advice(tables, table))[0]
    seen = []
    for _ in range(4):
        kind = (await seat_of(tables, table)).taught.advised[-1]
        seen.append(kind)
        table = await take(tables, table, "x@A11" if len(seen) == 1 else "end")
        if len(seen) == 1:
            assert (await seat_of(tables, table)).taught.advised[-1] == kind
            table = await take(tables, table, "end")
        table = await take(tables, table, "end")
    assert len(set(seen)) == len(seen)
    assert set(seen) <= {kind.name for kind in KINDS}


async def test_who_waits_gets_none(tables: Tables) -> None:
    table = await running(tables, 2)
    assert not await advice(tables, table, BEN)
    await tables.resign(table.id, BEN.user_id)
    assert not await advice(tables, table)


async def test_advice_can_be_turned_off_and_on(tables: Tables) -> None:
    table = await running(tables, 2)
    shown = await advice(tables, table)
    on = desk_shown(await seat_of(tables, table))
    await tables.give_advice(ANNA.user_id, wanted=False)
    assert not (await tables.habits(ANNA.user_id)).advice
    assert not await advice(tables, table)
    assert not await new(tables, table)
    assert desk_shown(await seat_of(tables, table)) != on
    await tables.give_advice(ANNA.user_id, wanted=True)
    assert (await tables.habits(ANNA.user_id)).advice
    assert await advice(tables, table) == shown
    assert (await tables.habits(BEN.user_id)).advice


async def test_nothing_of_it_is_everybodys(tables: Tables) -> None:
    """R15.2: which advice fits follows from a hand. It is with the seat, and nobody prints it."""
    table = await running(tables, 2)
    assert (await seat_of(tables, table)).taught.advised == ("no leaders",)
    assert "no leaders" not in repr(await tables.everyone(table.id))
    assert "taught" not in Table.__slots__


# --- what new things are -------------------------------------------------------------------------


async def test_a_leader_that_loses_its_temple_is_explained(store: Store, clock: Clock) -> None:
    """R4.6."""
    scene = draw("r Ak . .", treasures=FAR, seats="A B L")
    _, table = await standing(store, clock, scene.game)
    tables = Tables(store, InOrder(0), clock, advise=kinds_that_fit)
    table = await take(tables, table, "x@F2")
    assert await new(tables, table) == ["A leader without a temple", "A catastrophe"]


@pytest.mark.parametrize("name", ["two_people.te", "everything.te"])
async def test_in_a_whole_game_each_thing_is_explained_to_everybody_once(
    store: Store, clock: Clock, name: str
) -> None:
    """Once: on the desks between two decisions of the player's own."""
    text = (GAMES / name).read_text()
    start = next(read_game(text))
    tables = Tables(store, LoadedDice.of(text), clock, advise=kinds_that_fit)
    players = len(start.seats)
    table = await running(tables, players, board=start.board.layout.name, options=start.options)
    times: dict[int, Counter[str]] = {person.user_id: Counter() for person in PEOPLE[:players]}
    before: dict[int, set[str]] = {user: set() for user in times}
    happened = set(things_at_start(table.view))
    for step in read_game(text):
        if isinstance(step, Step):
            table = (await tables.act(table.id, decider(table), step.action)).table
            happened.update(things_in(step.events))
        for person in PEOPLE[:players] if table.status is Status.RUNNING else ():
            names = set(await new(tables, table, person))
            times[person.user_id].update(names - before[person.user_id])
            before[person.user_id] = names
    assert len(happened) >= 7
    for counted in times.values():
        assert len(counted) == len(happened)
        assert set(counted.values()) == {1}


async def test_a_new_thing_is_explained_once(tables: Tables) -> None:
    table = await running(tables, 2)
    assert await new(tables, table) == ["Treasures"]
    table = await take(tables, table, "x@A11")
    assert await new(tables, table) == ["A catastrophe"]  # by what was done just now
    table = await take(tables, table, "x@B11")
    assert await new(tables, table) == []
    assert await new(tables, table, BEN) == ["Treasures", "A catastrophe"]
    table = await take(tables, table, "end")
    assert await new(tables, table, BEN) == ["Treasures", "A catastrophe"]
    table = await take(
        tables,
        table,
        "swap:" + str(Colour(max(enumerate(whole(table).hands[1]), key=lambda each: each[1])[0])),
    )
    assert await new(tables, table, BEN) == []
    other = await running(tables, 2, "Uruk")
    assert await new(tables, other) == []
    other = await take(tables, other, "x@A11")
    assert await new(tables, other) == []


async def test_what_is_new_in_two_games_at_once_is_explained_in_one(tables: Tables) -> None:
    ur, uruk = await running(tables, 2), await running(tables, 2, "Uruk")
    ur = await take(tables, ur, "x@A11")
    uruk = await take(tables, uruk, "x@A11")
    assert await new(tables, ur) == ["A catastrophe"]
    assert await new(tables, uruk) == []


async def test_what_is_taken_back_is_new_again(tables: Tables) -> None:
    table = await take(tables, await running(tables, 2), "x@A11")
    table = (await tables.undo(table.id, ANNA.user_id)).table
    assert Thing.CATASTROPHE not in (await seat_of(tables, table)).taught.met
    table = await take(tables, table, "x@A11")
    assert await new(tables, table) == ["A catastrophe"]


async def test_the_display_is_explained_where_there_is_one(tables: Tables) -> None:
    table = await running(tables, 2, options=("display",))
    assert await new(tables, table) == ["Treasures", "The open display:"]


# --- what is stored ------------------------------------------------------------------------------


def test_what_is_stored_is_read_back() -> None:
    taught = (Taught(None), Taught(0, ("a", "b"), {"monument": 7, "treasure": 0}), Taught(9))
    assert load_taught(dump_taught(taught)) == taught
    assert load_taught(dump_taught(())) == ()
    known = Taught(9, ("a",), {"monument": 7})
    assert load_taught(dump_taught((known,))) == (Taught(9),)  # nobody needs it any more


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "7",
        "[7]",
        "[{}]",
        '[{"games":"x"}]',
        '[{"games":0,"met":{"monument":"x"}}]',
        '[{"games":0,"advised":[7]}]',
        '[{"games":0,"met":[]}]',
    ],
)
def test_what_is_none_is_not_read(text: str) -> None:
    with pytest.raises((ValueError, LookupError, TypeError, AttributeError)):
        load_taught(text)
