"""The board with its pieces and marks. Nothing is drawn over a leader."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from PIL import Image

from engine import (
    CELLS,
    COLUMNS,
    AddDecision,
    Board,
    Cell,
    Colour,
    Event,
    View,
    cells_of,
    cross,
    square,
)
from render.board import overlay
from render.board.arrows import draw_arrow
from render.board.ground import (
    Ground,
    bare_board,
    corner_of,
    strip_edges,
)
from render.board.halo import Shown, draw_halos, draw_tails
from render.board.kingdoms import NO_JOINTS, Joints, joints_of, standing
from render.board.marks import (
    Choice,
    Fighting,
    Gone,
    Illegal,
    Mark,
    Placed,
    marks_of,
    moves_of,
    orders_of,
    tallies_of,
)
from render.board.plates import empty_places
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import to_indices
from render.drawing.text import one_line
from render.drawing.theme import Theme
from render.pieces.sprites import (
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

_T = TypeVar("_T")

_PLANNED = 0.72
"""The opacity of a piece that is only planned."""
_OPAQUE = [255 * (alpha == 255) for alpha in range(256)]
"""Maps opacity to whether a pixel belongs to the piece alone."""
_CORNERS = ((-1, -1, 0, 0), (-1, 0, 0, 1), (0, -1, 1, 0))
"""The corners of a space where a number may stand, in rows and columns.

The offset to the space whose lower right corner it is, where a leader has its number, and the
offset from the upper left corner.
"""


class _Look(NamedTuple):
    piece: Piece | None
    joints: Joints
    marks: tuple[Mark, ...]


def draw_field(
    canvas: Canvas,
    view: View,
    events: Sequence[Event],
    top: int,
    legal: Iterable[Cell] = (),
    *,
    refused: Mapping[Cell, str] = MappingProxyType({}),
    planned: bool = False,
    in_revolt: bool = False,
) -> None:
    """Draw the board with its margins, *top* pixels from the upper edge of the picture.

    *legal* spaces show their names, *refused* ones the letters of their reasons. With *planned* the
    marks of *events* are dashed, as for a preview. Leaders show their strength in a war; during a
    revolt, or with *in_revolt*, their strength in a revolt.
    """
    legal = sorted(set(legal))
    match view.decision:
        case AddDecision(conflict=conflict):
            in_revolt = conflict.internal
    pieces = pieces_on(view.board, in_revolt=in_revolt)
    looks, places = _looks_of(view, events, legal, refused, pieces)
    theme = canvas.theme
    bare = bare_board(view.board.layout.name, theme)
    _draw_ground(canvas, bare.strips, top)
    spaces, leaders = {}, []
    for look, (cell, x, y, ground) in zip(looks, bare.spaces, strict=True):
        if look is None or not canvas.shows(x, y + top, theme.cell, theme.cell):
            continue
        picture = _space(ground, look, theme, planned=planned)
        canvas.put(picture, x, y + top)
        if look.marks or cell in places:
            spaces[cell] = Shown(picture, look.marks)
        if isinstance(look.piece, Standing):
            as_marked = any(
                isinstance(mark, Illegal) or (planned and isinstance(mark, Placed))
                for mark in look.marks
            )
            leader = _leader_alone(look.piece, theme, picture if as_marked else None)
            leaders.append((leader, x, y + top))
    draw_tails(canvas, spaces, places, top)
    draw_halos(canvas, spaces, top, planned=planned)
    for origin, destination in moves_of(events):
        draw_arrow(canvas, origin, destination, top)
    for cell, number in orders_of(events).items():
        _draw_order(canvas, number, _free_corner(cell, pieces, theme), top)
    for leader, x, y in leaders:
        canvas.put(leader, x, y)


def _looks_of(
    view: View,
    events: Sequence[Event],
    legal: Sequence[Cell],
    refused: Mapping[Cell, str],
    pieces: Mapping[Cell, Piece],
) -> tuple[list[_Look | None], dict[Cell, Cell]]:
    """Return the content of each space, None if bare, and the spaces of the parties' figures."""
    board, decision = view.board, view.decision
    joints = joints_of(board, decision)
    marks = marks_of(board, events, decision, legal, refused)
    tallies = tallies_of(events, decision)
    places = empty_places(tallies, pieces.keys() | marks.keys())
    for cell, place in places.items():
        marks[place] = (tallies[cell],)
    found = zip(_in_order(pieces), _in_order(joints), _in_order(marks), strict=True)
    looks = [
        _Look(piece, joint or NO_JOINTS, marked or ()) if piece or joint or marked else None
        for piece, joint, marked in found
    ]
    return looks, places


def _in_order(found: Mapping[Cell, _T]) -> list[_T | None]:
    """Return the values of *found* in the order of CELLS, faster than by a look-up of each."""
    ordered: list[_T | None] = [None] * len(CELLS)
    for cell, what in found.items():
        ordered[cell.row * COLUMNS + cell.col] = what
    return ordered


def _draw_ground(canvas: Canvas, strips: Sequence[Picture], top: int) -> None:
    """Draw the bare board. Bands end where a glow does: new pieces then change few of them."""
    theme = canvas.theme
    edges = strip_edges(theme)
    for strip, edge in zip(strips, edges, strict=False):
        canvas.put(strip, 0, top + edge)
    canvas.split(top)
    for edge in edges[1:-1]:
        canvas.split(top + edge - theme.glow)
        canvas.split(top + edge + theme.glow)
    canvas.split(top + theme.field)


_tile = lru_cache(maxsize=16)(Tile)


def pieces_on(board: Board, *, in_revolt: bool = False) -> dict[Cell, Piece]:
    """Return the piece on each occupied space; leaders with strength in war or *in_revolt*."""
    pieces: dict[Cell, Piece] = {}
    treasures, buildings = board.treasures, board.building_mask
    for colour in Colour:
        for cell in cells_of(board.tiles[colour]):
            bit = cell.bit
            pieces[cell] = _tile(colour, bool(treasures & bit), bool(buildings & bit))
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
    pieces.update(standing(board, in_revolt=in_revolt))
    if board.unification is not None:
        for cell in cells_of(board.unification_mask):
            pieces[cell] = Unification(board.unification[0])
    return pieces


@lru_cache(maxsize=4096)
def _space(ground: Ground, look: _Look, theme: Theme, *, planned: bool) -> Picture:
    """Return a space with its content, as indices: drawn once, then reused."""
    piece, joints, marks = look
    leader = isinstance(piece, Standing)
    image = ground.image.copy()
    if joints != NO_JOINTS:
        _paste(image, overlay.joints(joints, theme))
    marked = [
        overlay.overlay(mark, theme, planned=planned, occupied=piece is not None) for mark in marks
    ]
    for mark in marks:
        if isinstance(mark, Placed | Fighting | Choice):
            below = overlay.underlay(mark, theme, planned=planned, leader=leader)
            _paste(image, below)
    for drawn, mark in zip(marked, marks, strict=True):
        if leader and not isinstance(mark, Illegal):
            _paste(image, drawn)
    sheer = planned and any(isinstance(mark, Placed) for mark in marks)
    if piece is not None:
        _paste(
            image,
            overlay.faded(piece, theme, _PLANNED) if sheer else sprite(piece, theme.cell, theme),
        )
    for mark in marks:
        if isinstance(mark, Gone) and (piece is None or isinstance(mark.piece, Building)):
            _paste(image, overlay.faded(mark.piece, theme))
            sheer = True
    for drawn, mark in zip(marked, marks, strict=True):
        if not leader or isinstance(mark, Illegal):
            _paste(image, drawn)
    return Picture(to_indices(image, theme, sheer=sheer))


@lru_cache(maxsize=512)
def _leader_alone(leader: Standing, theme: Theme, space: Picture | None = None) -> Picture:
    """Return a leader without its surroundings; with *space*, as it is marked there."""
    drawn = sprite(leader, theme.cell, theme)
    mask = drawn.getchannel("A").point(_OPAQUE, "1")
    if space is not None:
        return Picture(space.image, mask)
    ground = Image.new("RGB", drawn.size, theme.realm)
    _paste(ground, drawn)
    return Picture(to_indices(ground, theme), mask)


def _paste(image: Image.Image, piece: Image.Image) -> None:
    image.paste(piece, (0, 0), piece)


def _free_corner(cell: Cell, pieces: Mapping[Cell, Piece], theme: Theme) -> tuple[int, int]:
    """Return the upper left corner of a space, or another one if it covers a leader's number."""
    x, y = corner_of(cell, theme)
    leaders = {(at.row, at.col) for at, piece in pieces.items() if isinstance(piece, Standing)}
    for up, left, down, right in _CORNERS:
        if (cell.row + up, cell.col + left) not in leaders:
            return x + right * theme.cell, y + down * theme.cell
    return x, y


def _draw_order(canvas: Canvas, number: int, corner: tuple[int, int], top: int) -> None:
    """Draw an action's number on a corner of its space."""
    theme = canvas.theme
    size = theme.order
    x, y = corner
    for edge, paint in ((3, theme.cream), (0, theme.mark)):
        across = size + 2 * edge
        place = (x - across // 2, y + top - across // 2)
        canvas.box(*place, across, across, paint, radius=across // 2)
    text = theme.order * 5 // 6
    written = one_line(str(number), text, theme.cream, theme.mark, text, theme=theme)
    canvas.put(written, x - written.width // 2, y + top - written.height // 2)
