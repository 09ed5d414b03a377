"""Lessons in players' first games: stored with their causes, and shown once."""

import re
from random import Random

import pytest
from seated import WORDS, seat_of
from tabletop import ANNA, BEN, CORA, PLACE, InOrder, act, game_of, running, table_at

from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.table import Table
from bot.domain.taught import FIRST_GAMES, Taught, Thing, dump_taught, load_taught
from bot.teaching.advice import kinds_that_fit
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats
from engine import Colour, parse_action
from tests.engine.diagram import draw

FAR = "P2 B8 O9 B2 N5"


@pytest.fixture
def services(store, clock):
    """With advice."""
    return Services(store, InOrder(0), clock, advise=kinds_that_fit, sealing=False)


async def marked(services, table, sign, person=ANNA):
    """The lines behind a sign on a player's desk."""
    text = desk_page(WORDS, await seat_of(services, table, person)).text
    return [line.removeprefix(f"{sign} ") for line in text.split("\n") if line.startswith(sign)]


async def advice(services, table, person=ANNA):
    return await marked(services, table, "💡", person)


async def new(services, table, person=ANNA):
    """The names of the things that are explained."""
    return [
        re.findall(r"\*\*(.*?)\*\*", line)[0]
        for line in await marked(services, table, "🆕", person)
    ]


async def take(services, table, *actions):
    """Let each decider in turn take these actions."""
    for action in actions:
        table = await act(services, table, parse_action(action))
    return table


# --- whose first games they are ------------------------------------------------------------------


async def test_only_in_the_first_three_games(services):
    """Games that never started do not count; games in progress do."""
    given = []
    for number in range(FIRST_GAMES):
        lobby = await services.opening.open(ANNA, PLACE, f"Kish {number}")
        await services.lobbies.leave(lobby.id, ANNA)
        table = await running(services, 2, f"Ur {number}")
        given.append((await advice(services, table), await new(services, table)))
        if number == 0:
            await services.play.resign(table.id, BEN.user_id)
    assert [len(lines) for lines, _ in given] == [1] * FIRST_GAMES
    assert [names for _, names in given] == [["Treasures"], [], []]
    table = await running(services, 3, "Uruk")  # and Cora, for the first time
    taught = [(await seat_of(services, table, each)).taught for each in (ANNA, BEN, CORA)]
    assert [each.learns for each in taught] == [False, False, True]
    assert await advice(services, table) == await new(services, table) == []
    table = await take(services, table, "end", "end")
    assert len(await advice(services, table, CORA)) == 1


# --- choosing advice -----------------------------------------------------------------------------


def test_advice_is_given_once_in_a_game():
    """Advice never given comes first, and then the oldest."""
    taught = Taught(1, ("c", "a"))
    given = []
    for seq, kinds in enumerate((["a", "b"], ["a", "b"], ["b", "a"], ["a", "c"], ["c"], []), 1):
        taught = taught.advised_one_of(kinds, seq)
        given.append((taught.advised[-1], taught.advised_seq))
    assert given == [("b", 1), ("a", 2), ("a", 2), ("c", 4), ("c", 4), ("c", 4)]
    assert taught.advised == ("b", "a", "c")


async def test_advice_is_the_same_whoever_reads_it_and_however_often(services, store, clock):
    """R15.2: which fits follows from a hand. It is with the seat, and nobody prints it."""
    table = await running(services, 2)
    shown = await advice(services, table)
    assert shown == [
        "None of your leaders is on the board. Place one beside a temple: only leaders score."
    ]
    assert not await advice(services, table, BEN), "he waits"
    on = desk_shown(await seat_of(services, table))
    other = Services(store, Random(1), clock, advise=kinds_that_fit)
    for program in (services, other, other):
        assert await advice(program, await program.games.get(table.id)) == shown
        assert desk_shown(await seat_of(program, table)) == on
    assert (await seat_of(services, table)).taught.advised == ("no leaders",)
    assert "no leaders" not in repr(await AllSeats(services).everyone(table.id))
    assert "taught" not in Table.__slots__

    # it can be turned off and on
    await services.preferences.switch(ANNA.user_id, advice=False)
    assert not (await services.preferences.habits(ANNA.user_id)).advice
    assert not await advice(services, table)
    assert not await new(services, table)
    assert desk_shown(await seat_of(services, table)) != on
    await services.preferences.switch(ANNA.user_id, advice=True)
    assert (await services.preferences.habits(ANNA.user_id)).advice
    assert await advice(services, table) == shown
    assert (await services.preferences.habits(BEN.user_id)).advice
    await services.play.resign(table.id, BEN.user_id)
    assert not await advice(services, table)


async def test_it_stays_until_the_player_decides_and_never_comes_back(services):
    table = await running(services, 2)
    (first,) = await advice(services, table)
    assert "None of your leaders" in first
    await services.notes.keep_note(ANNA.user_id, table.id, "Ur")
    assert await advice(services, await services.games.get(table.id)) == [first]
    table = await take(services, table, "x@A11")
    assert await advice(services, table) == [], "in the second action of a turn there is none"
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    assert await advice(services, table) == [first], "it has not decided any more"
    seen = {first}
    for _ in range(3):
        table = await take(services, table, "end", "end")
        shown = {*await advice(services, table)}
        assert not shown & seen
        seen |= shown


# --- new things ----------------------------------------------------------------------------------


async def test_a_leader_that_loses_its_temple_is_explained(store, clock):
    """R4.6."""
    scene = draw("r Ak . .", treasures=FAR, seats="A B L")
    _, table = await table_at(store, clock, scene.game)
    services = Services(store, InOrder(0), clock, advise=kinds_that_fit)
    table = await take(services, table, "x@F2")
    assert await new(services, await take(services, table, "end")) == []
    assert await new(services, table, CORA) == []


async def test_a_new_thing_is_explained_once_in_one_game(services):
    table = await running(services, 2)
    assert await new(services, table) == ["Treasures"]
    table = await take(services, table, "x@A11")
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    assert Thing.CATASTROPHE not in (await seat_of(services, table)).taught.met, "new again"
    table = await take(services, table, "x@A11")
    other = await take(services, await running(services, 2, "Uruk"), "x@A11")
    assert await new(services, table) == ["A catastrophe"]  # by what was done just now
    assert await new(services, other) == []
    table = await take(services, table, "x@B11")
    assert await new(services, table) == []
    assert await new(services, table, BEN) == [], "he waits"
    table = await take(services, table, "end")
    assert await new(services, table, BEN) == ["A catastrophe", "Treasures"]
    hand = game_of(table).hands[1]
    table = await take(services, table, f"swap:{Colour(hand.index(max(hand)))}")
    assert await new(services, table, BEN) == []


async def test_the_display_is_explained_where_there_is_one(services):
    table = await running(services, 2, options=("display",))
    assert await new(services, table) == ["Treasures", "The open display:"]
    table = await take(services, table, "x@A11", "end")
    assert len(await new(services, table, BEN)) == 2, "of three at once"


# --- storage -------------------------------------------------------------------------------------


def test_what_is_stored_is_read_back():
    taught = (Taught(None), Taught(0, ("a", "b"), 1, 5, {"monument": 7, "treasure": 0}), Taught(9))
    assert load_taught(dump_taught(taught)) == taught
    assert load_taught(dump_taught(())) == ()
    known = Taught(9, ("a",), met={"monument": 7})
    assert load_taught(dump_taught((known,))) == (Taught(9),)  # nobody needs it any more


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "7",
        "[{}]",
        '[{"games":"x"}]',
        '[{"games":0,"met":{"monument":"x"}}]',
        '[{"games":0,"advised":[7]}]',
        '[{"games":0,"met":[]}]',
    ],
)
def test_what_is_none_is_not_read(text):
    with pytest.raises((ValueError, LookupError, TypeError, AttributeError)):
        load_taught(text)
