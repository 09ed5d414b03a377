"""Kingdoms, and the spaces that touch several of them (R1.5, R4.3, R4.4, R5.2)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.values.cells import flood, is_linked_around, neighbours
from engine.values.material import Colour, Leader

__all__ = [
    "Kingdom",
]


class Kingdom(NamedTuple):
    """A region with at least one leader (R1.5)."""

    mask: int
    around: int
    """The mask of its own spaces and all adjacent ones."""
    leaders: tuple[Leader, ...]
    spaces: tuple[int, ...]
    """The masks of the spaces of its leaders, in the same order."""

    def leader(self, colour: Colour) -> Leader | None:
        """Return the kingdom's leader of this colour, None if it has none."""
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
    """Return the spaces that touch at least one, two or three of *kingdoms*."""
    one = two = three = 0
    for _, around, _, _ in kingdoms:
        three |= two & around
        two |= one & around
        one |= around
    return Reach(one, two, three)


@lru_cache(maxsize=2048)  # repeated for every decision that does not change the kingdom
def parts_without(region: int, lost: int, standing: int) -> tuple[tuple[int, int, int], ...]:
    """Return the kingdoms into which *region* falls without the spaces *lost*.

    *standing* is the mask of the remaining leaders' spaces. Each kingdom is its mask, that mask
    with all adjacent spaces, and the mask of its leaders' spaces.
    """
    rest = region & ~lost
    if standing and not lost & (lost - 1) and is_linked_around(lost.bit_length() - 1, rest):
        return ((rest, rest | neighbours(rest), standing),)
    parts = []
    while standing:
        part = flood(standing & -standing, rest)
        parts.append((part, part | neighbours(part), standing & part))
        standing &= ~part
    return tuple(parts)


def reach_without(region: int, space: int, standing: int) -> tuple[int, int]:
    """Return the spaces that touch at least one and two kingdoms of :func:`parts_without`."""
    one = two = 0
    for _, around, _ in parts_without(region, space, standing):
        two |= one & around
        one |= around
    return one, two


def kingdoms_of(standing: list[tuple[int, Leader]], area: int) -> Iterator[Kingdom]:
    """Yield the kingdoms that *area* connects.

    *standing* has the mask of the space of each leader, and the leader.
    """
    while standing:
        mask = flood(standing[0][0], area)
        here = [entry for entry in standing if entry[0] & mask]
        spaces, leaders = zip(*here, strict=True)
        yield Kingdom(mask, mask | neighbours(mask), leaders, spaces)
        if len(here) == len(standing):
            return
        standing = [entry for entry in standing if not entry[0] & mask]


def grown(
    kingdoms: list[Kingdom], space: int, connecting: int, leader: Leader | None
) -> list[Kingdom]:
    """Return the kingdoms after a connecting piece came to *space*: *leader*, or a tile if None."""
    touched = [kingdom for kingdom in kingdoms if kingdom.around & space]
    if not touched and leader is None:
        return kingdoms
    mask = space
    beside = around = neighbours(space)
    for kingdom in touched:
        mask |= kingdom.mask
        around |= kingdom.around
    if loose := beside & connecting & ~mask:  # leaderless regions
        loose = flood(loose, connecting & ~mask)
        mask |= loose
        around |= neighbours(loose)
    if leader is None and len(touched) == 1:
        _, _, leaders, spaces = touched[0]
    else:
        here = [entry for each in touched for entry in zip(each.leaders, each.spaces, strict=True)]
        if leader is not None:
            here.append((leader, space))
        leaders, spaces = zip(*sorted(here), strict=True)  # leaders sort by their numbers
    kept = [kingdom for kingdom in kingdoms if kingdom not in touched] if touched else kingdoms
    return [*kept, Kingdom(mask, mask | around, leaders, spaces)]


def left_of(kingdom: Kingdom, space: int) -> list[Kingdom]:
    """Return the kingdoms that remain of *kingdom* without the leader or tile on *space*."""
    region, _, leaders, spaces = kingdom
    standing = sum(other for other in spaces if other != space)
    left = []
    for mask, around, here in parts_without(region, space, standing):
        places = [place for place, other in enumerate(spaces) if other & here]
        own = tuple([leaders[place] for place in places])
        left.append(Kingdom(mask, around, own, tuple([spaces[place] for place in places])))
    return left
