"""A server's own message: one, up to date whatever happens, sent by one program at a time."""

import asyncio
from datetime import timedelta

import pytest
from programs import LEASE
from tabletop import PLACE, decider, running
from two_programs import HeldCall

from bot.delivery import Gone, InTrouble, MissingPermission, TooEarly, TryLater
from bot.features.server.board_page import board_page
from bot.i18n import Words
from bot.store.queries.server_posts import APART, LOOKED_AGAIN
from engine import EndTurn
from tests.longer import some_longer

GUILD, CHANNEL = PLACE.guild_id, PLACE.channel_id


async def put_up(program, channel_id=CHANNEL):
    await program.services.boards.put_up(GUILD, channel_id, "en")


def boards(world):
    """The messages that are boards, with what they show."""
    live = world.box.live().items()
    there = {number: line for number, line in live if line["key"].startswith("server-")}
    return {number: line for number, line in there.items() if number not in world.box.deleted}


async def shown(program, channel_id=CHANNEL):
    """What the board should show."""
    games = await program.services.boards.listed(GUILD, channel_id)
    return board_page(Words.of("en"), games)


async def assert_true(world, program, channel_id=CHANNEL):
    """There is one board, in that channel, and it shows what it should."""
    await program.look_and_rest()
    ((number, line),) = boards(world).items()
    assert line["where"] == channel_id
    row = await program.services.boards.of(GUILD)
    assert (row.message_id, row.trouble, row.tries) == (number, None, 0)
    before = len(world.box.journal)
    world.clock.advance(seconds=LOOKED_AGAIN.total_seconds())
    await program.look_and_rest()
    assert len(world.box.journal) == before  # it is compared with what it should show


@pytest.mark.parametrize("steps", some_longer(range(1, 60), 19))
@pytest.mark.parametrize("minutes", [0, 3])
async def test_a_program_that_dies_at_any_step_leaves_one_board(world, steps, minutes):
    """While it is sent, edited, moved and taken down: it is neither doubled nor lost."""
    a, b = await world.started(), await world.started()
    table = await running(b.services, 2)
    await b.look_and_rest()

    async def live():
        await put_up(a)
        await a.look_and_rest()
        world.clock.advance(seconds=60)
        await a.services.play.act(table.id, decider(table), EndTurn())
        await a.look_and_rest()
        await put_up(a, 77)
        await a.look_and_rest()
        await a.services.boards.take_down(GUILD)
        await a.look_and_rest()

    a.life.steps = steps
    working = asyncio.create_task(live())
    await a.run_until_stopped(working)
    world.clock.advance(minutes=minutes)
    await world.end_lease(a)
    for _ in range(3):
        await b.look_and_rest()
        world.clock.advance(seconds=60)
    row = await b.services.boards.of(GUILD)
    if row is None:
        assert not boards(world)
    else:
        await assert_true(world, b, row.channel_id)
    working.cancel()


async def test_two_programs_send_it_once(world):
    a, b = await world.started(), await world.started()
    await put_up(a)
    held = HeldCall(world.box, "send")
    await a.look()
    await held.reached.wait()
    world.clock.advance(minutes=1)
    await b.look_and_rest()
    assert not boards(world)
    held.goes_on.set()
    await a.rest()
    await assert_true(world, b)
    assert len(world.box.keys("send")) == 1


async def test_a_program_that_stalls_while_another_sends_it_stores_nothing(world):
    a, b = await world.started(), await world.started()
    await put_up(a)
    held = HeldCall(world.box, "send")
    await a.look()
    await held.reached.wait()
    await world.end_lease(a)
    a.seconds += LEASE.total_seconds()
    await b.look_and_rest()
    held.goes_on.set()
    await a.rest()
    await assert_true(world, b)
    assert len(world.box.keys("send")) == 1  # with the same nonce


async def test_five_hundred_games_make_three_edits_a_minute(world):
    a = await world.started()
    tables = [await running(a.services, 2, f"Ur {number}") for number in range(5)]
    await put_up(a)
    await a.look_and_rest()
    for second in range(60):  # a decision each second: one in 8 minutes in each of 500 games
        table = tables[second % len(tables)]
        table = await a.services.games.get(table.id)
        await a.services.play.act(table.id, decider(table), EndTurn())
        await a.look_and_rest()
        world.clock.advance(seconds=1)
    edits = [key for key in world.box.keys("edit") if key.startswith("server-")]
    assert 1 < len(edits) <= 60 / APART.total_seconds()
    world.clock.advance(seconds=60)
    await assert_true(world, a)


async def test_a_clock_that_is_set_back_delays_nothing(world):
    a = await world.started()
    table = await running(a.services, 2)
    await put_up(a)
    await a.look_and_rest()
    world.clock.advance(hours=-2)
    await a.services.play.act(table.id, decider(table), EndTurn())
    for _ in range(2):
        await a.look_and_rest()
        world.clock.advance(seconds=APART.total_seconds())
    assert [key for key in world.box.keys("edit") if key.startswith("server-")]
    await assert_true(world, a)


@pytest.mark.parametrize(
    ("verb", "fault", "pause"),
    [
        ("send", TryLater(90, everywhere=False), timedelta(seconds=90)),
        ("edit", TooEarly("too many edits of old messages"), timedelta(seconds=30)),
        ("edit", InTrouble("no answer"), timedelta(seconds=30)),
        ("sent", InTrouble("no answer"), timedelta(seconds=30)),
        ("edit", MissingPermission("Send Messages"), timedelta(hours=1)),
    ],
)
async def test_a_refused_message_is_tried_again_later(world, verb, fault, pause):
    a = await world.started()
    table = await running(a.services, 2)
    await a.look_and_rest()
    if verb == "edit":
        await put_up(a)
        await a.look_and_rest()
    with world.box.failing(verb, "server-", fault):
        if verb == "edit":
            world.clock.advance(minutes=1)
            await a.services.play.act(table.id, decider(table), EndTurn())
        else:
            await put_up(a)
        for _ in range(3):
            await a.look_and_rest()
        assert sum(each[0] == verb and each[1].startswith("server-") for each in world.box.attempts)
        tried = len(world.box.attempts)
        for _ in range(3):  # others' decisions do not make it try sooner
            table = await a.services.games.get(table.id)
            await a.services.play.act(table.id, decider(table), EndTurn())
            await a.look_and_rest()
        assert not [each for each in world.box.attempts[tried:] if each[1].startswith("server-")]
    row = await a.services.boards.of(GUILD)
    assert row.due_at <= world.clock() + pause
    assert row.trouble == (fault.permission if isinstance(fault, MissingPermission) else None)
    world.clock.advance(seconds=pause.total_seconds())
    await assert_true(world, a)


async def test_a_lost_channel_is_left_alone(world):
    a = await world.started()
    await put_up(a)
    await a.look_and_rest()
    world.box.gone.add(CHANNEL)
    await a.server_posts.lose(CHANNEL)
    await a.look_and_rest()
    world.clock.advance(hours=3)
    await a.look_and_rest()
    assert not [each for each in world.box.attempts if isinstance(each[1], Gone)]
    assert (await a.services.boards.of(GUILD)).trouble == ""
    await put_up(a, 88)
    await a.look_and_rest()
    assert [line["where"] for line in boards(world).values() if line["where"] != CHANNEL] == [88]
