"""The board with everything on it: pieces, and marks."""

import math
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from PIL import Image

from engine import (
    Board,
    Cell,
    Colour,
    Decision,
    Event,
    View,
    cells_of,
    cross,
    square,
)
from render import overlay
from render.canvas import Canvas, Picture
from render.ground import corner_of, ground_colours, ground_strips, strip_edges
from render.kingdoms import NO_JOINTS, Joints, joints_of, standing
from render.marks import (
    Choice,
    Fighting,
    Gone,
    Mark,
    Placed,
    contenders,
    decided,
    marks_of,
    moves_of,
)
from render.palette import to_indices
from render.pieces import (
    Building,
    Catastrophe,
    FaceDown,
    MonumentPart,
    Piece,
    Standing,
    Tile,
    Unification,
    ZigguratPart,
    sprite,
)
from render.text import one_line
from render.theme import Rgb, Theme

_PLANNED = 0.72
"""How much is seen of a piece that is only planned."""
_FRAMES = Placed | Fighting | Choice
"""Marks that a leader stands upon, so that its strengths can be read."""


def draw_field(
    canvas: Canvas,
    view: View,
    events: Sequence[Event],
    top: int,
    legal: Iterable[Cell] = (),
    *,
    planned: bool = False,
) -> None:
    """Draw the board with its margins, *top* pixels from the upper edge of the picture.

    *legal* spaces are marked with their names, and so are their columns; their rows as soon as
    they are all in one column. With *planned* the marks of *events* are dashed: it is what an
    action would do.
    """
    theme, board, legal = canvas.theme, view.board, sorted(set(legal))
    layout = board.layout.name
    for strip, edge in zip(ground_strips(layout, theme), strip_edges(theme), strict=False):
        canvas.split(top + edge)
        canvas.put(strip, 0, top + edge)
    canvas.split(top + theme.field)
    pieces = pieces_on(board, view.decision)
    joints = joints_of(board, view.decision)
    marks = marks_of(board, events, view.decision, legal)
    for cell in sorted(pieces.keys() | marks.keys() | joints.keys()):
        x, y = corner_of(cell, theme)
        space = _space(
            layout,
            cell,
            pieces.get(cell),
            joints=joints.get(cell, NO_JOINTS),
            marks=marks.get(cell, ()),
            theme=theme,
            planned=planned,
        )
        canvas.put(space, x, y + top)
    _draw_ways(canvas, legal, top)
    for origin, destination in moves_of(events):
        _arrow(canvas, origin, destination, top)
    for cell, (total, won) in decided(events).items():
        paints = (theme.white, theme.mark) if won else (theme.mark, theme.white)
        _draw_plate(canvas, str(total), cell, top, paints)
    for contender in contenders(view.decision):
        added = "" if contender.added is None else f"+{contender.added}"
        text = f"{contender.strength}{added}"
        _draw_plate(canvas, text, contender.cell, top, (theme.ink, theme.ember))


def _draw_ways(canvas: Canvas, legal: Collection[Cell], top: int) -> None:
    """Plates in the margins: the columns between which is chosen, or one column and its rows."""
    theme = canvas.theme
    half = theme.cell // 2
    columns = {cell.col: str(cell)[0] for cell in legal}
    for col, letter in columns.items():
        x, y = corner_of(Cell(0, col), theme)
        _draw_way(canvas, letter, x + half, top + (y - theme.rim) // 2)
    if len(columns) == 1:
        for cell in legal:
            x, y = corner_of(Cell(cell.row, 0), theme)
            _draw_way(canvas, str(cell)[1:], (x - theme.rim) // 2, top + y + half)


def _draw_way(canvas: Canvas, text: str, x: int, y: int) -> None:
    theme = canvas.theme
    size = theme.coordinate
    written = one_line(text, size, theme.ink, theme.plate, size + 2, theme=theme)
    width = max(written.width, size) + 4
    canvas.box(x - width // 2, y - size // 2 - 2, width, size + 4, theme.plate, radius=6)
    canvas.put(written, x - written.width // 2, y - written.height // 2)


def pieces_on(board: Board, decision: Decision | None = None) -> dict[Cell, Piece]:
    """What lies on each space that is not empty, while *decision* is taken."""
    pieces: dict[Cell, Piece] = {}
    treasures, buildings = board.treasures, board.building_mask
    for colour in Colour:
        for cell in cells_of(board.tiles[colour]):
            bit = cell.bit
            pieces[cell] = Tile(colour, bool(treasures & bit), bool(buildings & bit))
    for cell in cells_of(board.facedown):
        pieces[cell] = FaceDown(treasure=bool(treasures & cell.bit))
    for monument, corner in board.built():
        for place, cell in enumerate(cells_of(square(corner))):
            pieces[cell] = MonumentPart(
                monument, place % 2, place // 2, treasure=bool(treasures & cell.bit)
            )
    centre = board.ziggurat_cell()
    if centre is not None:
        for cell in cells_of(cross(centre)):
            across, down = cell.col - centre.col + 1, cell.row - centre.row + 1
            pieces[cell] = ZigguratPart(across, down, treasure=bool(treasures & cell.bit))
    for cell in cells_of(board.catastrophes):
        pieces[cell] = Catastrophe()
    pieces.update(standing(board, decision))
    if board.unification is not None:
        for cell in cells_of(board.unification_mask):
            pieces[cell] = Unification(board.unification[0])
    return pieces


@lru_cache(maxsize=2048)
def _space(
    layout: str,
    cell: Cell,
    piece: Piece | None,
    *,
    joints: Joints,
    marks: tuple[Mark, ...],
    theme: Theme,
    planned: bool,
) -> Picture:
    """One space of the board with what lies on it, as indices: made once, then reused."""
    x, y = corner_of(cell, theme)
    size = theme.cell
    image = ground_colours(layout, theme).crop((x, y, x + size, y + size))
    if joints != NO_JOINTS:
        _lay(image, overlay.joints(joints, theme))
    occupied = piece is not None
    below: list[Mark] = [
        mark for mark in marks if isinstance(piece, Standing) and isinstance(mark, _FRAMES)
    ]
    for mark in below:
        _lay(image, overlay.overlay(mark, cell, theme, planned=planned, occupied=occupied))
    if piece is not None:
        ghostly = planned and any(isinstance(mark, Placed) for mark in marks)
        _lay(
            image, overlay.faded(piece, theme, _PLANNED) if ghostly else sprite(piece, size, theme)
        )
    for mark in marks:
        if isinstance(mark, Gone) and (piece is None or isinstance(mark.piece, Building)):
            _lay(image, overlay.faded(mark.piece, theme))
        if mark not in below:
            _lay(image, overlay.overlay(mark, cell, theme, planned=planned, occupied=occupied))
    return Picture(to_indices(image, theme))


def _lay(image: Image.Image, piece: Image.Image) -> None:
    image.paste(piece, (0, 0), piece)


def _draw_plate(canvas: Canvas, text: str, cell: Cell, top: int, paints: tuple[Rgb, Rgb]) -> None:
    """A plate with a strength across the upper edge of a space."""
    theme, (paint, ground) = canvas.theme, paints
    size = theme.badge
    height = size + 2
    written = one_line(text, size, paint, ground, height, theme=theme)
    x, y = corner_of(cell, theme)
    width = written.width + size // 2
    x, y = x + (theme.cell - width) // 2, y + top - size * 5 // 6
    canvas.box(x - 2, y - 2, width + 4, height + 4, theme.ink, radius=8)
    canvas.box(x, y, width, height, ground, radius=6)
    canvas.put(written, x + size // 4, y)


def _arrow(canvas: Canvas, origin: Cell, destination: Cell, top: int) -> None:
    """An arrow from the edge of one space to the edge of another."""
    theme = canvas.theme
    half = theme.cell / 2
    x, y = (place + half for place in corner_of(origin, theme))
    to_x, to_y = (place + half for place in corner_of(destination, theme))
    length = math.hypot(to_x - x, to_y - y)
    along, down = (to_x - x) / length, (to_y - y) / length
    start, end = half * 0.95, length - half * 1.1
    if end - start < half / 2:
        return  # neighbours: the two marks touch
    shaft, barb, neck = half * 0.11, half * 0.4, end - half * 0.57
    for colour, edge in ((theme.white, half * 0.1), (theme.mark, 0.0)):
        outline = [
            (start - edge, -shaft - edge), (neck, -shaft - edge), (neck, -barb - 1.6 * edge),
            (end + 1.8 * edge, 0.0),
            (neck, barb + 1.6 * edge), (neck, shaft + edge), (start - edge, shaft + edge),
        ]  # fmt: skip
        canvas.polygon(
            [(x + a * along - b * down, y + top + a * down + b * along) for a, b in outline], colour
        )
