"""Marks that reach beyond a space: the glow of new pieces, the frames of a conflict's parties."""

from collections.abc import Mapping
from typing import NamedTuple

from engine import Cell
from render.board.arrows import draw_tail
from render.board.ground import corner_of, put_space
from render.board.marks import Fighting, Mark, Placed
from render.board.overlay import ROUND
from render.drawing.canvas import Canvas, Picture
from render.drawing.theme import Rgb

_EDGE = 2
_POINTS = 0.14
"""The reach of the points of an attacker's frame, as a share of a space."""


class Shown(NamedTuple):
    """A drawn space and its marks."""

    picture: Picture
    marks: tuple[Mark, ...]


def draw_halos(canvas: Canvas, spaces: Mapping[Cell, Shown], top: int, *, planned: bool) -> None:
    """Draw around the marked spaces, then these spaces again on top.

    *planned* pieces do not glow.
    """
    theme = canvas.theme
    new = [] if planned else [cell for cell, shown in spaces.items() if _is_new(shown)]
    for reach, paint in ((theme.glow, theme.cream), (theme.glow - _EDGE, theme.mark)):
        for cell in new:
            _square(canvas, cell, top, reach, paint)
    fighting = [
        (cell, mark.attacks)
        for cell, shown in spaces.items()
        for mark in shown.marks
        if isinstance(mark, Fighting)
    ]
    for cell, attacks in fighting:
        (_pointed if attacks else _round)(canvas, cell, top)
    for cell in dict.fromkeys((*new, *(cell for cell, _ in fighting))):
        put_space(canvas, spaces[cell].picture, cell, top)


def draw_tails(
    canvas: Canvas, spaces: Mapping[Cell, Shown], places: Mapping[Cell, Cell], top: int
) -> None:
    """Draw a line from each piece to its figures, below both."""
    for cell, place in places.items():
        if place != cell:
            draw_tail(canvas, place, cell, top)
    for cell in (*places, *places.values()):
        if cell in spaces:
            put_space(canvas, spaces[cell].picture, cell, top)


def _is_new(shown: Shown) -> bool:
    return any(isinstance(mark, Placed) for mark in shown.marks)


def _square(canvas: Canvas, cell: Cell, top: int, reach: int, paint: Rgb) -> None:
    x, y = corner_of(cell, canvas.theme)
    size = canvas.theme.cell + 2 * reach
    canvas.box(x - reach, y + top - reach, size, size, paint, radius=reach)


def _pointed(canvas: Canvas, cell: Cell, top: int) -> None:
    """Draw the attacker's frame: a square with a point on each side."""
    theme = canvas.theme
    half = theme.cell / 2
    x, y = (place + half for place in corner_of(cell, theme))
    for edge, paint in ((_EDGE, theme.ink), (0, theme.ember)):
        far = half + _POINTS * theme.cell + 1.4 * edge
        points = [(x, y - far), (x + far, y), (x, y + far), (x - far, y)]
        _square(canvas, cell, top, theme.frame + edge - 1, paint)
        canvas.polygon([(across, down + top) for across, down in points], paint)


def _round(canvas: Canvas, cell: Cell, top: int) -> None:
    """Draw the defender's frame: a ring."""
    theme = canvas.theme
    reach = round(theme.cell * (ROUND - 50) / 100)
    x, y = corner_of(cell, theme)
    for edge, paint in ((_EDGE, theme.ink), (0, theme.cream)):
        size = theme.cell + 2 * (reach + edge)
        place = (x - reach - edge, y + top - reach - edge)
        canvas.box(*place, size, size, paint, radius=size // 2)
