"""The four civilization buildings (R12.1), each with its own outline.

Each function fills the box of a pen: a small house of pale brick that stands on its tile.
"""

from collections.abc import Callable, Sequence

from engine import Colour
from render.drawing.pen import Pen, Point
from render.drawing.theme import Rgb


def palace(pen: Pen) -> None:
    """Two towers with pinnacles and a dome between them."""
    ink, wall, dark, roof = _paints(pen)
    pen.ellipse(50, 44, 28, 30, ink)
    pen.ellipse(50, 44, 22, 24, roof)
    pen.box(20, 44, 60, 54, ink)
    pen.box(26, 46, 48, 46, wall)
    for x in (2, 68):
        pen.polygon([(x - 2, 34), (x + 15, 2), (x + 32, 34)], ink)
        pen.polygon([(x + 7, 31), (x + 15, 14), (x + 23, 31)], roof)
        pen.box(x, 32, 30, 66, ink)
        pen.box(x + 6, 36, 18, 56, wall)
        pen.box(x + 12, 46, 7, 18, dark)
    pen.ellipse(50, 70, 11, 12, ink)
    pen.box(39, 70, 22, 24, ink)


def library(pen: Pen) -> None:
    """A standing tablet, rounded above, with lines of writing."""
    ink, wall, dark, roof = _paints(pen)
    pen.ellipse(50, 38, 40, 38, ink)
    pen.box(10, 38, 80, 60, ink)
    pen.ellipse(50, 38, 33, 31, wall)
    pen.box(17, 38, 66, 42, wall)
    for y, width in ((24, 34), (40, 50), (56, 50)):
        for x in range(50 - width // 2, 50 + width // 2 - 6, 14):
            pen.polygon([(x, y - 4), (x + 11, y), (x, y + 5)], dark)
            pen.box(x, y - 1.5, 14, 3.5, dark)
    pen.box(2, 74, 96, 24, ink)
    pen.box(8, 80, 84, 12, roof)


def granary(pen: Pen) -> None:
    """Three silos like beehives."""
    ink, wall, dark, roof = _paints(pen)
    for x, top, half in ((24, 28, 24), (76, 28, 24), (50, 2, 29)):
        dome = [(x - half, 98), (x - half, top + 44), (x - half * 0.6, top + 14), (x, top)]
        pen.polygon([*dome, *_reflected(dome, x)], ink)
        inner: list[Point] = [
            (x - half + 6, 92),
            (x - half + 6, top + 46),
            (x - half * 0.52, top + 20),
            (x, top + 9),
        ]
        pen.polygon([*inner, *_reflected(inner, x)], wall)
        cap = [(x - half * 0.62, top + 26), (x - half * 0.5, top + 19), (x, top + 9)]
        pen.polygon([*cap, *_reflected(cap, x)], roof)
        pen.line([(x - half + 8, top + 46), (x + half - 8, top + 46)], dark, 4)
    pen.box(39, 64, 22, 30, ink)


def market_hall(pen: Pen) -> None:
    """A striped awning on posts, goods below."""
    ink, wall, dark, roof = _paints(pen)
    pen.polygon([(14, 6), (86, 6), (100, 44), (0, 44)], ink)
    for at in range(5):
        upper, lower = 19 + at * 12.4, 7 + at * 17.2
        pen.polygon(
            [(upper, 12), (upper + 12.4, 12), (lower + 17.2, 40), (lower, 40)],
            wall if at % 2 else roof,
        )
    for at in range(5):
        pen.ellipse(16 + at * 17, 44, 10.5, 12, ink)
        pen.ellipse(16 + at * 17, 42, 7, 9, wall if at % 2 else roof)
    for x in (4, 84):
        pen.box(x, 44, 12, 54, ink)
        pen.box(x + 4, 50, 4, 44, wall)
    pen.box(16, 70, 68, 28, ink)
    pen.box(21, 76, 58, 16, wall)
    pen.box(21, 86, 58, 6, dark)


def _reflected(points: Sequence[Point], about: float) -> list[Point]:
    return [(2 * about - x, y) for x, y in reversed(points)]


def _paints(pen: Pen) -> tuple[Rgb, Rgb, Rgb, Rgb]:
    """Return the paints of outline, wall, shade and roof."""
    theme = pen.theme
    return theme.ink, theme.cream, theme.clay_line, theme.bronze


BUILDINGS: dict[Colour, Callable[[Pen], None]] = {
    Colour.BLACK: palace,
    Colour.RED: library,
    Colour.BLUE: granary,
    Colour.GREEN: market_hall,
}
