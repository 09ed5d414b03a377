"""Probabilities for hidden tiles."""

from __future__ import annotations

from functools import lru_cache
from math import comb


@lru_cache(maxsize=65536)
def at_least(wanted: int, held: int, of_colour: int, unseen: int) -> float:
    """The chance that a hand of *held* tiles has *wanted* or more of a colour.

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
