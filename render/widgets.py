"""Small things that stand on a panel of one colour: pieces, words, numbers on chips."""

from functools import lru_cache

from PIL import Image

from engine import Colour
from render.canvas import Canvas
from render.palette import to_indices
from render.pen import Sheet
from render.pieces import Piece, sprite
from render.symbols import Symbol, pip
from render.text import fitted, label, one_line
from render.theme import THEME, Rgb

_EDGE = 2
_ACTIONS_A_TURN = 2


@lru_cache(maxsize=1024)
def piece_on(piece: Piece, size: int, ground: Rgb) -> Image.Image:
    """A piece on a ground of one colour, *size* pixels square, as indices."""
    return _on(sprite(piece, size), ground)


@lru_cache(maxsize=64)
def symbol_on(symbol: Symbol, size: int, paint: Rgb, ground: Rgb) -> Image.Image:
    """A symbol on a ground of one colour, *size* pixels square, as indices."""
    sheet = Sheet(size)
    symbol(sheet.pen.inside(4, 4, 92), paint, ground)
    return _on(sheet.sprite(), ground)


def _on(drawn: Image.Image, ground: Rgb) -> Image.Image:
    image = Image.new("RGB", drawn.size, ground)
    image.paste(drawn, (0, 0), drawn)
    return to_indices(image)


def centred(canvas: Canvas, image: Image.Image, x: int, y: int) -> None:
    """Put an image of indices with its middle at *x*, *y*."""
    canvas.put(image, x - image.width // 2, y - image.height // 2)


class Row:
    """Puts things beside each other, their middles on one line, on a ground of one colour."""

    def __init__(self, canvas: Canvas, x: int, middle: int, ground: Rgb) -> None:
        self._canvas, self.x, self._middle, self._ground = canvas, x, middle, ground

    def image(self, image: Image.Image, gap: int = 6) -> None:
        """Put an image of indices, then leave a gap."""
        self._canvas.put(image, self.x, self._middle - image.height // 2)
        self.x += image.width + gap

    def piece(self, piece: Piece, size: int, gap: int = 6) -> None:
        """Put a piece."""
        self.image(piece_on(piece, size, self._ground), gap)

    def symbol(self, symbol: Symbol, size: int, paint: Rgb, gap: int = 6) -> None:
        """Put a symbol."""
        self.image(symbol_on(symbol, size, paint, self._ground), gap)

    def text(self, text: str, size: int, colour: Rgb, room: int | None = None) -> None:
        """Put a line of text, cut to *room* pixels, without a gap."""
        shown = text if room is None else fitted(text, size, room)
        if shown:
            self.image(one_line(shown, size, colour, self._ground, size + 4), gap=0)

    def chip(
        self, text: str, colour: Colour, size: tuple[int, int], text_size: int, gap: int = 5
    ) -> None:
        """Put a number on a plate of a sphere's colour, of this width and height."""
        (width, height), paint = size, THEME.of(colour)
        y = self._middle - height // 2
        self._canvas.box(self.x, y, width, height, THEME.cream, radius=6)
        inner = (width - 2 * _EDGE, height - 2 * _EDGE)
        self._canvas.box(self.x + _EDGE, y + _EDGE, *inner, paint, radius=4)
        written = label(fitted(text, text_size, inner[0] - 2), text_size, THEME.cream, paint)
        centred(self._canvas, written, self.x + width // 2, self._middle)
        self.x += width + gap

    def actions(self, left: int, size: int) -> None:
        """Put a point for each action of a turn: bright those that are left (R3.1)."""
        for number in range(_ACTIONS_A_TURN):
            self.symbol(pip, size, THEME.gold if number < left else THEME.night, gap=2)


def actions_width(size: int) -> int:
    """The room in pixels that :meth:`Row.actions` takes."""
    return _ACTIONS_A_TURN * (size + 2)
