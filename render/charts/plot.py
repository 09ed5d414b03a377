"""Lines over the turns of a game, one for each seat, with their scales."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine import Dynasty
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import to_indices
from render.drawing.pen import Point
from render.drawing.text import label, one_line
from render.drawing.theme import THEME, Rgb, Theme
from render.panels.widgets import Row, centred, draw_badge
from render.pieces.sprites import Emblem

LEFT, RIGHT, BELOW = 56, 62, 40
"""The margins of the lines: for numbers of the scale, emblems, and numbers of turns."""
BADGE = 34
"""The diameter of the badge that marks a turn."""
_EMBLEM = 38
_LINE = 5
OVERSIZE = 4
"""The size at which lines are drawn, so that their edges are smooth."""
_APART = 3
"""The distance of lines with equal values."""
_DASHES = {
    Dynasty.ARCHER: (1,),
    Dynasty.BULL: (22, 12),
    Dynasty.LION: (4, 9),
    Dynasty.POT: (24, 9, 4, 9),
}
"""Lengths of dashes and gaps, in pixels, which distinguish lines without their colours."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale on the left of the lines."""

    highest: float
    """The value at the upper edge; it may be less than the *lowest*, as with places."""
    lowest: float
    numbers: tuple[int, ...]
    """The values that have a number and a fine line."""

    def down(self, value: float, height: int) -> float:
        """Return the distance of a value from the upper edge."""
        return height * (self.highest - value) / (self.highest - self.lowest)


class Plot:
    """Lines with their scales, in a panel."""

    def __init__(
        self,
        canvas: Canvas,
        seats: Sequence[Dynasty],
        lines: Sequence[Sequence[float]],
        scale: Scale,
        place: tuple[int, int],
    ) -> None:
        """*lines* are by seat the values at the start and after each turn.

        *place* is the top of the plot and its height, both in pixels.
        """
        top, room = place
        self._canvas, self._theme = canvas, canvas.theme
        self._seats, self._lines, self._scale = seats, lines, scale
        self._turns = max(1, len(lines[0]) - 1)
        self._x, self._y = THEME.gap + LEFT, top + 8
        self._width = canvas.width - THEME.gap - RIGHT - self._x
        self._height = room - BELOW - 8

    def draw(self, marked: Mapping[int, str] | None = None) -> None:
        """Draw everything, with a badge with its text over each turn in *marked*."""
        self._draw_scales()
        self._draw_lines(marked or {})
        self._draw_badges(marked or {})
        self._draw_emblems()

    def _right(self, turn: float) -> float:
        return self._width * turn / self._turns

    def _down(self, value: float) -> float:
        return self._scale.down(value, self._height)

    def _draw_scales(self) -> None:
        """Draw numbers of values on the left, of turns below."""
        theme = self._theme
        for value in self._scale.numbers:
            y = self._y + round(self._down(value))
            written = label(str(value), THEME.text, theme.dim, theme.panel, theme)
            x = self._x - 10 - written.width
            self._canvas.put(written, x, y - written.height // 2)
        for turn in sorted({0, self._turns // 2, self._turns}):
            written = label(str(turn), THEME.text, theme.dim, theme.panel, theme)
            x = self._x + round(self._right(turn))
            centred(self._canvas, written, x, self._y + self._height + BELOW // 2)

    def _draw_lines(self, marked: Mapping[int, str]) -> None:
        """Draw everybody's line in its paint and dashes, on fine lines for the values."""
        margin = _APART * len(self._seats)
        width, height = self._width + 2 * margin, self._height + 2 * margin
        image = Image.new("RGB", (OVERSIZE * width, OVERSIZE * height), self._theme.panel)
        draw = ImageDraw.Draw(image)
        for value in self._scale.numbers:
            y = OVERSIZE * (margin + round(self._down(value)))
            ends = (OVERSIZE * margin, y, OVERSIZE * (margin + self._width), y + OVERSIZE - 1)
            draw.rectangle(ends, fill=self._theme.rule)
        for turn in marked:
            x = OVERSIZE * (margin + round(self._right(turn)))
            bottom = OVERSIZE * (margin + self._height)
            ends = (x - OVERSIZE, OVERSIZE * margin, x + OVERSIZE - 1, bottom)
            draw.rectangle(ends, fill=self._theme.accent)
        for seat, dynasty in enumerate(self._seats):
            raised = self._raised(seat)
            path = [
                (margin + self._right(turn), margin + self._down(value) - raised)
                for turn, value in enumerate(self._lines[seat])
            ]
            draw_path(draw, path, _DASHES[dynasty], paint_of(dynasty, self._theme))
        drawn = to_indices(image.reduce(OVERSIZE), self._theme)
        self._canvas.put(Picture(drawn), self._x - margin, self._y - margin)

    def _raised(self, seat: int) -> float:
        """Return by how many pixels a line is raised so that equal lines stay visible."""
        return _APART * (seat - (len(self._lines) - 1) / 2)

    def _draw_badges(self, marked: Mapping[int, str]) -> None:
        """Draw a badge above each marked turn, apart from each other."""
        theme, half = self._theme, BADGE // 2
        turns = sorted(marked)
        wanted = [self._right(turn) for turn in turns]
        for place, turn in zip(spread(wanted, BADGE + 2, self._width), turns, strict=True):
            x, y = self._x + round(place), self._y - half - 4
            written = one_line(marked[turn], THEME.text, theme.ink, theme.gold, 22, theme)
            draw_badge(self._canvas, written, (x, y), BADGE, theme.gold)

    def _draw_emblems(self) -> None:
        """Draw everybody's dynasty at the end of the line, or as near as possible."""
        theme = self._theme
        wanted = sorted(
            (self._down(line[-1]) - self._raised(seat), seat)
            for seat, line in enumerate(self._lines)
        )
        places = spread([y for y, _ in wanted], _EMBLEM + 2, self._height)
        for place, (_, seat) in zip(places, wanted, strict=True):
            row = Row(self._canvas, self._x + self._width + 12, self._y + round(place), theme.panel)
            row.piece(Emblem(self._seats[seat]), _EMBLEM)


def line_sample(dynasty: Dynasty, width: int, ground: Rgb, theme: Theme) -> Picture:
    """Return a piece of a dynasty's line, for the key."""
    height = 3 * _LINE
    image = Image.new("RGB", (OVERSIZE * width, OVERSIZE * height), ground)
    path = [(float(_LINE), height / 2), (float(width - _LINE), height / 2)]
    draw_path(ImageDraw.Draw(image), path, _DASHES[dynasty], paint_of(dynasty, theme))
    return Picture(to_indices(image.reduce(OVERSIZE), theme))


def paint_of(dynasty: Dynasty, theme: Theme) -> Rgb:
    """Return the paint of a dynasty's line."""
    return dict(zip(Dynasty, theme.lines, strict=True))[dynasty]


def spread(places: Sequence[float], least: int, height: int) -> list[float]:
    """Return ascending *places* moved so that they are *least* apart and within *height*.

    They stay as near to their places as possible. There must be room for all.
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


def draw_path(
    draw: ImageDraw.ImageDraw,
    path: Sequence[Point],
    dashes: Sequence[int],
    paint: Rgb,
    weight: int = _LINE,
) -> None:
    """Draw a line along *path* on an oversized image; all lengths in the picture's pixels.

    *dashes* are the lengths of dashes and gaps in turn; a single one means a continuous line.
    """
    radius = weight * OVERSIZE / 2
    for start, end in _dashed(path, dashes):
        points = [tuple(OVERSIZE * place for place in point) for point in (start, end)]
        draw.line([*points[0], *points[1]], fill=paint, width=weight * OVERSIZE)
        for x, y in points:
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=paint)


def _dashed(path: Sequence[Point], dashes: Sequence[int]) -> Iterator[_Dash]:
    """Yield the drawn parts of a path."""
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
