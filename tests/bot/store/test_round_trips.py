"""The cost of a press at a server over a network: round trips before the answer."""

from collections import Counter
from contextlib import asynccontextmanager
from random import Random

import pytest
from post_box import PostBox, posts_due
from tabletop import clear_caches, game_of
from timetable import BANK, paced

from bot.delivery import Delivery
from bot.domain.table import Status
from bot.use_cases import Services
from tests.databases import name_of, new_database, opened_at, server_of_run
from tests.postgres import pooler
from tests.proxy import proxy

pytestmark = pytest.mark.postgresql
PRESSED = 12
"""Round trips at most, until what was decided is stored and can be answered."""
USUAL = 8
LOOKED = 1
LOOKED_ANEW = 2
"""If it is no longer in memory."""
POOLED = 16
SHOWN = 5


class Presses:
    """A game that is played by presses, at random, with what each of them costs."""

    def __init__(self, services, delivery, wire):
        self.services = services
        self._delivery = delivery
        self._wire = wire
        self._chance = Random(5)

    async def look(self, table, *, in_memory):
        """Read the table; if it is not *in memory*, clear the caches first."""
        await self._delivery.rest()
        if not in_memory:
            clear_caches(self.services)
        before = self._wire.trips
        await self.services.visits.of(table.id, table.decider.user_id)
        return self._wire.trips - before

    async def show(self):
        """Show the decision."""
        before = self._wire.trips
        await self._delivery.rest()
        return self._wire.trips - before

    async def press(self, table, *, in_memory):
        """Let the decider look and decide."""
        looked = await self.look(table, in_memory=in_memory)
        game = game_of(table)
        before = self._wire.trips
        action = self._chance.choice(game.legal_actions())
        outcome = await self.services.play.act(table.id, table.decider.user_id, action)
        return outcome.table, looked + self._wire.trips - before


@asynccontextmanager
async def at_a_server(port, name, clock):
    """The presses of a program that reaches its database through a wire."""
    async with (
        proxy(port) as wire,
        opened_at(server_of_run().url(name, port=wire.port), connections=2) as store,
    ):
        services = Services(store, Random(7), clock)
        delivery = Delivery(store, services, PostBox(), posts_due, clock, alarm=lambda _at: None)
        services.notify(delivery, alarm=delivery.alarm)
        try:
            yield Presses(services, delivery, wire)
        finally:
            await delivery.close()


async def costs(presses, *, in_memory, most=100):
    """Presses by number of round trips, in a game or its beginning."""
    costs = Counter()
    table = await paced(presses.services, BANK, name="Ur")
    while table.status is Status.RUNNING and costs.total() < most:
        table, cost = await presses.press(table, in_memory=in_memory)
        costs[cost] += 1
    return costs


@pytest.mark.parametrize("in_memory", [True, False])
async def test_a_press(tmp_path, clock, in_memory):
    """All that is asked until it can be answered: for the page, and to store the decision."""
    name = name_of(await new_database(tmp_path / "games"))
    async with at_a_server(server_of_run().port, name, clock) as presses:
        await costs(presses, in_memory=True)  # until each statement was prepared
        found = await costs(presses, in_memory=in_memory)
    assert max(found) <= PRESSED
    usual, _ = found.most_common(1)[0]
    assert usual <= (USUAL if in_memory else USUAL + 1)


async def test_a_look_and_what_is_shown_afterwards(tmp_path, clock):
    """Due posts were noted with the change: the results remain, and the claim on the game."""
    name = name_of(await new_database(tmp_path / "games"))
    async with at_a_server(server_of_run().port, name, clock) as presses:
        await costs(presses, in_memory=False, most=50)  # until each statement was prepared
        table = await paced(presses.services, BANK, name="Ur")
        assert await presses.look(table, in_memory=False) == LOOKED_ANEW
        assert await presses.look(table, in_memory=True) == LOOKED
        found = Counter()
        for _ in range(20):
            table, _pressed = await presses.press(table, in_memory=True)
            found[await presses.show()] += 1
    usual, _ = found.most_common(1)[0]
    assert usual <= SHOWN


async def test_a_press_behind_a_pooler(tmp_path, clock):
    """Statements cannot be prepared there: each query takes two trips, and a transaction."""
    name = name_of(await new_database(tmp_path / "games"))
    async with pooler(server_of_run()) as port, at_a_server(port, name, clock) as presses:
        found = await costs(presses, in_memory=True)
    usual, _ = found.most_common(1)[0]
    assert usual <= POOLED
