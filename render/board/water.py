"""Rivers that flow from space to space: banks, round bends, and lines of flow.

All measures are shares of a space, whose own box is 0 to 1. Its sides have the numbers 0 to 3,
clockwise from the north; corner 0 is between north and east.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import ImageDraw

from engine import COLUMNS, ROWS, Cell, cells_of
from render.drawing.pen import Point
from render.drawing.theme import Rgb, Theme, mix

_HALF = 0.435
"""Half the width of the water."""
_BANK = 0.05
_FILLET = 0.12
"""The radius of the inner side of a bend."""
_LINE = 0.035
_BESIDE = 0.24
"""The distance of the outer lines of flow from the middle one."""
_SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
_CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""Right and down from the middle."""


@dataclass(frozen=True)
class _Reach:
    """A river space: the sides to which the river continues, the corners where four spaces meet."""

    cell: Cell
    sides: tuple[int, ...]
    pools: tuple[int, ...]


def draw_rivers(
    draw: ImageDraw.ImageDraw, river: int, corner: Point, size: float, theme: Theme
) -> None:
    """Draw the rivers of a board whose top left pixel is *corner*, with spaces of *size* pixels."""
    brushes = []
    for cell in cells_of(river):
        x, y = corner[0] + cell.col * size, corner[1] + cell.row * size
        brushes.append(_Brush(draw, (x, y), size, _reach(cell, river)))
    for half, paint in ((_HALF + _BANK, theme.bank), (_HALF, theme.river)):
        for brush in brushes:
            brush.body(half, paint)
    for brush in brushes:
        brush.joints(mix(theme.river, theme.river_line, 0.34))
    for brush in brushes:
        brush.flow(theme)


def _reach(cell: Cell, river: int) -> _Reach:
    def wet(right: int, down: int) -> bool:
        col, row = cell.col + right, cell.row + down
        return 0 <= col < COLUMNS and 0 <= row < ROWS and bool(Cell(row, col).bit & river)

    def leaves(right: int, down: int) -> bool:
        return not (0 <= cell.col + right < COLUMNS and 0 <= cell.row + down < ROWS)

    sides = [at for at in range(4) if wet(*_SIDES[at])]
    pools = tuple(at for at in range(4) if {at, (at + 1) % 4} <= set(sides) and wet(*_CORNERS[at]))
    # At the edge of the board a river flows out, straight on if possible.
    out = [at for at in range(4) if leaves(*_SIDES[at])]
    straight = [at for at in out if (at + 2) % 4 in sides]
    if len(sides) == 1:
        sides += (straight or out)[:1]
    elif pools:
        sides += straight[:1]
    return _Reach(cell, tuple(sorted(sides)), pools)


class _Brush:
    """Paints one space."""

    def __init__(
        self, draw: ImageDraw.ImageDraw, corner: Point, size: float, reach: _Reach
    ) -> None:
        self._draw, self._corner, self._size, self._reach = draw, corner, size, reach

    def _at(self, x: float, y: float) -> Point:
        return self._corner[0] + x * self._size, self._corner[1] + y * self._size

    def _rectangle(self, one: Point, other: Point, paint: Rgb) -> None:
        left, right = sorted((one[0], other[0]))
        top, low = sorted((one[1], other[1]))
        x, y = self._at(right, low)
        self._draw.rectangle((*self._at(left, top), x - 1, y - 1), fill=paint)

    def body(self, half: float, paint: Rgb) -> None:
        """Draw water, or bank, to both sides of the middle."""
        low, high = 0.5 - half, 0.5 + half
        self._draw.ellipse((*self._at(low, low), *self._at(high, high)), fill=paint)
        for side in self._reach.sides:
            right, down = _SIDES[side]
            if right:
                self._rectangle((0.5, low), (0.5 + 0.51 * right, high), paint)
            else:
                self._rectangle((low, 0.5), (high, 0.5 + 0.51 * down), paint)
        for at, (right, down) in enumerate(_CORNERS):
            if at in self._reach.pools:
                self._rectangle((0.5, 0.5), (0.5 + 0.5 * right, 0.5 + 0.5 * down), paint)
            elif {at, (at + 1) % 4} <= set(self._reach.sides):
                self._fillet(right, down, half, paint)

    def _fillet(self, right: int, down: int, half: float, paint: Rgb) -> None:
        """Round the inner corner of a bend."""
        centre = half + _FILLET
        angles = (step * math.pi / 16 for step in range(9))
        arc = [(centre - _FILLET * math.cos(a), centre - _FILLET * math.sin(a)) for a in angles]
        outline = [(half - 0.01, half - 0.01), *arc]
        self._draw.polygon(
            [self._at(0.5 + right * x, 0.5 + down * y) for x, y in outline], fill=paint
        )

    def joints(self, paint: Rgb) -> None:
        """Draw faint lines between this space and the next ones to the east and south."""
        low, high = 0.5 - _HALF, 0.5 + _HALF
        if 1 in self._reach.sides:
            self._rectangle((0.985, low), (1.015, high), paint)
        if 2 in self._reach.sides:
            self._rectangle((low, 0.985), (high, 1.015), paint)

    def flow(self, theme: Theme) -> None:
        """Draw the lines of flow: the middle one meets those of the next spaces."""
        for offset, start, end, paint in (
            (0.0, 0.0, 0.26, theme.river_line),
            (0.0, 0.74, 1.0, theme.river_line),
            (-_BESIDE, 0.16, 0.84, theme.foam),
            (_BESIDE, 0.28, 0.72, theme.river_line),
        ):
            for course in _courses(self._reach):
                steps = (start + (end - start) * step / 12 for step in range(13))
                points = [_along(course, at, offset) for at in steps if course[1] >= 0 or at < 0.6]
                if len(points) > 1:
                    self._line([self._at(*point) for point in points], paint)

    def _line(self, points: list[Point], paint: Rgb) -> None:
        weight = max(1, round(_LINE * self._size))
        self._draw.line(points, fill=paint, width=weight, joint="curve")
        half = weight / 2
        for x, y in (points[0], points[-1]):
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=paint)


def _courses(reach: _Reach) -> Iterator[tuple[int, int]]:
    """Yield the sides from and to which the water flows, straight on if possible.

    The second one is -1 where the water ends.
    """
    sides = reach.sides
    straight = [(side, side + 2) for side in (0, 1) if {side, side + 2} <= set(sides)]
    if straight:
        yield straight[0]
    elif len(sides) == 2:
        yield (sides[1], sides[0]) if sides == (0, 3) else (sides[0], sides[1])
    elif sides:
        yield sides[0], -1


def _along(course: tuple[int, int], at: float, offset: float) -> Point:
    """Return the point a share *at* of the way along a course, *offset* beside its middle."""
    first, second = course
    if second < 0 or second == first + 2:
        x, y = 0.5 + offset, at
    else:
        # A bend: a quarter of a circle around the corner between the two sides.
        angle, radius = at * math.pi / 2, 0.5 + offset
        x, y = 1 - radius * math.cos(angle), radius * math.sin(angle)
    for _ in range(first):
        x, y = 1 - y, x
    return x, y
