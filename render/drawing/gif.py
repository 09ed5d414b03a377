"""Animations: images of indices of one palette as a GIF, each frame with its changes only."""

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageChops

Change: TypeAlias = tuple[int, int, Image.Image]
"""A part of the picture: its left and upper edge and an image of indices, mode ``L``."""

_SIGNATURE = b"GIF89a"
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_COLOURS = 31
"""The maximum number of colours: 31 and the transparent one fit in five bits."""
_FLAGS = 1 << 2 | 1
"""A frame stays while the next one is put on top of it, which may be transparent in places."""
_END = b"\x00"
_TRAILER = b";"
_DARK = 60
"""Added to the brightness of two colours, so that dark pairs are not infinitely far apart."""
_OPEN = 255
"""The index of transparent pixels, until they are written."""
_SAME = [1] + [0] * 255
"""Maps differences to 1 where there is none."""
_AT_ONCE = 20
"""Milliseconds between two parts of one change: the minimum that viewers respect."""
_WORTH_TWO = 10_000
"""The minimum number of unchanged pixels between two parts that are worth two images."""


def gif(
    palette: bytes, size: tuple[int, int], frames: Iterable[tuple[Iterable[Change], int]]
) -> bytes:
    """Return an animation that plays forever, of changes and times in milliseconds.

    *palette* is red, green and blue bytes of at most 255 colours; the most similar ones are merged
    until there are 31. All frames have that *size* in pixels; the first one changes everything. A
    frame without changes prolongs the previous one; distant changes of a frame are shown a fiftieth
    of a second apart, the upper part first. The same frames give the same bytes.

    Raises ValueError if there is no frame, or the palette is too long.
    """
    film = _Film(palette, size)
    for changes, milliseconds in frames:
        film.add(changes, milliseconds)
    return film.finished()


class _Part(NamedTuple):
    """A changed part of the picture, with its upper left corner."""

    image: Image.Image
    left: int
    top: int

    @property
    def right(self) -> int:
        return self.left + self.image.width

    @property
    def low(self) -> int:
        return self.top + self.image.height


class _Film:
    """Takes frames one by one."""

    def __init__(self, palette: bytes, size: tuple[int, int]) -> None:
        table, colours = _reduced(palette)
        self._bits = max(2, (len(colours) // 3).bit_length())
        """The bits of an index: the fewer, the shorter the file."""
        most = (1 << self._bits) - 1
        self._table = [*table[:_OPEN], most]
        screen = struct.pack("<HHBBB", *size, 1 << 7 | self._bits - 1, 0, 0)
        head = _SIGNATURE + screen + colours.ljust(3 << self._bits, b"\0") + _FOR_EVER
        self._written = [head]
        self._shown = Image.new("L", size)
        self._empty = True
        self._pending: list[_Part] = []
        self._time = 0

    def add(self, changes: Iterable[Change], milliseconds: int) -> None:
        """Append a frame."""
        parts = [part for change in changes if (part := self._changed(*change)) is not None]
        if parts:
            self._write_pending()
            self._pending, self._time = list(_grouped(parts)), 0
        self._time += milliseconds

    def _changed(self, left: int, top: int, image: Image.Image) -> _Part | None:
        """Return the changes in a part of the picture, equal pixels transparent; None if equal."""
        if self._empty:
            self._shown.paste(image, (left, top))
            self._empty = False
            return _Part(image, left, top)
        before = self._shown.crop((left, top, left + image.width, top + image.height))
        difference = ImageChops.difference(before, image)
        box = difference.getbbox()
        if box is None:
            return None
        self._shown.paste(image, (left, top))
        part = image.crop(box)
        part.paste(_OPEN, mask=difference.crop(box).point(_SAME, "1"))
        return _Part(part, left + box[0], top + box[1])

    def finished(self) -> bytes:
        """Return the file. Raises ValueError if there is no frame."""
        if not self._pending:
            raise ValueError("an animation needs a frame")
        self._write_pending()
        return b"".join((*self._written, _TRAILER))

    def _write_pending(self) -> None:
        for part in self._pending[:-1]:
            self._write(part, _AT_ONCE)
        for part in self._pending[-1:]:
            self._write(part, self._time - _AT_ONCE * (len(self._pending) - 1))

    def _write(self, part: _Part, milliseconds: int) -> None:
        """Write one image of the animation with its time."""
        indices, open_ = part.image.point(self._table), self._table[_OPEN]
        self._written += (
            struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _FLAGS, milliseconds // 10, open_, 0),
            struct.pack("<BHHHHBB", 0x2C, part.left, part.top, *indices.size, 0, self._bits),
            indices.tobytes("gif", "L", self._bits),
            _END,
        )


def _grouped(parts: Sequence[_Part]) -> Iterator[_Part]:
    """Yield the parts, from the upper one down, as one; as two if the gap between is large."""
    parts = sorted(parts, key=lambda part: part.top)
    gaps = [below.top - above.low for above, below in pairwise(parts)]
    widest = max(gaps, default=0)
    at = gaps.index(widest) + 1 if widest * _width(parts) >= _WORTH_TWO else len(parts)
    for group in (parts[:at], parts[at:]):
        if group:
            yield _merged(group)


def _width(parts: Sequence[_Part]) -> int:
    return max(part.right for part in parts) - min(part.left for part in parts)


def _merged(parts: Sequence[_Part]) -> _Part:
    """Merge the parts, with transparent pixels between them."""
    left, top = min(part.left for part in parts), min(part.top for part in parts)
    low = max(part.low for part in parts)
    whole = Image.new("L", (_width(parts), low - top), _OPEN)
    for part in parts:
        whole.paste(part.image, (part.left - left, part.top - top))
    return _Part(whole, left, top)


@lru_cache(maxsize=8)
def _reduced(palette: bytes) -> tuple[bytes, bytes]:
    """Return the new index of each index, and at most 31 colours: the nearest ones are merged."""
    if len(palette) > 3 * _OPEN:
        raise ValueError(f"a GIF that leaves pixels as they are has room for {_OPEN} colours")
    colours = [tuple(palette[at : at + 3]) for at in range(0, len(palette), 3)]
    left = list(range(len(colours)))
    instead = list(left)
    while len(left) > _COLOURS:
        one, other = min(
            combinations(left, 2), key=lambda pair: _distance(colours[pair[0]], colours[pair[1]])
        )
        left.remove(other)
        instead = [one if each == other else each for each in instead]
    table = bytes(left.index(each) for each in instead).ljust(256, b"\0")
    return table, bytes(part for each in left for part in colours[each])


def _distance(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the perceived distance of two colours: differences of dark ones count more."""
    apart = sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
    return apart / (sum(one) + sum(other) + _DARK)
