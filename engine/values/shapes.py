"""Shapes that tiles of one colour make: squares (R8.1), crosses (R13.1), lines (R12.1).

All are masks. They are looked for among *tiles*, the mask of the face-up tiles of one colour.
"""

from itertools import combinations

from engine.values.cells import CELLS, EVERYWHERE, STRIDE, Cell, cells_of, neighbours

__all__ = [
    "cross",
    "square",
]

SHORTEST_LINE = 3
"""A row or column of this many tiles may carry a building (R12.1.1)."""

_SQUARE = 1 | 1 << 1 | 1 << STRIDE | 1 << (STRIDE + 1)
"""The square whose top left space is A1."""
_TO_CORNERS = (-STRIDE - 1, -STRIDE, -1, 0)
"""From a bit number to those of the top left spaces of the squares that contain it."""

_SQUARE_STEPS = (0, 1, STRIDE, STRIDE + 1)
"""From the bit number of a square's top left space to those of its spaces."""
_CROSS_STEPS = (1, STRIDE, STRIDE + 1, STRIDE + 2, 2 * STRIDE + 1)
"""From the bit number of the top left space of the 3x3 around a cross to those of its spaces."""


def square(corner: Cell) -> int:
    """The 2x2 square with the top left space *corner*; 0 if it leaves the board."""
    mask = _SQUARE << corner.index
    return 0 if mask & ~EVERYWHERE else mask


def cross(centre: Cell) -> int:
    """The five spaces of the cross around *centre*; 0 if it leaves the board."""
    mask = centre.bit | neighbours(centre.bit)
    return mask if mask.bit_count() == 5 else 0


def _squares_on(cell: Cell) -> tuple[tuple[int, Cell], ...]:
    """The squares that contain *cell*, in board order, each with its top left space."""
    corners = sum(1 << cell.index + step for step in _TO_CORNERS if cell.index + step >= 0)
    squares = ((square(corner), corner) for corner in cells_of(corners & EVERYWHERE))
    return tuple((shape, corner) for shape, corner in squares if shape)


SQUARES_ON = {cell.bit: _squares_on(cell) for cell in CELLS}
"""For each space the squares that contain it, in board order, each with its top left space."""


def squares_with(tiles: int, cell: Cell) -> list[Cell]:
    """The top left spaces of the squares of *tiles* that contain *cell*, in board order (R8.3)."""
    others = ~tiles
    return [corner for shape, corner in SQUARES_ON[cell.bit] if not shape & others]


def crosses_with(tiles: int, cell: Cell) -> list[Cell]:
    """The centres of the crosses of *tiles* that contain *cell*, in board order (R13.1)."""
    around = cell.bit | neighbours(cell.bit)
    return [
        centre
        for centre in cells_of(around & tiles)
        if (shape := cross(centre)) and not shape & ~tiles
    ]


def lines_through(tiles: int, space: int) -> tuple[int, int]:
    """The unbroken row and the unbroken column of *tiles* through the one on *space* (R12.1.1).

    Both hold *space* alone if nothing adjoins it.
    """
    row = column = space
    while (longer := row | (row << 1 | row >> 1) & tiles) != row:
        row = longer
    while (longer := column | (column << STRIDE | column >> STRIDE) & tiles) != column:
        column = longer
    return row, column


def sites_for(tiles: int, placed: int, building: int) -> int:
    """The tiles on which their colour's building may be put for the one *placed* (R12.1).

    *building* is the mask of the space where it stands now, 0 if it is in the supply.
    """
    least = SHORTEST_LINE
    if building:  # longer than both its lines is none that it stands on (R12.1.2)
        least = max(least, 1 + max(line.bit_count() for line in lines_through(tiles, building)))
    sites = 0
    for line in lines_through(tiles, placed):
        if line.bit_count() >= least:
            sites |= line
    return sites


def completing_squares(tiles: int, free: int) -> int:
    """The spaces of *free* on which one tile more makes a square of *tiles* (R8.1)."""
    found = 0
    for own in _SQUARE_STEPS:
        corners = free >> own
        for other in _SQUARE_STEPS:
            if other != own:
                corners &= tiles >> other
        found |= corners << own
    return found


def preparing_squares(tiles: int, free: int) -> int:
    """The spaces of *free* on which one tile more leaves a single one of *free* to a square."""
    found = 0
    for one, two in combinations(_SQUARE_STEPS, 2):
        corners = free >> one & free >> two
        for other in _SQUARE_STEPS:
            if other not in (one, two):
                corners &= tiles >> other
        found |= corners << one | corners << two
    return found


def completing_crosses(tiles: int, free: int) -> int:
    """The spaces of *free* on which one tile more makes a cross of *tiles* (R13.1)."""
    found = 0
    for own in _CROSS_STEPS:
        tops = free >> own
        for other in _CROSS_STEPS:
            if other != own:
                tops &= tiles >> other
        found |= tops << own
    return found
