"""A small net that judges positions: it was trained on games (``engine/commands/train.py``).

Features go through two layers of rectified sums to one number, the log-odds of a good result; some
go straight past the layers, too. The weights are numbers in a file for each number of players.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any


class Net:
    """The weights, and what they make of features."""

    def __init__(self, weights: dict[str, Any]) -> None:
        """Take *weights* as they are in a file.

        ``first`` has a row for each feature, ``second`` one for each sum of the second layer.
        """
        self._first: list[list[float]] = weights["first"]
        self._first_bias: list[float] = weights["first_bias"]
        self._second: list[tuple[list[float], float]] = list(
            zip(weights["second"], weights["second_bias"], strict=True)
        )
        self._last: list[float] = weights["last"]
        self._bias: float = weights["bias"]
        self._past = [(int(at), weight) for at, weight in weights["past"].items()]

    @property
    def inputs(self) -> int:
        """How many features it takes."""
        return len(self._first)

    def near(self, base: Sequence[float]) -> Callable[[Sequence[float]], float]:
        """A function from features to log-odds, quick for features of which most are as in *base*.

        The sums of the first layer are made once for *base*; from them only differences count.
        """
        first = self._first
        sums = self._first_bias
        for feature, row in zip(base, first, strict=True):
            if feature:
                sums = [total + feature * weight for total, weight in zip(sums, row, strict=True)]

        def logit(features: Sequence[float]) -> float:
            hidden = sums
            for feature, before, row in zip(features, base, first, strict=True):
                if feature != before:
                    by = feature - before
                    hidden = [
                        total + by * weight for total, weight in zip(hidden, row, strict=True)
                    ]
            hidden = [total if total > 0 else 0.0 for total in hidden]
            found = self._bias
            for (row, bias), weight in zip(self._second, self._last, strict=True):
                total = sum(map(mul, row, hidden), bias)
                if total > 0:
                    found += weight * total
            for at, weight in self._past:
                found += weight * features[at]
            return found

        return logit


@cache
def net_for(seats: int) -> Net:
    """The net for a game with this number of *seats*, 2 to 4."""
    file = files("engine.opponents") / "nets" / f"{seats}.json"
    return Net(json.loads(file.read_text("utf-8")))
