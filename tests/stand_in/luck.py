"""Bad luck by chance: the same for the same seed, as far as the same is called."""

import asyncio
import random
from collections import Counter

from tests.stand_in import faults

FAULTS = {
    "lost before": lambda _: faults.lost_before,
    "lost after": lambda _: faults.lost_after,
    "reset before": lambda _: faults.reset_before,
    "reset after": lambda _: faults.reset_after,
    "cut before": lambda _: faults.cut_before,
    "cut after": lambda _: faults.cut_after,
    "slow before": lambda dice: faults.slow_before(dice.uniform(0.1, 1.0)),
    "slow after": lambda dice: faults.slow_after(dice.uniform(0.1, 1.0)),
    "429": lambda dice: faults.limited(dice.uniform(0.1, 1.0), is_global=dice.random() < 0.3),
    "429 without Via": lambda dice: faults.limited(
        dice.uniform(0.1, 1.0), via=False, in_body=dice.random() < 0.5
    ),
    "5xx before": lambda dice: faults.refused(dice.choice((500, 502, 503, 504))),
    "5xx after": lambda dice: faults.failed_after(dice.choice((500, 502, 503, 504))),
}

AT_START = frozenset(
    {
        "GET /gateway/bot",
        "GET /users/@me",
        "GET /oauth2/applications/@me",
        "PUT /applications/{application}/commands",
    }
)
"""Calls without which a bot does not start, and logs that."""

_SOON = 0.3
"""Seconds within which one dies after a call, at any moment of what it does then."""
_SHORT, _LONG = 12, 80
"""Calls in a short life, which is mostly a start, and in a long one."""


class RandomFaults:
    """Draws for each call whether it meets a fault, and which.

    It is drawn for the first, second … call of each route apart, so that the order in which
    several are made at once does not matter. Calls of the routes *spared* meet none.
    """

    def __init__(self, seed, chance, kinds=FAULTS, spared=AT_START):
        self._seed = seed
        self._chance = chance
        self._kinds = kinds
        self._spared = spared
        self._calls = Counter()

    def __call__(self, call):
        if call.route in self._spared:
            return None
        self._calls[call.route] += 1
        dice = random.Random(f"{self._seed} {call.route} {self._calls[call.route]}")
        if dice.random() >= self._chance:
            return None
        kind = dice.choice(sorted(self._kinds))
        return kind, self._kinds[kind](dice)


class GatewayFaults:
    """Lets the gateway drop connections, ask bots to reconnect or invalidate sessions, at random.

    With the *chance* for each call; all calls meet what *otherwise* has it.
    """

    def __init__(self, discord, seed, chance, otherwise=None):
        self._discord = discord
        self._dice = random.Random(f"{seed} gateway")
        self._chance = chance
        self._otherwise = otherwise
        self._doing = set()

    def __call__(self, call):
        if self._dice.random() < self._chance:
            kind = self._dice.choice(("drop", "send away", "invalid, resumable", "invalid"))
            self._discord.faults.met[f"gateway: {kind}"] += 1
            task = asyncio.create_task(self._do(kind))
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)
        return self._otherwise(call) if self._otherwise is not None else None

    async def _do(self, kind):
        gateway = self._discord.gateway
        match kind:
            case "drop":
                gateway.drop()
            case "send away":
                await gateway.send_away()
            case "invalid, resumable":
                await gateway.invalidate(resumable=True)
            case "invalid":
                await gateway.invalidate(resumable=False)
                self._discord.lose_interactions()


# --- sudden deaths --------------------------------------------------------------------------------


class Deaths:
    """Lets the calling process *die* a number of *times*, by its name, whenever it *may*.

    All other calls meet what *otherwise* has it.
    """

    def __init__(self, die, seed, times, otherwise=None, may=lambda _: True):
        self._die = die
        self._dice = random.Random(f"{seed} deaths")
        self._otherwise = otherwise
        self._may = may
        self._in = self._life()
        self._dying = None
        self.left = times

    def __call__(self, call):
        if (self._dying is None or self._dying.done()) and self._may(call.by):
            self._in -= 1
        if self._in or not self.left:
            return self._otherwise(call) if self._otherwise is not None else None
        self._in = self._life()
        self.left -= 1
        kinds = {"death before": self._before, "death after": self._after, "death soon": self._soon}
        kind = self._dice.choice(sorted(kinds))
        return kind, kinds[kind]

    async def over(self):
        """Wait until it has died for the last time."""
        if self._dying is not None:
            await self._dying

    def _life(self):
        return self._dice.randint(1, self._dice.choice((_SHORT, _LONG)))

    async def _before(self, call, carry_out):
        self._die(call.by)
        raise faults.ConnectionLost

    async def _after(self, call, carry_out):
        await carry_out()
        self._die(call.by)
        raise faults.ConnectionLost

    async def _soon(self, call, carry_out):
        self._dying = asyncio.create_task(self._die_soon(call.by))
        return await carry_out()

    async def _die_soon(self, name):
        await asyncio.sleep(self._dice.uniform(0, _SOON))
        self._die(name)
