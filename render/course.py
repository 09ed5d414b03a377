"""How the scores came about: everybody's weakest sphere, turn by turn, as lines (R14.3)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine import Dynasty, Score, spend_treasures
from render.canvas import Canvas, Picture
from render.labels import Labels
from render.palette import to_indices
from render.pen import Point
from render.pieces import Emblem
from render.text import label
from render.theme import THEME, Rgb, Theme
from render.widgets import Row, centred

_HEIGHT = 300
_TITLE = 44
"""The height of the panel's first line."""
_PADDING = 14
_LEFT, _RIGHT, _BELOW = 56, 62, 40
"""Beside the lines: the room for numbers of points, emblems, and numbers of turns."""
_EMBLEM = 38
_LINE = 5
_OVERSIZE = 4
_APART = 3
"""Lines are so far from each other where their points are the same."""
_MOST_STEPS = 5
"""Of the scale of points."""
_DASHES = {
    Dynasty.ARCHER: (1,),
    Dynasty.BULL: (22, 12),
    Dynasty.LION: (4, 9),
    Dynasty.POT: (24, 9, 4, 9),
}
"""Drawn and left open in turn, in pixels: lines are told apart without their colours."""


def course_height() -> int:
    """The panel's height in pixels with a gap below it."""
    return _HEIGHT + THEME.gap


def weakest(score: Score) -> int:
    """What is compared first: the weakest sphere once the treasures are spent (R14.3)."""
    return min(spend_treasures(score))


def draw_course(
    canvas: Canvas,
    seats: Sequence[Dynasty],
    scores: Sequence[Sequence[Score]],
    labels: Labels,
    top: int,
) -> None:
    """Draw a line for each of *seats*, whose *scores* are those after each turn, the start first.

    The panel is as wide as the picture, *top* pixels from its upper edge.
    """
    theme, gap = canvas.theme, THEME.gap
    canvas.split(top)
    canvas.box(gap, top, canvas.width - 2 * gap, _HEIGHT, theme.panel, radius=THEME.corner)
    row = Row(canvas, gap + _PADDING, top + _TITLE // 2 + 4, theme.panel)
    title = labels.shown(lambda own: own.weakest_by_turn)
    row.text(title, THEME.text, theme.cream, canvas.width - 2 * gap - 2 * _PADDING)
    plot = _Plot(canvas, scores, top + _TITLE)
    plot.draw_scales()
    plot.draw_lines(seats)
    plot.draw_emblems(seats)


class _Plot:
    """The lines with their scales."""

    def __init__(self, canvas: Canvas, scores: Sequence[Sequence[Score]], top: int) -> None:
        self._canvas, self._theme = canvas, canvas.theme
        self._lines = [list(map(weakest, course)) for course in zip(*scores, strict=True)]
        self._turns = max(1, len(scores) - 1)
        self._most = max(1, *(points for line in self._lines for points in line))
        self._x, self._y = THEME.gap + _LEFT, top + 8
        self._width = canvas.width - THEME.gap - _RIGHT - self._x
        self._height = _HEIGHT - _TITLE - _BELOW - 8

    def _right(self, turn: int) -> float:
        return self._width * turn / self._turns

    def _down(self, points: float) -> float:
        return self._height - self._height * points / self._most

    @property
    def _scale(self) -> range:
        """The points that have a number and a fine line."""
        return range(0, self._most + 1, -(-self._most // _MOST_STEPS))

    def draw_scales(self) -> None:
        """Numbers of points on the left, of turns below."""
        theme = self._theme
        for points in self._scale:
            y = self._y + round(self._down(points))
            written = label(str(points), THEME.text, theme.dim, theme.panel, theme)
            x = self._x - 10 - written.width
            self._canvas.put(written, x, y - written.height // 2)
        for turn in sorted({0, self._turns // 2, self._turns}):
            written = label(str(turn), THEME.text, theme.dim, theme.panel, theme)
            x = self._x + round(self._right(turn))
            centred(self._canvas, written, x, self._y + self._height + _BELOW // 2)

    def draw_lines(self, seats: Sequence[Dynasty]) -> None:
        """Everybody's line in a paint and dashes of its own, on fine lines for the points."""
        margin = _APART * len(seats)
        width, height = self._width + 2 * margin, self._height + 2 * margin
        image = Image.new("RGB", (_OVERSIZE * width, _OVERSIZE * height), self._theme.panel)
        draw = ImageDraw.Draw(image)
        for points in self._scale:
            y = _OVERSIZE * (margin + round(self._down(points)))
            ends = (_OVERSIZE * margin, y, _OVERSIZE * (margin + self._width), y + _OVERSIZE - 1)
            draw.rectangle(ends, fill=self._theme.rule)
        for seat, dynasty in enumerate(seats):
            raised = self._raised(seat)
            path = [
                (margin + self._right(turn), margin + self._down(points) - raised)
                for turn, points in enumerate(self._lines[seat])
            ]
            _draw_dashed(draw, path, _DASHES[dynasty], paint_of(dynasty, self._theme))
        drawn = to_indices(image.reduce(_OVERSIZE), self._theme)
        self._canvas.put(Picture(drawn), self._x - margin, self._y - margin)

    def _raised(self, seat: int) -> float:
        """How much higher a line is drawn than it would be alone, in pixels."""
        return _APART * (seat - (len(self._lines) - 1) / 2)

    def draw_emblems(self, seats: Sequence[Dynasty]) -> None:
        """Everybody's dynasty at the end of the line, or as near as the others leave room."""
        theme = self._theme
        wanted = sorted(
            (self._down(line[-1]) - self._raised(seat), seat)
            for seat, line in enumerate(self._lines)
        )
        places = _spread([y for y, _ in wanted], _EMBLEM + 2, self._height)
        for place, (_, seat) in zip(places, wanted, strict=True):
            row = Row(self._canvas, self._x + self._width + 12, self._y + round(place), theme.panel)
            row.piece(Emblem(seats[seat]), _EMBLEM)


def paint_of(dynasty: Dynasty, theme: Theme) -> Rgb:
    """The paint of a dynasty's line."""
    paints = (theme.cream, theme.river, *theme.rims[2:])  # the bull's rim is too dark here
    return dict(zip(Dynasty, paints, strict=True))[dynasty]


def _spread(places: Sequence[float], least: int, height: int) -> list[float]:
    """*places*, ascending, moved so that they are *least* apart and within *height*.

    They stay as near to where they were as that allows; there is room for all.
    """
    spread: list[float] = []
    for at, place in enumerate(places):
        above = spread[-1] + least if spread else 0.0
        below = height - least * (len(places) - 1 - at)
        spread.append(min(max(place, above), below))
    return spread


class _Dash(NamedTuple):
    start: Point
    end: Point


def _draw_dashed(
    draw: ImageDraw.ImageDraw, path: Sequence[Point], dashes: Sequence[int], paint: Rgb
) -> None:
    radius = _LINE * _OVERSIZE / 2
    for start, end in _dashed(path, dashes):
        points = [tuple(_OVERSIZE * place for place in point) for point in (start, end)]
        draw.line([*points[0], *points[1]], fill=paint, width=_LINE * _OVERSIZE)
        for x, y in points:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=paint)


def _dashed(path: Sequence[Point], dashes: Sequence[int]) -> Iterator[_Dash]:
    """The parts of a path that are drawn; one number alone stands for a line without a break."""
    if len(dashes) == 1:
        yield from (_Dash(one, other) for one, other in pairwise(path))
        return
    at, left = 0, float(dashes[0])
    for (x, y), (to_x, to_y) in pairwise(path):
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        done = 0.0
        while done < length:
            step = min(left, length - done)
            if at % 2 == 0:
                from_share, to_share = done / length, (done + step) / length
                yield _Dash(
                    (x + (to_x - x) * from_share, y + (to_y - y) * from_share),
                    (x + (to_x - x) * to_share, y + (to_y - y) * to_share),
                )
            done, left = done + step, left - step
            if left <= 0:
                at = (at + 1) % len(dashes)
                left = float(dashes[at])
