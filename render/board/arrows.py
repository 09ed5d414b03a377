"""Lines over the spaces: arrows of moves, and tails from figures to their piece."""

import math

from engine import Cell
from render.board.ground import corner_of
from render.drawing.canvas import Canvas


def draw_arrow(canvas: Canvas, origin: Cell, destination: Cell, top: int) -> None:
    """Draw an arrow from the edge of one space to the edge of another."""
    theme = canvas.theme
    half = theme.cell / 2
    x, y = _middle(canvas, origin, top)
    to_x, to_y = _middle(canvas, destination, top)
    length = math.hypot(to_x - x, to_y - y)
    along, down = (to_x - x) / length, (to_y - y) / length
    start, end = half * 0.75, length - half * 1.15
    if end - start < half / 2:
        start, end = half * 0.35, length - half * 0.85
    shaft, barb, neck = half * 0.15, half * 0.46, end - half * 0.6
    for colour, edge in ((theme.cream, half * 0.1), (theme.mark, 0.0)):
        outline = [
            (start - edge, -shaft - edge), (neck, -shaft - edge), (neck, -barb - 1.6 * edge),
            (end + 1.8 * edge, 0.0),
            (neck, barb + 1.6 * edge), (neck, shaft + edge), (start - edge, shaft + edge),
        ]  # fmt: skip
        canvas.polygon(
            [(x + a * along - b * down, y + a * down + b * along) for a, b in outline], colour
        )


def draw_tail(canvas: Canvas, place: Cell, cell: Cell, top: int) -> None:
    """Draw a line from the figures on *place* to their piece on *cell*."""
    x, y = _middle(canvas, place, top)
    to_x, to_y = _middle(canvas, cell, top)
    length = math.hypot(to_x - x, to_y - y)
    for weight, paint in ((4.0, canvas.theme.ink), (2.0, canvas.theme.cream)):
        across, down = (y - to_y) / length * weight, (to_x - x) / length * weight
        corners = [
            (x + across, y + down),
            (to_x + across, to_y + down),
            (to_x - across, to_y - down),
            (x - across, y - down),
        ]
        canvas.polygon(corners, paint)


def _middle(canvas: Canvas, cell: Cell, top: int) -> tuple[float, float]:
    x, y = corner_of(cell, canvas.theme)
    half = canvas.theme.cell / 2
    return x + half, y + top + half
