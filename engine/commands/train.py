"""``python -m engine.commands.train``: train a net for the evaluation, from records of games.

It reads records (``.te``, or ``.te.xz``; several in a file, each after a line ``# game N``), takes
the position at the end of every turn in its player's view, and learns how good the result was. A
header ``Explored`` lists the turns in which an action was chosen at random: without such turns a
net learns to wait, and no result is traced back across one. PyTorch and NumPy are needed only here:
``pip install -e '.[train]'``.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from engine import (
    IN_GENERAL,
    PAST,
    EndTurn,
    Game,
    features_at_end,
    headers_of,
    number_of_features,
    read_game,
)
from engine.commands.kit import records_in

HIDDEN = 32, 16
"""The widths of the two layers."""
PAST_AT_FIRST = 0.3
"""The initial weight of the value by terms, in log-odds."""
RESULT = 1.0, 0.3, 0.05
"""The weights of the weakest, second and third sphere in a result."""
RESULT_RANGE = 1.5
"""The margin of results at which the odds are e to 1."""
FROM_OUTCOMES = 4
"""The number of sweeps over all positions with the actual results."""
SWEEPS = 3
"""The number of sweeps with traced results, after each computation of the traces."""
ROUNDS = 2
"""The number of computations of the traces."""
TRACE = 0.8
"""The weight in a trace of everything after the player's next turn."""
BATCH = 1024
RATE = 2e-3
DECAY = 0.03
NO_NEXT = -1


class Positions(NamedTuple):
    """Positions at the ends of turns, in the order of their games and turns."""

    features: np.ndarray[Any, Any]
    """A row for each position, float32."""
    margins: np.ndarray[Any, Any]
    """The final lead of the player over the best of the others."""
    following: np.ndarray[Any, Any]
    """The row of the same player's next turn's end; NO_NEXT if there is none."""
    explored: np.ndarray[Any, Any]
    """True if a turn was explored between this row and the next, or the end of the game."""


def positions_of(path: Path) -> Positions:
    """Return all positions of the records in a file. Raises FormatError if one is incomplete."""
    features: list[list[float]] = []
    margins: list[float] = []
    following: list[int] = []
    explored: list[bool] = []
    for record in records_in(path):
        drawn = set(map(int, headers_of(record).get("Explored", "").split()))
        _add_game(record, drawn, features, margins, following, explored)
    return Positions(
        np.array(features, np.float32),
        np.array(margins, np.float32),
        np.array(following, np.int64),
        np.array(explored, np.bool_),
    )


def _add_game(  # noqa: PLR0917  (the four columns)
    record: str,
    drawn: set[int],
    features: list[list[float]],
    margins: list[float],
    following: list[int],
    explored: list[bool],
) -> None:
    game: Game | None = None
    turn = 1
    seats: list[int] = []
    turns: list[int] = []
    first = len(features)
    for step in read_game(record):
        if isinstance(step, Game):
            game = step
            continue
        assert game is not None
        if isinstance(step.action, EndTurn):
            seat = game.decision.seat
            if (seen := features_at_end(game.view(seat), game.scores)) is not None:
                features.append(seen)
                seats.append(seat)
                turns.append(turn)
            turn += 1
        game = step.game
    assert game is not None
    assert game.over
    results = [0.0] * len(game.seats)
    for placing in game.ranking():
        pairs = zip(RESULT, placing.ascending, strict=False)
        results[placing.seat] = sum(part * sphere for part, sphere in pairs)
    for at, seat in enumerate(seats):
        margins.append(results[seat] - max(results[:seat] + results[seat + 1 :]))
        later = [other for other in range(at + 1, len(seats)) if seats[other] == seat]
        until = turns[later[0]] if later else turn
        following.append(first + later[0] if later else NO_NEXT)
        explored.append(any(turns[at] < other <= until for other in drawn))


class Trainee(nn.Module):
    """The net during training, on standardised features."""

    def __init__(self, features: np.ndarray[Any, Any], seats: int) -> None:
        super().__init__()
        self.mean = torch.tensor(features.mean(0))
        self.scale = torch.tensor(features.std(0)).clamp_min(1e-2)
        width = features.shape[1]
        assert width == number_of_features(seats)
        self.past_at = [width + at - (IN_GENERAL if at >= 0 else 0) for at in PAST]
        self.first = nn.Linear(width, HIDDEN[0])
        self.second = nn.Linear(HIDDEN[0], HIDDEN[1])
        self.last = nn.Linear(HIDDEN[1], 1)
        self.past = nn.Linear(len(self.past_at), 1, bias=False)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)
        nn.init.zeros_(self.past.weight)
        with torch.no_grad():
            self.past.weight[0, 0] = PAST_AT_FIRST * self.scale[self.past_at[0]]

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return the log-odds of each row."""
        seen = (features - self.mean) / self.scale
        hidden = self.second(self.first(seen).relu()).relu()
        return (self.last(hidden) + self.past(seen[:, self.past_at]))[:, 0]

    def written(self) -> dict[str, Any]:
        """Return the weights as stored, for features that are not standardised."""
        with torch.no_grad():
            first = self.first.weight / self.scale
            first_bias = self.first.bias - first @ self.mean
            past = self.past.weight[0] / self.scale[self.past_at]
            bias = self.last.bias[0] - past @ self.mean[self.past_at]
            return {
                "first": _rounded(first.T),
                "first_bias": _rounded(first_bias),
                "second": _rounded(self.second.weight),
                "second_bias": _rounded(self.second.bias),
                "last": _rounded(self.last.weight[0]),
                "bias": _rounded(bias),
                "past": dict(zip(map(str, self.past_at), _rounded(past), strict=True)),
            }


def _rounded(numbers: torch.Tensor) -> Any:  # noqa: ANN401
    """Return *numbers* as nested lists, with five digits each."""
    if numbers.dim():
        return [_rounded(each) for each in numbers]
    return float(f"{numbers.item():.5g}")


def train(positions: Positions, seats: int, seed: int = 1) -> Trainee:
    """Return a net trained with *positions*."""
    torch.manual_seed(seed)
    features = torch.tensor(positions.features)
    outcomes = torch.sigmoid(torch.tensor(positions.margins) / RESULT_RANGE)
    net = Trainee(positions.features, seats)
    everything = torch.ones(len(features))
    held_out = torch.arange(len(features)) >= int(0.95 * len(features))
    _sweep(net, features, outcomes, everything * ~held_out, FROM_OUTCOMES)
    _report(net, features, outcomes, held_out)
    for _ in range(ROUNDS):
        targets, counted = _traced(net, positions, features, outcomes)
        _sweep(net, features, targets, counted * ~held_out, SWEEPS)
        _report(net, features, outcomes, held_out)
    return net


def _sweep(
    net: Trainee, features: torch.Tensor, targets: torch.Tensor, counted: torch.Tensor, sweeps: int
) -> None:
    """Train for some sweeps over the positions that are *counted*."""
    used = counted.nonzero()[:, 0]
    steps = sweeps * math.ceil(len(used) / BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for _ in range(sweeps):
        for batch in used[torch.randperm(len(used))].split(BATCH):
            loss = nn.functional.binary_cross_entropy_with_logits(
                net(features[batch]), targets[batch]
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()


def _traced(
    net: Trainee, positions: Positions, features: torch.Tensor, outcomes: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the target of each position, from later positions, and a mask of those that count."""
    with torch.no_grad():
        judged = torch.cat([net(part) for part in features.split(65536)]).sigmoid().numpy()
    targets = outcomes.numpy().copy()
    counted = ~positions.explored
    for at in range(len(targets) - 1, -1, -1):
        following = positions.following[at]
        if counted[at] and following != NO_NEXT:
            later = targets[following] if counted[following] else judged[following]
            targets[at] = (1 - TRACE) * judged[following] + TRACE * later
    return torch.tensor(targets), torch.tensor(counted, dtype=torch.float32)


def _report(
    net: Trainee, features: torch.Tensor, outcomes: torch.Tensor, held_out: torch.Tensor
) -> None:
    with torch.no_grad():
        loss = nn.functional.binary_cross_entropy_with_logits(
            net(features[held_out]), outcomes[held_out]
        )
    sys.stdout.write(f"loss on positions kept aside: {loss.item():.4f}\n")
    sys.stdout.flush()


def all_positions(paths: Sequence[Path], jobs: int) -> Positions:
    """Return the positions of several files."""
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, spawned) as pool:
        parts = list(pool.map(positions_of, paths))
    starts = np.cumsum([0, *(len(part.margins) for part in parts)])
    following = [
        np.where(part.following == NO_NEXT, NO_NEXT, part.following + start)
        for part, start in zip(parts, starts, strict=False)
    ]
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.margins for part in parts]),
        np.concatenate(following),
        np.concatenate([part.explored for part in parts]),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train a net. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m engine.commands.train", description=__doc__)
    parser.add_argument("output", type=Path, help="what is written: the weights")
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORDS")
    parser.add_argument("--players", type=int, required=True, help="of all games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--positions", type=Path, help="keep them here; used again if it is there")
    options = parser.parse_args(arguments)
    cache: Path | None = options.positions
    if cache is not None and cache.exists():
        with np.load(cache) as file:
            positions = Positions(**file)
    else:
        positions = all_positions(options.records, options.jobs)
        if cache is not None:
            np.savez(cache, **positions._asdict())
    net = train(positions, options.players)
    options.output.write_text(json.dumps(net.written(), separators=(",", ":")) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
