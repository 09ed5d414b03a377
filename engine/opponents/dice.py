"""Reproducible pseudorandom numbers: the same for the same seed, on any machine."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class Dice:
    """Pseudorandom numbers by SplitMix64 (Steele, Lea, Flood: Fast splittable PRNGs, 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, number: int) -> int:
        """Return a number from 0 to *number* - 1."""
        self._state = self._state + 0x9E3779B97F4A7C15 & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return (mixed ^ mixed >> 31) % number
