"""Refused messages: for each kind, the decider is called all the same.

The call goes to the next place: thread, channel, direct messages.
"""

from datetime import timedelta

import pytest
from post_box import due_of, look_after, undelivered
from tabletop import ANNA, BEN, decider, running

from bot.delivery import (
    Delivery,
    DirectMessagesClosed,
    MissingPermission,
    NoThread,
    NotTaken,
    PlaceClosed,
    TooEarly,
    TryLater,
)
from bot.store import CalledIn
from engine import EndTurn

CLOSED = PlaceClosed("400 Bad Request (error code 50024)")
EARLY = TooEarly("403 Forbidden (error code 20028)")
NOT_TAKEN = NotTaken("400 Bad Request (error code 99999)")

CASES = [
    ("send", "game-1-seal", CLOSED),
    ("send", "game-1-lobby", MissingPermission("Send Messages")),
    ("edit", "game-1-lobby", CLOSED),
    ("send", "game-1-lobby", NOT_TAKEN),
    ("edit", "game-1-lobby", NOT_TAKEN),
    ("home", "", NOT_TAKEN),
    ("send", "game-1-turn", CLOSED),
    ("edit", "game-1-turn", EARLY),
    ("retire", "game-1-turn", NOT_TAKEN),
    ("send", "game-1-call", CLOSED),
    ("send", "game-1-call", NOT_TAKEN),
    ("send", "game-1-call", TryLater(60, everywhere=False)),
    ("remove", "game-1-call", RuntimeError("a fault of ours")),
    ("remove", "game-1-call", CLOSED),
    ("find", "", NoThread("400 Bad Request (error code 160006)")),
    ("send", "game-1-desk", DirectMessagesClosed(ANNA.user_id)),
    ("send", "game-1-desk", NOT_TAKEN),
    ("edit", "game-1-desk", EARLY),
    ("remove", "game-1-desk", NOT_TAKEN),
]
"""Each kind of message with a refusal.

A thread that is refused by its place is none: the channel is the home then.
"""


class World:
    """A game of two: Anna is called in direct messages, Ben in the thread."""

    def __init__(self, store, services, box, clock):
        self.store, self.services, self.box, self.clock = store, services, box, clock
        self.reached = True
        self.alarms = []
        self.delivery = self.begun()

    def begun(self):
        async def reach(_table_id, reached):
            self.reached = reached

        delivery = Delivery(
            self.store,
            self.services,
            self.box,
            due_of(self.services),
            self.clock,
            alarm=self.alarms.append,
            reach=reach,
        )
        self.services.notify(delivery, alarm=delivery.alarm)
        return delivery

    async def opened(self):
        await self.services.preferences.call_in(BEN.user_id, CalledIn.THREAD)
        return await running(self.services, 2)

    async def waits(self, hours):
        """Let time pass, and look whenever something is due."""
        end = self.clock() + timedelta(hours=hours)
        await self.delivery.rest()
        while self.clock() < end:
            at = min((each for each in self.alarms if each > self.clock()), default=end)
            await look_after(
                self.delivery, self.clock, (min(at, end) - self.clock()).total_seconds()
            )

    def calls(self, table):
        """True if the decider is called, and counts as called: by the desk, or by a mention."""
        seat = table.decider.seat
        calls = f"game-1-desk-{seat}", f"game-1-call-{seat}"
        return self.reached and any(key.startswith(calls) for key in self.box.keys("send"))

    async def ends_turn(self, table):
        return (await self.services.play.act(table.id, decider(table), EndTurn())).table


@pytest.fixture
def world(store, services, box, clock):
    return World(store, services, box, clock)


@pytest.mark.parametrize(("verb", "key", "refusal"), CASES)
async def test_the_decider_is_called_whatever_is_refused(world, verb, key, refusal):
    """Within the hour. What is refused is not tried forever, and arrives in the end."""
    box = world.box
    with box.failing(verb, key, refusal):
        table = await world.opened()
        await world.waits(1)
        assert world.calls(table)
        table = await world.ends_turn(table)
        await world.waits(1)
        assert world.calls(table)
        box.attempts.clear()
        await world.waits(1)
        assert len(box.attempts) < 20
    world.delivery = world.begun()
    await world.delivery.start()
    await world.waits(2)
    assert await undelivered(world.store) == 0
