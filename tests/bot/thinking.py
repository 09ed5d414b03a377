"""The engine worker in its process, for tests: stopped, it thinks for as long as they like."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from bot.engine_worker import EngineWorker, Lane, Request, WantedDecision
from engine import Dynasty, Game, Level, full_bag
from tests.freezing import freeze, thaw
from tests.patience import LONG

BUDGET = 20
"""Positions to look at: then it answers the same in every process."""


def played(seed: int, steps: int, players: int = 3, options: Sequence[str] = ()) -> Game:
    """A game after so many decisions at random."""
    rng = Random(seed)
    bag = [*full_bag("classic")]
    rng.shuffle(bag)
    game = Game.start([*Dynasty][:players], "".join(bag), "classic", options)
    for _ in range(steps):
        if game.over:
            break
        game, _events = game.apply(game.decision.seat, rng.choice(game.legal_actions()))
    return game


def wanted(game: Game, seed: int = 1) -> WantedDecision:
    """What is asked for whoever decides."""
    view = game.view(game.decision.seat)
    return WantedDecision(view, game.scores, Level.MEDIUM, seed, BUDGET)


@asynccontextmanager
async def worker(late: float = LONG) -> AsyncIterator[EngineWorker]:
    """A mind, whose process has started."""
    mind = EngineWorker(late=late)
    try:
        await mind.ask(wanted(played(1, 0)), Lane.ASKED)
        yield mind
    finally:
        await mind.close()


def pid(mind: EngineWorker) -> int:
    """The number of its process."""
    assert mind.pid is not None
    return mind.pid


async def sent() -> None:
    """Wait until what was asked of a process that runs lies in its pipe: it is written at once."""
    await asyncio.sleep(0)


class Listening(EngineWorker):
    """A mind that tells what it was asked."""

    def __init__(self, late: float = LONG) -> None:
        super().__init__(late=late)
        self.asked: list[Request[Any]] = []
        self.news = asyncio.Event()

    def ask(self, request: Request[Any], lane: Lane) -> "asyncio.Future[Any]":
        self.asked.append(request)
        self.news.set()
        return super().ask(request, lane)

    async def until_asked(self) -> None:
        """Wait for the next request."""
        async with asyncio.timeout(LONG):
            await self.news.wait()
        self.news.clear()

    async def stop(self) -> None:
        """Let it think from now on for as long as we like."""
        if self.pid is None:
            await super().ask(wanted(played(1, 0)), Lane.ASKED)
        freeze(pid(self))
        self.news.clear()

    def go_on(self) -> None:
        """Let it think on."""
        thaw(pid(self))

    def die(self) -> None:
        """Let its process be killed."""
        os.kill(pid(self), signal.SIGKILL)
