"""The cost of computer opponents: ``pytest tests/benchmarks/test_opponents.py -o addopts= -s``.

On one core, with the budget that each level has of its own. The targets stand in the docstrings.
How strong they are is measured by ``python -m engine match`` (docs/opponents.md).
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import ceil
from statistics import median

import pytest

from engine import OPTIONS, Level, decide
from engine.commands.match.match_game import Match, Seating
from tests.engine.random_games import Deal, play


def moments(seats, options):
    """The decider's view and the points, every sixtieth decision of a random game."""
    found = []
    for number, moment in enumerate(play(Deal(14, seats, "classic", options))):
        game = moment.game
        if number % 60 == 0:
            found.append((game.view(game.decision.seat), game.scores))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [(), OPTIONS], ids=["plain", "every option"])
def test_positions_looked_at(seats, options):
    """At least 20,000 positions a second of CPU, independent of the machine's load."""
    chosen = moments(seats, options)
    rates = []
    for _ in range(3):
        looked_at = 0

        def count():
            nonlocal looked_at
            looked_at += 32  # the search asks once in 32 positions
            return False

        began = time.process_time()
        for view, scores in chosen:
            decide(view, scores, Level.STRONG, seed=1, stop=count)
        rates.append(looked_at / (time.process_time() - began))
    print(f"\npositions looked at, {seats} seats: {max(rates):.0f} a second")


def game_of(level, seats):
    """The CPU milliseconds of each decision of a game, and the process's most memory in MB."""
    match = Match((level,) * seats, 14, "classic", (), None)
    result = match.play(Seating(0, 0)).result
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return list(chain.from_iterable(result.milliseconds)), memory


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("level", Level)
def test_decisions(level, seats):
    """Easy and medium 15 ms; strong 0.7 s, of a hundred 99 within 1 s; at most 100 MB."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        times, memory = pool.submit(game_of, level.value, seats).result()
    times.sort()
    print(
        f"\n{level}, {seats} seats: {len(times)} decisions, median {median(times):.0f} ms, "
        f"99th percentile {times[ceil(0.99 * len(times)) - 1]:.0f} ms, "
        f"most {times[-1]:.0f} ms; the process {memory} MB"
    )
