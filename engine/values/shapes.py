"""Shapes made by tiles of one colour: squares (R8.1), crosses (R13.1), lines (R12.1).

Shapes are masks. *tiles* is always the mask of the face-up tiles of one colour.
"""

from itertools import combinations

from engine.values.cells import CELLS, EVERYWHERE, STRIDE, Cell, cells_of, neighbours

__all__ = [
    "cross",
    "square",
]

SHORTEST_LINE = 3
"""The minimum length of a line that can carry a building (R12.1.1)."""

_SQUARE = 1 | 1 << 1 | 1 << STRIDE | 1 << (STRIDE + 1)
"""The square whose top left space is A1."""
_TO_CORNERS = (-STRIDE - 1, -STRIDE, -1, 0)
"""Offsets from a bit number to the top left spaces of the squares that contain it."""

_SQUARE_STEPS = (0, 1, STRIDE, STRIDE + 1)
"""Offsets from the bit number of a square's top left space to its spaces."""
_CROSS_STEPS = (1, STRIDE, STRIDE + 1, STRIDE + 2, 2 * STRIDE + 1)
"""Offsets from the top left space of the 3x3 around a cross to the spaces of the cross."""


def square(corner: Cell) -> int:
    """Return the mask of the 2x2 square with the top left space *corner*.

    0 if it leaves the board.
    """
    mask = _SQUARE << corner.index
    return 0 if mask & ~EVERYWHERE else mask


def cross(centre: Cell) -> int:
    """Return the mask of the five spaces of the cross around *centre*.

    0 if it leaves the board.
    """
    mask = centre.bit | neighbours(centre.bit)
    return mask if mask.bit_count() == 5 else 0


def _squares_on(cell: Cell) -> tuple[tuple[int, Cell], ...]:
    """Return the squares that contain *cell* in board order, each with its top left space."""
    corners = sum(1 << cell.index + step for step in _TO_CORNERS if cell.index + step >= 0)
    squares = ((square(corner), corner) for corner in cells_of(corners & EVERYWHERE))
    return tuple((shape, corner) for shape, corner in squares if shape)


SQUARES_ON = {cell.bit: _squares_on(cell) for cell in CELLS}
"""For each space, the squares that contain it in board order, with their top left spaces."""


def squares_with(tiles: int, cell: Cell) -> list[Cell]:
    """Return the top left spaces of the squares of *tiles* with *cell*, in board order (R8.3)."""
    others = ~tiles
    return [corner for shape, corner in SQUARES_ON[cell.bit] if not shape & others]


def crosses_with(tiles: int, cell: Cell) -> list[Cell]:
    """Return the centres of the crosses of *tiles* that contain *cell*, in board order (R13.1)."""
    around = cell.bit | neighbours(cell.bit)
    return [
        centre
        for centre in cells_of(around & tiles)
        if (shape := cross(centre)) and not shape & ~tiles
    ]


def lines_through(tiles: int, space: int) -> tuple[int, int]:
    """Return the unbroken row and column of *tiles* through *space*, as masks (R12.1.1).

    A line without adjacent tiles is *space* alone.
    """
    row = column = space
    while (longer := row | (row << 1 | row >> 1) & tiles) != row:
        row = longer
    while (longer := column | (column << STRIDE | column >> STRIDE) & tiles) != column:
        column = longer
    return row, column


def sites_for(tiles: int, placed: int, building: int) -> int:
    """Return the mask of the tiles that can carry their colour's building (R12.1).

    *placed* is the mask of the tile just placed, *building* that of the building's current space, 0
    if it is in the supply.
    """
    least = SHORTEST_LINE
    if building:  # the new line must be longer than both lines it stands on (R12.1.2)
        least = max(least, 1 + max(line.bit_count() for line in lines_through(tiles, building)))
    sites = 0
    for line in lines_through(tiles, placed):
        if line.bit_count() >= least:
            sites |= line
    return sites


def completing_squares(tiles: int, free: int) -> int:
    """Return the spaces of *free* on which one more tile completes a square of *tiles* (R8.1)."""
    found = 0
    for own in _SQUARE_STEPS:
        corners = free >> own
        for other in _SQUARE_STEPS:
            if other != own:
                corners &= tiles >> other
        found |= corners << own
    return found


def preparing_squares(tiles: int, free: int) -> int:
    """Return the spaces of *free* where a tile leaves a square one tile short.

    Both the tile and the missing one are on *free*; the other two are of *tiles*.
    """
    found = 0
    for one, two in combinations(_SQUARE_STEPS, 2):
        corners = free >> one & free >> two
        for other in _SQUARE_STEPS:
            if other not in (one, two):
                corners &= tiles >> other
        found |= corners << one | corners << two
    return found


def completing_crosses(tiles: int, free: int) -> int:
    """Return the spaces of *free* on which one more tile completes a cross of *tiles* (R13.1)."""
    found = 0
    for own in _CROSS_STEPS:
        tops = free >> own
        for other in _CROSS_STEPS:
            if other != own:
                tops &= tiles >> other
        found |= tops << own
    return found
