"""What each seat can expect of the end of the game: a share of the win, and a place."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from engine.opponents.evaluation import Evaluation
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.net import net_for
from engine.opponents.weights import tempo, weights_for
from engine.rules.view import View
from engine.values.scoring import Score, rank

__all__ = ["Expectation", "expectations"]

LEAST = 0.001
"""No share is thought to be smaller while the game goes on."""
MOST = 20.0
"""No turn is thought to change the odds by more than e to the power of this."""


class Expectation(NamedTuple):
    """What one seat can expect of the end of the game."""

    share: float
    """The share of the win, 0 to 1; those of all seats add up to 1."""
    place: float
    """The place, from 1 (best) to the number of seats; equals share it by halves."""


def expectations(view: View, scores: Sequence[Score]) -> tuple[Expectation, ...]:
    """What each seat can expect, as far as *view* and *scores* tell; the result at the end."""
    if view.over:
        return _result(scores)
    seats = range(len(view.seats))
    unseen = unseen_by(view)
    position = position_of(view, scores, unseen)
    seen = tuple(seat for seat in seats if view.hands[seat] is not None)
    weights, net = weights_for(len(seats)), net_for(len(seats))
    minds = [Evaluation(weights, seat, len(seats), unseen, seen=seen, net=net) for seat in seats]
    left = minds[0].turns_left(position)
    if left is None:  # the game ends with this turn
        return _result(scores)
    values = [mind.judged(position) for mind in minds]
    values[view.active] += tempo(weights, left)
    return expected(values, weights.spread + weights.spread_turn * left)


def expected(values: Sequence[float], by: float) -> tuple[Expectation, ...]:
    """What seats can expect for which a position has those *values*; *by* makes odds e to 1."""
    best = max(values)
    odds = [max(exp((value - best) / by), exp(-MOST)) for value in values]
    total = sum(odds)
    return tuple(
        Expectation(
            share=own / total,
            place=1 + sum(other / (own + other) for other in odds) - 0.5,
        )
        for own in odds
    )


def shares_after(now: float, here: float, values: Sequence[float], by: float) -> list[float]:
    """The seat's share of the win with positions of these *values*.

    It is *now* where the value is *here*; *by* more makes its odds e times as good.
    """
    odds = max(now, LEAST) / max(1 - now, LEAST)
    shares = []
    for value in values:
        better = odds * exp(min(max((value - here) / by, -MOST), MOST))
        shares.append(better / (1 + better))
    return shares


def _result(scores: Sequence[Score]) -> tuple[Expectation, ...]:
    """What there is at the end: a shared place counts in parts."""
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
