"""The bare board: land, rivers, winged spaces, and coordinates above and on the left."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine import CELLS, COLUMNS, LAYOUTS, ROWS, Cell, Layout, cells_of
from render.board.water import draw_rivers
from render.drawing.canvas import Canvas, Picture
from render.drawing.palette import to_indices
from render.drawing.pen import Pen, Sheet
from render.drawing.text import label
from render.drawing.theme import THEME, Theme
from render.pieces import symbols

_OVERSIZE = 4
_LARGE = 80
"""The minimum size of a space in pixels at which half the oversize is enough."""
_BAND = 128
"""The maximum height in pixels drawn at once: a whole board would take 40 MB."""


def corner_of(cell: Cell, theme: Theme = THEME) -> tuple[int, int]:
    """Return the top left pixel of a space on the board with its margins."""
    return (
        theme.side_margin + cell.col * theme.cell,
        theme.end_margin + cell.row * theme.cell,
    )


def put_space(canvas: Canvas, picture: Picture, cell: Cell, top: int) -> None:
    """Put the picture of a space in its place on a board that begins *top* pixels from above."""
    x, y = corner_of(cell, canvas.theme)
    canvas.put(picture, x, y + top)


def ground_colours(layout: str, theme: Theme = THEME) -> Image.Image:
    """Return the bare board with its margins, mode ``RGB``."""
    board = LAYOUTS[layout]
    image = Image.new("RGB", (theme.width, theme.field))
    for top, low in pairwise(range(0, theme.field + _BAND, _BAND)):
        image.paste(_band(board, theme, top, min(low, theme.field)), (0, top))
    for cell in cells_of(board.winged):
        mark = _winged(theme, framed=bool(cell.bit & board.framed))
        image.paste(mark, corner_of(cell, theme), mark)
    return image


def _band(board: Layout, theme: Theme, top: int, low: int) -> Image.Image:
    """Draw land, rivers and rim between two heights, oversized so that edges are smooth."""
    oversize = _OVERSIZE if theme.cell < _LARGE else _OVERSIZE // 2
    image = Image.new("RGB", (theme.width * oversize, (low - top) * oversize), theme.night)
    draw = ImageDraw.Draw(image)
    x, y = corner_of(CELLS[0], theme)
    x, y = x * oversize, (y - top) * oversize
    width, height, rim = COLUMNS * theme.cell, ROWS * theme.cell, theme.rim
    pen = Pen(draw, x, y, 100 * oversize, oversize=oversize, theme=theme)
    pen.box(-rim, -rim, width + 2 * rim, height + 2 * rim, theme.bronze, radius=rim)
    pen.box(0, 0, width, height, theme.land)
    size = theme.cell * oversize
    for cell in CELLS:
        left, top = x + cell.col * size, y + cell.row * size
        _brick(Pen(draw, left, top, size, oversize=oversize, theme=theme))
    draw_rivers(draw, board.river, (x, y), size, theme)
    for line, weight in ((theme.bronze, rim), (theme.shade(theme.bronze), 1)):
        for start, across, down in (
            ((-rim, -rim), width + 2 * rim, weight),
            ((-rim, height + rim - weight), width + 2 * rim, weight),
            ((-rim, -rim), weight, height + 2 * rim),
            ((width + rim - weight, -rim), weight, height + 2 * rim),
        ):
            pen.box(*start, across, down, line)
    return image.reduce(oversize)


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """The look of a bare space, in colours: one value for all spaces that look the same."""

    image: Image.Image


class Space(NamedTuple):
    """A bare space of the board, with the position of its top left pixel."""

    cell: Cell
    x: int
    y: int
    ground: Ground


class BareBoard(NamedTuple):
    """The bare board of a layout."""

    spaces: tuple[Space, ...]
    """In the order of CELLS."""
    strips: tuple[Picture, ...]
    """The board with its coordinates, as indices: the upper margin, each row, the lower margin."""


@lru_cache(maxsize=32)
def bare_board(layout: str, theme: Theme) -> BareBoard:
    """Return the bare board of the layout with this name; drawn once, then reused."""
    board, size = ground_colours(layout, theme), theme.cell
    known: dict[bytes, Ground] = {}
    spaces = []
    for cell in CELLS:
        x, y = corner_of(cell, theme)
        space = board.crop((x, y, x + size, y + size))
        ground = known.setdefault(space.tobytes(), Ground(space))
        spaces.append(Space(cell, x, y, ground))
    image = to_indices(board, theme)
    for col in range(COLUMNS):
        x = theme.side_margin + col * theme.cell + theme.cell // 2
        _coordinate(image, chr(ord("A") + col), x, (theme.end_margin - theme.rim) // 2, theme)
    for row in range(ROWS):
        y = theme.end_margin + row * theme.cell + theme.cell // 2
        _coordinate(image, str(row + 1), (theme.side_margin - theme.rim) // 2, y, theme)
    edges = strip_edges(theme)
    strips = (image.crop((0, top, theme.width, low)) for top, low in pairwise(edges))
    return BareBoard(tuple(spaces), tuple(map(Picture, strips)))


def strip_edges(theme: Theme) -> tuple[int, ...]:
    """Return the upper edges of the strips of :class:`BareBoard`, and the last lower edge."""
    rows = [theme.end_margin + row * theme.cell for row in range(ROWS + 1)]
    return (0, *rows, theme.field)


def _coordinate(image: Image.Image, text: str, x: int, y: int, theme: Theme) -> None:
    """Write *text* centred at *x*, *y*."""
    written = label(text, theme.coordinate, theme.letters, theme.night, theme)
    image.paste(written.image, (x - written.width // 2, y - written.height // 2))


def _brick(pen: Pen) -> None:
    """Draw a space of land: an edge that is lit above and dark below."""
    theme = pen.theme
    light = theme.light(theme.land)
    pen.box(0, 0, 100, 2, theme.land_line)
    pen.box(0, 0, 2, 100, theme.land_line)
    pen.box(2, 2, 98, 2, light)
    pen.box(2, 2, 2, 98, light)


@lru_cache(maxsize=32)
def _winged(theme: Theme, *, framed: bool) -> Image.Image:
    """Return the mark of a treasure space; *framed* if its treasure is taken first (R9.2)."""
    sheet = Sheet(theme.cell, theme)
    if framed:
        sheet.pen.frame(9, 6, theme.framed, theme.land, 4)
    paint = theme.framed if framed else theme.wings
    symbols.wings(sheet.pen.inside(18, 18, 64), paint, theme.land)
    return sheet.sprite()
