"""Pieces as emojis, legible about 22 pixels high, beside a line of text.

They are shown on dark and on light ground, and cannot be zoomed. So each fills its square with one
large sign, as on the board, and has a light rim; smaller parts are left out.
"""

from functools import lru_cache
from io import BytesIO
from typing import TypeAlias, assert_never

from engine import Dynasty, Leader
from render.drawing.pen import Pen, Sheet
from render.drawing.theme import THEME, Rgb, mix
from render.pieces import symbols
from render.pieces.buildings import BUILDINGS
from render.pieces.sprites import Building, Catastrophe, Emblem, Tile, Treasure
from render.pieces.symbols import DYNASTY_SYMBOLS, TILE_SYMBOLS

EmojiPiece: TypeAlias = Tile | Building | Leader | Emblem | Catastrophe | Treasure
"""The pieces that have an emoji, without anything on a tile."""

_SIZE = 128
"""The maximum size in pixels that Discord stores."""


@lru_cache(maxsize=64)
def emoji_png(piece: EmojiPiece) -> bytes:
    """Return the piece as a PNG of 128 × 128 pixels, transparent around it."""
    sheet = Sheet(_SIZE, THEME)
    _draw(sheet.pen, piece)
    written = BytesIO()
    sheet.sprite().save(written, "PNG")
    return written.getvalue()


def _draw(pen: Pen, piece: EmojiPiece) -> None:
    theme = pen.theme
    match piece:
        case Tile(colour):
            paint = theme.of(colour)
            _slab(pen, paint)
            TILE_SYMBOLS[colour](pen.inside(14, 14, 72), theme.cream, paint)
        case Building(colour):
            _slab(pen, theme.cream, rim=theme.of(colour))
            BUILDINGS[colour](pen.inside(8, 6, 84))
        case Leader(dynasty, colour):
            paint = theme.of(colour)
            _disc(pen, dynasty, paint)
            DYNASTY_SYMBOLS[dynasty](pen.inside(18, 18, 64), theme.cream, paint)
        case Emblem(dynasty):
            _disc(pen, dynasty, theme.cream)
            DYNASTY_SYMBOLS[dynasty](pen.inside(18, 18, 64), theme.ink, theme.cream)
        case Catastrophe():
            _slab(pen, theme.ink)
            symbols.fracture(pen.inside(8, 8, 84), theme.ember, theme.ink)
        case Treasure():
            symbols.treasure(pen)
        case _:
            assert_never(piece)


def _slab(pen: Pen, paint: Rgb, rim: Rgb | None = None) -> None:
    """Draw a square as large as possible, with a rim that is visible on dark ground too."""
    pen.box(1, 1, 98, 98, rim or mix(paint, pen.theme.cream, 0.6), radius=20)
    pen.box(7, 7, 86, 86, paint, radius=15)


def _disc(pen: Pen, dynasty: Dynasty, paint: Rgb) -> None:
    """Draw a disc as large as possible, with the dynasty's rim between light and dark."""
    theme = pen.theme
    rims = ((50.0, theme.pale), (47.0, theme.rim_of(dynasty)), (40.0, theme.ink), (37.5, paint))
    for radius, ring in rims:
        pen.ellipse(50, 50, radius, radius, ring)
