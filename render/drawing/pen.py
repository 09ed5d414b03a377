"""Drawing in units of a hundredth of a box, at four times the size for smooth edges."""

import math
from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from render.drawing.theme import THEME, Rgb, Theme

Point: TypeAlias = tuple[float, float]

_OVERSIZE = 4
_CUT = 3.6
"""The size of a corner cut off, in hundredths of the box."""


class Pen:
    """Draws in a square box; 0, 0 is its top left corner and 100, 100 the bottom right one."""

    def __init__(
        self,
        draw: ImageDraw.ImageDraw,
        x: float,
        y: float,
        size: float,
        *,
        oversize: int,
        theme: Theme = THEME,
    ) -> None:
        self.theme = theme
        self._draw, self._oversize = draw, oversize
        self._x, self._y, self._unit = x, y, size / 100

    def inside(self, x: float, y: float, size: float) -> "Pen":
        """Return a pen for the square with its corner at *x*, *y*; all in units of this pen."""
        return Pen(
            self._draw,
            self._x + x * self._unit,
            self._y + y * self._unit,
            size * self._unit,
            oversize=self._oversize,
            theme=self.theme,
        )

    def _at(self, point: Point) -> Point:
        return self._x + point[0] * self._unit, self._y + point[1] * self._unit

    def _weight(self, weight: float) -> int:
        return max(1, round(weight * self._unit))

    def polygon(self, points: Sequence[Point], fill: Rgb) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(point) for point in points], fill=fill)

    def mirrored(self, points: Sequence[Point], fill: Rgb) -> None:
        """Fill a polygon, and its mirror image left to right."""
        self.polygon(points, fill)
        self.polygon([(100 - x, y) for x, y in points], fill)

    def line(self, points: Sequence[Point], fill: Rgb, weight: float) -> None:
        """Draw lines from point to point with round ends."""
        self._draw.line(
            [self._at(point) for point in points],
            fill=fill,
            width=self._weight(weight),
            joint="curve",
        )
        for x, y in (points[0], points[-1]):
            self.ellipse(x, y, weight / 2, weight / 2, fill)

    def ellipse(self, x: float, y: float, across: float, down: float, fill: Rgb) -> None:
        """Fill an ellipse around *x*, *y* with these two radii."""
        corners = (*self._at((x - across, y - down)), *self._at((x + across, y + down)))
        self._draw.ellipse(corners, fill=fill)

    def arc(
        self, centre: Point, radius: float, sweep: tuple[float, float], fill: Rgb, weight: float
    ) -> None:
        """Draw a part of a circle, *sweep* degrees clockwise from the right."""
        x, y = centre
        outer = radius + weight / 2
        corners = (*self._at((x - outer, y - outer)), *self._at((x + outer, y + outer)))
        self._draw.arc(corners, *sweep, fill=fill, width=self._weight(weight))

    def box(
        self, x: float, y: float, width: float, height: float, fill: Rgb, *, radius: float = 0
    ) -> None:
        """Fill a rectangle, with rounded corners if *radius* is given.

        Its edges are moved to whole pixels of the picture, which makes them sharp and the file
        small.
        """
        left, top = map(self._whole, self._at((x, y)))
        right, bottom = map(self._whole, self._at((x + width, y + height)))
        corners = (left, top, max(left, right - 1), max(top, bottom - 1))
        self._draw.rounded_rectangle(corners, radius * self._unit, fill=fill)

    def cut_box(self, x: float, y: float, width: float, height: float, fill: Rgb) -> None:
        """Fill a rectangle with its corners cut off, all on whole pixels of the picture."""
        cut = _CUT
        self.box(x + cut, y, width - 2 * cut, height, fill)
        self.box(x, y + cut, width, height - 2 * cut, fill)

    def _whole(self, place: float) -> int:
        return round(place / self._oversize) * self._oversize

    def frame(
        self, inset: float, weight: float, paint: Rgb, ground: Rgb, radius: float = 0
    ) -> None:
        """Draw the outline of a box *inset* from the edge, filled with *ground*."""
        for edge, fill in ((inset, paint), (inset + weight, ground)):
            self.box(edge, edge, 100 - 2 * edge, 100 - 2 * edge, fill, radius=radius)


def turned(points: Sequence[Point], degrees: float, about: Point) -> list[Point]:
    """Return *points* turned clockwise around a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = about
    return [
        (x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos)
        for px, py in points
    ]


class Sheet:
    """A transparent image under a pen: draw, then take the :meth:`sprite`."""

    def __init__(self, size: int, theme: Theme = THEME) -> None:
        self._image = Image.new("RGBA", (size * _OVERSIZE, size * _OVERSIZE))
        draw = ImageDraw.Draw(self._image)
        self.pen = Pen(draw, 0, 0, size * _OVERSIZE, oversize=_OVERSIZE, theme=theme)

    def sprite(self) -> Image.Image:
        """Return the drawing, *size* pixels square, mode ``RGBA``."""
        return self._image.reduce(_OVERSIZE)
