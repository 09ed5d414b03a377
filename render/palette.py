"""The one palette that all pictures share, and images as indices into it.

Pictures are composed as images of palette indices (Pillow mode ``L``), so nothing is
converted when a picture is made: only sprites and labels are, once each.
"""

from functools import cache
from itertools import chain

from PIL import Image

from render.theme import THEME, Rgb, mix

_T = THEME
_SPHERES = (_T.black, _T.red, _T.blue, _T.green)
_GROUNDS = (_T.land, _T.river)
_PANELS = (_T.night, _T.panel, _T.lit)

_ALONE = (
    *_GROUNDS,
    *(_T.land_line, _T.river_line, _T.bank, _T.wings, _T.framed),
    *_PANELS,
    *(_T.rule, _T.cream, _T.dim, _T.gold, _T.bronze),
    *_SPHERES,
    *(_T.ink, _T.wood, _T.clay, _T.clay_line, _T.ash, _T.ember, _T.mark, _T.white),
    *(mix(sphere, _T.white, 0.22) for sphere in _SPHERES),
    *(mix(sphere, _T.ink, 0.45) for sphere in _SPHERES),
    *(mix(sphere, _T.land, 0.6) for sphere in _SPHERES),
)

# Where these two colours meet, the steps between them are smooth.
_MEETING: tuple[tuple[tuple[Rgb, ...], tuple[Rgb, ...], int], ...] = (
    (_SPHERES, (_T.cream,), 2),
    (_SPHERES, (_T.wood,), 1),
    (_SPHERES, (*_GROUNDS, _T.ink, _T.panel, _T.gold), 1),
    ((_T.cream, _T.dim), _PANELS, 2),
    ((_T.gold,), (*_PANELS, _T.ink), 2),
    ((_T.ink,), (*_GROUNDS, _T.wood, _T.ember), 2),
    ((_T.ink,), (_T.cream, _T.white, _T.ash, _T.panel, _T.clay, _T.bronze), 1),
    ((_T.clay, _T.ash, _T.bronze), (_T.cream,), 1),
    ((_T.clay, _T.ash, _T.bronze, _T.mark), _GROUNDS, 1),
    ((_T.ember,), (_T.ash,), 1),
    ((_T.wings, _T.framed), (_T.land,), 2),
    ((_T.mark,), (_T.white,), 2),
)


def _colours() -> tuple[Rgb, ...]:
    blends = (
        mix(one, other, step / (steps + 1))
        for ones, others, steps in _MEETING
        for one in ones
        for other in others
        for step in range(1, steps + 1)
    )
    return tuple(dict.fromkeys(chain(_ALONE, blends)))


COLOURS: tuple[Rgb, ...] = _colours()
"""The palette, at most 256 colours; an index is a place in it."""

PALETTE: bytes = bytes(chain.from_iterable(COLOURS))
"""The palette as red, green and blue bytes, as PNG and Pillow want it."""

_PROTOTYPE = Image.new("P", (1, 1))
_PROTOTYPE.putpalette(PALETTE)


@cache
def index_of(colour: Rgb) -> int:
    """The index of the palette's colour nearest to *colour*."""
    return min(
        range(len(COLOURS)),
        key=lambda at: sum((a - b) ** 2 for a, b in zip(COLOURS[at], colour, strict=True)),
    )


@cache
def coverage_table(colour: Rgb, ground: Rgb) -> bytes:
    """For each coverage 0 to 255 of *ground* by *colour*, the index of what is seen."""
    return bytes(index_of(mix(ground, colour, cover / 255)) for cover in range(256))


def to_indices(image: Image.Image) -> Image.Image:
    """An RGB image as indices of the nearest colours, mode ``L``."""
    matched = image.quantize(palette=_PROTOTYPE, dither=Image.Dither.NONE)
    return Image.frombytes("L", matched.size, matched.tobytes())


def to_rgb(image: Image.Image) -> Image.Image:
    """An image of indices in its colours, mode ``RGB``."""
    coloured = Image.frombytes("P", image.size, image.tobytes())
    coloured.putpalette(PALETTE)
    return coloured.convert("RGB")
