"""Delivery: whatever Discord refuses, for each kind of message, the decider is called.

The call goes to the next place: thread, channel, direct messages.
"""

from datetime import timedelta

import pytest
from post_box import due_of, left_undelivered, look_after
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

REFUSALS = [
    PlaceClosed("400 Bad Request (error code 50024)"),
    TooEarly("403 Forbidden (error code 20028)"),
    NotTaken("400 Bad Request (error code 99999)"),
]
ALIKE = [
    NoThread("400 Bad Request (error code 160006)"),
    MissingPermission("Send Messages"),
    TryLater(60, everywhere=False),
    RuntimeError("a fault of ours"),
]
IN_PLACES = [
    ("send", "game-1-seal"),
    ("send", "game-1-lobby"),
    ("edit", "game-1-lobby"),
    ("home", ""),
    ("send", "game-1-words"),
    ("send", "game-1-turn"),
    ("edit", "game-1-turn"),
    ("retire", "game-1-turn"),
    ("send", "game-1-call"),
    ("remove", "game-1-call"),
    ("find", ""),
]
DIRECTLY = [("send", "game-1-desk"), ("edit", "game-1-desk"), ("remove", "game-1-desk")]


KINDS = (*IN_PLACES, *DIRECTLY)
PAIRS = [
    *((kind, REFUSALS[(number + 1) % 3]) for number, kind in enumerate(KINDS)),
    *(
        pytest.param(kind, refusal, marks=pytest.mark.slow)
        for number, kind in enumerate(KINDS)
        for refusal in (REFUSALS[(number + 2) % 3], ALIKE[number % 4])
    ),
]
"""Each kind of message with some refusals, so that each refusal meets several kinds.

A thread that is refused by its place is none: the channel is the home then.
"""


def named(value):
    return type(value).__name__ if isinstance(value, Exception) else "-".join(value)


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

    async def ends_turn(self, table):
        return (await self.services.play.act(table.id, decider(table), EndTurn())).table


@pytest.fixture
def world(store, services, box, clock):
    return World(store, services, box, clock)


@pytest.mark.parametrize(("kind", "refusal"), PAIRS, ids=named)
async def test_the_decider_is_called_whatever_is_refused(world, kind, refusal):
    """Within the hour. What is refused is not tried forever, and arrives in the end."""
    if kind in DIRECTLY and isinstance(refusal, PlaceClosed):
        refusal = DirectMessagesClosed(ANNA.user_id)
    box = world.box
    with box.failing(*kind, refusal):
        table = await world.opened()
        for _ in range(2):
            await world.waits(1)
            assert world.reached
            called = [line for line in box.lines("send") if _calls(line, table)]
            assert called
            before = len(box.attempts)
            await world.waits(1)
            assert len(box.attempts) - before < 20
            table = await world.ends_turn(table)
    world.delivery = world.begun()
    await world.delivery.start()
    await world.waits(2)
    assert await left_undelivered(world.store) == 0


def _calls(line, table):
    """Whether a message calls the decider: the desk, or a mention anywhere."""
    seat = table.decider.seat
    return str(line["key"]).startswith((f"game-1-desk-{seat}", f"game-1-call-{seat}"))
