"""A whole command, from the press of a key to the picture: through a simulated Discord.

pytest -o addopts= -s tests/benchmarks/test_journey.py
"""

import asyncio
import random
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

sys.path.insert(0, str(Path(__file__).parents[1] / "journeys"))

from people import GameOnDiscord, Person, world


class Elsewhere:
    """A game of two, and a loop of its own to run in: a benchmark cannot wait for coroutines."""

    loop: asyncio.AbstractEventLoop
    game: GameOnDiscord
    person: Person

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()


@contextmanager
def game_elsewhere(folder: Path) -> Iterator[Elsewhere]:
    elsewhere, ready, done = Elsewhere(), Future[None](), asyncio.Event()

    async def live() -> None:
        async with world(folder, random.Random(1)) as w:
            elsewhere.loop = asyncio.get_running_loop()
            elsewhere.game = await w.open("ann", "bob")
            elsewhere.person = await elsewhere.game.decider()
            ready.set_result(None)
            await done.wait()

    thread = Thread(target=asyncio.run, args=(live(),))
    thread.start()
    ready.result()
    yield elsewhere
    elsewhere.loop.call_soon_threadsafe(done.set)
    thread.join()


@pytest.mark.parametrize("command", ["tile", "hand", "board"])
def test_a_command(benchmark: BenchmarkFixture, tmp_path: Path, command: str) -> None:
    """Simulation included: read, decide, store, draw, upload, answer."""
    with game_elsewhere(tmp_path) as elsewhere:
        game, person, run = elsewhere.game, elsewhere.person, elsewhere.run

        def undone() -> None:
            if run(game.table()).undoer is not None:
                run(person.slash("undo", game.home))

        options = {"colour": "k", "cell": "D6"} if command == "tile" else {}
        benchmark.pedantic(
            lambda: run(person.slash(command, game.home, **options)),
            setup=undone,
            rounds=30,
            warmup_rounds=3,
        )
    print(f"\n/{command}: {benchmark.stats['median'] * 1000:.0f} ms")
