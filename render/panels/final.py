"""A player's place and points, as in the last frame of a replay (R14.3)."""

from collections.abc import Sequence

from engine import Colour, Placing, View
from render.drawing.canvas import Canvas
from render.drawing.text import one_line
from render.panels.widgets import PlateSize, Row, centred, plates_for
from render.pieces.sprites import Emblem, Treasure

_PADDING = 14
_PLACE = 44
_EMBLEM = 60
_NAME = 28
_TREASURE = 30
_PLATES = (PlateSize(38, 28, 32), PlateSize(34, 24, 27), PlateSize(30, 18, 22))
_BETWEEN = 8


def draw_final(
    canvas: Canvas, view: View, placing: Placing, names: Sequence[str], place: tuple[int, int]
) -> None:
    """Draw a panel with a placing, as wide as the picture; *place* is its top and height."""
    theme, (top, height) = canvas.theme, place
    gap, won = theme.gap, placing.place == 1
    ground = theme.lit if won else theme.panel
    width = canvas.width - 2 * gap
    frame = theme.accent if won else ground
    canvas.framed_box((gap, top, width, height), ground, frame, 3, theme.corner)
    x, middle = gap + _PADDING, top + height // 2
    paint = theme.gold if won else theme.cream
    canvas.box(x, middle - _PLACE // 2, _PLACE, _PLACE, paint, radius=_PLACE // 2)
    number = one_line(str(placing.place), _NAME, theme.ink, paint, _NAME, theme)
    centred(canvas, number, x + _PLACE // 2, middle)
    row = Row(canvas, x + _PLACE + _PADDING, middle, ground)
    row.piece(Emblem(view.seats[placing.seat]), _EMBLEM, gap=_PADDING)
    x, end = row.x, gap + width - _PADDING
    above = Row(canvas, x, middle - height // 5, ground)
    above.text(names[placing.seat], _NAME, theme.letters, end - x)
    below = Row(canvas, x, middle + height // 5, ground)
    numbers = list(map(str, placing.spheres))
    size = plates_for(numbers, end - x - 2 * _TREASURE - _PADDING, _BETWEEN, _PLATES)
    for colour, figure in zip(Colour, numbers, strict=True):
        below.points(figure, colour, size, gap=_BETWEEN)
    below.x += _BETWEEN
    below.piece(Treasure(), _TREASURE, gap=4)
    below.text(str(placing.treasures), _NAME, theme.letters)
