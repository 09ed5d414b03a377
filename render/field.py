"""The board with everything on it: pieces, and marks."""

import math
from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import Image

from engine import Board, Cell, Colour, Contender, Event, Leader, View, cells_of, square_cells
from render.canvas import Canvas
from render.ground import corner_of, ground, ground_colours
from render.marks import (
    Choice,
    Fighting,
    Gone,
    Mark,
    Placed,
    TreasureTaken,
    contenders,
    marks_of,
    moves_of,
)
from render.palette import to_indices
from render.pen import Pen, Sheet
from render.pieces import (
    Catastrophe,
    FaceDown,
    MonumentPart,
    Piece,
    Tile,
    Unification,
    sprite,
)
from render.symbols import gem
from render.text import one_line
from render.theme import THEME, Rgb

_GHOST = 0.45
_BADGE_HEIGHT = 26


def draw_field(canvas: Canvas, view: View, events: Sequence[Event], top: int) -> None:
    """Draw the board with its margins, *top* pixels from the upper edge of the picture."""
    layout = view.board.layout.name
    canvas.put(ground(layout), 0, top)
    pieces = pieces_on(view.board)
    marks = marks_of(events, view.decision)
    for cell in pieces.keys() | marks.keys():
        x, y = corner_of(cell)
        canvas.put(_space(layout, cell, pieces.get(cell), marks.get(cell, ())), x, y + top)
    for origin, destination in moves_of(events):
        _arrow(canvas, origin, destination, top)
    for contender in contenders(view.decision):
        _draw_strength(canvas, contender, top)


def pieces_on(board: Board) -> dict[Cell, Piece]:
    """What lies on each space that is not empty."""
    pieces: dict[Cell, Piece] = {}
    treasures = board.treasures
    for colour in Colour:
        for cell in cells_of(board.tiles[colour]):
            pieces[cell] = Tile(colour, treasure=bool(treasures & cell.bit))
    for cell in cells_of(board.facedown):
        pieces[cell] = FaceDown(treasure=bool(treasures & cell.bit))
    for monument, corner in board.built():
        for place, cell in enumerate(square_cells(corner)):
            pieces[cell] = MonumentPart(
                monument, place % 2, place // 2, treasure=bool(treasures & cell.bit)
            )
    for cell in cells_of(board.catastrophes):
        pieces[cell] = Catastrophe()
    pieces.update((cell, leader) for leader, cell in board.standing())
    if board.unification is not None:
        for cell in cells_of(board.unification_mask):
            pieces[cell] = Unification(board.unification[0])
    return pieces


@lru_cache(maxsize=4096)
def _space(layout: str, cell: Cell, piece: Piece | None, marks: tuple[Mark, ...]) -> Image.Image:
    """One space of the board with what lies on it, as indices: made once, then reused."""
    x, y = corner_of(cell)
    size = THEME.cell
    image = ground_colours(layout).crop((x, y, x + size, y + size))
    if piece is not None:
        _lay(image, sprite(piece, size))
    for mark in marks:
        if isinstance(mark, Gone) and piece is None:
            _lay(image, _ghost(mark.piece))
        _lay(image, _overlay(mark))
    return to_indices(image)


def _lay(image: Image.Image, piece: Image.Image) -> None:
    image.paste(piece, (0, 0), piece)


@cache
def _ghost(piece: Tile | Leader) -> Image.Image:
    """The piece, faded."""
    faded = sprite(piece, THEME.cell).copy()
    faded.putalpha(faded.getchannel("A").point(lambda alpha: round(alpha * _GHOST)))
    return faded


@cache
def _overlay(mark: Mark) -> Image.Image:
    """The mark on a transparent ground."""
    sheet = Sheet(THEME.cell)
    pen = sheet.pen
    match mark:
        case Placed(open_sides):
            _edges(pen, open_sides, THEME.white, THEME.frame + 2)
            _edges(pen, open_sides, THEME.mark, THEME.frame)
        case Choice(open_sides):
            _edges(pen, open_sides, THEME.ink, THEME.frame + 2)
            _edges(pen, open_sides, THEME.gold, THEME.frame)
        case Fighting():
            _edges(pen, "", THEME.ink, THEME.frame + 2)
            _edges(pen, "", THEME.ember, THEME.frame)
        case Gone(piece):
            if isinstance(piece, Tile):
                for colour, weight in ((THEME.white, 15), (THEME.mark, 9)):
                    pen.line([(24, 24), (76, 76)], colour, weight)
                    pen.line([(76, 24), (24, 76)], colour, weight)
            else:
                for start in range(0, 360, 45):
                    pen.arc((50, 50), 45, (start, start + 28), THEME.mark, 8)
        case TreasureTaken():
            box = pen.inside(54, 1, 46)
            gem(box, THEME.mark, THEME.mark)
            gem(box.inside(13, 12, 74), THEME.cream, THEME.cream)
    return sheet.sprite()


def _edges(pen: Pen, open_sides: str, colour: Rgb, weight: int) -> None:
    """Lines *weight* pixels wide along the edges of a space, but for the open ones."""
    width = weight * 100 / THEME.cell
    far = 100 - width
    places = {
        "n": (0.0, 0.0, 100.0, width),
        "e": (far, 0.0, width, 100.0),
        "s": (0.0, far, 100.0, width),
        "w": (0.0, 0.0, width, 100.0),
    }
    for side, (x, y, across, down) in places.items():
        if side not in open_sides:
            pen.box(x, y, across, down, colour)


def _draw_strength(canvas: Canvas, contender: Contender, top: int) -> None:
    """A plate with a contender's strength across the upper edge of its space."""
    added = "" if contender.added is None else f"+{contender.added}"
    written = one_line(
        f"{contender.strength}{added}", THEME.text, THEME.ink, THEME.ember, _BADGE_HEIGHT
    )
    x, y = corner_of(contender.cell)
    width = written.width + 12
    x, y = x + (THEME.cell - width) // 2, y + top - 20
    canvas.box(x - 2, y - 2, width + 4, _BADGE_HEIGHT + 4, THEME.ink, radius=8)
    canvas.box(x, y, width, _BADGE_HEIGHT, THEME.ember, radius=6)
    canvas.put(written, x + 6, y)


def _arrow(canvas: Canvas, origin: Cell, destination: Cell, top: int) -> None:
    """An arrow from the edge of one space to the edge of another."""
    half = THEME.cell / 2
    x, y = (place + half for place in corner_of(origin))
    to_x, to_y = (place + half for place in corner_of(destination))
    length = math.hypot(to_x - x, to_y - y)
    along, down = (to_x - x) / length, (to_y - y) / length
    start, end = half * 0.95, length - half * 1.1
    if end - start < half / 2:
        return  # neighbours: the two marks touch
    for colour, edge in ((THEME.white, 3), (THEME.mark, 0)):
        outline = [
            (start - edge, -3 - edge), (end - 16, -3 - edge), (end - 16, -11 - 1.6 * edge),
            (end + 1.8 * edge, 0),
            (end - 16, 11 + 1.6 * edge), (end - 16, 3 + edge), (start - edge, 3 + edge),
        ]  # fmt: skip
        canvas.polygon(
            [(x + a * along - b * down, y + top + a * down + b * along) for a, b in outline], colour
        )
