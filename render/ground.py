"""The bare board: land, rivers, winged spaces, and coordinates on all four sides."""

from functools import cache

from PIL import Image, ImageDraw

from engine import CELLS, COLUMNS, LAYOUTS, ROWS, Cell, cells_of
from render import symbols
from render.palette import to_indices
from render.pen import Pen, Sheet
from render.text import label
from render.theme import THEME, Rgb

_OVERSIZE = 2


def corner_of(cell: Cell) -> tuple[int, int]:
    """The top left pixel of a space on the board with its margins."""
    return (
        THEME.side_margin + cell.col * THEME.cell,
        THEME.end_margin + cell.row * THEME.cell,
    )


@cache
def ground_colours(layout: str) -> Image.Image:
    """The bare board with its margins, in colours: what pieces are put on."""
    board = LAYOUTS[layout]
    image = Image.new("RGB", (THEME.width * _OVERSIZE, THEME.field * _OVERSIZE), THEME.night)
    draw = ImageDraw.Draw(image)
    x, y = corner_of(CELLS[0])
    width, height, rim = COLUMNS * THEME.cell, ROWS * THEME.cell, THEME.rim
    pen = Pen(draw, x * _OVERSIZE, y * _OVERSIZE, 100 * _OVERSIZE, _OVERSIZE)
    pen.box(-rim, -rim, width + 2 * rim, height + 2 * rim, THEME.bronze, radius=rim)
    pen.box(0, 0, width, height, THEME.land)
    for cell in cells_of(board.river):
        _river(_pen_of(draw, cell), cell, board.river)
    for cell in CELLS:
        _outline(
            _pen_of(draw, cell), THEME.river_line if cell.bit & board.river else THEME.land_line
        )
    image = image.reduce(_OVERSIZE)
    for cell in cells_of(board.winged):
        sprite = _winged(framed=bool(cell.bit & board.framed))
        image.paste(sprite, corner_of(cell), sprite)
    return image


@cache
def ground(layout: str) -> Image.Image:
    """The bare board of that name with its coordinates, as indices."""
    image = to_indices(ground_colours(layout))
    for col in range(COLUMNS):
        x = THEME.side_margin + col * THEME.cell + THEME.cell // 2
        middle = (THEME.end_margin - THEME.rim) // 2
        for y in (middle, THEME.field - middle):
            _coordinate(image, chr(ord("A") + col), x, y)
    for row in range(ROWS):
        y = THEME.end_margin + row * THEME.cell + THEME.cell // 2
        middle = (THEME.side_margin - THEME.rim) // 2
        for x in (middle, THEME.width - middle):
            _coordinate(image, str(row + 1), x, y)
    return image


def _coordinate(image: Image.Image, text: str, x: int, y: int) -> None:
    """Write *text* with its centre at *x*, *y*."""
    written = label(text, THEME.text, THEME.cream, THEME.night)
    image.paste(written, (x - written.width // 2, y - written.height // 2))


def _pen_of(draw: ImageDraw.ImageDraw, cell: Cell) -> Pen:
    x, y = corner_of(cell)
    return Pen(draw, x * _OVERSIZE, y * _OVERSIZE, THEME.cell * _OVERSIZE, _OVERSIZE)


def _river(pen: Pen, cell: Cell, river: int) -> None:
    """Water, with waves, and banks where it meets the land."""
    pen.box(0, 0, 100, 100, THEME.river)
    for x, y in ((18, 34), (48, 40), (26, 68), (56, 74)):
        pen.box(x, y, 26, 4, THEME.river_line)
    for row, col, edge in (
        (-1, 0, (0, 0, 100, 9)),
        (1, 0, (0, 91, 100, 9)),
        (0, -1, (0, 0, 9, 100)),
        (0, 1, (91, 0, 9, 100)),
    ):
        beside = Cell(cell.row + row, cell.col + col)
        if beside in _ON_BOARD and not beside.bit & river:
            pen.box(*edge, THEME.bank)


_ON_BOARD = frozenset(CELLS)


def _outline(pen: Pen, colour: Rgb) -> None:
    pen.box(0, 0, 100, 2, colour)
    pen.box(0, 0, 2, 100, colour)


@cache
def _winged(*, framed: bool) -> Image.Image:
    """The mark of a treasure space; *framed* those whose treasures go first (R9.2)."""
    sheet = Sheet(THEME.cell)
    if framed:
        sheet.pen.frame(9, 6, THEME.framed, THEME.land, 4)
    symbols.wings(sheet.pen.inside(18, 18, 64), THEME.framed if framed else THEME.wings, THEME.land)
    return sheet.sprite()
