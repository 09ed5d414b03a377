"""What computer opponents cost: ``pytest tests/benchmarks/test_opponents.py -o addopts= -s``.

On one core, with the budget that each level has of its own. The targets stand in the docstrings.
How strong they are is measured by ``python -m engine match`` (docs/opponents.md).
"""

from __future__ import annotations

import multiprocessing
import random
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import ceil
from statistics import median

import pytest

from engine import LAYOUTS, OPTIONS, Level, full_bag
from engine.commands.match.match_game import Match, Seating
from engine.opponents.playout import Playout


def raw_games(games: int, options: tuple[str, ...], seats: int) -> float:
    """The CPU seconds of random games on the position that is searched on: all rules, no events."""
    full = full_bag("classic")
    dice = random.Random(14)
    began = time.process_time()
    for _ in range(games):
        bag = "".join(dice.sample(full, len(full)))
        Playout(LAYOUTS["classic"], options, seats=seats, bag=bag, dice=dice.randrange).play()
    return time.process_time() - began


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [(), OPTIONS], ids=["plain", "every option"])
def test_raw_games(options, seats):
    """At least 500 games a second of CPU, whatever else the machine does."""
    games = 100
    best = min(raw_games(games, options, seats) for _ in range(3))
    print(f"\nraw games, {seats} seats: {games / best:.0f} a second")


def game_of(level: str, seats: int) -> tuple[list[float], int]:
    """The CPU milliseconds of each decision of a game, and the process's most memory in MB."""
    match = Match((level,) * seats, 14, "classic", (), None)
    result = match.play(Seating(0, 0)).result
    assert result.milliseconds is not None
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return list(chain.from_iterable(result.milliseconds)), memory


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("level", Level)
def test_decisions(level, seats):
    """Medium 50 ms, of a hundred 99 within 200; strong 0.7 s and 2 s; at most 100 MB."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        times, memory = pool.submit(game_of, level.value, seats).result()
    times.sort()
    print(
        f"\n{level}, {seats} seats: {len(times)} decisions, median {median(times):.0f} ms, "
        f"99th percentile {times[ceil(0.99 * len(times)) - 1]:.0f} ms, "
        f"most {times[-1]:.0f} ms; the process {memory} MB"
    )
