"""A small neural net that values positions, trained on games (``engine/commands/train.py``).

Features pass two layers of rectified sums to one number, the log-odds of a good result; some also
bypass the layers. The weights are in a file for each number of players.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any


class Net:
    """A net with its weights."""

    def __init__(self, weights: dict[str, Any]) -> None:
        """Use *weights*, the content of a file.

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

    def near(self, base: Sequence[float]) -> Callable[[Sequence[float]], float]:
        """Return a function from features to log-odds, fast for features similar to *base*.

        The sums of the first layer are computed once for *base*; only differences are added to
        them.
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
    """Return the net for a game with this number of *seats*, 2 to 4."""
    file = files("engine.opponents") / "nets" / f"{seats}.json"
    return Net(json.loads(file.read_text("utf-8")))
