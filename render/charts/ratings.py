"""The course of one rating, or of two to compare, as lines over time."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from render.charts.plot import OVERSIZE, Scale, draw_path
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import to_indices
from render.drawing.pen import Point
from render.drawing.text import label, size_to_fit, text_width
from render.drawing.theme import THEME, Rgb, Theme
from render.panels.labels import ENGLISH, Labels
from render.panels.names import visible_part
from render.panels.widgets import Row

_WIDTH = 640
_HEAD = 56
_PADDING = 14
_PLOT = 392
_ABOVE, _BELOW, _RIGHT = 22, 44, 24
"""The margins of the lines; on the left it depends on the numbers."""
_NAME = 52
"""The height of a person's entry in the key."""
_SAMPLE = 64
_MARGIN = 8
"""The reach of lines and dots beyond the plot."""
_LINE, _THIN = 5, 2
_DOT = 9
_MOST_DOTS = 40
"""With more points, only the last of each curve has a dot."""
_HATCH = 10
"""The distance of the lines of the second band."""
_MOST_STEPS = 5
_DASHES = ((1,), (22, 12))
_NO_NAME = "?"
"""For a name that the fonts cannot show."""


class RatingPoint(NamedTuple):
    """A rating from a time on."""

    at: datetime
    rating: int
    spread: int
    """The number after the ±."""
    provisional: bool = False


class RatingCurve(NamedTuple):
    """A person's ratings, oldest first."""

    name: str
    points: Sequence[RatingPoint]


def ratings_png(
    curves: Sequence[RatingCurve], labels: Labels = ENGLISH, *, theme: Theme = THEME
) -> bytes:
    """Return one curve, or two to compare, as a PNG 640 pixels wide, and 560 or 612 high.

    What lies within a rating's ± is a band. A provisional part is a thin line with rings, its band
    only an outline. Raises ValueError unless there are one or two curves, each with a point.
    """
    if not 1 <= len(curves) <= len(_DASHES) or not all(curve.points for curve in curves):
        raise ValueError("one or two curves are drawn, each with a point")
    gap, key = theme.gap, 2 * _PADDING + len(curves) * _NAME
    canvas = Canvas(_WIDTH, _HEAD + _PLOT + key + 4 * gap, theme.night, theme)
    canvas.box(gap, gap, _WIDTH - 2 * gap, _HEAD, theme.lit, radius=theme.corner)
    row = Row(canvas, gap + _PADDING, gap + _HEAD // 2, theme.lit)
    title = labels.shown(lambda own: own.rating)
    row.word(title, theme.large_text, theme.letters, _WIDTH - 2 * gap - 2 * _PADDING)
    top = _HEAD + 2 * gap
    canvas.split(top)
    canvas.box(gap, top, _WIDTH - 2 * gap, _PLOT, theme.panel, radius=theme.corner)
    _Plot(canvas, [curve.points for curve in curves], top).draw()
    top += _PLOT + gap
    canvas.split(top)
    canvas.box(gap, top, _WIDTH - 2 * gap, key, theme.panel, radius=theme.corner)
    for at, curve in enumerate(curves):
        middle = top + _PADDING + at * _NAME + _NAME // 2
        _draw_entry(canvas, curve, at, middle, labels)
    return canvas.png()


def _paints(theme: Theme) -> tuple[Rgb, Rgb]:
    """Return the paints of the two lines."""
    return theme.accent, theme.lines[1]


def _draw_entry(
    canvas: Canvas, curve: RatingCurve, number: int, middle: int, labels: Labels
) -> None:
    """Draw a piece of the line, the name, and the latest rating."""
    theme, last = canvas.theme, curve.points[-1]
    row = Row(canvas, theme.gap + _PADDING, middle, theme.panel)
    row.image(_sample(number, last.provisional, theme), gap=12)
    end = _WIDTH - theme.gap - _PADDING
    if last.provisional:
        said = labels.shown(lambda own: own.provisional)
        size = size_to_fit(said, theme.small_text, 140)
        end -= text_width(said, size)
        Row(canvas, end, middle, theme.panel).text(said, size, theme.dim)
        end -= 12
    rating = f"{last.rating} ± {last.spread}"
    end -= text_width(rating, theme.text)
    paint = _paints(theme)[number]
    Row(canvas, end, middle, theme.panel).text(rating, theme.text, paint)
    name = visible_part(curve.name)[0] or _NO_NAME
    row.text(name, theme.text, theme.letters, end - 16 - row.x)


def _sample(number: int, provisional: bool, theme: Theme) -> Picture:  # noqa: FBT001  (one call)
    """Return a piece of a line for the key, with its dot."""
    height = 2 * _DOT
    image = Image.new("RGB", (OVERSIZE * _SAMPLE, OVERSIZE * height), theme.panel)
    draw = ImageDraw.Draw(image)
    ends = [(float(_LINE), height / 2), (float(_SAMPLE - _DOT), height / 2)]
    paint = _paints(theme)[number]
    weight = _THIN if provisional else _LINE
    draw_path(draw, ends, _DASHES[number], paint, weight)
    _draw_dot(draw, ends[1], paint, theme.panel if provisional else paint)
    return Picture(to_indices(image.reduce(OVERSIZE), theme))


def _draw_dot(draw: ImageDraw.ImageDraw, place: Point, paint: Rgb, inside: Rgb) -> None:
    x, y = (OVERSIZE * each for each in place)
    for radius, fill in ((_DOT / 2 * OVERSIZE, paint), ((_DOT / 2 - _THIN) * OVERSIZE, inside)):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)


class _Plot:
    """Bands, lines and their scales."""

    def __init__(self, canvas: Canvas, curves: Sequence[Sequence[RatingPoint]], top: int) -> None:
        self._canvas, self._theme, self._curves = canvas, canvas.theme, curves
        every = [point for points in curves for point in points]
        self._scale = _scale(every)
        self._first, self._last = (pick(point.at for point in every) for pick in (min, max))
        numbers = map(str, self._scale.numbers)
        widest = max(text_width(number, THEME.text) for number in numbers)
        self._x, self._y = THEME.gap + _PADDING + widest + 12, top + _ABOVE
        self._width = canvas.width - THEME.gap - _RIGHT - self._x
        self._height = _PLOT - _ABOVE - _BELOW

    def draw(self) -> None:
        """Draw everything."""
        self._draw_scales()
        width, height = self._width + 2 * _MARGIN, self._height + 2 * _MARGIN
        image = Image.new("RGB", (OVERSIZE * width, OVERSIZE * height), self._theme.panel)
        draw = ImageDraw.Draw(image)
        for number, points in enumerate(self._curves):
            self._draw_band(image, points, hatched=number > 0)
        for value in self._scale.numbers:
            y = OVERSIZE * round(self._at(self._first, value)[1])
            ends = (OVERSIZE * _MARGIN, y, OVERSIZE * (width - _MARGIN), y + OVERSIZE - 1)
            draw.rectangle(ends, fill=self._theme.rule)
        for number, points in enumerate(self._curves):
            self._draw_line(draw, points, number)
        drawn = to_indices(image.reduce(OVERSIZE), self._theme)
        self._canvas.put(Picture(drawn), self._x - _MARGIN, self._y - _MARGIN)

    def _at(self, at: datetime, value: float) -> Point:
        """Return the place of a value at a time on the plot's image."""
        whole = (self._last - self._first).total_seconds()
        share = (at - self._first).total_seconds() / whole if whole else 0.5
        return _MARGIN + self._width * share, _MARGIN + self._scale.down(value, self._height)

    def _draw_scales(self) -> None:
        """Draw numbers of ratings on the left, days below."""
        theme = self._theme
        for value in self._scale.numbers:
            written = label(str(value), THEME.text, theme.dim, theme.panel, theme)
            y = self._y - _MARGIN + round(self._at(self._first, value)[1])
            x = self._x - 12 - written.width
            self._canvas.put(written, x, y - written.height // 2)
        middle = self._first + (self._last - self._first) / 2
        days = [f"{at:%Y-%m-%d}" for at in (self._first, middle, self._last)]
        if days[0] == days[2]:
            days = ["", days[1], ""]
        elif days[1] in {days[0], days[2]}:
            days[1] = ""
        for share, day in zip((0.0, 0.5, 1.0), days, strict=True):
            if day:
                written = label(day, THEME.small_text, theme.dim, theme.panel, theme)
                x = self._x + round(share * (self._width - written.width))
                y = self._y + self._height + _BELOW // 2 - written.height // 2
                self._canvas.put(written, x, y + 2)

    def _draw_band(
        self, image: Image.Image, points: Sequence[RatingPoint], *, hatched: bool
    ) -> None:
        """Draw the ± of a curve as a band, or as an outline where it is provisional."""
        theme, draw = self._theme, ImageDraw.Draw(image)
        for provisional, part in _parts(points):
            upper = [self._at(each.at, each.rating + each.spread) for each in part]
            lower = [self._at(each.at, each.rating - each.spread) for each in part]
            if provisional:
                for edge in (upper, lower):
                    draw_path(draw, edge, (3, 7), theme.rule, _THIN)
                continue
            around = [
                tuple(OVERSIZE * place for place in point) for point in (*upper, *lower[::-1])
            ]
            if len(part) == 1:
                draw.line([*around[0], *around[1]], fill=theme.rule, width=3 * OVERSIZE)
                continue
            band = Image.new("1", image.size)
            ImageDraw.Draw(band).polygon(around, fill=1)
            if hatched:
                band = ImageChops.logical_and(band, _hatching(image.size))
            image.paste(theme.rule if hatched else theme.lit, mask=band)

    def _draw_line(
        self, draw: ImageDraw.ImageDraw, points: Sequence[RatingPoint], number: int
    ) -> None:
        """Draw a curve with its dots."""
        paint = _paints(self._theme)[number]
        for provisional, part in _parts(points):
            path = [self._at(each.at, each.rating) for each in part]
            draw_path(draw, path, _DASHES[number], paint, _THIN if provisional else _LINE)
        for each in points if len(points) <= _MOST_DOTS else points[-1:]:
            inside = self._theme.panel if each.provisional else paint
            _draw_dot(draw, self._at(each.at, each.rating), paint, inside)


def _hatching(size: tuple[int, int]) -> Image.Image:
    """Return diagonal lines."""
    width, height = size
    lines = Image.new("1", size)
    draw = ImageDraw.Draw(lines)
    for x in range(-height, width, OVERSIZE * _HATCH):
        draw.line((x, height, x + height, 0), fill=1, width=OVERSIZE * 3 // 2)
    return lines


def _parts(points: Sequence[RatingPoint]) -> Iterator[tuple[bool, Sequence[RatingPoint]]]:
    """Yield the provisional and other parts of a curve, in order, each with both its ends.

    A rating holds until the next one, so the line from a provisional one is provisional.
    """
    steps = [(one.provisional, one, other) for one, other in pairwise(points)]
    if not steps:
        yield points[0].provisional, points
    for provisional, part in groupby(steps, key=lambda step: step[0]):
        starts, ends = zip(*((one, other) for _, one, other in part), strict=True)
        yield provisional, (*starts, ends[-1])


def _scale(points: Iterable[RatingPoint]) -> Scale:
    """Return a scale of whole numbers for ratings with their ±."""
    reached = [each.rating + sign * each.spread for each in points for sign in (-1, 1)]
    low, high = min(reached), max(reached)
    steps = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    step = next(each for each in steps if -(-high // each) - low // each <= _MOST_STEPS)
    lowest = low // step * step
    highest = max(lowest + step, -(-high // step) * step)
    return Scale(highest, lowest, tuple(range(lowest, highest + 1, step)))
