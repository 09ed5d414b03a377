"""The expected result of each seat: its share of the win and its place."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final, NamedTuple

from engine.opponents.evaluation import Evaluation
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.levels import Level
from engine.opponents.net import net_for
from engine.opponents.weights import weights_for
from engine.rules.view import View
from engine.values.scoring import Score, rank

__all__ = ["Expectation", "expectations"]

LEAST = 0.001
"""The minimum share of the win while the game continues."""
MOST = 20.0
"""The maximum change of log-odds by one turn."""


class Expectation(NamedTuple):
    """The expected result of one seat."""

    share: float
    """The share of the win, 0 to 1; those of all seats add up to 1."""
    place: float
    """The place, from 1 (best) to the number of seats; tied seats share the mean."""


class Factors(NamedTuple):
    """The factors of a seat's log-odds of winning, or their weights.

    *late* factors count more towards the end: they are divided by 1 + turns left.
    """

    net: float
    """The log-odds of the net."""
    net_late: float
    weakest_late: float
    """The weakest sphere, with treasures spread."""
    second_late: float
    """The second weakest sphere."""
    active_late: float
    """1 if the seat is on turn."""
    easy: float
    """The turns left of an easy computer, relative to a medium one."""
    strong: float


FITTED: Final = {
    2: Factors(0.418, 0.856, 0.561, 0.109, 2.552, -0.169, 0.143),
    3: Factors(0.733, 0.454, 0.0, 0.477, 1.82, -0.236, 0.23),
    4: Factors(0.551, 1.271, 0.068, 0.536, 2.138, -0.425, 0.215),
}
"""The weights by number of players, from ``python -m tests.benchmarks.calibration --fit``

(docs/opponents.md).
"""


def expectations(
    view: View, scores: Sequence[Score], seated: Sequence[Level | None] = ()
) -> tuple[Expectation, ...]:
    """Return the expectation of each seat, by *view* and *scores*; the result if the game is over.

    *seated* are the levels of the computers by seat, None for people; by default all are people.
    The strength of people is unknown, so they count as the average of the computers.
    """
    factors = None if view.over else factors_of(view, scores, seated)
    if factors is None:
        return _result(scores)
    fitted = FITTED[len(factors)]
    return expected([sum(map(mul, fitted, each)) for each in factors])


def factors_of(
    view: View, scores: Sequence[Score], seated: Sequence[Level | None]
) -> list[Factors] | None:
    """Return the factors of each seat, None if the game ends with this turn."""
    seats = range(len(view.seats))
    unseen = unseen_by(view)
    position = position_of(view, scores, unseen)
    seen = tuple(seat for seat in seats if view.hands[seat] is not None)
    weights, net = weights_for(len(seats)), net_for(len(seats))
    known = [level for level in seated if level is not None]
    found = []
    for seat in seats:
        mind = Evaluation(weights, seat, len(seats), unseen, seen=seen, net=net)
        basis, left = mind.chance_basis(position), mind.turns_left(position)
        if basis is None or left is None:
            return None
        late = 1 / (1 + left)
        level = seated[seat] if seated else None
        alike = known if level is None else [level]
        found.append(
            Factors(
                net=basis.logit,
                net_late=basis.logit * late,
                weakest_late=basis.weakest * late,
                second_late=basis.second * late,
                active_late=late if seat == view.active else 0.0,
                easy=left * alike.count(Level.EASY) / max(1, len(alike)),
                strong=left * alike.count(Level.STRONG) / max(1, len(alike)),
            )
        )
    return found


def expected(odds: Sequence[float]) -> tuple[Expectation, ...]:
    """Return the expectations of seats with these log-odds."""
    best = max(odds)
    chances = [max(exp(own - best), exp(-MOST)) for own in odds]
    total = sum(chances)
    return tuple(
        Expectation(
            share=own / total,
            place=1 + sum(other / (own + other) for other in chances) - 0.5,
        )
        for own in chances
    )


def shares_after(now: float, here: float, values: Sequence[float], by: float) -> list[float]:
    """Return the seat's share of the win in positions of these *values*.

    *now* is the share at the value *here*. A value higher by *by* points multiplies the odds by e.
    """
    odds = max(now, LEAST) / max(1 - now, LEAST)
    shares = []
    for value in values:
        better = odds * exp(min(max((value - here) / by, -MOST), MOST))
        shares.append(better / (1 + better))
    return shares


def _result(scores: Sequence[Score]) -> tuple[Expectation, ...]:
    """Return the final expectations: a shared place is averaged, a shared win divided."""
    places = {placing.seat: placing.place for placing in rank(scores)}
    shared = [
        sum(other == places[seat] for other in places.values()) for seat in range(len(scores))
    ]
    return tuple(
        Expectation(
            share=1 / shared[seat] if places[seat] == 1 else 0.0,
            place=places[seat] + (shared[seat] - 1) / 2,
        )
        for seat in range(len(scores))
    )
