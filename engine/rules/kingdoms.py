"""Kingdoms, and what the spaces around them touch (R1.5, R4.3, R4.4, R5.2)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.values.cells import flood, neighbours
from engine.values.material import Colour, Leader

__all__ = [
    "Kingdom",
]


class Kingdom(NamedTuple):
    """A region with at least one leader (R1.5)."""

    mask: int
    around: int
    """The mask of its own spaces and all that are adjacent to them."""
    leaders: tuple[Leader, ...]
    spaces: tuple[int, ...]
    """The masks of the spaces of its leaders, in the same order."""

    def leader(self, colour: Colour) -> Leader | None:
        """The kingdom's leader of this colour, if it has one."""
        for leader in self.leaders:
            if leader.colour is colour:
                return leader
        return None


class Reach(NamedTuple):
    """Masks of the spaces that touch at least one, two or three kingdoms."""

    one: int
    two: int
    three: int


def reach_of(kingdoms: Iterable[Kingdom]) -> Reach:
    """Which spaces touch one, two, three of *kingdoms*."""
    one = two = three = 0
    for kingdom in kingdoms:
        three |= two & kingdom.around
        two |= one & kingdom.around
        one |= kingdom.around
    return Reach(one, two, three)


def kingdoms_of(standing: list[tuple[int, Leader]], area: int) -> Iterator[Kingdom]:
    """The kingdoms of leaders, given with the masks of their spaces, as *area* connects them."""
    while standing:
        mask = flood(standing[0][0], area)
        here = [entry for entry in standing if entry[0] & mask]
        spaces, leaders = zip(*here, strict=True)
        yield Kingdom(mask, mask | neighbours(mask), leaders, spaces)
        if len(here) == len(standing):
            return
        standing = [entry for entry in standing if not entry[0] & mask]


@lru_cache(maxsize=256)  # the same again for every decision that leaves the kingdom alone
def lifted(kingdom: Kingdom, leader: Leader) -> tuple[tuple[Kingdom, ...], Reach]:
    """What is left of *kingdom* without its *leader*, and what touches that (R4.4)."""
    standing = list(zip(kingdom.spaces, kingdom.leaders, strict=True))
    space = kingdom.spaces[kingdom.leaders.index(leader)]
    standing.remove((space, leader))
    left = tuple(kingdoms_of(standing, kingdom.mask ^ space))
    return left, reach_of(left)
