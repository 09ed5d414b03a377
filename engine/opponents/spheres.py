"""A seat's four spheres combined: filled up with treasures, and valued combined_value."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import TypeAlias

from engine.opponents.position import TREASURE

Filled: TypeAlias = tuple[float, float, float, float]
"""Four spheres, ascending, after points for any sphere were added where they help most."""


def filled(spheres: Sequence[float]) -> Filled:
    """Add the points for any sphere to the weakest of four spheres (R14.3). Returns them ascending.

    *spheres* are k r b g and the points for any sphere.
    """
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


def excess(spheres: Filled, reach: float) -> float:
    """Return the sum of the points by which spheres exceed the weakest by more than *reach*."""
    first, *above = spheres
    return sum(max(0.0, sphere - first - reach) for sphere in above)


def combined_value(spheres: Filled, softness: float, of_sum: float) -> float:
    """Return the value of four spheres: a soft minimum, and *of_sum* times their sum."""
    first, second, third, fourth = spheres
    soft = 1 + exp((first - second) / softness) + exp((first - third) / softness)
    soft += exp((first - fourth) / softness)
    return first - softness * log(soft) + of_sum * (first + second + third + fourth)
