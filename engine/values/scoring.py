"""The final comparison (R14.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

__all__ = [
    "Placing",
    "Score",
    "Tie",
    "rank",
    "spend_treasures",
    "ties_of",
]


class Score(NamedTuple):
    """Victory points by colour, and treasures won (R2.4). ``repr`` hides them."""

    black: int = 0
    red: int = 0
    blue: int = 0
    green: int = 0
    treasures: int = 0

    def __repr__(self) -> str:
        return "<hidden>"

    @property
    def points(self) -> tuple[int, int, int, int]:
        """The points in the order k r b g."""
        return self.black, self.red, self.blue, self.green


@dataclass(frozen=True, slots=True)
class Placing:
    """A player's place at the end: 1 is best, equal players share a place (R14.3)."""

    place: int
    seat: int
    points: tuple[int, int, int, int]
    """Points by colour in the order k r b g, without treasures."""
    treasures: int
    spheres: tuple[int, int, int, int]
    """Points by colour in the order k r b g, with the treasures spent."""

    @property
    def ascending(self) -> tuple[int, ...]:
        """The key of the comparison: the spheres with treasures spent, weakest first."""
        return tuple(sorted(self.spheres))


def spend_treasures(score: Score) -> tuple[int, int, int, int]:
    """Return the points by colour after adding each treasure to the lowest sphere (R14.3)."""
    spheres = list(score.points)
    for _ in range(score.treasures):
        spheres[spheres.index(min(spheres))] += 1
    black, red, blue, green = spheres
    return black, red, blue, green


def rank(scores: Sequence[Score]) -> tuple[Placing, ...]:
    """Return the placings, best first, equal players in seat order (R14.3)."""
    spheres = [spend_treasures(score) for score in scores]
    ascending = [sorted(own) for own in spheres]
    placings = (
        Placing(
            place=1 + sum(other > ascending[seat] for other in ascending),
            seat=seat,
            points=score.points,
            treasures=score.treasures,
            spheres=spheres[seat],
        )
        for seat, score in enumerate(scores)
    )
    return tuple(sorted(placings, key=lambda placing: (placing.place, placing.seat)))


class Tie(NamedTuple):
    """Two successive players whose weakest spheres are equal."""

    one: Placing
    other: Placing

    @property
    def compared(self) -> tuple[tuple[int, int], ...]:
        """Their totals, weakest first, up to the deciding one; all if none decided."""
        pairs = tuple(zip(self.one.ascending, self.other.ascending, strict=True))
        unequal = (at for at, (own, others) in enumerate(pairs, 1) if own != others)
        return pairs[: next(unequal, len(pairs))]

    @property
    def broken(self) -> bool:
        """True if one of them ranks higher."""
        return self.one.ascending != self.other.ascending


def ties_of(placings: Sequence[Placing]) -> list[Tie]:
    """Return the ties of successive players in *placings*, without players who left."""
    return [
        Tie(one, other)
        for one, other in pairwise(placings)
        if one.ascending[0] == other.ascending[0]
    ]
