"""Lines of text as labels of palette indices, each in as many fonts as it takes.

A display name may hold anything (any script, emoji, control characters); a label shows what
the fonts can show of it, on one line, and never more than its width.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.drawing.canvas import Picture
from render.drawing.faces import SHIPPED, Extent, Run, draw, line_metrics, measured, of_these_fonts
from render.drawing.palette import coverage_table
from render.drawing.runs import attached, plain, runs_of
from render.drawing.theme import THEME, Rgb, Theme

_ELLIPSIS = "…"
_LEAST = 0.7
"""Letters that are higher than the line are drawn smaller, but no smaller than this."""


class _Piece(NamedTuple):
    """A run where it stands: right of the line's beginning and below its baseline."""

    run: Run
    size: int
    x: int
    y: int


class _Line(NamedTuple):
    """A text in pieces, and what they cover from left to right."""

    pieces: tuple[_Piece, ...]
    left: int
    right: int


@of_these_fonts(4096)
def text_width(text: str, size: int) -> int:
    """The width of *text* in pixels."""
    line = _line(text, size)
    return line.right - line.left + 1


@of_these_fonts(1024)
def _line(text: str, size: int) -> _Line:
    if plain(text):
        whole = Run(text, SHIPPED)
        extent = measured(whole, size)
        return _Line((_Piece(whole, size, 0, 0),), min(0, extent.left), extent.right)
    pieces = []
    at, left, right = 0.0, 0, 0
    for run in runs_of(text):
        smaller, extent, y = _fitting(run, size)
        x = round(at)
        pieces.append(_Piece(run, smaller, x, y))
        left, right = min(left, x + extent.left), max(right, x + extent.right)
        at += extent.advance
    return _Line(tuple(pieces), left, right)


def _fitting(run: Run, size: int) -> tuple[int, Extent, int]:
    """The size in which a run is as high as a line, what it covers, and how much lower it stands.

    Letters of some scripts reach further up or down than the line does.
    """
    ascent, descent = line_metrics(size)
    extent = measured(run, size)
    high = extent.bottom - extent.top
    if high > ascent + descent:
        size = int(size * max(_LEAST, (ascent + descent) / high))
        extent = measured(run, size)
    lower = max(0, -ascent - extent.top) or min(0, descent - extent.bottom)
    return size, extent, max(-descent, min(descent, lower))


_NUMBER = re.compile(r" \d{1,2}$")
_LONGEST = 300
"""No line has room for more characters."""


@of_these_fonts(1024)
def fitted(text: str, size: int, width: int) -> str:
    """*text*, or as much of its beginning as fits *width* pixels, then an ellipsis.

    A number at its end is kept, because it tells namesakes apart.
    """
    if text_width(text[:_LONGEST], size) <= width and len(text) <= _LONGEST:
        return text
    number = _NUMBER.search(text)
    ending = _ELLIPSIS + number[0] if number else _ELLIPSIS
    text = text.removesuffix(number[0] if number else "")[:_LONGEST]
    beginnings = [
        text[:end].rstrip() + ending for end in range(1, len(text)) if not attached(text[end])
    ]
    fit = bisect_right(beginnings, width, key=lambda beginning: text_width(beginning, size))
    return beginnings[fit - 1] if fit else ""


@of_these_fonts(1024)
def size_to_fit(word: str, size: int, width: int) -> int:
    """The largest size, no more than *size*, in which all of *word* fits *width* pixels.

    Names are cut (:func:`fitted`), words never: a translation may be longer than English.
    """
    return next((each for each in range(size, 1, -1) if text_width(word, each) <= width), 1)


def in_two_lines(text: str, sizes: Sequence[int], width: int) -> tuple[int, tuple[str, ...]]:
    """*text* in two lines at most, and the largest of *sizes* in which it has room in them.

    In the smallest one the second line is cut, with an ellipsis, if it has to be.
    """
    size = next((size for size in sizes if len(_lines(text, size, width)) <= 2), sizes[-1])
    first, *others = _lines(text, size, width) or ("",)
    return size, (first, *([fitted(" ".join(others), size, width)] if others else ()))


@of_these_fonts(1024)
def _lines(text: str, size: int, width: int) -> tuple[str, ...]:
    """*text* in lines of no more than *width* pixels, broken between words if it can be."""
    lines: list[str] = []
    for word in text[:_LONGEST].split():
        longer = f"{lines[-1]} {word}" if lines else word
        if text_width(longer, size) <= width:
            lines[-1:] = [longer]
            continue
        rest = word
        while text_width(rest, size) > width:
            ends = [end for end in range(1, len(rest)) if not attached(rest[end])]
            fit = bisect_right(ends, width, key=lambda end: text_width(rest[:end], size))
            end = ends[max(fit, 1) - 1] if ends else len(rest)
            lines.append(rest[:end])
            rest = rest[end:]
        lines += [rest] if rest else []
    return tuple(lines)


@of_these_fonts(2048)
def one_line(  # noqa: PLR0917  (a label is its text, its look and its theme)
    text: str,
    size: int,
    colour: Rgb,
    ground: Rgb,
    height: int,
    theme: Theme = THEME,
) -> Picture:
    """A label cut, or its ground continued, to *height* pixels; what is written in its middle."""
    written = label(text, size, colour, ground, theme).image
    around = coverage_table(colour, ground, theme)[0]
    line = Image.new(written.mode, (written.width, height), around)
    line.paste(written, (0, -((written.height - height) // 2)))
    return Picture(line)


@of_these_fonts(2048)
def label(text: str, size: int, colour: Rgb, ground: Rgb, theme: Theme = THEME) -> Picture:
    """One line of text on its ground, as indices: as wide as the text, one line high.

    Lines of one size have the same height and baseline whatever they say.
    """
    return Picture(coverage(text, size).point(list(coverage_table(colour, ground, theme))))


def coverage(text: str, size: int) -> Image.Image:
    """How much of each pixel one line of text covers, mode ``L``, as wide as the text."""
    ascent, descent = line_metrics(size)
    line = _line(text, size)
    cover = Image.new("L", (max(1, text_width(text, size)), ascent + descent))
    for piece in line.pieces:
        draw(cover, (piece.x - line.left, ascent + piece.y), piece.run, piece.size)
    return cover


def inked(text: str, size: int) -> Image.Image:
    """The same, cut to what is covered at all: for figures that stand in the middle of a plate."""
    cover = coverage(text, size)
    return cover.crop(cover.getbbox() or (0, 0, 1, 1))
