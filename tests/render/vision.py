"""The perceived distance of colours and small pictures.

Distances are CIE 1976, in CIE Lab under D65. How colours look with another vision is simulated by
``render.specimen.vision``.

Two pictures are compared as they are on a phone: a space 24 pixels wide, on land, and blurred by a
pixel, so that strokes finer than that run together as they do at arm's length. What counts is the
mean distance over the whole space. So a badge in a corner, however bright, counts for little: what
differs has to be large.
"""

from functools import cache
from itertools import combinations
from math import dist

from PIL import Image, ImageFilter

from render.drawing.theme import THEME
from render.specimen.vision import VISIONS, as_seen, linear, seen

DEFICIENCIES = tuple(vision for vision in VISIONS if vision != "grey")
"""The visions with which paints must differ; what looks alike in grey needs another shape."""

PHONE = 24
"""The width in pixels of a space of the board picture on a phone, 390 pixels wide."""


@cache
def lab(colour):
    """CIE Lab: lightness 0 to 100, and two axes of colour."""
    red, green, blue = map(linear, colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one, other, deficiency="as most see it"):
    """The distance of two colours: 2 is just noticeable, 10 obvious at a glance."""
    return dist(lab(seen(one, deficiency)), lab(seen(other, deficiency)))


def on_phone(image):
    """A drawing of a space, or of more than that, mode ``RGB``, as it is on a phone."""
    size = tuple(round(side * PHONE / THEME.cell) for side in image.size)
    small = image.resize(size, Image.Resampling.LANCZOS)
    return small.filter(ImageFilter.GaussianBlur(1))


def apart(one, other, vision):
    """The distance of two pictures on a phone: the mean over the pixels of a space."""
    return sum(map(dist, _looks(one, vision), _looks(other, vision))) / PHONE**2


def closest(pictures, vision, most=5):
    """The pairs of *pictures*, of a space each, that are most alike on a phone, closest first.

    No pair is closer than its mean colours are: those too far apart in that are not measured.
    """
    small = {name: on_phone(image) for name, image in pictures.items()}
    means = {name: _mean(image, vision) for name, image in small.items()}
    pairs = [(dist(means[one], means[other]), one, other) for one, other in combinations(small, 2)]
    found = []
    for at_least, one, other in sorted(pairs, key=lambda pair: pair[0]):
        if len(found) == most and at_least > found[-1][0]:
            break
        found.append((apart(small[one], small[other], vision), one, other))
        found = sorted(found, key=lambda pair: pair[0])[:most]
    return found


def _mean(image, vision):
    """The mean over the pixels of a space, as :func:`apart` reckons it."""
    return tuple(sum(part) / PHONE**2 for part in zip(*_looks(image, vision), strict=True))


_kept = {}


def _looks(image, vision):
    key = (image.tobytes(), vision)
    if key not in _kept:
        raw = as_seen(image, vision).tobytes()
        _kept[key] = [lab(pixel) for pixel in zip(raw[0::3], raw[1::3], raw[2::3], strict=True)]
    return _kept[key]
