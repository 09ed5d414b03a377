"""Pieces as values, and their sprites, drawn once for each size and theme."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, assert_never

from PIL import Image

from engine import Colour, Dynasty, Leader, Monument
from render.drawing.pen import Pen, Sheet
from render.drawing.text import write_centred
from render.drawing.theme import THEME, Rgb, Theme
from render.pieces import symbols, towers
from render.pieces.buildings import BUILDINGS
from render.pieces.symbols import DYNASTY_SYMBOLS, TILE_SYMBOLS


@dataclass(frozen=True, slots=True)
class Tile:
    """A face-up civilization tile (R1.2), with anything on it."""

    colour: Colour
    treasure: bool = False
    """True if a treasure is on it (R2.2)."""
    building: bool = False
    """True if the building of its colour is on it (R12.1)."""


@dataclass(frozen=True, slots=True)
class Building:
    """A civilization building by itself (R12.1)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Unification:
    """The unification tile over a tile of this colour (R5.4)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Catastrophe:
    """A catastrophe tile (R10)."""


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The back of a civilization tile: under a monument (R8.5), or in a hand."""

    treasure: bool = False


@dataclass(frozen=True, slots=True)
class MonumentPart:
    """A quarter of a monument on its face-down tile: *across* and *down* are 0 or 1 (R8.1)."""

    monument: Monument
    across: int
    down: int
    treasure: bool = False


@dataclass(frozen=True, slots=True)
class Ziggurat:
    """The ziggurat by itself (R13)."""


@dataclass(frozen=True, slots=True)
class ZigguratPart:
    """A part of the ziggurat on its face-down tile: *across* and *down* are 0 to 2 (R13.1)."""

    across: int
    down: int
    treasure: bool = False


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure by itself (R9)."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """A dynasty's sign on a light disc with its rim: a player (R1.4)."""

    dynasty: Dynasty


@dataclass(frozen=True, slots=True)
class Standing:
    """A leader on the board with its strength before tiles are added."""

    leader: Leader
    strength: int
    in_revolt: bool = False
    """True for the strength in a revolt (R6.2), False for a war (R7.3)."""


Piece: TypeAlias = (
    Tile
    | Building
    | Unification
    | Catastrophe
    | FaceDown
    | MonumentPart
    | Monument
    | ZigguratPart
    | Ziggurat
    | Treasure
    | Emblem
    | Standing
    | Leader
)


_PLAIN = 40
"""The minimum size in pixels of monuments drawn with their smaller parts."""


@lru_cache(maxsize=1024)
def sprite(piece: Piece, size: int, theme: Theme = THEME) -> Image.Image:
    """Return the piece on a transparent ground, *size* pixels square, mode ``RGBA``."""
    if isinstance(piece, MonumentPart):
        whole = sprite(piece.monument, 2 * size, theme)
        return _part(whole, piece.across, piece.down, size, _gem_if(piece.treasure, size, theme))
    if isinstance(piece, ZigguratPart):
        whole = sprite(Ziggurat(), 3 * size, theme)
        return _part(whole, piece.across, piece.down, size, _gem_if(piece.treasure, size, theme))
    if isinstance(piece, Standing):
        return _standing(piece, size, theme)
    sheet = Sheet(size, theme)
    _draw(sheet.pen, piece, size)
    return sheet.sprite()


def _draw(
    pen: Pen,
    piece: Tile
    | Building
    | Unification
    | Catastrophe
    | FaceDown
    | Monument
    | Ziggurat
    | Treasure
    | Emblem
    | Leader,
    size: int,
) -> None:
    theme = pen.theme
    match piece:
        case Leader(dynasty, colour):
            _leader(pen, dynasty, colour)
        case Monument():
            draw = towers.small_monument if size < _PLAIN else towers.monument
            draw(pen, piece)
        case Ziggurat():
            towers.ziggurat(pen)
        case Tile(colour, treasure, building):
            _tile(pen, colour, building=building)
            if treasure:
                _treasure(pen)
        case Building(colour):
            BUILDINGS[colour](pen.inside(4, 4, 92))
        case Unification(colour):
            _slab(pen, theme.bronze)
            symbols.joining_arrows(pen.inside(7, 7, 86), theme.cream, theme.bronze)
            _tile(pen.inside(19, 19, 62), colour)
        case Catastrophe():
            _slab(pen, theme.ash)
            symbols.fracture(pen.inside(8, 8, 84), theme.ink, theme.ash)
            symbols.fracture(pen.inside(26, 26, 48), theme.ember, theme.ash)
        case FaceDown(treasure):
            _back(pen)
            if treasure:
                _treasure(pen)
        case Treasure():
            symbols.treasure(pen)
        case Emblem(dynasty):
            _disc(pen, dynasty, theme.cream)
            DYNASTY_SYMBOLS[dynasty](pen.inside(21, 21, 58), theme.ink, theme.cream)
        case _:
            assert_never(piece)


def _slab(pen: Pen, colour: Rgb) -> None:
    """Draw a square tile with a lit upper and a shaded lower edge."""
    theme = pen.theme
    pen.cut_box(5, 5, 90, 90, theme.ink)
    pen.cut_box(8.5, 8.5, 83, 83, theme.shade(colour))
    pen.cut_box(8.5, 8.5, 83, 80, theme.light(colour))
    pen.box(8.5, 12, 83, 76, colour)


def _tile(pen: Pen, colour: Colour, *, building: bool = False) -> None:
    theme = pen.theme
    _slab(pen, theme.of(colour))
    symbol = TILE_SYMBOLS[colour]
    if building:
        symbol(pen.inside(11, 12, 34), theme.cream, theme.of(colour))
        BUILDINGS[colour](pen.inside(30, 27, 66))
    else:
        symbol(pen.inside(18, 17, 64), theme.cream, theme.of(colour))


def _treasure(pen: Pen) -> None:
    symbols.treasure(pen.inside(54, 1, 46))


def _back(pen: Pen) -> None:
    theme = pen.theme
    _slab(pen, theme.clay)
    pen.frame(18, 5, theme.clay_line, theme.clay, 6)
    for inset in (32, 44):
        pen.polygon(
            [(50, inset), (100 - inset, 50), (50, 100 - inset), (inset, 50)],
            theme.clay_line if inset == 32 else theme.clay,
        )


def _disc(pen: Pen, dynasty: Dynasty, ground: Rgb) -> None:
    """Draw a disc as large as its space, with the dynasty's rim and a light edge."""
    theme = pen.theme
    rim = theme.rim_of(dynasty)
    edge = ((50.0, theme.cream), (47.2, theme.ink), (46.0, rim), (39.5, theme.ink), (38.0, ground))
    for radius, paint in edge:
        pen.ellipse(50, 50, radius, radius, paint)


def _leader(pen: Pen, dynasty: Dynasty, colour: Colour) -> None:
    """Draw a disc in the sphere's colour with the dynasty's sign, the sphere's tile in a corner."""
    theme = pen.theme
    paint, cream = theme.of(colour), theme.cream
    _disc(pen, dynasty, paint)
    DYNASTY_SYMBOLS[dynasty](pen.inside(20, 11, 60), cream, paint)
    corner = pen.inside(0, 66, 34)
    corner.box(0, 0, 100, 100, theme.ink, radius=22)
    corner.box(7, 7, 86, 86, cream, radius=18)
    TILE_SYMBOLS[colour](corner.inside(14, 14, 72), theme.ink, cream)


def _standing(piece: Standing, size: int, theme: Theme) -> Image.Image:
    """Return a leader: the dynasty's sign as large as possible, the strength in a corner.

    On a phone this is 23 pixels wide, with no room for more.
    """
    sheet = Sheet(size, theme)
    pen = sheet.pen
    dynasty, colour = piece.leader
    ground, figure, paint = theme.of(colour), str(piece.strength), theme.ink
    for radius, ring in ((50, theme.ink), (48, theme.rim_of(dynasty)), (43.5, theme.ink)):
        pen.ellipse(50, 50, radius, radius, ring)
    pen.ellipse(50, 50, 42.5, 42.5, ground)
    DYNASTY_SYMBOLS[dynasty](pen.inside(11, 6, 66), theme.cream, ground)
    wide = 41 if len(figure) == 1 else 58
    left = 100 - wide
    if piece.in_revolt:
        paint = theme.cream
        pen.polygon([(left - 8, 63), (100 - wide / 2, 34), (108, 63)], theme.ink)
        pen.box(left, 55, wide, 45, theme.ink)
        pen.polygon([(left, 60), (100 - wide / 2, 40), (100, 60)], theme.red)
        pen.box(left + 3, 59, wide - 5, 39, theme.red)
    else:
        pen.box(left, 55, wide, 45, theme.ink, radius=10)
        pen.box(left + 3, 58, wide - 5, 40, theme.cream, radius=8)
    image = sheet.sprite()
    height = theme.figure * size / theme.cell * (1 if len(figure) == 1 else 0.82)
    write_centred(image, figure, int(height), paint, (1 - wide / 200, 0.78))
    return image


def _gem_if(treasure: bool, size: int, theme: Theme) -> Image.Image | None:  # noqa: FBT001
    if not treasure:
        return None
    sheet = Sheet(size, theme)
    _treasure(sheet.pen)
    return sheet.sprite()


def _part(
    whole: Image.Image, across: int, down: int, size: int, gem: Image.Image | None
) -> Image.Image:
    """Return one space's share of a piece that covers several."""
    x, y = across * size, down * size
    part = whole.crop((x, y, x + size, y + size))
    if gem is not None:
        part.alpha_composite(gem)
    return part
