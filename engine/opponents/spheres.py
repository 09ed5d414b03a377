"""Four spheres of a seat as one: filled up, and what they are worth together."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import TypeAlias

from engine.opponents.position import TREASURE

Filled: TypeAlias = tuple[float, float, float, float]
"""Four spheres, ascending, with points for any of them put where they help most."""


def filled(spheres: Sequence[float]) -> Filled:
    """Four spheres, and points for any of them: the weakest are filled up (R14.3)."""
    first, second, third, fourth = sorted(spheres[:4])
    spare = spheres[TREASURE]
    if first + spare <= second:
        return first + spare, second, third, fourth
    if first + second + spare <= 2 * third:
        first = (first + second + spare) / 2
        return first, first, third, fourth
    if first + second + third + spare <= 3 * fourth:
        first = (first + second + third + spare) / 3
        return first, first, first, fourth
    first = (first + second + third + fourth + spare) / 4
    return first, first, first, first


def beyond(spheres: Filled, reach: float) -> float:
    """The points, in all, by which spheres exceed the weakest by more than *reach*."""
    first, *above = spheres
    return sum(max(0.0, sphere - first - reach) for sphere in above)


def together(spheres: Filled, softness: float, of_sum: float) -> float:
    """What four spheres are worth: above all the weakest."""
    first, second, third, fourth = spheres
    soft = 1 + exp((first - second) / softness) + exp((first - third) / softness)
    soft += exp((first - fourth) / softness)
    return first - softness * log(soft) + of_sum * (first + second + third + fourth)
