"""The spaces of the board as values, and sets of spaces as integers (R1.1).

A set of spaces (a *mask*) is one ``int`` with a bit for each space. A row takes
``STRIDE`` = 17 bits: 16 columns and one bit that is never set, so that shifting
a mask left or right cannot wrap from one row into the next.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from engine.values.quoting import quoted

__all__ = [
    "CELLS",
    "COLUMNS",
    "ROWS",
    "Cell",
    "cells_of",
    "mask_of",
    "neighbours",
]

COLUMNS = 16
ROWS = 11
STRIDE = COLUMNS + 1
EVERYWHERE = sum(((1 << COLUMNS) - 1) << (row * STRIDE) for row in range(ROWS))
"""The mask of all 176 spaces."""

_BYTES = (ROWS * STRIDE + 7) // 8


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A space: *row* 0 to 10 from the top, *col* 0 to 15 from the left; written A1 to P11."""

    row: int
    col: int
    index: int = field(init=False, compare=False, repr=False)
    """The number of this space's bit in a mask."""
    bit: int = field(init=False, compare=False, repr=False)
    """The mask of this space alone."""

    def __post_init__(self) -> None:
        if not (0 <= self.row < ROWS and 0 <= self.col < COLUMNS):
            raise ValueError("the board has no such space")
        object.__setattr__(self, "index", self.row * STRIDE + self.col)
        object.__setattr__(self, "bit", 1 << self.index)

    def __str__(self) -> str:
        return f"{chr(ord('A') + self.col)}{self.row + 1}"

    @classmethod
    def parse(cls, text: str) -> "Cell":
        """Parse ``A1`` to ``P11``. Raises ValueError for anything else."""
        try:
            return _BY_NAME[text]
        except KeyError:
            raise ValueError(
                f"no space is called {quoted(text)}: they run from A1 to P11"
            ) from None


CELLS: tuple[Cell, ...] = tuple(Cell(row, col) for row in range(ROWS) for col in range(COLUMNS))
"""Every space, row by row, left to right."""

_BY_NAME = {str(cell): cell for cell in CELLS}
_BY_INDEX: dict[int, Cell] = {cell.index: cell for cell in CELLS}

# For each byte of a mask and each of its 256 values, the bit numbers that are set.
_BITS_OF_BYTE = tuple(
    tuple(tuple(place * 8 + bit for bit in range(8) if value >> bit & 1) for value in range(256))
    for place in range(_BYTES)
)


def cell_at(index: int) -> Cell:
    """Return the space whose bit has the number *index*. Raises KeyError if there is none."""
    return _BY_INDEX[index]


def mask_of(cells: Iterable[Cell]) -> int:
    """Return the mask of *cells*."""
    mask = 0
    for cell in cells:
        mask |= cell.bit
    return mask


@lru_cache(maxsize=256)  # most masks of one decision are those of the one before
def indices(mask: int) -> tuple[int, ...]:
    """Return the bit numbers set in *mask*, ascending: row by row, left to right."""
    found: list[int] = []
    for bits, byte in zip(_BITS_OF_BYTE, mask.to_bytes(_BYTES, "little"), strict=True):
        found += bits[byte]
    return tuple(found)


def cells_of(mask: int) -> Iterator[Cell]:
    """Return the spaces in *mask*, row by row, left to right."""
    return (_BY_INDEX[index] for index in indices(mask))


def neighbours(mask: int) -> int:
    """Return the mask of every space that shares a side with a space of *mask* (R1.5)."""
    return (mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & EVERYWHERE


def flood(start: int, area: int) -> int:
    """Return *start* and every space of *area* connected to it by shared sides."""
    area |= start
    before = 0
    while start != before:
        before = start
        start = (start | start << 1 | start >> 1) & area
        start = (start | start << STRIDE | start >> STRIDE) & area
    return start


_CENTRE = STRIDE + 1
"""The bit number of the space in the middle of the 3x3 at the top left."""
_SIDES = tuple(_CENTRE + step for step in (-STRIDE, -1, 1, STRIDE))
_CORNERS = tuple(_CENTRE + step for step in (-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1))
_AROUND = sum(1 << index for index in _SIDES + _CORNERS)


def _linked() -> Iterator[int]:
    """Yield each pattern of the eight spaces around a space that connects its side spaces."""
    spaces = [1 << index for index in _SIDES + _CORNERS]
    for chosen in range(1 << len(spaces)):
        pattern = sum(space for number, space in enumerate(spaces) if chosen >> number & 1)
        sides = pattern & neighbours(1 << _CENTRE)
        if not sides & ~flood(sides & -sides, pattern):
            yield pattern


_LINKED = frozenset(_linked())


def is_linked_around(index: int, area: int) -> bool:
    """True if the spaces of *area* beside *index* are connected by the eight spaces around it.

    Removing the space *index* then splits no part of *area*, which is known without a flood.
    """
    return area << _CENTRE >> index & _AROUND in _LINKED
