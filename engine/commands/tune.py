"""``python -m engine.commands.tune``: improve the weights for options by playing.

The other weights stay unchanged: the nets were trained with them, and the reference uses them. All
weights of the options are perturbed at once, some up and some down (SPSA: Spall, "Multivariate
stochastic approximation using a simultaneous perturbation gradient approximation", 1992). Both
perturbed sets play on the same bags, in all seatings, and each weight moves a little towards the
winner's. In two games of five the others at the table use the weights of an older stage, so that
the weights do not merely learn to beat themselves. It can run for any time on any number of cores,
and resumes where it stopped: after each round the state is in one file.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from engine import (
    LAYOUTS,
    OF_OPTIONS,
    SEATS,
    SINGLE_ACTIONS,
    Dynasty,
    Game,
    GameError,
    SeatView,
    Thought,
    Weights,
    check_options,
    full_bag,
    weights_for,
)

SHAKEN = 0.2
"""The relative perturbation of a weight, up or down."""
LEAST_SHAKEN = 0.03
"""The minimum perturbation, in points."""
STEP = 0.1
"""The part of the perturbation by which a weight moves when one set wins everything."""
MARGIN = 0.15
"""The weight of the difference of the weakest spheres in the reward, beside the win."""
AGAINST_OLDER = 0.4
"""The share of games against an older stage."""
STAGE_ROUNDS = 25
"""The number of rounds after which the weights are stored as a stage."""
MOST_TURNS = 60


@dataclass(frozen=True, slots=True)
class Table:
    """The settings of the games."""

    players: int
    board: str
    options: tuple[str, ...]

    def shaken(self) -> list[str]:
        """Return the names of the weights to tune: those that count only with the options."""
        return [name for option in self.options for name in OF_OPTIONS.get(option, ())]


@dataclass(frozen=True, slots=True)
class Trial:
    """Two sets of weights against each other, or both against a third, on one bag."""

    table: Table
    seed: int
    plus: Weights
    minus: Weights
    older: Weights | None

    def reward(self) -> float:
        """Return the lead of *plus* over *minus*, -1 to 1 and a little of the margin."""
        sums = {id(self.plus): [0.0, 0], id(self.minus): [0.0, 0]}
        for table in self.seatings():
            for weights, result in zip(table, self._play(table), strict=True):
                if id(weights) in sums:
                    sums[id(weights)][0] += result
                    sums[id(weights)][1] += 1
        return sums[id(self.plus)][0] / sums[id(self.plus)][1] - (
            sums[id(self.minus)][0] / sums[id(self.minus)][1]
        )

    def seatings(self) -> list[list[Weights]]:
        """Return the weights by seat of each game: both sets on all seats, and no game twice."""
        seats = self.table.players
        if self.older is None:
            some = [self.plus if at % 2 == 0 else self.minus for at in range(seats)]
            others = [self.minus if at % 2 == 0 else self.plus for at in range(seats)]
            found = (_rotated(each, by) for each in (some, others) for by in range(seats))
            return list({tuple(map(id, each)): each for each in found}.values())
        return [
            _rotated([own, *[self.older] * (seats - 1)], by)
            for own in (self.plus, self.minus)
            for by in range(seats)
        ]

    def _play(self, table: Sequence[Weights]) -> list[float]:
        """Return each seat's share of the win, with a part of the margin."""
        dice = random.Random(self.seed)  # noqa: S311  (a game, no secret)
        full = full_bag(self.table.board)
        bag = "".join(dice.sample(full, len(full)))
        seats = list(Dynasty)[: len(table)]
        game = Game.start(seats, bag, self.table.board, self.table.options)
        decisions = 0
        while not game.over and decisions < MOST_TURNS * len(table) * 5:
            seat = game.decision.seat
            action = _decide(game.view(seat), game, table[seat])
            game, _ = game.apply(seat, action)
            decisions += 1
        ranking = game.ranking()
        best = [placing for placing in ranking if placing.place == 1]
        mean = sum(placing.ascending[0] for placing in ranking) / len(ranking)
        found = [0.0] * len(table)
        for placing in ranking:
            share = 1 / len(best) if placing.place == 1 else 0.0
            margin = max(-1.0, min(1.0, (placing.ascending[0] - mean) / 10))
            found[placing.seat] = (1 - MARGIN) * share + MARGIN * margin
        return found


def _rotated(table: Sequence[Weights], by: int) -> list[Weights]:
    return [*table[by:], *table[:by]]


def _decide(view: SeatView, game: Game, weights: Weights) -> Any:  # noqa: ANN401
    return Thought(view, game.scores, SINGLE_ACTIONS, seed=0, weights=weights).best_action()


class Tuning:
    """The current weights, stored in a file."""

    def __init__(self, file: Path, table: Table) -> None:
        self._file = file
        self._table = table
        self._rounds = 0
        self._weights = weights_for(table.players)
        self._stages = [self._weights]
        if file.exists():
            self._restore(file.read_text())

    def _restore(self, text: str) -> None:
        """Restore what :meth:`save` wrote. Raises ValueError for anything else."""
        try:
            state = json.loads(text)
            other = state["table"]
            self._rounds = state["rounds"]
            self._weights = Weights(**state["weights"])
            self._stages = [Weights(**stage) for stage in state["stages"]]
        except (KeyError, TypeError, ValueError):
            raise ValueError(f"{self._file} holds no weights of this version") from None
        if other != _dumped(self._table):
            raise ValueError(f"{self._file} is about another table: {other}")

    def round(self, pool: ProcessPoolExecutor, trials: int) -> str:
        """Play *trials* and learn from them. Returns a line about the round."""
        dice = random.Random(f"{self._rounds} {self._table}")  # noqa: S311
        names = self._table.shaken()
        tried: list[tuple[dict[str, float], Trial]] = []
        for _ in range(trials):
            shaken = {
                name: dice.choice((-1, 1))
                * max(SHAKEN * abs(getattr(self._weights, name)), LEAST_SHAKEN)
                for name in names
            }
            older = dice.choice(self._stages) if dice.random() < AGAINST_OLDER else None
            trial = Trial(
                self._table,
                dice.getrandbits(32),
                self._moved(shaken, 1),
                self._moved(shaken, -1),
                older,
            )
            tried.append((shaken, trial))
        rewards = list(pool.map(Trial.reward, [trial for _, trial in tried]))
        for (shaken, _), reward in zip(tried, rewards, strict=True):
            self._weights = self._moved(shaken, STEP * reward)
        self._rounds += 1
        if self._rounds % STAGE_ROUNDS == 0:
            self._stages.append(self._weights)
        self.save()
        size = sum(map(abs, rewards)) / len(rewards)
        return f"round {self._rounds}: {trials} trials, mean difference {size:.2f}"

    def _moved(self, shaken: dict[str, float], by: float) -> Weights:
        moved = {}
        for name, step in shaken.items():
            moved[name] = getattr(self._weights, name) + by * step
        return replace(self._weights, **moved)

    def save(self) -> None:
        """Write the state to another file first, so that the file is always complete."""
        text = json.dumps(
            {
                "table": _dumped(self._table),
                "rounds": self._rounds,
                "weights": asdict(self._weights),
                "stages": [asdict(stage) for stage in self._stages],
            },
            indent=1,
        )
        aside = self._file.with_suffix(".new")
        aside.write_text(text)
        aside.replace(self._file)


def _dumped(table: Table) -> dict[str, Any]:
    return {"players": table.players, "board": table.board, "options": " ".join(table.options)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune until interrupted, or for ``--rounds``. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine.commands.tune", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="what is kept; made if missing")
    parser.add_argument("--players", type=int, choices=SEATS, required=True)
    parser.add_argument("--board", choices=sorted(LAYOUTS), default="classic")
    parser.add_argument("--options", required=True, help=f"any of: {' '.join(OF_OPTIONS)}")
    parser.add_argument("--rounds", type=int, help="stop after so many more; else at Ctrl+C")
    parser.add_argument("--trials", type=int, default=16, help="of each round (default: 16)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    try:
        chosen = check_options(sorted(set(options.options.split())))
        table = Table(options.players, options.board, chosen)
        if not table.shaken():
            parser.error("no weight counts only with these options")
        tuning = Tuning(options.file, table)
    except (GameError, OSError, ValueError) as error:
        parser.error(str(error))
    left = options.rounds
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.jobs, spawned) as pool:
        try:
            while left is None or left > 0:
                sys.stdout.write(tuning.round(pool, options.trials) + "\n")
                sys.stdout.flush()
                left = None if left is None else left - 1
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
