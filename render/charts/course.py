"""The course of the scores: everybody's weakest sphere, turn by turn, as lines (R14.3)."""

from collections.abc import Sequence

from engine import Dynasty, Score, spend_treasures
from render.charts.plot import Plot, Scale
from render.drawing.canvas import Canvas
from render.drawing.theme import THEME
from render.panels.labels import Labels
from render.panels.widgets import Row

_HEIGHT = 300
_TITLE = 44
"""The height of the panel's first line."""
_PADDING = 14
_MOST_STEPS = 5
"""The maximum number of steps of the scale of points."""


def course_height() -> int:
    """Return the panel's height in pixels with a gap below it."""
    return _HEIGHT + THEME.gap


def weakest(score: Score) -> int:
    """Return the first value compared: the weakest sphere with treasures spent (R14.3)."""
    return min(spend_treasures(score))


def draw_course(
    canvas: Canvas,
    seats: Sequence[Dynasty],
    scores: Sequence[Sequence[Score]],
    labels: Labels,
    top: int,
) -> None:
    """Draw a line for each of *seats*; *scores* are those after each turn, the start first.

    The panel is as wide as the picture, *top* pixels from its upper edge.
    """
    theme, gap = canvas.theme, THEME.gap
    canvas.split(top)
    canvas.box(gap, top, canvas.width - 2 * gap, _HEIGHT, theme.panel, radius=THEME.corner)
    row = Row(canvas, gap + _PADDING, top + _TITLE // 2 + 4, theme.panel)
    title = labels.shown(lambda own: own.weakest_by_turn)
    row.word(title, THEME.text, theme.letters, canvas.width - 2 * gap - 2 * _PADDING)
    lines = [list(map(weakest, course)) for course in zip(*scores, strict=True)]
    most = max(1, *(points for line in lines for points in line))
    numbers = tuple(range(0, most + 1, -(-most // _MOST_STEPS)))
    Plot(canvas, seats, lines, Scale(most, 0, numbers), (top + _TITLE, _HEIGHT - _TITLE)).draw()
