"""Engine workers for tests: in a process, or in this one, which answers when the test lets it."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random

from bot.engine_worker import (
    EngineWorker,
    Lane,
    WantedDecision,
    WantedTurns,
    WorkerDied,
    WorkerLate,
)
from bot.engine_worker.requests import load
from engine import Dynasty, Game, Level, full_bag
from tests.patience import LONG

BUDGET = 20
"""Positions to search, so that every process gives the same answer."""


def played(seed, steps, players=3, options=()):
    """A game after a number of random decisions."""
    rng = Random(seed)
    bag = [*full_bag("classic")]
    rng.shuffle(bag)
    game = Game.start([*Dynasty][:players], "".join(bag), "classic", options)
    for _ in range(steps):
        if game.over:
            break
        game, _events = game.apply(game.decision.seat, rng.choice(game.legal_actions()))
    return game


def decision_request(game, seed=1):
    """The request for the decider's decision."""
    view = game.view(game.decision.seat)
    return WantedDecision(view, game.scores, Level.MEDIUM, seed, BUDGET)


@asynccontextmanager
async def worker(late=LONG):
    """A worker whose process has started."""
    mind = EngineWorker(late=late)
    try:
        await mind.ask(decision_request(played(1, 0)), Lane.ASKED)
        yield mind
    finally:
        await mind.close()


class InProcess:
    """Replaces the worker's process: answers here, from a short search."""

    pid = None

    def __init__(self):
        self.allowed = asyncio.Event()
        self.allowed.set()
        self.dies = False
        self.answered = 0

    async def ask(self, message, seconds):
        """The answer, once it is allowed."""
        try:
            async with asyncio.timeout(seconds):
                await self.allowed.wait()
        except TimeoutError:
            self.allowed.set()
            raise WorkerLate(f"no answer within {seconds:g} seconds") from None
        if self.dies:
            self.dies = False
            raise WorkerDied("its process has ended")
        self.answered += 1
        request = load(message)
        if isinstance(request, WantedDecision | WantedTurns):
            request = replace(request, nodes=BUDGET)
        return request.answer(lambda: False)

    async def close(self):
        """Nothing to close."""


class RecordingWorker(EngineWorker):
    """A worker that thinks in this process and records its requests."""

    def __init__(self, late=LONG):
        super().__init__(late=late)
        self._process = self.here = InProcess()
        self.asked = []
        self.news = asyncio.Event()

    def ask(self, request, lane):
        self.asked.append(request)
        self.news.set()
        return super().ask(request, lane)

    async def until_asked(self):
        """Wait for the next request."""
        async with asyncio.timeout(LONG):
            await self.news.wait()
        self.news.clear()

    def stop(self):
        """Delay answers until :meth:`go_on`."""
        self.here.allowed.clear()
        self.news.clear()

    def go_on(self):
        """Answer again."""
        self.here.allowed.set()

    def die(self):
        """Fail at the current request as if its process had died."""
        self.here.dies = True
        self.go_on()
