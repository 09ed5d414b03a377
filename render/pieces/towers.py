"""High structures on several spaces: monuments (R8) and the ziggurat (R13).

Both are seen from the south and from above: each storey shows its terrace and, below it, its front
wall.
"""

from engine import Colour, Monument
from render.drawing.pen import Pen
from render.drawing.theme import Rgb
from render.pieces.symbols import TILE_SYMBOLS

_STOREYS = ((3, 3, 94, 83, 10), (16, 11, 68, 54, 9), (31, 17, 38, 28, 8))
"""The storeys of a monument: left, top, width and depth of the terrace, height of the wall."""


def monument(pen: Pen, built: Monument) -> None:
    """A stepped tower, its left half in one colour and its right half in the other."""
    _storeys(pen, built)
    _stairs(pen, 43, 46, 14, 50)
    _shrine(pen)
    for colour, x in ((built.first, 23), (built.second, 77)):
        _medallion(pen, colour, x, 73)


def small_monument(pen: Pen, built: Monument) -> None:
    """A stepped tower without stairs and medallions, recognisable when it is small."""
    _storeys(pen, built)
    _shrine(pen)


def _storeys(pen: Pen, built: Monument) -> None:
    theme = pen.theme
    for left, top, width, depth, wall in _STOREYS:
        edge = 2.0 if left == 3 else 1.4
        pen.box(
            left - edge, top - edge, width + 2 * edge, depth + wall + 2 * edge, theme.ink, radius=3
        )
        for colour, start, half in (
            (built.first, left, 50 - left),
            (built.second, 50, left + width - 50),
        ):
            paint = theme.of(colour)
            pen.box(start, top, half, depth + wall, theme.shade(paint))
            pen.box(start, top, half, depth, theme.light(paint))
            pen.box(start + (3 if start == left else 0), top + 3, half - 3, depth - 3, paint)


def _shrine(pen: Pen) -> None:
    pen.box(42, 20, 16, 20, pen.theme.ink, radius=2)
    pen.box(44, 22, 12, 18, pen.theme.cream)
    pen.box(47.5, 29, 5, 11, pen.theme.ink)


def _medallion(pen: Pen, colour: Colour, x: float, y: float) -> None:
    paint = pen.theme.of(colour)
    pen.ellipse(x, y, 19.5, 19.5, pen.theme.ink)
    pen.ellipse(x, y, 17.5, 17.5, pen.theme.cream)
    TILE_SYMBOLS[colour](pen.inside(x - 11.5, y - 12, 23), paint, pen.theme.cream)


def _stairs(pen: Pen, x: float, y: float, width: float, length: float) -> None:
    """Draw steps that lead up, from south to north."""
    theme = pen.theme
    pen.box(x - 1.5, y, width + 3, length, theme.ink)
    pen.box(x, y, width, length, theme.cream)
    step = 5.0
    for at in range(1, int(length / step)):
        pen.box(x, y + at * step, width, 1.8, theme.clay_line)


def ziggurat(pen: Pen) -> None:
    """A cross of terraces with stairs on all four sides and a blue shrine on top."""
    theme = pen.theme
    brick, dark = theme.brick, theme.shade(theme.brick)
    light = theme.light(theme.brick)
    for reach, half, wall, up in ((48.2, 15.2, 4.5, 0.0), (36.5, 12.8, 4.0, 3.0)):
        _cross(pen, reach + 0.9, half + 0.9, theme.ink, up=up)
        _cross(pen, reach, half, dark, up=up)
        _cross(pen, reach, half, light, up=up, wall=wall)
        _cross(pen, reach, half, brick, up=up, wall=wall, lip=1)
    for x, y, across, down in ((45, 68, 10, 28), (45, 3, 10, 20)):
        _flight(pen, x, y, across, down, upright=True)
    for x in (4, 71):
        _flight(pen, x, 42, 25, 10, upright=False)
    for inset, top, depth, wall in ((33, 27, 30, 6), (39, 29, 18, 6)):
        width = 100 - 2 * inset
        pen.box(inset - 0.9, top - 0.9, width + 1.8, depth + wall + 1.8, theme.ink)
        pen.box(inset, top, width, depth, light)
        pen.box(inset, top + 1, width, depth - 1, brick)
        pen.box(inset, top + depth, width, wall, dark)
    pen.box(42, 27, 16, 24, theme.ink)
    pen.box(43, 28, 14, 12, theme.light(theme.blue))
    pen.box(43, 40, 14, 10, theme.blue)
    pen.box(47.5, 42.5, 5, 7.5, theme.cream)


def _cross(
    pen: Pen, reach: float, half: float, paint: Rgb, *, up: float, wall: float = 0, lip: float = 0
) -> None:
    """Draw a cross around the middle, moved *up*; *wall* is cut off below and *lip* above."""
    for across, down in ((half, reach), (reach, half)):
        top = 50 - down - up + lip
        pen.box(50 - across, top, 2 * across, 2 * down - wall - lip, paint, radius=1.5)


def _flight(pen: Pen, x: float, y: float, width: float, depth: float, *, upright: bool) -> None:
    """Draw stairs on an arm of the ziggurat."""
    theme = pen.theme
    pen.box(x - 0.8, y - 0.8, width + 1.6, depth + 1.6, theme.ink)
    pen.box(x, y, width, depth, theme.cream)
    length = depth if upright else width
    for at in range(1, int(length / 3)):
        if upright:
            pen.box(x, y + at * 3, width, 1.2, theme.clay_line)
        else:
            pen.box(x + at * 3, y, 1.2, depth, theme.clay_line)
