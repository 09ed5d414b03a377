"""Text in the one font that comes with the program, as labels of palette indices.

A display name may hold anything (any script, emoji, control characters); a label shows what
the font can show of it, on one line, and never more than its width.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path
from threading import Lock

from PIL import Image, ImageDraw, ImageFont

from render.canvas import Picture
from render.palette import coverage_table
from render.theme import THEME, Rgb, Theme

_FONT_FILE = Path(__file__).with_name("fonts") / "DejaVuSansCondensed-Bold.ttf"
_ELLIPSIS = "…"
_NEVER_A_CHARACTER = "\uffff"

_freetype = Lock()
"""FreeType's faces are not safe to share; labels are cached, so one lock costs nothing."""


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT_FILE, size)


@lru_cache(maxsize=32)
def _missing() -> bytes:
    """What the font draws in place of a character that it lacks."""
    return bytes(_font(16).getmask(_NEVER_A_CHARACTER))


@lru_cache(maxsize=8192)
def _shown(character: str) -> bool:
    """Whether the font has something to show for this character, by itself and on its line."""
    if character == " ":
        return True
    if unicodedata.category(character)[0] in "CZM":
        return False
    with _freetype:
        drawing = bytes(_font(16).getmask(character))
    return any(drawing) and drawing != _missing()


@lru_cache(maxsize=512)
def presentable(name: str, substitute: str) -> str:
    """*name* as far as the font can show it; *substitute* if that is nothing.

    Fancy letters become plain ones; control characters, marks to be put on other letters
    and whatever the font lacks (emoji, Chinese) are left out; blanks are single.
    """
    plain = unicodedata.normalize("NFKC", name)
    spaced = "".join(" " if character.isspace() else character for character in plain)
    kept = "".join(character for character in spaced if _shown(character))
    words = " ".join(kept.split())
    return words or substitute


@lru_cache(maxsize=512)
def showable(text: str) -> bool:
    """Whether the font has every character of *text*."""
    return all(map(_shown, text))


@lru_cache(maxsize=4096)
def text_width(text: str, size: int) -> int:
    """The width of *text* in pixels."""
    with _freetype:
        left, _, right, _ = _font(size).getbbox(text, anchor="ls")
    return int(right - min(0, left)) + 1


_LONGEST = 300
"""No line has room for more characters."""


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, width: int) -> str:
    """*text*, or as much of its beginning as fits *width* pixels, then an ellipsis."""
    text = text[:_LONGEST]
    if text_width(text, size) <= width:
        return text
    for end in range(len(text) - 1, 0, -1):
        shortened = text[:end].rstrip() + _ELLIPSIS
        if text_width(shortened, size) <= width:
            return shortened
    return ""


@lru_cache(maxsize=2048)
def one_line(  # noqa: PLR0917  (a label is its text, its look and its theme)
    text: str,
    size: int,
    colour: Rgb,
    ground: Rgb,
    height: int,
    theme: Theme = THEME,
) -> Picture:
    """A label cut, or its ground continued, to *height* pixels; what is written in its middle.

    Raises ValueError if text of that size is less than *height* pixels high.
    """
    written = label(text, size, colour, ground, theme).image
    cut = (written.height - height) // 2
    if cut < 0:
        raise ValueError(f"text of size {size} is less than {height} pixels high")
    return Picture(written.crop((0, cut, written.width, cut + height)))


@lru_cache(maxsize=2048)
def label(text: str, size: int, colour: Rgb, ground: Rgb, theme: Theme = THEME) -> Picture:
    """One line of text on its ground, as indices: as wide as the text, one line high.

    Lines of one size have the same height and baseline whatever they say.
    """
    return Picture(coverage(text, size).point(list(coverage_table(colour, ground, theme))))


def coverage(text: str, size: int) -> Image.Image:
    """How much of each pixel one line of text covers, mode ``L``, as wide as the text."""
    with _freetype:
        font = _font(size)
        ascent, descent = font.getmetrics()
        left = min(0, int(font.getbbox(text, anchor="ls")[0]))
    cover = Image.new("L", (max(1, text_width(text, size)), ascent + descent))
    with _freetype:
        ImageDraw.Draw(cover).text((-left, ascent), text, fill=255, font=font, anchor="ls")
    return cover


def inked(text: str, size: int) -> Image.Image:
    """The same, cut to what is covered at all: for figures that stand in the middle of a plate."""
    cover = coverage(text, size)
    return cover.crop(cover.getbbox() or (0, 0, 1, 1))
