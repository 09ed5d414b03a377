"""Simulations of colour vision deficiencies, and of vision without any colour.

Deficiencies at their full strength after Machado, Oliveira and Fernandes (2009, "A
physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15/6), whose
matrices apply to linear light; grey keeps the luminance defined by WCAG 2. For review and
measurement: no picture of a game uses it.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from PIL import Image

from render.drawing.theme import Rgb

_Matrix: TypeAlias = tuple[
    tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]
]

_LUMINANCE = (0.2126, 0.7152, 0.0722)

VISIONS: Mapping[str, _Matrix] = {
    "as most see it": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}
"""Visions by name: the matrices from linear red, green and blue to the colour seen."""


@lru_cache(maxsize=256)
def linear(value: int) -> float:
    """Return a part of a colour, 0 to 255 as coded by sRGB, as linear light, 0 to 1."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=1 << 16)
def seen(colour: Rgb, vision: str) -> Rgb:
    """Return *colour* as seen by a person with that vision, one of VISIONS."""
    light = tuple(map(linear, colour))
    red, green, blue = (
        _coded(sum(share * part for share, part in zip(row, light, strict=True)))
        for row in VISIONS[vision]
    )
    return red, green, blue


def _coded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    part = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * part)


def as_seen(image: Image.Image, vision: str) -> Image.Image:
    """Return a picture as seen by a person with that vision, mode ``RGB``.

    Fast for one with a palette, such as the pictures of a game.
    """
    if image.mode == "P":
        changed = image.copy()
        changed.putpalette(_seen_bytes(bytes(image.getpalette("RGB") or ()), vision))
        return changed.convert("RGB")
    coloured = image.convert("RGB")
    return Image.frombytes("RGB", image.size, _seen_bytes(coloured.tobytes(), vision))


def _seen_bytes(raw: bytes, vision: str) -> bytes:
    pixels = zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
    return bytes(chain.from_iterable(seen(pixel, vision) for pixel in pixels))
