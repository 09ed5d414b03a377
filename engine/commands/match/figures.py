"""The result of a match: a line for each name (notation.md, "Commands")."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil, sqrt
from statistics import fmean, median, stdev

from engine.commands.match.match_game import MatchResult


@dataclass(frozen=True, slots=True)
class Figures:
    """The result of one name."""

    name: str
    seats: int
    share: float
    """The mean share of the win of a seat, 0 to 1."""
    error: float
    """The standard error of the share."""
    weakest: float
    """The mean of the weakest sphere."""
    total: float
    """The mean of the four spheres' sum."""
    milliseconds: Sequence[float]
    """The CPU time of every decision that is known."""

    def __str__(self) -> str:
        times = "- -"
        if self.milliseconds:
            ordered = sorted(self.milliseconds)
            most = ordered[ceil(0.99 * len(ordered)) - 1]
            times = f"{median(ordered):.0f} {most:.0f}"
        return (
            f"{self.name} {self.seats} {100 * self.share:.1f} ±{100 * self.error:.1f} "
            f"{self.weakest:.1f} {self.total:.1f} {times}"
        )


def lines_of(results: Sequence[MatchResult]) -> str:
    """Return a line for each name that played, best first."""
    names = dict.fromkeys(chain.from_iterable(result.names for result in results))
    figures = [_figures(name, results) for name in names]
    figures.sort(key=lambda each: (-each.share, -each.weakest, -each.total, each.name))
    return "".join(f"{each}\n" for each in figures)


def _figures(name: str, results: Sequence[MatchResult]) -> Figures:
    shares: dict[int, list[float]] = defaultdict(list)
    spheres: list[tuple[int, ...]] = []
    milliseconds: list[float] = []
    for result in results:
        for seat in (seat for seat, other in enumerate(result.names) if other == name):
            shares[result.seating.bag].append(result.shares[seat])
            spheres.append(result.spheres[seat])
            if result.milliseconds is not None:
                milliseconds += result.milliseconds[seat]
    by_bag = [fmean(of_bag) for of_bag in shares.values()]
    return Figures(
        name=name,
        seats=len(spheres),
        share=fmean(by_bag),
        error=standard_error(by_bag),
        weakest=fmean(map(min, spheres)),
        total=fmean(map(sum, spheres)),
        milliseconds=milliseconds,
    )


def standard_error(by_bag: Iterable[float]) -> float:
    """Return the standard error of the mean of shares, one from each bag.

    The bag is the unit, not the seat: games on one bag depend on each other, as do the seats of one
    game, where one wins what another does not. So for each bag all seats of a name, in all
    rotations, make one share; those of different bags are independent, and there are equally many
    seats in each. One bag alone says nothing about the difference between bags: the result is then
    the largest possible for a value between 0 and 1, one half.
    """
    values = list(by_bag)
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.5
