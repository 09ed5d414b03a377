"""A picture under construction: a list of drawing steps, in bands, that becomes a PNG.

Nothing is drawn until the picture is requested. Then each band of rows is looked up in a cache by
its steps: most bands of a picture are equal to those of the previous one, and are neither drawn nor
compressed again.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import NamedTuple, TypeAlias, assert_never

from PIL import Image, ImageDraw

from render.drawing.palette import palette_of
from render.drawing.png import Band, band, png
from render.drawing.theme import THEME, Rgb, Theme


class Picture:
    """An immutable image of palette indices, compared by identity.

    With a *mask*, of mode ``1``, only its set pixels are drawn.
    """

    __slots__ = ("height", "image", "mask", "width")

    def __init__(self, image: Image.Image, mask: Image.Image | None = None) -> None:
        self.image, self.mask = image, mask
        self.width, self.height = image.size


class _Put(NamedTuple):
    picture: Picture
    x: int
    y: int


class _Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    paint: int
    radius: int


class _Polygon(NamedTuple):
    points: tuple[tuple[float, float], ...]
    paint: int


_SMALL = 10_000
"""The maximum number of pixels of a rounded rectangle whose shape is cached."""

_Step: TypeAlias = _Put | _Box | _Polygon

Patch: TypeAlias = tuple[int, int, Image.Image]
"""A part of a picture: its left and upper edge, and an image of indices, mode ``L``."""


def _span(step: _Step) -> tuple[int, int]:
    """Return the columns of pixels on which a step draws, from first to last."""
    if isinstance(step, _Put):
        return step.x, step.x + step.picture.width
    if isinstance(step, _Box):
        return step.x, step.x + step.width
    across = [x for x, _ in step.points]
    return int(min(across)) - 1, int(max(across)) + 2


@lru_cache(maxsize=64)
def _band_of(bands: tuple[tuple[int, int], ...]) -> list[int]:
    """Return the number of the band of each row of pixels."""
    return [at for at, (_, height) in enumerate(bands) for _ in range(height)]


class Canvas:
    """*width* by *height* pixels of one colour, on which images of indices are put."""

    def __init__(self, width: int, height: int, colour: Rgb, theme: Theme = THEME) -> None:
        self.width, self.height, self.theme = width, height, theme
        self._palette = palette_of(theme)
        self._ground = self._palette.index_of(colour)
        self._edges: list[int] = []
        self._steps: list[tuple[int, int, _Step]] = []

    def split(self, y: int) -> None:
        """Begin a band at *y*: a good place is between parts that change independently."""
        self._edges.append(y)

    def shows(self, x: int, y: int, width: int, height: int) -> bool:
        """True if any part of that rectangle is on the picture."""
        return x < self.width and y < self.height and x + width > 0 and y + height > 0

    def put(self, picture: Picture, x: int, y: int) -> None:
        """Put an image of indices with its top left corner at *x*, *y*."""
        self._steps.append((y, y + picture.height, _Put(picture, x, y)))

    def box(self, x: int, y: int, width: int, height: int, colour: Rgb, *, radius: int = 0) -> None:
        """Fill a rectangle, with rounded corners if *radius* is given."""
        index = self._palette.index_of(colour)
        self._steps.append((y, y + height, _Box(x, y, width, height, index, radius)))

    def framed_box(
        self, place: tuple[int, int, int, int], colour: Rgb, frame: Rgb, weight: int, radius: int
    ) -> None:
        """Fill a rectangle whose outermost *weight* pixels are its *frame*.

        *place* is its left and upper edge, its width and its height.
        """
        x, y, width, height = place
        for inset, paint in ((0, frame), (weight, colour)):
            inner = (width - 2 * inset, height - 2 * inset)
            self.box(x + inset, y + inset, *inner, paint, radius=max(0, radius - inset))

    def polygon(self, points: list[tuple[float, float]], colour: Rgb) -> None:
        """Fill a polygon."""
        downs = [y for _, y in points]
        step = _Polygon(tuple(points), self._palette.index_of(colour))
        self._steps.append((int(min(downs)) - 1, int(max(downs)) + 2, step))

    def png(self) -> bytes:
        """Return the picture as a PNG; equal pictures give equal bytes."""
        return png(self.width, self.height, self._palette.bytes, self._compressed())

    def picture(self) -> Picture:
        """Return the picture, to be put on another one of the same theme."""
        steps = [step for _, _, step in self._steps]
        return Picture(_drawn((self.width, self.height), self._ground, (0, 0), steps))

    def parts_apart(self, before: "Canvas | None") -> list[Patch]:
        """Return the parts that differ from those of *before*, as images of indices.

        *before* is a canvas of the same size; without one, or with other bands, the whole picture
        differs. A part may be equal all the same.
        """
        if before is None or before.bands != self.bands:
            return [(0, 0, self.picture().image)]
        compared = zip(self.bands, self.in_bands, before.in_bands, strict=True)
        grouped = groupby(compared, key=lambda band: band[1] != band[2])
        return [self._part(list(bands)) for differ, bands in grouped if differ]

    def _part(self, bands: list[tuple[tuple[int, int], list[_Step], list[_Step]]]) -> Patch:
        """Return adjacent differing bands as one patch, as wide as the steps that differ."""
        changed = {step for _, own, others in bands for step in {*own} ^ {*others}}
        spans = [_span(step) for step in changed]
        left = max(0, min((start for start, _ in spans), default=0))
        right = min(self.width, max((end for _, end in spans), default=self.width))
        top, height = bands[0][0][0], sum(height for (_, height), _, _ in bands)
        within = (
            step
            for first, last, step in self._steps
            if first < top + height and last > top
            if (span := _span(step))[0] < right and span[1] > left
        )
        return left, top, _drawn((right - left, height), self._ground, (-left, -top), within)

    @cached_property
    def bands(self) -> list[tuple[int, int]]:
        """The upper edge and the height of each band, after the last step."""
        edges = sorted({0, *(y for y in self._edges if 0 < y < self.height)})
        return [(top, low - top) for top, low in pairwise((*edges, self.height))]

    @cached_property
    def in_bands(self) -> list[list[_Step]]:
        """The steps of each band, after the last step."""
        band_of = _band_of(tuple(self.bands))
        steps: list[list[_Step]] = [[] for _ in range(band_of[-1] + 1)]
        end = self.height
        for top, low, step in self._steps:
            # Without min and max, which are slow: there are hundreds of steps.
            first = band_of[0 if top < 0 else top if top < end else -1]
            last = band_of[0 if low < 1 else low - 1 if low < end else -1]
            steps[first].append(step)
            for at in range(first + 1, last + 1):
                steps[at].append(step)
        return steps

    def _compressed(self) -> Iterable[Band]:
        for (top, height), steps in zip(self.bands, self.in_bands, strict=True):
            yield _band(self.width, height, top, self._ground, tuple(steps))


@lru_cache(maxsize=2048)  # some 2 kB each
def _band(width: int, height: int, top: int, ground: int, steps: tuple[_Step, ...]) -> Band:
    """Return a band of a picture, compressed."""
    # One column wider than the picture: the first one stays 0, so that the image's raw bytes are
    # PNG lines, each with a 0 in front for "not filtered".
    image = _drawn((width + 1, height), ground, (1, -top), steps)
    image.paste(0, (0, 0, 1, height))
    return band(image.tobytes())


def _drawn(
    size: tuple[int, int], ground: int, moved: tuple[int, int], steps: Iterable[_Step]
) -> Image.Image:
    """Return an image of *size* on *ground* with all *steps*, shifted by *moved* right and down."""
    image = Image.new("L", size, ground)
    right, down = moved
    paste = image.im.paste  # Image.paste without its checks
    for step in steps:
        match step:
            case _Put(picture, x, y):
                left, top = x + right, y + down
                box = (left, top, left + picture.width, top + picture.height)
                if picture.mask is None:
                    paste(picture.image.im, box)
                else:
                    paste(picture.image.im, box, picture.mask.im)
            case _Box(x, y, across, tall, index, radius):
                left, top = x + right, y + down
                if not radius:
                    paste(index, (left, top, left + across, top + tall))
                elif across * tall <= _SMALL:
                    shape = _rounded(across, tall, radius)
                    paste(index, (left, top, left + across, top + tall), shape.im)
                else:
                    corners = (left, top, left + across - 1, top + tall - 1)
                    ImageDraw.Draw(image).rounded_rectangle(corners, radius, fill=index)
            case _Polygon(points, index):
                moved_there = [(x + right, y + down) for x, y in points]
                ImageDraw.Draw(image).polygon(moved_there, fill=index)
            case _:
                assert_never(step)
    return image


@lru_cache(maxsize=256)
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rounded rectangle: Pillow is slow at drawing corners."""
    shape = Image.new("1", (width, height))
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=1)
    return shape
