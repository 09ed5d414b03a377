"""What is drawn over a space: marks, ghosts, and the joints of kingdoms below its piece."""

from functools import lru_cache
from typing import assert_never

from PIL import Image

from engine import Cell
from render.kingdoms import (
    EAST,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    Joints,
    Part,
)
from render.marks import (
    AtStake,
    Choice,
    Fighting,
    Forced,
    Gone,
    Legal,
    Mark,
    Placed,
    TreasureTaken,
)
from render.pen import Pen, Sheet
from render.pieces import Piece, Tile, sprite
from render.symbols import gem
from render.text import inked, text_width
from render.theme import Rgb, Theme

_GHOST = 0.45
_DASHES = 5


@lru_cache(maxsize=512)
def joints(joint: Joints, theme: Theme) -> Image.Image:
    """A kingdom's ground and border on a space, on a transparent ground."""
    sheet = Sheet(theme.cell, theme)
    pen = sheet.pen
    weight = theme.border * 100 / theme.cell
    far = 100 - weight
    if joint.inside:
        pen.box(0, 0, 100, 100, theme.realm)
        line = _line_of(joint.part, theme)
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
    for side, part in joint.beside:
        pen.box(*_sides(weight)[side], _line_of(part, theme))
    return sheet.sprite()


def _line_of(part: Part, theme: Theme) -> Rgb:
    match part:
        case Part.NONE:
            return theme.realm_line
        case Part.ASKED:
            return theme.ink
        case Part.ATTACKER:
            return theme.ember
        case Part.DEFENDER:
            return theme.white
        case _:
            assert_never(part)


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
    """The piece, see-through: it was here a moment ago."""
    ghost = sprite(piece, theme.cell, theme).copy()
    ghost.putalpha(ghost.getchannel("A").point(lambda alpha: round(alpha * share)))
    return ghost


@lru_cache(maxsize=512)
def overlay(mark: Mark, cell: Cell, theme: Theme, *, planned: bool, occupied: bool) -> Image.Image:
    """The mark on a transparent ground; *planned* ones have dashed lines."""
    sheet = Sheet(theme.cell, theme)
    pen = sheet.pen
    weight = theme.frame
    match mark:
        case Placed(open_sides):
            _edges(pen, open_sides, theme.white, weight + 2)
            _edges(pen, open_sides, theme.mark, weight, dashed=planned)
        case Choice(open_sides, letter):
            _edges(pen, open_sides, theme.ink, weight + 2)
            _edges(pen, open_sides, theme.gold, weight)
            if letter:
                return _named(sheet, letter, theme, occupied=True)
        case Forced():
            _edges(pen, "", theme.ink, weight + 2)
            _edges(pen, "", theme.gold, weight, dashed=True)
        case Fighting():
            _edges(pen, "", theme.ink, weight + 2)
            _edges(pen, "", theme.ember, weight)
        case AtStake():
            pen.polygon([(4, 4), (49, 4), (4, 49)], theme.ink)
            pen.polygon([(7, 7), (40, 7), (7, 40)], theme.ember)
        case Gone(piece):
            _gone(pen, piece)
        case TreasureTaken():
            box = pen.inside(54, 1, 46)
            gem(box, theme.mark, theme.mark)
            gem(box.inside(13, 12, 74), theme.cream, theme.cream)
        case Legal():
            if occupied:
                _edges(pen, "", theme.ink, weight + 1)
                _edges(pen, "", theme.gold, weight - 1)
            return _named(sheet, str(cell), theme, occupied=occupied)
        case _:
            assert_never(mark)
    return sheet.sprite()


def _gone(pen: Pen, piece: Piece) -> None:
    """A cross for what left the game, a broken ring for what somebody has again."""
    theme = pen.theme
    if isinstance(piece, Tile):
        for colour, weight in ((theme.white, 15), (theme.mark, 9)):
            pen.line([(24, 24), (76, 76)], colour, weight)
            pen.line([(76, 24), (24, 76)], colour, weight)
    else:
        for start in range(0, 360, 45):
            pen.arc((50, 50), 45, (start, start + 28), theme.mark, 8)


def _named(sheet: Sheet, name: str, theme: Theme, *, occupied: bool) -> Image.Image:
    """A plate with the space's name: the whole of an empty space, the lower half of another."""
    pen, size = sheet.pen, theme.cell
    plate = theme.plate
    if occupied:
        pen.box(2, 48, 96, 50, theme.ink, radius=10)
        pen.box(5, 51, 90, 44, plate, radius=8)
    else:
        pen.box(5, 5, 90, 90, theme.ink, radius=16)
        pen.box(8, 8, 84, 84, plate, radius=13)
    image = sheet.sprite()
    short = len(name) <= (1 if occupied else 2)
    text = theme.large_space_text if short else theme.space_text
    while text_width(name, text) > 0.86 * size:
        text -= 1
    cover = inked(name, text)
    x, y = (size - cover.width) // 2, round(size * (0.73 if occupied else 0.5) - cover.height / 2)
    image.paste(theme.ink, (x, y, x + cover.width, y + cover.height), cover)
    return image


def _edges(pen: Pen, open_sides: str, colour: Rgb, weight: int, *, dashed: bool = False) -> None:
    """Lines *weight* pixels wide along the edges of a space, but for the open ones."""
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
