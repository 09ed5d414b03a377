"""The lines that a message's buttons take on a phone that is 390 px wide."""

from functools import cache
from math import ceil
from pathlib import Path

from PIL import ImageFont

import render
from bot.content.message import Link

WIDTH = 358
"""Pixels that a row has: 390 less 16 on either side."""
_GAP = 8
_PADDING = 16
_SIGN = 20
_AFTER_SIGN = 4
_TEXT = 14
_FACTOR = 0.94
"""Text as Chromium sets it at the local table (Noto Sans, 500), to the font of the pictures: the
mean of a dozen labels, which lie between 0.91 and 0.99."""


def lines_of(rows):
    """Lines of all rows: a row never shares a line with another, and a select takes one."""
    return sum(_lines(row) if isinstance(row, tuple) else 1 for row in rows)


def _lines(row):
    lines, left = 0, 0.0
    for button in row:
        needed = _width(button)
        if lines and needed + _GAP <= left:
            left -= needed + _GAP
        else:
            lines += ceil(needed / WIDTH)  # a label that is too long goes on below
            left = WIDTH - needed
    return lines


def _width(button):
    signs = sum(_is_sign(character) for character in button.label)
    text = "".join(character for character in button.label if ord(character) < 0x2300)
    before = isinstance(button, Link) or button.emoji is not None  # a link has an arrow
    between = _AFTER_SIGN if before and button.label else 0
    width = _FACTOR * _font().getlength(text) + _SIGN * (signs + before)
    return 2 * _PADDING + between + width


def _is_sign(character):
    return ord(character) >= 0x2300 and character != "\ufe0f"  # which asks for its colours


@cache
def _font():
    fonts = Path(render.__file__).parent / "fonts"
    return ImageFont.truetype(fonts / "DejaVuSansCondensed-Bold.ttf", _TEXT)
