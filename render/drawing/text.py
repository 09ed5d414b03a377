"""Lines of text as labels of palette indices, each in as many fonts as necessary.

A display name may contain anything (any script, emoji, control characters); a label shows the part
that the fonts can show, on one line, and never more than its width.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from PIL import Image

from render.drawing.canvas import Picture
from render.drawing.faces import SHIPPED, Extent, Run, draw, line_metrics, measured, of_these_fonts
from render.drawing.palette import coverage_table
from render.drawing.runs import attached, plain, runs_of
from render.drawing.theme import THEME, Rgb, Theme

_ELLIPSIS = "…"
_LEAST = 0.7
"""The minimum factor by which letters higher than the line are reduced."""


class _Piece(NamedTuple):
    """A run with its position: right of the line's origin and below its baseline."""

    run: Run
    size: int
    x: int
    y: int


class _Line(NamedTuple):
    """A text in pieces, and its extent from left to right."""

    pieces: tuple[_Piece, ...]
    left: int
    right: int


@of_these_fonts(4096)
def text_width(text: str, size: int) -> int:
    """Return the width of *text* in pixels."""
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
    """Return the size in which a run is as high as a line, its extent, and its shift down.

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
"""The maximum number of characters on a line."""


@of_these_fonts(1024)
def fitted(text: str, size: int, width: int) -> str:
    """Return *text*, or as much of its beginning as fits *width* pixels, then an ellipsis.

    A number at its end stays, because it distinguishes namesakes.
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
    """Return the largest size up to *size* in which *word* fits *width* pixels.

    Names are cut (:func:`fitted`), words never: a translation may be longer than English.
    """
    return next((each for each in range(size, 1, -1) if text_width(word, each) <= width), 1)


def in_two_lines(text: str, sizes: Sequence[int], width: int) -> tuple[int, tuple[str, ...]]:
    """Return the largest of *sizes* in which *text* fits on two lines, and the lines.

    Sizes in which all words are whole come first. If *text* fits in none, the second line is cut in
    the smallest one, with an ellipsis.
    """
    text = " ".join(text[:_LONGEST].split())
    whole = (size for size in sizes if _fits(text, size, width) and _widest(text, size) <= width)
    broken = (size for size in sizes if _fits(text, size, width))
    size = next(chain(whole, broken), sizes[-1])
    first, *others = _lines(text, size, width)
    rest = "".join(others).lstrip()
    return size, (first, fitted(rest, size, width)) if rest else (first,)


_WIDE = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
"""Characters of Japanese and Chinese, which are written without blanks."""
_OPENING, _CLOSING = "「『（【〈《〔", "、。，．・：；？！」』）】〉》〕ー"
"""Characters that end no line, and that begin none."""
_WORD = re.compile(
    rf" ?[{_OPENING}]*(?:[ァ-ヺー]+|[\u3400-\u9fff々]+|[^ {_WIDE}]+|[ぁ-ゖー]+)"
    rf"[^ {_WIDE}]*[ぁ-ゖー]*[{_CLOSING}]*|."
)
"""What stays together on a line, with the blank before it: in Japanese a stem with its ending."""


def _fits(text: str, size: int, width: int) -> bool:
    return len(_lines(text, size, width)) <= 2


def _widest(text: str, size: int) -> int:
    """Return the width of the widest word of *text*."""
    return max((text_width(word.lstrip(), size) for word in _WORD.findall(text)), default=0)


@of_these_fonts(1024)
def _lines(text: str, size: int, width: int) -> tuple[str, ...]:
    """Return *text* in lines of at most *width* pixels, broken between words if possible.

    Lines after the first keep the blank before them, which has no width of its own.
    """
    lines = [""]
    for word in _WORD.findall(text):
        if text_width((lines[-1] + word).lstrip(), size) <= width:
            lines[-1] += word
            continue
        rest = word
        while text_width(rest.lstrip(), size) > width:
            ends = [
                end
                for end in range(1, len(rest))
                if not attached(rest[end]) and rest[end] not in _CLOSING
            ]
            fit = bisect_right(ends, width, key=lambda end: text_width(rest[:end].lstrip(), size))
            end = ends[max(fit, 1) - 1] if ends else len(rest)
            lines.append(rest[:end])
            rest = rest[end:]
        lines += [rest] if rest else []
    return tuple(line for line in lines if line) or ("",)


@of_these_fonts(2048)
def one_line(  # noqa: PLR0917  (a label is its text, its look and its theme)
    text: str,
    size: int,
    colour: Rgb,
    ground: Rgb,
    height: int,
    theme: Theme = THEME,
) -> Picture:
    """Return a label cut or extended to *height* pixels, with its text in the middle."""
    written = label(text, size, colour, ground, theme).image
    around = coverage_table(colour, ground, theme)[0]
    line = Image.new(written.mode, (written.width, height), around)
    line.paste(written, (0, -((written.height - height) // 2)))
    return Picture(line)


@of_these_fonts(2048)
def label(text: str, size: int, colour: Rgb, ground: Rgb, theme: Theme = THEME) -> Picture:
    """Return one line of text on its ground, as indices: as wide as the text, one line high.

    All lines of one size have the same height and baseline.
    """
    return Picture(coverage(text, size).point(list(coverage_table(colour, ground, theme))))


def coverage(text: str, size: int) -> Image.Image:
    """Return the coverage of each pixel by one line of text, mode ``L``, as wide as the text."""
    ascent, descent = line_metrics(size)
    line = _line(text, size)
    cover = Image.new("L", (max(1, text_width(text, size)), ascent + descent))
    for piece in line.pieces:
        draw(cover, (piece.x - line.left, ascent + piece.y), piece.run, piece.size)
    return cover


def inked(text: str, size: int) -> Image.Image:
    """Return :func:`coverage` cropped to covered pixels, to centre figures on a plate."""
    cover = coverage(text, size)
    return cover.crop(cover.getbbox() or (0, 0, 1, 1))


def write_centred(
    image: Image.Image, text: str, size: int, paint: Rgb, middle: tuple[float, float]
) -> None:
    """Write *text* on *image*, centred at *middle*, as shares of the image."""
    cover = inked(text, size)
    x = round(image.width * middle[0] - cover.width / 2)
    y = round(image.height * middle[1] - cover.height / 2)
    image.paste(paint, (x, y, x + cover.width, y + cover.height), cover)
