"""Small things that stand on a panel of one colour: pieces, words, numbers on chips."""

from functools import lru_cache

from PIL import Image

from engine import Colour
from render.canvas import Canvas, Picture
from render.palette import to_indices
from render.pen import Sheet
from render.pieces import Piece, sprite
from render.symbols import Symbol, pip
from render.text import fitted, label, one_line
from render.theme import THEME, Rgb, Theme

_EDGE = 2
_ACTIONS_A_TURN = 2


@lru_cache(maxsize=1024)
def piece_on(piece: Piece, size: int, ground: Rgb, theme: Theme = THEME) -> Picture:
    """A piece on a ground of one colour, *size* pixels square, as indices."""
    return _on(sprite(piece, size, theme), ground, theme)


@lru_cache(maxsize=256)
def symbol_on(symbol: Symbol, size: int, paint: Rgb, ground: Rgb, theme: Theme = THEME) -> Picture:
    """A symbol on a ground of one colour, *size* pixels square, as indices."""
    sheet = Sheet(size, theme)
    symbol(sheet.pen.inside(4, 4, 92), paint, ground)
    return _on(sheet.sprite(), ground, theme)


def _on(drawn: Image.Image, ground: Rgb, theme: Theme) -> Picture:
    image = Image.new("RGB", drawn.size, ground)
    image.paste(drawn, (0, 0), drawn)
    return Picture(to_indices(image, theme))


def centred(canvas: Canvas, image: Picture, x: int, y: int) -> None:
    """Put an image of indices with its middle at *x*, *y*."""
    canvas.put(image, x - image.width // 2, y - image.height // 2)


class Row:
    """Puts things beside each other, their middles on one line, on a ground of one colour."""

    def __init__(self, canvas: Canvas, x: int, middle: int, ground: Rgb) -> None:
        self._canvas, self.x, self._middle, self._ground = canvas, x, middle, ground
        self._theme = canvas.theme

    def image(self, image: Picture, gap: int = 6) -> None:
        """Put an image of indices, then leave a gap."""
        self._canvas.put(image, self.x, self._middle - image.height // 2)
        self.x += image.width + gap

    def piece(self, piece: Piece, size: int, gap: int = 6, ground: Rgb | None = None) -> None:
        """Put a piece, on a ground of its own if one is given."""
        self.image(piece_on(piece, size, ground or self._ground, self._theme), gap)

    def symbol(self, symbol: Symbol, size: int, paint: Rgb, gap: int = 6) -> None:
        """Put a symbol."""
        self.image(symbol_on(symbol, size, paint, self._ground, self._theme), gap)

    def text(self, text: str, size: int, colour: Rgb, room: int | None = None) -> None:
        """Put a line of text, cut to *room* pixels, without a gap."""
        shown = text if room is None else fitted(text, size, room)
        if shown:
            line = one_line(shown, size, colour, self._ground, size + 4, theme=self._theme)
            self.image(line, gap=0)

    def chip(
        self,
        text: str,
        colour: Colour,
        size: tuple[int, int],
        text_size: int,
        *,
        gap: int = 5,
        edge: Rgb | None = None,
    ) -> None:
        """Put a number on a plate of a sphere's colour, of this width and height."""
        theme = self._theme
        (width, height), paint = size, theme.of(colour)
        y = self._middle - height // 2
        self._canvas.box(self.x, y, width, height, edge or theme.cream, radius=6)
        inner = (width - 2 * _EDGE, height - 2 * _EDGE)
        self._canvas.box(self.x + _EDGE, y + _EDGE, *inner, paint, radius=4)
        shown = fitted(text, text_size, inner[0] - 2)
        written = label(shown, text_size, theme.on(paint), paint, theme)
        centred(self._canvas, written, self.x + width // 2, self._middle)
        self.x += width + gap

    def actions(self, left: int, size: int) -> None:
        """Put a point for each action of a turn: bright those that are left (R3.1)."""
        for number in range(_ACTIONS_A_TURN):
            self.symbol(pip, size, self._theme.gold if number < left else self._theme.night, gap=2)


def actions_width(size: int) -> int:
    """The room in pixels that :meth:`Row.actions` takes."""
    return _ACTIONS_A_TURN * (size + 2)
