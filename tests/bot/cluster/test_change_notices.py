"""Change notices that programs on one server send to each other, instead of polling."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from post_box import CONTENT, answer, pressed, shown, undelivered
from programs import Program, StoppableStore
from tabletop import ANNA, act, all_rows, running
from two_programs import FIRST, SECOND

from bot.cluster import ChangeNotice, ShownMessage
from bot.delivery import PublicPost, ToUser
from bot.domain.table import Place
from engine import EndTurn
from tests.databases import name_of, new_database, server_of_run
from tests.patience import LONG
from tests.postgres import pooler

OF_SECOND = Place(guild_id=3 << 22, channel_id=32)


async def listening(world, *shards):
    """Programs that know each other and receive each other's notices."""
    programs = [await world.started(each) for each in shards]
    for each in programs:
        assert await each.store.listen(each.claims.receive)
        await each.claims.refresh_others()
    return programs


# --- as text -------------------------------------------------------------------------------------

numbers = st.integers(1, 2**63 - 1)


@given(
    what=st.builds(
        ChangeNotice,
        numbers,
        st.just(0) | numbers,
        st.booleans(),
        st.none() | st.builds(ShownMessage, numbers, st.text("0123456789abcdef v", min_size=1)),
    )
)
def test_a_notice_prints_and_parses(what):
    assert ChangeNotice.parse(str(what)) == what


@pytest.mark.parametrize("text", ["", "look", "7", "7 x", "x 7", "7 8 9", "-7 8", "7 8 robot"])
def test_notices_of_another_version_are_ignored(text):
    assert ChangeNotice.parse(text) is None


# --- receiving notices ---------------------------------------------------------------------------


class Listener:
    """A part of a program that records notices."""

    def __init__(self):
        self.heard = []

    def __call__(self, what, *, mine):
        self.heard.append((what, mine))


async def test_only_programs_that_may_show_a_game_handle_its_notices(world):
    """Only programs that hold the game, or have its server: others need not query the database."""
    owner = await world.started(FIRST)
    table = await owner.services.opening.open(ANNA, OF_SECOND, "Ur", seats=2)
    await owner.rest()
    neighbour, stranger = [await world.started(each) for each in (SECOND, FIRST)]
    listeners = [Listener() for _ in range(3)]
    notice = ChangeNotice(table.id, OF_SECOND.guild_id)
    for one, listener in zip((owner, neighbour, stranger), listeners, strict=True):
        one.claims.when_notified.append(listener)
        one.claims.receive(str(notice))
    assert [each.heard for each in listeners] == [[(notice, True)], [(notice, False)], []]


# --- to programs that listen ---------------------------------------------------------------------


@pytest.mark.postgresql
async def test_what_one_stores_the_other_shows_at_once(world):
    a, b = await listening(world, FIRST, FIRST)
    table = await running(a.services, 2)
    await a.rest()
    for turn in (2, 3, 4):
        table = await act(b.services, table, EndTurn())
        await world.box.until(lambda turn=turn: f"turn {turn}" in world.box.keys("send"))
    await a.rest()
    assert not [line for line in world.box.attempts if line[0] in {"find", "same"}]


@pytest.mark.postgresql
async def test_a_program_that_gives_a_game_back_notifies_the_other(world):
    old, new = await listening(world, FIRST, FIRST)
    table = await running(old.services, 2)
    await old.rest()
    await new.claims.keep(new.look)  # long before it would look by itself
    await old.delivery.close()
    table = await act(new.services, table, EndTurn())
    await new.rest()
    assert "turn 2" not in world.box.keys("send")
    await old.claims.close()
    await world.box.until(lambda: "turn 2" in world.box.keys("send"))
    await new.claims.close()


# --- desks ---------------------------------------------------------------------------------------


def desks_due(everyone, _closed):
    """A desk for the first player, which shows the state of the game."""
    table = everyone.table
    key, shows = f"desk of game {table.id}", f"version {table.state_version}"
    return [PublicPost(key, ToUser(table.players[0].user_id), shows, content=CONTENT, sign=key)]


async def until_delivered(one, table):
    """Wait until a program that listens has shown a table."""
    async with asyncio.timeout(LONG):
        while await undelivered(one.store):
            await one.rest()
    assert one.claims.holds(table.id)


async def desk_shown(world, a, b):
    """A table whose desks either of them would show, and the one that *a* does show."""
    for one in (a, b):
        one.delivery._posts_due = desks_due
    table = await running(a.services, 2)
    await a.rest()
    (message,) = world.box.live()
    return table, message


async def desk_pressed(world, a, b, shows):
    """The table after a press on a desk that *a* shows, which *b* has answered."""
    table, message = await desk_shown(world, a, b)
    with pressed(b.delivery, message, table) as press:
        table = await act(b.services, table, EndTurn())
        await answer(press, f"version {table.state_version}" if shows is None else shows)
    await b.rest()
    return table


def edits(world, table):
    """The number of edits of a desk to the table's current state."""
    shows = [line["shows"] for line in world.box.lines("edit")]
    return shows.count(f"version {table.state_version}")


@pytest.mark.postgresql
async def test_a_desk_that_another_program_has_shown_is_not_edited_once_more(world):
    a, b = await listening(world, FIRST, FIRST)
    table = await desk_pressed(world, a, b, None)
    await until_delivered(a, table)
    assert edits(world, table) == 0
    (row,) = (await all_rows(a.store))["post"]
    assert f"version {table.state_version}" in row


@pytest.mark.postgresql
@pytest.mark.parametrize("shows", ["", "version 1"])
async def test_a_desk_that_shows_something_else_there_is_edited(world, shows):
    """Something passing, or what has been overtaken."""
    a, b = await listening(world, FIRST, FIRST)
    table = await desk_pressed(world, a, b, shows)
    await until_delivered(a, table)
    (line,) = world.box.live().values()
    assert line["shows"] == f"version {table.state_version}"


@pytest.mark.postgresql
async def test_an_answer_that_came_after_the_edit_is_edited_again(world):
    """Their order is unknown."""
    a, b = await listening(world, FIRST, FIRST)
    table, message = await desk_shown(world, a, b)
    with pressed(b.delivery, message, table) as press:
        table = await act(b.services, table, EndTurn())
        await a.look_and_rest()
        assert edits(world, table) == 1
        await answer(press, "version 1")
    await world.box.until(lambda: edits(world, table) == 2)
    (line,) = world.box.live().values()
    assert line["shows"] == f"version {table.state_version}"


# --- behind a pooler -----------------------------------------------------------------------------


@pytest.mark.postgresql
async def test_behind_a_pooler_it_is_found_by_looking(world, tmp_path):
    name = name_of(await new_database(tmp_path / "games.sqlite3"))
    async with pooler(server_of_run()) as port:
        stores = [await StoppableStore.open(server_of_run().url(name, port=port)) for _ in range(2)]
        a, b = [Program(store, world.box, world.clock, seed=7) for store in stores]
        world.programs += [a, b]
        for each in (a, b):
            await each.start()
            assert not await each.store.listen(each.claims.receive)
        table = await running(a.services, 2)
        await a.rest()
        table = await act(b.services, table, EndTurn())
        await b.rest()
        assert "turn 2" not in world.box.keys("send")
        await a.look_and_rest()
        latest = await a.services.games.get(table.id)
        live = {line["key"]: line["shows"] for line in world.box.live().values()}
        assert live.keys() >= shown(latest).keys()
        await a.close()
        await b.look()
        table = await act(b.services, table, EndTurn())
        await b.rest()
        assert "turn 3" in world.box.keys("send")
        await b.close()
