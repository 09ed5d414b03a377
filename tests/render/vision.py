"""How colours look to people who see them differently, and how far apart they are.

Deficiencies after Machado, Oliveira and Fernandes (2009), at their full strength; distances
are CIE 1976, in CIE Lab under D65.
"""

from PIL import Image

from render.theme import Rgb

DEFICIENCIES = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(value: float) -> float:
    value /= 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _coded(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(
        255 * (12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)
    )


def seen(colour: Rgb, deficiency: str) -> Rgb:
    """*colour* as somebody with that deficiency sees it."""
    linear = [_linear(part) for part in colour]
    red, green, blue = (
        _coded(sum(share * part for share, part in zip(row, linear, strict=True)))
        for row in DEFICIENCIES[deficiency]
    )
    return red, green, blue


def lab(colour: Rgb) -> tuple[float, float, float]:
    """CIE Lab: lightness 0 to 100, and two axes of colour."""
    red, green, blue = (_linear(part) for part in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Rgb, other: Rgb, deficiency: str = "none") -> float:
    """How far apart two colours are: 2 is just noticed, 10 seen at a glance."""
    pairs = zip(lab(seen(one, deficiency)), lab(seen(other, deficiency)), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def as_seen(image: Image.Image, deficiency: str) -> Image.Image:
    """A picture of few colours as somebody with that deficiency sees it: to look at."""
    colours = {c: seen(c, deficiency) for _, c in image.getcolors(1 << 24)}
    changed = Image.new("RGB", image.size)
    changed.putdata([colours[pixel] for pixel in image.getdata()])
    return changed
