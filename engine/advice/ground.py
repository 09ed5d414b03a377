"""The regions that a piece would connect, for every space at once (R1.5)."""

from __future__ import annotations

from typing import NamedTuple

from engine.rules.board import Board
from engine.rules.kingdoms import Kingdom
from engine.values.cells import flood, indices, neighbours
from engine.values.material import Colour, Dynasty, Leader
from engine.values.shapes import square

_NO_REGIONS: tuple[int, ...] = ()


class Meeting(NamedTuple):
    """The regions that a piece on a space connects."""

    mask: int
    """The spaces of the regions, without the one between them."""
    kingdoms: tuple[Kingdom, ...]
    """The regions that are kingdoms."""
    others: int
    """The mask of the spaces that touch any other kingdom."""
    leaders: tuple[Leader, ...]
    """All leaders of the kingdoms."""

    def leader(self, colour: Colour) -> Leader | None:
        """Return the first leader of this colour, None if there is none."""
        for leader in self.leaders:
            if leader.colour is colour:
                return leader
        return None


class Ground:
    """The regions of a board, and the empty spaces that touch them."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._kingdoms = board.kingdoms
        self._regions = [kingdom.mask for kingdom in self._kingdoms]
        rest = board.connecting
        for mask in self._regions:
            rest ^= mask
        while rest:
            mask = flood(rest & -rest, rest)
            self._regions.append(mask)
            rest ^= mask
        self._touching: dict[int, tuple[int, ...]] = {}
        for number, mask in enumerate(self._regions):
            for index in indices(neighbours(mask) & board.empty):
                self._touching[index] = (*self._touching.get(index, _NO_REGIONS), number)
        self._met: dict[tuple[int, ...], Meeting] = {}
        self._monuments = [(monument, square(corner)) for monument, corner in board.built()]
        centre = board.ziggurat_cell()
        self._ziggurat = 0 if centre is None else centre.bit

    def touching(self, index: int) -> tuple[int, ...]:
        """Return the numbers of the regions beside the empty space with this bit number."""
        return self._touching.get(index, _NO_REGIONS)

    def meeting(self, regions: tuple[int, ...]) -> Meeting:
        """Return the meeting of the regions with these numbers."""
        known = self._met.get(regions)
        if known is None:
            mask = others = 0
            for number in regions:
                mask |= self._regions[number]
            for number, kingdom in enumerate(self._kingdoms):
                if number not in regions:
                    others |= kingdom.around
            here = tuple(self._kingdoms[at] for at in regions if at < len(self._kingdoms))
            leaders = tuple(leader for kingdom in here for leader in kingdom.leaders)
            known = self._met[regions] = Meeting(mask, here, others, leaders)
        return known

    @property
    def has_structures(self) -> bool:
        """True if there is a monument or the ziggurat."""
        return bool(self._monuments or self._ziggurat)

    def earned(self, mask: int, leaders: tuple[Leader, ...], dynasty: Dynasty) -> int:
        """Return the points of these leaders of *dynasty* in a turn, in *mask* (R8.8, R13.5)."""
        own = {leader.colour for leader in leaders if leader.dynasty is dynasty}
        points = sum(
            colour in own for monument, at in self._monuments if at & mask for colour in monument
        )
        return points + (bool(self._ziggurat & mask) and Colour.BLACK in own)

    def earned_on_board(self, dynasty: Dynasty) -> int:
        """Return the points that *dynasty* scores at the end of each turn on this board."""
        return sum(self.earned(each.mask, each.leaders, dynasty) for each in self._kingdoms)
