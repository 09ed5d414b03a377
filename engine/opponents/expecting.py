"""What each seat can expect of the end of the game: a share of the win, and a place."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from engine.opponents.evaluation import Evaluation
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.position import SearchPosition
from engine.opponents.weights import Weights, weights_for
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
    weights = weights_for(len(seats))
    minds = [Evaluation(weights, seat, len(seats), unseen, seen=seen) for seat in seats]
    strengths = [mind.strength(position) for mind in minds]
    known = [strength for strength in strengths if strength is not None]
    if len(known) < len(strengths):  # the game ends with this turn
        return _result(scores)
    return expected(known, spread(minds[0], position))


def spread(mind: Evaluation, position: SearchPosition) -> float:
    """By how much of their strength the order of the seats can still change."""
    weights: Weights = mind.weights
    return weights.spread + weights.spread_turn * (mind.turns_left(position) or 0.0)


def expected(strengths: Sequence[float], by: float) -> tuple[Expectation, ...]:
    """What seats of those *strengths* can expect, if their order can change *by* so much."""
    best = max(strengths)
    odds = [max(exp((strength - best) / by), exp(-MOST)) for strength in strengths]
    total = sum(odds)
    return tuple(
        Expectation(
            share=own / total,
            place=1 + sum(other / (own + other) for other in odds) - 0.5,
        )
        for own in odds
    )


def shares_after(
    now: float, values: Sequence[float], evaluation: Evaluation, position: SearchPosition
) -> list[float]:
    """The shares of the win with positions of these *values*, reached from *position*.

    *now* is the share there: what is better than the position there is worth a greater one.
    """
    by = spread(evaluation, position)
    here = evaluation.value(position)
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
