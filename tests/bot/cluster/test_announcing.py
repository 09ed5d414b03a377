"""Announcements of the host: once in each game, by the program that shows it, whatever dies."""

import asyncio
from collections import Counter

import pytest
from tabletop import ANNA, act, all_rows, refuses, running
from two_programs import FIRST, IN_FIRST, IN_SECOND, SECOND

from bot.delivery import MissingPermission
from bot.domain.refusals import Refusal
from engine import EndTurn


def announced(world):
    """The number of times that each announcement was sent in each game."""
    lines = world.box.lines("send")
    return Counter(
        (line["game"], str(line["key"])) for line in lines if "announced" in str(line["key"])
    )


async def all_look(world):
    """Every program that lives does what is due, more than once."""
    for _ in range(2):
        for one in world.programs:
            if one.life.goes_on:
                await one.look_and_rest()


async def two_with_games(world):
    """Two programs that show a game each, and wait."""
    a, b = await world.started(FIRST), await world.started(SECOND)
    await a.claims.refresh_others()
    await a.services.opening.open(ANNA, IN_FIRST, "Ur")
    await b.services.opening.open(ANNA, IN_SECOND, "Uruk")
    await all_look(world)
    return a, b


async def send(one, text="Soon"):
    """Announce something at one of them."""
    number = await one.services.announcements.write(text)
    await one.services.announcements.send(number)
    return number


async def test_each_program_announces_in_its_own_games_once(world):
    """Though it was sent by a press at each of them."""
    a, b = await two_with_games(world)
    number = await a.services.announcements.write("Soon")
    await asyncio.gather(*(one.services.announcements.send(number) for one in (a, b)))
    await a.look_and_rest()
    assert announced(world) == {(1, f"announced {number}"): 1}
    assert await b.services.announcements.sent(number) == (2, 1, 0)
    await b.look_and_rest()
    assert announced(world) == {(1, f"announced {number}"): 1, (2, f"announced {number}"): 1}
    assert await a.services.announcements.sent(number) == (2, 0, 0)
    await b.services.announcements.send(number)
    world.clock.advance(hours=2)
    await all_look(world)
    assert set(announced(world).values()) == {1}


@pytest.mark.parametrize("steps", [13, 25])
async def test_a_death_while_announcing_neither_loses_nor_doubles_it(world, steps):
    a, b = await world.started(), await world.started()
    for number in range(2):
        await running(a.services, 2, f"Ur {number}")
    await a.look_and_rest()

    async def work():
        await a.look_and_rest()

    number = await send(a)
    a.life.steps = steps
    await a.run_until_stopped(asyncio.create_task(work()))
    a.life.stop()
    world.clock.advance(minutes=5)  # longer than a nonce is known
    await world.end_lease(a, a.claims._life)
    world.clock.advance(hours=2)
    await all_look(world)
    assert announced(world) == {(game, f"announced {number}"): 1 for game in (1, 2)}
    assert await b.services.announcements.sent(number) == (2, 0, 0)


async def test_a_newer_one_takes_the_place_of_one_that_is_open(world):
    a, b = await two_with_games(world)
    first = await send(a, "Soon")
    await a.look_and_rest()
    second = await send(a, "Now")
    await all_look(world)
    assert announced(world) == {
        (1, f"announced {first}"): 1,
        (1, f"announced {second}"): 1,
        (2, f"announced {second}"): 1,
    }
    assert await b.services.announcements.sent(first) == (2, 0, 0)


async def test_a_decision_meanwhile_does_not_lose_it(world):
    one = await world.started()
    table = await running(one.services, 2)
    await one.look_and_rest()
    number = await send(one)
    await one.services.announcements.announce(table.id)
    await act(one.services, table, EndTurn())
    await one.rest()
    await all_look(world)
    assert announced(world) == {(table.id, f"announced {number}"): 1}


@pytest.mark.parametrize(("hours", "comes"), [(23.9, True), (24.1, False)])
async def test_what_is_undelivered_for_a_day_never_comes_and_is_forgotten(world, hours, comes):
    one = await world.started()
    await running(one.services, 2)
    await one.rest()
    with world.box.failing("send", "announced", MissingPermission("Send Messages")):
        number = await send(one)
        await all_look(world)
    world.clock.advance(hours=hours)
    await all_look(world)
    assert announced(world) == ({(1, f"announced {number}"): 1} if comes else {})
    assert not [row for row in (await all_rows(one.store))["due"] if "announce" in row]
    await one.services.announcements.write("Now")
    if not comes:
        await refuses(Refusal.STALE, one.services.announcements.sent(number))


async def test_a_program_that_starts_goes_on_with_it_at_once(world):
    one = await world.started()
    table = await running(one.services, 2)
    await one.look_and_rest()
    number = await send(one)
    await one.services.announcements.announce(table.id)  # and it dies
    one.life.stop()
    await world.end_lease(one, one.claims._life)
    other = await world.started()
    await other.services.announcements.resume()
    await all_look(world)
    assert announced(world) == {(table.id, f"announced {number}"): 1}
