"""Animations: pictures of indices of one palette as a GIF, each frame only what it changes."""

import struct
from collections.abc import Iterable
from itertools import chain

from PIL import Image, ImageChops

_SIGNATURE = b"GIF89a"
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_BITS = 8
"""The bits of an index: the table of colours has 2**8 entries."""
_TABLE = 1 << _BITS
_UNCHANGED = _TABLE - 1
"""The index that lets the frame before show through."""
_FLAGS = 1 << 2 | 1
"""A frame stays while the next one is put on top of it; it may be open in places."""
_END = b"\x00"
_TRAILER = b";"


def gif(palette: bytes, frames: Iterable[tuple[Image.Image, int]]) -> bytes:
    """An animation that plays for ever: images of indices, each with its time in milliseconds.

    *palette* is red, green and blue bytes of at most 255 colours. All images have the size of
    the first one and mode ``L`` or ``P``. A frame like the one before makes that one stay
    longer. The same frames give the same bytes.

    Raises ValueError if there is no frame, or too long a palette.
    """
    if len(palette) > 3 * _UNCHANGED:
        raise ValueError(f"a GIF that leaves pixels as they are has room for {_UNCHANGED} colours")
    parts: list[bytes] = []
    shown: Image.Image | None = None
    pending: Image.Image | None = None
    corner = (0, 0)
    time = 0
    for frame, milliseconds in frames:
        image = _indices(frame)
        if shown is None:
            parts = [_header(image.size, palette)]
            pending, time = image, milliseconds
        elif (changes := _changes(shown, image)) is None:
            time += milliseconds
        else:
            assert pending is not None
            parts += _frame(pending, corner, time)
            (pending, corner), time = changes, milliseconds
        shown = image
    if pending is None:
        raise ValueError("an animation needs a frame")
    return b"".join(chain(parts, _frame(pending, corner, time), (_TRAILER,)))


def _indices(frame: Image.Image) -> Image.Image:
    """The frame as mode ``L``, whose arithmetic knows nothing of palettes."""
    return frame if frame.mode == "L" else Image.frombytes("L", frame.size, frame.tobytes())


def _header(size: tuple[int, int], palette: bytes) -> bytes:
    flags = 1 << 7 | _BITS - 1
    screen = struct.pack("<HHBBB", *size, flags, 0, 0)
    return b"".join((_SIGNATURE, screen, palette.ljust(3 * _TABLE, b"\0"), _FOR_EVER))


def _changes(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]] | None:
    """The part that differs and its corner; its pixels that do not differ are left open."""
    difference = ImageChops.difference(before, after)
    box = difference.getbbox()
    if box is None:
        return None
    part, apart = after.crop(box), difference.crop(box)
    part.paste(_UNCHANGED, mask=apart.point(_SAME))
    return part, box[:2]


_SAME = [255, *[0] * (_TABLE - 1)]
"""Full coverage where nothing differs."""


def _frame(image: Image.Image, corner: tuple[int, int], milliseconds: int) -> tuple[bytes, ...]:
    """One image of the animation, with how long it stays."""
    return (
        struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _FLAGS, milliseconds // 10, _UNCHANGED, 0),
        struct.pack("<BHHHHBB", 0x2C, *corner, *image.size, 0, _BITS),
        image.tobytes("gif", "L"),
        _END,
    )
