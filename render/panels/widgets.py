"""Small items on a panel of one colour: pieces, words, numbers on plates."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine import Colour
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import to_indices
from render.drawing.pen import Pen, Sheet
from render.drawing.text import fitted, in_two_lines, one_line, size_to_fit, text_width
from render.drawing.theme import THEME, Rgb, Theme
from render.pieces.sprites import Piece, sprite
from render.pieces.symbols import TILE_SYMBOLS, Symbol, empty_disc, pip

_EDGE = 2
_PAD, _BESIDE = 5, 4
"""The padding of a plate, and the gap between its symbol and its number."""
_ACTIONS_A_TURN = 2


class PlateSize(NamedTuple):
    """The plate of a number of points: its height, and the sizes on it, in pixels."""

    height: int
    symbol: int
    text: int


class NameSizes(NamedTuple):
    """The text sizes of a name, from the largest to the smallest."""

    one_line: Sequence[int]
    two_lines: Sequence[int]


PLATES = (
    PlateSize(36, 26, 30),
    PlateSize(34, 24, 27),
    PlateSize(32, 20, 24),
    PlateSize(30, 16, 20),
)
"""Plates from the largest to the smallest."""


def points_width(text: str, size: PlateSize) -> int:
    """Return the width in pixels of a plate with that number."""
    return 2 * _PAD + size.symbol + _BESIDE + text_width(text, size.text)


def plates_for(
    texts: Sequence[str], room: int, gap: int, sizes: Sequence[PlateSize] = PLATES
) -> PlateSize:
    """Return the largest plates with which *texts* fit beside each other in *room* pixels.

    The smallest ones if none fit.
    """
    return next(
        (
            size
            for size in sizes
            if sum(points_width(text, size) + gap for text in texts) - gap <= room
        ),
        sizes[-1],
    )


def _absent(symbol: Symbol) -> Symbol:
    def draw(pen: Pen, paint: Rgb, ground: Rgb) -> None:
        empty_disc(pen, paint, ground)
        symbol(pen.inside(29, 28, 42), paint, ground)

    return draw


_ABSENT = {colour: _absent(symbol) for colour, symbol in TILE_SYMBOLS.items()}


@lru_cache(maxsize=1024)
def piece_on(piece: Piece, size: int, ground: Rgb, theme: Theme = THEME) -> Picture:
    """Return a piece on a ground of one colour, *size* pixels square, as indices."""
    return _on(sprite(piece, size, theme), ground, theme)


@lru_cache(maxsize=256)
def symbol_on(symbol: Symbol, size: int, paint: Rgb, ground: Rgb, theme: Theme = THEME) -> Picture:
    """Return a symbol on a ground of one colour, *size* pixels square, as indices."""
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


def draw_badge(
    canvas: Canvas, image: Picture, middle: tuple[int, int], across: int, ground: Rgb
) -> None:
    """Put an image of indices on a disc with a dark rim, *across* pixels wide."""
    x, y = middle
    half, ink = across // 2, canvas.theme.ink
    canvas.framed_box((x - half, y - half, across, across), ground, ink, 2, half)
    centred(canvas, image, x, y)


class Row:
    """Puts items beside each other, centred on a line, on a ground of one colour."""

    def __init__(self, canvas: Canvas, x: int, middle: int, ground: Rgb) -> None:
        self._canvas, self.x, self._middle, self._ground = canvas, x, middle, ground
        self.theme = canvas.theme

    def image(self, image: Picture, gap: int = 6) -> None:
        """Put an image of indices, then leave a gap."""
        self._canvas.put(image, self.x, self._middle - image.height // 2)
        self.x += image.width + gap

    def piece(self, piece: Piece, size: int, gap: int = 6, ground: Rgb | None = None) -> None:
        """Put a piece, on its own ground if one is given."""
        self.image(piece_on(piece, size, ground or self._ground, self.theme), gap)

    def symbol(self, symbol: Symbol, size: int, paint: Rgb, gap: int = 6) -> None:
        """Put a symbol."""
        self.image(symbol_on(symbol, size, paint, self._ground, self.theme), gap)

    def text(self, text: str, size: int, colour: Rgb, room: int | None = None) -> None:
        """Put a line of text, cut to *room* pixels, without a gap."""
        shown = text if room is None else fitted(text, size, room)
        if shown:
            line = one_line(shown, size, colour, self._ground, size + 4, theme=self.theme)
            self.image(line, gap=0)

    def word(self, word: str, size: int, colour: Rgb, room: int) -> None:
        """Put a word or sentence without a gap, smaller if wider than *room* pixels."""
        self.text(word, size_to_fit(word, size, room), colour)

    def name(self, text: str, sizes: NameSizes, colour: Rgb, room: int) -> None:
        """Put a name on one line, on two if it is too long, cut if it is still too long.

        The largest size that fits is used.
        """
        for size in sizes.one_line:
            if text_width(text, size) <= room:
                self.text(text, size, colour)
                return
        size, lines = in_two_lines(text, sizes.two_lines, room)
        pitch = size + 2
        top = self._middle - len(lines) * pitch // 2
        for at, line in enumerate(lines):
            written = one_line(line, size, colour, self._ground, pitch, self.theme)
            self._canvas.put(written, self.x, top + at * pitch)

    def points(
        self, text: str, colour: Colour, size: PlateSize, *, gap: int = 5, edge: Rgb | None = None
    ) -> None:
        """Put a number of points on a plate of its sphere, after the sphere's symbol.

        The plate is :func:`points_width` wide.
        """
        theme, paint = self.theme, self.theme.of(colour)
        width = points_width(text, size)
        y = self._middle - size.height // 2
        frame = edge or theme.letters
        self._canvas.framed_box((self.x, y, width, size.height), paint, frame, _EDGE, 6)
        symbol = symbol_on(TILE_SYMBOLS[colour], size.symbol, theme.on(paint), paint, theme)
        self._canvas.put(symbol, self.x + _PAD, self._middle - size.symbol // 2)
        height = min(size.height - 2 * _EDGE, size.text + 4)
        written = one_line(text, size.text, theme.on(paint), paint, height, theme)
        x = self.x + _PAD + size.symbol + _BESIDE
        self._canvas.put(written, x, self._middle - written.height // 2)
        self.x += width + gap

    def absent(self, colour: Colour, size: int, gap: int = 6) -> None:
        """Put an empty place with a sphere's symbol, for an absent leader or building."""
        self.symbol(_ABSENT[colour], size, self.theme.rule, gap)

    def actions(self, left: int, size: int) -> None:
        """Put a point for each action of a turn, bright if it is left (R3.1)."""
        for number in range(_ACTIONS_A_TURN):
            self.symbol(pip, size, self.theme.gold if number < left else self.theme.night, gap=2)


def actions_width(size: int) -> int:
    """Return the width in pixels of :meth:`Row.actions`."""
    return _ACTIONS_A_TURN * (size + 2)
