"""Layers of a space: marks, ghosts, and the joints of kingdoms below its piece."""

from functools import lru_cache
from typing import assert_never

from PIL import Image

from render.board.kingdoms import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    Joints,
    Role,
)
from render.board.marks import (
    Choice,
    Fighting,
    Forced,
    Gone,
    Illegal,
    Legal,
    Mark,
    Placed,
    Supporter,
    Tally,
    TreasureTaken,
)
from render.drawing.pen import Pen, Sheet
from render.drawing.text import text_width, write_centred
from render.drawing.theme import Rgb, Theme
from render.pieces.sprites import Piece, Tile, sprite
from render.pieces.symbols import gem, shield, sword, tick

_GHOST = 0.55
_DASHES = 5
ROUND = 59
"""The radius of the ring around a defender: it reaches beyond its space on all four sides."""


@lru_cache(maxsize=512)
def joints(joint: Joints, theme: Theme) -> Image.Image:
    """Return a kingdom's ground and border on a space, on a transparent ground."""
    sheet = Sheet(theme.cell, theme)
    pen = sheet.pen
    weight = theme.border * 100 / theme.cell
    far = 100 - weight
    if joint.inside:
        ground, line = theme.realm, _line_of(joint.role, theme)
        if joint.role in {Role.ATTACKER, Role.DEFENDER}:
            ground, line = line, theme.realm_line  # a line alone is hard to see on light land
        pen.box(0, 0, 100, 100, ground)
        for side, box in _sides(weight).items():
            if joint.edges & side:
                pen.box(*box, line)
        for corner, x, y in (
            (NORTH_EAST, far, 0.0),
            (SOUTH_EAST, far, far),
            (SOUTH_WEST, 0.0, far),
            (NORTH_WEST, 0.0, 0.0),
        ):
            if joint.edges & corner:
                pen.box(x, y, weight, weight, line)
    for side, role in joint.beside:
        pen.box(*_sides(weight)[side], _line_of(role, theme))
    return sheet.sprite()


def _line_of(role: Role, theme: Theme) -> Rgb:
    match role:
        case Role.NONE:
            return theme.realm_line
        case Role.ASKED:
            return theme.gold
        case Role.ATTACKER:
            return theme.ember
        case Role.DEFENDER:
            return theme.cream
        case _:
            assert_never(role)


def _sides(weight: float) -> dict[int, tuple[float, float, float, float]]:
    far = 100 - weight
    return {
        NORTH: (0.0, 0.0, 100.0, weight),
        EAST: (far, 0.0, weight, 100.0),
        SOUTH: (0.0, far, 100.0, weight),
        WEST: (0.0, 0.0, weight, 100.0),
    }


@lru_cache(maxsize=128)
def faded(piece: Piece, theme: Theme, share: float = _GHOST) -> Image.Image:
    """Return a translucent piece, for one that was here a moment ago."""
    ghost = sprite(piece, theme.cell, theme).copy()
    ghost.putalpha(ghost.getchannel("A").point(lambda alpha: round(alpha * share)))
    return ghost


@lru_cache(maxsize=512)
def overlay(mark: Mark, theme: Theme, *, planned: bool, occupied: bool) -> Image.Image:
    """Return the mark on a transparent ground; *planned* ones have dashed lines."""
    sheet = Sheet(theme.cell, theme)
    pen = sheet.pen
    match mark:
        case Placed(open_sides):
            if planned:
                _edges(pen, open_sides, theme.cream, theme.frame + 2)
                _edges(pen, open_sides, theme.mark, theme.frame, dashed=True)
        case Choice(open_sides, name):
            _edges(pen, open_sides, theme.ink, theme.frame + 3)
            _edges(pen, open_sides, theme.gold, theme.frame + 1)
            if name:
                return _named(sheet, name, theme, occupied=True)
        case Forced():
            _edges(pen, "", theme.ink, theme.frame)
            _edges(pen, "", theme.gold, theme.frame, dashed=True)
            _ticked(pen)
        case Fighting():
            pass  # drawn by underlay
        case Supporter(attacks, lost):
            _supporter(pen, attacks=attacks, lost=lost)
        case Gone(piece):
            _gone(pen, piece)
        case TreasureTaken():
            box = pen.inside(54, 1, 46)
            gem(box, theme.mark, theme.mark)
            gem(box.inside(13, 12, 74), theme.cream, theme.cream)
        case Legal(name, one_of_many):
            if one_of_many and not occupied:
                image = sheet.sprite()
                _write(image, name, theme.space_text, theme.ink, (0.5, 0.5))
                return image
            if occupied:
                _edges(pen, "", theme.ink, theme.frame + 1)
                _edges(pen, "", theme.gold, theme.frame - 1)
            return _named(sheet, name, theme, occupied=occupied)
        case Illegal(letter):
            return _refused(sheet, letter, theme, occupied=occupied)
        case Tally():
            return _tally(sheet, mark, theme)
        case _:
            assert_never(mark)
    return sheet.sprite()


@lru_cache(maxsize=64)
def underlay(mark: Mark, theme: Theme, *, planned: bool, leader: bool) -> Image.Image:
    """Return the part of a mark below the piece: the ground of new and fighting pieces.

    A *leader* to choose from has a gold ground, because it would hide a frame.
    """
    sheet = Sheet(theme.cell, theme)
    pen = sheet.pen
    match mark:
        case Placed() if not planned:
            pen.box(0, 0, 100, 100, theme.cream)
        case Choice() if leader:
            pen.box(0, 0, 100, 100, theme.gold)
        case Fighting(attacks=True):
            pen.box(0, 0, 100, 100, theme.ember)
        case Fighting(attacks=False):
            pen.ellipse(50, 50, ROUND + 3.5, ROUND + 3.5, theme.ink)
            pen.ellipse(50, 50, ROUND, ROUND, theme.cream)
        case _:
            pass  # nothing below the piece
    return sheet.sprite()


def _supporter(pen: Pen, *, attacks: bool, lost: bool) -> None:
    """Draw a corner for the attacker's, a disc for the defender's; safe ones are hollow."""
    ink = pen.theme.ink
    if attacks:
        pen.polygon([(0, 0), (66, 0), (0, 66)], ink)
        pen.polygon([(0, 0), (60, 0), (0, 60)], pen.theme.cream)
        pen.polygon([(4, 4), (46, 4), (4, 46)], pen.theme.ember)
        if not lost:
            pen.polygon([(10, 10), (29, 10), (10, 29)], ink)
    else:
        pen.ellipse(24, 76, 24, 24, ink)
        pen.ellipse(24, 76, 20, 20, pen.theme.cream)
        if not lost:
            pen.ellipse(24, 76, 11, 11, ink)


def _ticked(pen: Pen) -> None:
    """Draw a plate with a tick for a treasure that is taken in any case."""
    theme = pen.theme
    corner = pen.inside(2, 54, 44)
    corner.box(0, 0, 100, 100, theme.ink, radius=50)
    corner.box(9, 9, 82, 82, theme.cream, radius=41)
    tick(corner.inside(26, 26, 48), theme.ink, theme.cream)


def _gone(pen: Pen, piece: Piece) -> None:
    """Draw a cross for a piece that left the game, a broken ring for one back with its player."""
    theme = pen.theme
    if isinstance(piece, Tile):
        for colour, weight in ((theme.cream, 13), (theme.mark, 7)):
            pen.line([(24, 24), (76, 76)], colour, weight)
            pen.line([(76, 24), (24, 76)], colour, weight)
    else:
        for start in range(0, 360, 45):
            pen.arc((50, 50), 45, (start, start + 28), theme.mark, 8)


def _named(sheet: Sheet, name: str, theme: Theme, *, occupied: bool) -> Image.Image:
    """Draw the space's name on light ground; on a piece, in its lower half."""
    pen = sheet.pen
    if occupied:
        pen.box(3, 51, 94, 46, theme.cream)
    else:
        pen.box(3, 3, 94, 94, theme.cream)
    image = sheet.sprite()
    short = len(name) <= (1 if occupied else 2)
    size = theme.large_space_text if short else theme.space_text
    _write(image, name, size, theme.ink, (0.5, 0.73 if occupied else 0.5))
    return image


def _refused(sheet: Sheet, letter: str, theme: Theme, *, occupied: bool) -> Image.Image:
    """Draw the letter of a reason, less prominent than the plate of a legal space."""
    pen = sheet.pen
    if occupied:
        pen.box(58, 58, 42, 42, theme.realm_line, radius=21)
        pen.box(62, 62, 34, 34, theme.pale, radius=17)
    else:
        pen.box(21, 21, 58, 58, theme.realm_line, radius=29)
        pen.box(24, 24, 52, 52, theme.pale, radius=26)
    image = sheet.sprite()
    size = theme.space_text * (4 if occupied else 5) // 6
    middle = 0.79 if occupied else 0.5
    _write(image, letter, size, theme.ink, (middle, middle))
    return image


def _tally(sheet: Sheet, tally: Tally, theme: Theme) -> Image.Image:
    """Draw a plate with a party's sign above its figures: sharp corners for the attacker."""
    pen = sheet.pen
    ground, paint = theme.ember if tally.attacks else theme.cream, theme.ink
    if tally.won is not None:
        ground, paint = (theme.mark, theme.cream) if tally.won else (theme.pale, theme.ink)
    radius = 0 if tally.attacks else 34
    pen.box(1, 1, 98, 98, theme.ink, radius=radius)
    pen.box(5, 5, 90, 90, ground, radius=max(0, radius - 4))
    sign = sword if tally.attacks else shield
    sign(pen.inside(31, 9, 38), paint, ground)
    image = sheet.sprite()
    _write(image, tally.figures, theme.badge, paint, (0.5, 0.71))
    return image


def _write(
    image: Image.Image, text: str, size: int, paint: Rgb, middle: tuple[float, float]
) -> None:
    """Write centred at *middle*, as shares of the image, as large as there is room."""
    while text_width(text, size) > 0.86 * image.width:
        size -= 1
    write_centred(image, text, size, paint, middle)


def _edges(pen: Pen, open_sides: str, colour: Rgb, weight: int, *, dashed: bool = False) -> None:
    """Draw lines *weight* pixels wide along the edges of a space, except the open ones."""
    width = weight * 100 / pen.theme.cell
    for side, (x, y, across, down) in zip("nesw", _sides(width).values(), strict=True):
        if side in open_sides:
            continue
        if not dashed:
            pen.box(x, y, across, down, colour)
            continue
        length = 100 / (2 * _DASHES - 1)
        for at in range(_DASHES):
            if side in "ns":
                pen.box(2 * at * length, y, length, down, colour)
            else:
                pen.box(x, 2 * at * length, across, length, colour)
