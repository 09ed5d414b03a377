"""Probabilities for hidden tiles."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple


@lru_cache(maxsize=65536)
def at_least(wanted: int, held: int, of_colour: int, unseen: int) -> float:
    """Return the chance that a hand of *held* tiles has *wanted* or more of a colour.

    The hand is drawn from *unseen* tiles, of which *of_colour* have that colour.
    """
    if wanted <= 0:
        return 1.0
    if wanted > held or wanted > of_colour:
        return 0.0
    held = min(held, unseen)
    hands = comb(unseen, held)
    fitting = sum(
        comb(of_colour, count) * comb(unseen - of_colour, held - count)
        for count in range(wanted, min(held, of_colour) + 1)
        if unseen - of_colour >= held - count
    )
    return fitting / hands


class Unseen(NamedTuple):
    """The tiles hidden from a seat: the number of each colour, and the total."""

    counts: tuple[int, int, int, int]
    total: int

    @property
    def shares(self) -> tuple[float, float, float, float]:
        """The share of each colour in them, k r b g."""
        black, red, blue, green = (count / self.total for count in self.counts)
        return black, red, blue, green

    def at_least(self, wanted: int, held: int, colour: int) -> float:
        """Return the chance that a hand of *held* tiles has *wanted* or more of *colour*."""
        return at_least(wanted, held, self.counts[colour], self.total)
