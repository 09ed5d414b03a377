"""Bad luck by chance: the same for the same seed, as far as the same is called."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tests.stand_in.faults import (
    Fault,
    Luck,
    cut_after,
    cut_before,
    failed_after,
    limited,
    lost_after,
    lost_before,
    refused,
    reset_after,
    reset_before,
    slow_after,
    slow_before,
)

if TYPE_CHECKING:
    from tests.stand_in.server import Call, Discord

Kinds: TypeAlias = Mapping[str, Callable[[random.Random], Fault]]

FAULTS: Kinds = {
    "lost before": lambda _: lost_before,
    "lost after": lambda _: lost_after,
    "reset before": lambda _: reset_before,
    "reset after": lambda _: reset_after,
    "cut before": lambda _: cut_before,
    "cut after": lambda _: cut_after,
    "slow before": lambda dice: slow_before(dice.uniform(0.1, 1.0)),
    "slow after": lambda dice: slow_after(dice.uniform(0.1, 1.0)),
    "429": lambda dice: limited(dice.uniform(0.1, 1.0), is_global=dice.random() < 0.3),
    "429 without Via": lambda dice: limited(
        dice.uniform(0.1, 1.0), via=False, in_body=dice.random() < 0.5
    ),
    "5xx before": lambda dice: refused(dice.choice((500, 502, 503, 504))),
    "5xx after": lambda dice: failed_after(dice.choice((500, 502, 503, 504))),
}

AT_START = frozenset(
    {
        "GET /gateway/bot",
        "GET /users/@me",
        "GET /oauth2/applications/@me",
        "PUT /applications/{application}/commands",
    }
)
"""Without which a bot does not start, and says so."""


class Weather:
    """Draws for each call whether it meets a fault, and which.

    It is drawn for the first, second … call of each route apart, so that the order in which
    several are made at once does not matter. Calls of the routes *spared* meet none.
    """

    def __init__(
        self,
        seed: object,
        chance: float,
        kinds: Kinds = FAULTS,
        spared: Container[str] = AT_START,
    ) -> None:
        self._seed = seed
        self._chance = chance
        self._kinds = kinds
        self._spared = spared
        self._calls: Counter[str] = Counter()

    def __call__(self, call: Call) -> tuple[str, Fault] | None:
        if call.route in self._spared:
            return None
        self._calls[call.route] += 1
        dice = random.Random(f"{self._seed} {call.route} {self._calls[call.route]}")
        if dice.random() >= self._chance:
            return None
        kind = dice.choice(sorted(self._kinds))
        return kind, self._kinds[kind](dice)


class Unrest:
    """Lets the gateway break off, send the bot away or start it anew at calls drawn by a seed.

    With the *chance* for each call; all calls meet what *otherwise* has it.
    """

    def __init__(
        self, discord: Discord, seed: object, chance: float, otherwise: Luck | None = None
    ) -> None:
        self._discord = discord
        self._dice = random.Random(f"{seed} gateway")
        self._chance = chance
        self._otherwise = otherwise
        self._doing: set[asyncio.Task[None]] = set()

    def __call__(self, call: Call) -> tuple[str, Fault] | None:
        if self._dice.random() < self._chance:
            kind = self._dice.choice(("drop", "send away", "invalid, resumable", "invalid"))
            self._discord.faults.met[f"gateway: {kind}"] += 1
            task = asyncio.create_task(self._do(kind))
            self._doing.add(task)
            task.add_done_callback(self._doing.discard)
        return self._otherwise(call) if self._otherwise is not None else None

    async def _do(self, kind: str) -> None:
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
