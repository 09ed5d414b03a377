"""Whether chances come true: ``python -m tests.benchmarks.calibration FILE…``.

Each FILE has records of finished games, one or several (``.te``, ``.te.xz``). Of each game one
position is taken, and for each seat the share of the win that it could expect; in ten bins, what
was expected is held against what came of it. The error is the mean of the bins' differences.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import fmean

from engine import EndTurn, Game, Step, expectations, read_game
from engine.commands.kit import records_in

BINS = 10


def chances_and_results(record: str) -> list[tuple[float, float]]:
    """What each seat could expect after one of the turns of a game, and its part of the win."""
    steps = list(read_game(record))
    ends = [step for step in steps if isinstance(step, Step) and isinstance(step.action, EndTurn)]
    moment = random.Random(record).choice(ends[:-1]).game
    last = steps[-1]
    end = last if isinstance(last, Game) else last.game
    firsts = [placing.seat for placing in end.ranking() if placing.place == 1]
    told = expectations(moment.open_view(), moment.scores)
    return [(each.share, (seat in firsts) / len(firsts)) for seat, each in enumerate(told)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--games", type=int, default=1000, help="at most (default: 1000)")
    options = parser.parse_args()
    records = [record for path in options.files for record in records_in(path)]
    chosen = random.Random(1).sample(records, min(options.games, len(records)))
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for record in chosen:
        for chance, result in chances_and_results(record):
            bins[min(int(chance * BINS), BINS - 1)].append((chance, result))
    errors = []
    for found in filter(None, bins):
        expected, came = (100 * fmean(column) for column in zip(*found, strict=True))
        errors.append(abs(expected - came))
        print(f"{len(found):5} seats: expected {expected:5.1f} %, came true {came:5.1f} %")
    print(f"{len(chosen)} positions, mean error {fmean(errors):.1f} points")


if __name__ == "__main__":
    main()
