"""The fonts: the shipped one, those set by the host, then the shipped one for Japanese.

That one comes last and has few characters: a host's font draws a whole name, never a part of it.
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple, ParamSpec, TypeVar

from PIL import Image, ImageDraw, ImageFont, features

_FONTS = Path(__file__).parents[1] / "fonts"
SHIPPED = _FONTS / "DejaVuSansCondensed-Bold.ttf"
JAPANESE = _FONTS / "TwoRiversJapanese-Bold.otf"
"""Made by ``tests/render/japanese_font.py``, which says what is in it."""
SHAPING = features.check_feature("raqm")
"""True if letters are joined and marks placed: Pillow needs the system's libfribidi for it.

Without it the characters of a line are drawn one after the other.
"""

_NEVER_A_CHARACTER = "\uffff"
_TRIAL_SIZE = 16
"""The size in which a font is tried out."""
_WIDEST = 4 * _TRIAL_SIZE
"""The maximum width of a letter: wider ones are calligraphy, which fits no line."""

_NOT_THIS_SIZE = "invalid pixel size"
"""FreeType's error for fonts of one size only, such as those of coloured emoji."""

_P = ParamSpec("_P")
_R = TypeVar("_R")

_faces: tuple[Path, ...] = (SHIPPED, JAPANESE)
_caches: list[Callable[[], None]] = []
_freetype = Lock()
"""FreeType's faces are not safe to share; labels are cached, so one lock costs nothing."""


class FontError(ValueError):
    """Raised for a *file* that is not a usable font; ``str`` names it and gives the reason."""

    def __init__(self, file: Path, fault: str) -> None:
        super().__init__(f"{file} {fault}")


class Run(NamedTuple):
    """A piece of a line in one font."""

    text: str
    face: Path
    direction: str | None = None
    """``ltr`` or ``rtl`` for shaped text; None for text drawn character by character."""


class Extent(NamedTuple):
    """The extent of a line of text, in pixels right of its origin and below its baseline."""

    left: int
    top: int
    right: int
    bottom: int
    advance: float
    """The position of the next letter."""


def use_fonts(files: Sequence[Path]) -> None:
    """Set the host's fonts for characters that the first one lacks, in order of preference.

    To be called before anything is drawn: it applies to all pictures. Raises FontError, and changes
    nothing, if one of *files* is not a font with outlines.
    """
    global _faces  # noqa: PLW0603  (shared by all pictures)
    for file in files:
        check_font(file)
    _faces = (SHIPPED, *files, JAPANESE)
    for clear in _caches:
        clear()


def check_font(file: Path) -> None:
    """Raise FontError unless *file* is a font that can be drawn in any size."""
    try:
        if not file.exists():
            raise FontError(file, "is not there")
        if not file.is_file():
            raise FontError(file, "is no file")
        ImageFont.truetype(file, _TRIAL_SIZE)
    except OSError as error:
        if str(error) == _NOT_THIS_SIZE:
            fault = "has pictures of its letters in one size, and no outlines"
        else:
            fault = f"cannot be read as a font ({error.strerror or error})"
        raise FontError(file, fault) from None


def of_these_fonts(size: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Cache up to *size* results of a function until other fonts are set."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        cached = lru_cache(maxsize=size)(function)
        _caches.append(cached.cache_clear)
        return cached  # type: ignore[return-value]  # its arguments can be hashed

    return decorate


def faces() -> tuple[Path, ...]:
    """Return the fonts in order of preference."""
    return _faces


@of_these_fonts(128)
def _font(face: Path, size: int, *, shaped: bool = False) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(face, size, layout_engine=layout)


@of_these_fonts(32)
def _missing(face: Path) -> bytes:
    """Return the glyph that a font draws for a missing character."""
    return bytes(_font(face, _TRIAL_SIZE).getmask(_NEVER_A_CHARACTER))


@of_these_fonts(8192)
def has(face: Path, character: str) -> bool:
    """True if a font has a blank, or a visible glyph of bounded width, for this character."""
    if character == " ":
        return True
    category = unicodedata.category(character)
    if category in {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}:
        return False
    with _freetype:
        mask = _font(face, _TRIAL_SIZE).getmask(character)
        drawing = bytes(mask)
        visible = any(drawing) or category == "Zs"
        return visible and drawing != _missing(face) and mask.size[0] <= _WIDEST


def line_metrics(size: int) -> tuple[int, int]:
    """Return the ascent and descent of a line, in pixels."""
    with _freetype:
        return _font(SHIPPED, size).getmetrics()


def measured(run: Run, size: int) -> Extent:
    """Return the extent of a run."""
    with _freetype:
        font = _font(run.face, size, shaped=run.direction is not None)
        left, top, right, bottom = font.getbbox(run.text, anchor="ls", direction=run.direction)
        advance = font.getlength(run.text, direction=run.direction)
    return Extent(int(left), int(top), int(right), int(bottom), advance)


def draw(cover: Image.Image, at: tuple[int, int], run: Run, size: int) -> None:
    """Draw a run on *cover*, of mode ``L``, beginning at *at* on its baseline."""
    with _freetype:
        font = _font(run.face, size, shaped=run.direction is not None)
        ImageDraw.Draw(cover).text(
            at, run.text, fill=255, font=font, anchor="ls", direction=run.direction
        )
