"""Pieces as values, and what each looks like: sprites, drawn once for each size."""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from PIL import Image

from engine import Colour, Dynasty, Leader, Monument
from render import symbols
from render.pen import Pen, Sheet
from render.symbols import DYNASTY_SYMBOLS, TILE_SYMBOLS
from render.theme import THEME, Rgb, mix


@dataclass(frozen=True, slots=True)
class Tile:
    """A face-up civilization tile (R1.2), perhaps with a treasure on it (R2.2)."""

    colour: Colour
    treasure: bool = False


@dataclass(frozen=True, slots=True)
class Unification:
    """The unification tile over a tile of this colour (R5.4)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Catastrophe:
    """A catastrophe tile (R10)."""


@dataclass(frozen=True, slots=True)
class FaceDown:
    """The back of a civilization tile: under a monument (R8.5), or in somebody's hand."""

    treasure: bool = False


@dataclass(frozen=True, slots=True)
class MonumentPart:
    """A quarter of a monument on its face-down tile: *across* and *down* are 0 or 1 (R8.1)."""

    monument: Monument
    across: int
    down: int
    treasure: bool = False


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure by itself (R9)."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """A dynasty's symbol on a light disc: a player (R1.4)."""

    dynasty: Dynasty


Piece: TypeAlias = (
    Tile
    | Unification
    | Catastrophe
    | FaceDown
    | MonumentPart
    | Monument
    | Treasure
    | Emblem
    | Leader
)


@cache
def sprite(piece: Piece, size: int) -> Image.Image:
    """The piece on a transparent ground, *size* pixels square, mode ``RGBA``."""
    if isinstance(piece, MonumentPart):
        return _quarter(piece, size)
    sheet = Sheet(size)
    match piece:
        case Leader(dynasty, colour):
            _leader(sheet.pen, dynasty, colour)
        case Monument(first, second):
            _monument(sheet.pen, first, second)
        case Tile(colour, treasure):
            _tile(sheet.pen, colour)
            if treasure:
                _treasure(sheet.pen)
        case Unification(colour):
            _slab(sheet.pen, THEME.bronze)
            symbols.joining_arrows(sheet.pen.inside(7, 7, 86), THEME.cream, THEME.bronze)
            _tile(sheet.pen.inside(25, 25, 50), colour)
        case Catastrophe():
            _slab(sheet.pen, THEME.ash)
            symbols.fracture(sheet.pen.inside(8, 8, 84), THEME.ink, THEME.ash)
            symbols.fracture(sheet.pen.inside(26, 26, 48), THEME.ember, THEME.ash)
        case FaceDown(treasure):
            _back(sheet.pen)
            if treasure:
                _treasure(sheet.pen)
        case Treasure():
            symbols.treasure(sheet.pen)
        case Emblem(dynasty):
            _disc(sheet.pen, THEME.bronze)
            DYNASTY_SYMBOLS[dynasty](sheet.pen.inside(18, 18, 64), THEME.ink, THEME.wood)
    return sheet.sprite()


def _slab(pen: Pen, colour: Rgb) -> None:
    """A square tile with a lit upper and a shaded lower edge."""
    pen.box(2, 2, 96, 96, THEME.ink, radius=8)
    pen.box(5, 5, 90, 90, mix(colour, THEME.ink, 0.45), radius=6)
    pen.box(5, 5, 90, 86, mix(colour, THEME.white, 0.22), radius=6)
    pen.box(5, 9, 90, 82, colour, radius=4)


def _tile(pen: Pen, colour: Colour) -> None:
    _slab(pen, THEME.of(colour))
    TILE_SYMBOLS[colour](pen.inside(18, 17, 64), THEME.cream, THEME.of(colour))


def _treasure(pen: Pen) -> None:
    symbols.treasure(pen.inside(54, 1, 46))


def _back(pen: Pen) -> None:
    _slab(pen, THEME.clay)
    pen.frame(16, 5, THEME.clay_line, THEME.clay, 6)
    for inset in (32, 44):
        pen.polygon(
            [(50, inset), (100 - inset, 50), (50, 100 - inset), (inset, 50)],
            THEME.clay_line if inset == 32 else THEME.clay,
        )


def _disc(pen: Pen, colour: Rgb) -> None:
    """A wooden disc with a coloured rim."""
    pen.ellipse(50, 50, 48, 48, THEME.ink)
    pen.ellipse(50, 50, 45, 45, colour)
    pen.ellipse(50, 50, 38, 38, THEME.wood)


def _leader(pen: Pen, dynasty: Dynasty, colour: Colour) -> None:
    """The dynasty's symbol in the sphere's colour; the sphere's tile as a badge tells the role."""
    _disc(pen, THEME.of(colour))
    DYNASTY_SYMBOLS[dynasty](pen.inside(20, 18, 57), THEME.of(colour), THEME.wood)
    badge = pen.inside(58, 58, 42)
    badge.box(0, 0, 100, 100, THEME.cream, radius=22)
    badge.box(7, 7, 86, 86, THEME.of(colour), radius=17)
    TILE_SYMBOLS[colour](badge.inside(18, 17, 64), THEME.cream, THEME.of(colour))


def _monument(pen: Pen, first: Colour, second: Colour) -> None:
    """A stepped tower seen from above, halved from corner to corner into its two colours."""
    pen.box(1, 1, 98, 98, THEME.ink, radius=5)
    for step, inset in enumerate((5, 17, 29)):
        far = 100 - inset
        share = 0.22 if step % 2 else 0.0
        edge = THEME.ink if step else THEME.cream
        pen.box(inset - 2, inset - 2, far - inset + 4, far - inset + 4, edge)
        for colour, right_angle in ((first, inset), (second, far)):
            pen.polygon(
                [(far, inset), (right_angle, right_angle), (inset, far)],
                mix(THEME.of(colour), THEME.white, share),
            )
    pen.line([(95, 5), (5, 95)], THEME.cream, 2.5)
    for colour, corner in ((first, 13), (second, 55)):
        pen.ellipse(corner + 16, corner + 16, 18, 18, THEME.ink)
        pen.ellipse(corner + 16, corner + 16, 16.5, 16.5, THEME.of(colour))
        TILE_SYMBOLS[colour](pen.inside(corner + 6, corner + 6, 20), THEME.cream, THEME.of(colour))


def _quarter(part: MonumentPart, size: int) -> Image.Image:
    whole = sprite(part.monument, 2 * size)
    x, y = part.across * size, part.down * size
    quarter = whole.crop((x, y, x + size, y + size))
    if part.treasure:
        sheet = Sheet(size)
        _treasure(sheet.pen)
        quarter.alpha_composite(sheet.sprite())
    return quarter
