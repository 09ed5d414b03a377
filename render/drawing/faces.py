"""The fonts that there are: the one that comes with the program, then those a host names."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple, ParamSpec, TypeVar

from PIL import Image, ImageDraw, ImageFont, features

SHIPPED = Path(__file__).parents[1] / "fonts" / "DejaVuSansCondensed-Bold.ttf"
SHAPING = features.check_feature("raqm")
"""Whether letters are joined and marks put on them: Pillow needs the system's libfribidi for it.

Without it the signs of a line stand one after the other.
"""

_NEVER_A_CHARACTER = "\uffff"
_TRIED = 16
"""The size in which a font is tried out."""
_WIDEST = 4 * _TRIED
"""What is wider is no letter but a calligraphy, for which no line has room."""

_NOT_THIS_SIZE = "invalid pixel size"
"""What FreeType says of fonts for one size only, such as those of coloured emoji."""

_P = ParamSpec("_P")
_R = TypeVar("_R")

_faces: tuple[Path, ...] = (SHIPPED,)
_to_forget: list[Callable[[], None]] = []
_freetype = Lock()
"""FreeType's faces are not safe to share; labels are cached, so one lock costs nothing."""


class FontError(ValueError):
    """A *file* that is no font to write with; ``str`` names it and says why."""

    def __init__(self, file: Path, fault: str) -> None:
        super().__init__(f"{file} {fault}")


class Run(NamedTuple):
    """A piece of a line in one font, as it is to be drawn."""

    text: str
    face: Path
    direction: str | None = None
    """``ltr`` or ``rtl`` for shaped text; None for text drawn character by character."""


class Extent(NamedTuple):
    """What a line of text covers, in pixels right of its beginning and below its baseline."""

    left: int
    top: int
    right: int
    bottom: int
    advance: float
    """Where the next letter would begin."""


def use_fonts(files: Sequence[Path]) -> None:
    """Take from *files*, the first that has it first, what the shipped font lacks.

    To be called before anything is drawn: it holds for all pictures. Raises FontError, and
    changes nothing, if one of them is no font with outlines.
    """
    global _faces  # noqa: PLW0603  (the machine's fonts, as it were)
    for file in files:
        check_font(file)
    _faces = (SHIPPED, *files)
    for forget in _to_forget:
        forget()


def check_font(file: Path) -> None:
    """Raise FontError unless *file* is a font that can be drawn in any size."""
    try:
        if not file.exists():
            raise FontError(file, "is not there")
        if not file.is_file():
            raise FontError(file, "is no file")
        ImageFont.truetype(file, _TRIED)
    except OSError as error:
        if str(error) == _NOT_THIS_SIZE:
            fault = "has pictures of its letters in one size, and no outlines"
        else:
            fault = f"cannot be read as a font ({error.strerror or error})"
        raise FontError(file, fault) from None


def of_these_fonts(size: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Cache *size* answers of a function, until other fonts are used."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        cached = lru_cache(maxsize=size)(function)
        _to_forget.append(cached.cache_clear)
        return cached  # type: ignore[return-value]  # its arguments can be hashed

    return decorate


def faces() -> tuple[Path, ...]:
    """The fonts, first those to be preferred."""
    return _faces


@of_these_fonts(128)
def _font(face: Path, size: int, *, shaped: bool = False) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(face, size, layout_engine=layout)


@of_these_fonts(32)
def _missing(face: Path) -> bytes:
    """What a font draws in place of a character that it lacks."""
    return bytes(_font(face, _TRIED).getmask(_NEVER_A_CHARACTER))


@of_these_fonts(8192)
def has(face: Path, character: str) -> bool:
    """Whether a font has something to show for this character, by itself and on its line."""
    if character == " ":
        return True
    if character.isspace() or unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"}:
        return False
    with _freetype:
        mask = _font(face, _TRIED).getmask(character)
        drawing = bytes(mask)
        return any(drawing) and drawing != _missing(face) and mask.size[0] <= _WIDEST


def line_metrics(size: int) -> tuple[int, int]:
    """How far a line reaches above and below its baseline, in pixels."""
    with _freetype:
        return _font(SHIPPED, size).getmetrics()


def measured(run: Run, size: int) -> Extent:
    """What a run covers."""
    with _freetype:
        font = _font(run.face, size, shaped=run.direction is not None)
        left, top, right, bottom = font.getbbox(run.text, anchor="ls", direction=run.direction)
        advance = font.getlength(run.text, direction=run.direction)
    return Extent(int(left), int(top), int(right), int(bottom), advance)


def draw(cover: Image.Image, at: tuple[int, int], run: Run, size: int) -> None:
    """Draw a run on *cover*, of mode ``L``, beginning *at* on its baseline."""
    with _freetype:
        font = _font(run.face, size, shaped=run.direction is not None)
        ImageDraw.Draw(cover).text(
            at, run.text, fill=255, font=font, anchor="ls", direction=run.direction
        )
