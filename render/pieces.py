"""Pieces as values, and what each looks like: sprites, drawn once for each size and theme."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, assert_never

from PIL import Image

from engine import Colour, Dynasty, Leader, Monument
from render import symbols, towers
from render.buildings import BUILDINGS
from render.pen import Pen, Sheet
from render.symbols import DYNASTY_SYMBOLS, TILE_SYMBOLS
from render.text import inked
from render.theme import THEME, Rgb, Theme, mix


@dataclass(frozen=True, slots=True)
class Tile:
    """A face-up civilization tile (R1.2), with what lies or stands on it."""

    colour: Colour
    treasure: bool = False
    """Whether a treasure lies on it (R2.2)."""
    building: bool = False
    """Whether the building of its colour stands on it (R12.1)."""


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
    """A dynasty's symbol on a light disc: a player (R1.4)."""

    dynasty: Dynasty


@dataclass(frozen=True, slots=True)
class Standing:
    """A leader on the board with its strengths before tiles are added."""

    leader: Leader
    temples: int
    """For an internal conflict (R6.2)."""
    supporters: int
    """For an external conflict (R7.3)."""


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
"""Monuments of fewer pixels are drawn without their smaller parts."""


@lru_cache(maxsize=512)
def sprite(piece: Piece, size: int, theme: Theme = THEME) -> Image.Image:
    """The piece on a transparent ground, *size* pixels square, mode ``RGBA``."""
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
            _tile(pen.inside(25, 25, 50), colour)
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
            _disc(pen, (50, 50), 48, theme.bronze)
            DYNASTY_SYMBOLS[dynasty](pen.inside(18, 18, 64), theme.ink, theme.wood)
        case _:
            assert_never(piece)


def _slab(pen: Pen, colour: Rgb) -> None:
    """A square tile with a lit upper and a shaded lower edge."""
    theme = pen.theme
    pen.box(5, 5, 90, 90, theme.ink, radius=11)
    pen.box(8, 8, 84, 84, mix(colour, theme.ink, 0.45), radius=9)
    pen.box(8, 8, 84, 80, mix(colour, theme.white, 0.24), radius=9)
    pen.box(8, 11, 84, 77, colour, radius=7)


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


def _disc(pen: Pen, centre: tuple[float, float], radius: float, colour: Rgb) -> None:
    """A wooden disc with a coloured rim."""
    for share, paint in ((1.0, pen.theme.ink), (0.94, colour), (0.79, pen.theme.wood)):
        pen.ellipse(*centre, radius * share, radius * share, paint)


def _leader(pen: Pen, dynasty: Dynasty, colour: Colour) -> None:
    """The dynasty's symbol in the sphere's colour; the sphere's tile as a badge tells the role."""
    paint, cream = pen.theme.of(colour), pen.theme.cream
    _disc(pen, (50, 50), 48, paint)
    DYNASTY_SYMBOLS[dynasty](pen.inside(20, 18, 57), paint, pen.theme.wood)
    badge = pen.inside(58, 58, 42)
    badge.box(0, 0, 100, 100, cream, radius=22)
    badge.box(7, 7, 86, 86, paint, radius=17)
    TILE_SYMBOLS[colour](badge.inside(18, 17, 64), cream, paint)


def _standing(piece: Standing, size: int, theme: Theme) -> Image.Image:
    """The leader's disc; below it temples beside, then the role's symbol and supporters."""
    dynasty, colour = piece.leader
    paint, cream = theme.of(colour), theme.cream
    sheet = Sheet(size, theme)
    pen = sheet.pen
    _disc(pen, (50, 38), 37, paint)
    DYNASTY_SYMBOLS[dynasty](pen.inside(26, 11, 48), paint, theme.wood)
    pen.polygon([(0, 64), (16, 49), (32, 64)], cream)
    pen.box(0, 58, 32, 42, cream, radius=7)
    pen.polygon([(6, 64), (16, 54), (26, 64)], theme.red)
    pen.box(3, 61, 26, 36, theme.red, radius=5)
    pen.box(33, 58, 67, 42, cream, radius=7)
    pen.box(36, 61, 61, 36, paint, radius=5)
    wide = piece.supporters > 9
    TILE_SYMBOLS[colour](pen.inside(37.5, 65, 22 if wide else 28), cream, paint)
    image = sheet.sprite()
    _write(image, str(piece.temples), (0.16, 0.79), theme, theme.red)
    _write(image, str(piece.supporters), (0.785 if wide else 0.81, 0.79), theme, paint)
    return image


def _write(
    image: Image.Image, text: str, middle: tuple[float, float], theme: Theme, ground: Rgb
) -> None:
    """Write a figure with its middle at *middle*, as shares of the image."""
    size = round(theme.figure * image.width / theme.cell)
    cover = inked(text, size if len(text) == 1 else size * 5 // 7)
    x = round(middle[0] * image.width - cover.width / 2)
    y = round(middle[1] * image.height - cover.height / 2)
    image.paste(theme.on(ground), (x, y, x + cover.width, y + cover.height), cover)


def _gem_if(treasure: bool, size: int, theme: Theme) -> Image.Image | None:  # noqa: FBT001
    if not treasure:
        return None
    sheet = Sheet(size, theme)
    _treasure(sheet.pen)
    return sheet.sprite()


def _part(
    whole: Image.Image, across: int, down: int, size: int, gem: Image.Image | None
) -> Image.Image:
    """One space's share of something that stands on several."""
    x, y = across * size, down * size
    part = whole.crop((x, y, x + size, y + size))
    if gem is not None:
        part.alpha_composite(gem)
    return part
