"""A strip with the supply: tiles, treasures and buildings left, all public (R15.1)."""

from engine import MONUMENTS, Colour, Monument, View
from render.drawing.canvas import Canvas
from render.drawing.theme import Theme
from render.panels.widgets import Row, centred, symbol_on
from render.pieces.sprites import Building, Tile, Treasure, Ziggurat
from render.pieces.symbols import TILE_SYMBOLS, bag, empty_place

_STRIP = 52
"""The strip's height; there is a gap below it."""
ICON = 36
_FIGURE = 28
_HALF = 25
"""The width of each of the two halves of a monument's plate."""
_EDGE = 2
TOWER = 2 * _HALF + 2 * _EDGE
"""The width of that plate, which is as high as an icon."""
_SYMBOL = 22
_TIGHT, _WIDE = 4, 16
"""The gaps between things of one kind, and between kinds."""
_NARROW = 8
"""The gap between kinds when there are many."""


def supply_height(theme: Theme) -> int:
    """Return the height in pixels of the strip with a gap below it."""
    return _STRIP + theme.gap


def draw_supply(canvas: Canvas, view: View, top: int) -> None:
    """Draw bag, display, treasures on the board, and the buildings left.

    The strip is as wide as the picture, *top* pixels from its upper edge.
    """
    theme, board = canvas.theme, view.board
    canvas.split(top)
    canvas.box(
        theme.gap, top, canvas.width - 2 * theme.gap, _STRIP, theme.panel, radius=theme.corner
    )
    between = _between(view)
    row = Row(canvas, theme.gap + _WIDE - 4, top + _STRIP // 2, theme.panel)
    row.symbol(bag, ICON - 2, theme.letters, gap=6)
    row.text(str(view.bag_size), _FIGURE, theme.letters)
    row.x += between
    if view.display is not None:
        for colour in Colour:
            for _ in range(view.display[colour]):
                row.piece(Tile(colour), ICON - (6 if between < _WIDE else 4), gap=0)
        row.x += between
    row.piece(Treasure(), ICON - 4, gap=6)
    row.text(str(board.treasures.bit_count()), _FIGURE, theme.letters)
    row.x = canvas.width - theme.gap - _WIDE + 4 - _to_build_width(view)
    left = board.monument_supply()
    for monument in MONUMENTS:
        draw_monument(canvas, monument, (row.x, top + _STRIP // 2), in_supply=monument in left)
        row.x += TOWER + _TIGHT
    _draw_options(row, view, theme)


def draw_monument(
    canvas: Canvas, monument: Monument, place: tuple[int, int], *, in_supply: bool
) -> None:
    """Draw its two colours with their symbols, the left edge and the middle at *place*.

    Only outlines if it is not *in_supply*.
    """
    theme, (x, middle), y = canvas.theme, place, place[1] - ICON // 2
    canvas.box(x, y, TOWER, ICON, theme.letters if in_supply else theme.rule, radius=6)
    if not in_supply:
        canvas.box(x + _EDGE, y + _EDGE, TOWER - 2 * _EDGE, ICON - 2 * _EDGE, theme.panel)
    for at, colour in enumerate((monument.first, monument.second)):
        ground = theme.of(colour) if in_supply else theme.panel
        paint = theme.on(ground) if in_supply else theme.rule
        left = x + _EDGE + at * _HALF
        if in_supply:
            canvas.box(left, y + _EDGE, _HALF, ICON - 2 * _EDGE, ground)
        symbol = symbol_on(TILE_SYMBOLS[colour], _SYMBOL, paint, ground, theme)
        centred(canvas, symbol, left + _HALF // 2, middle)


def _draw_options(row: Row, view: View, theme: Theme) -> None:
    """Draw ziggurat and buildings in the supply, empty places for the others."""
    board = view.board
    if _has_ziggurat(view):
        row.x += _between(view) - _TIGHT
        if board.ziggurat_cell() is None:
            row.piece(Ziggurat(), ICON, gap=_TIGHT)
        else:
            row.symbol(empty_place, ICON, theme.rule, gap=_TIGHT)
    if _has_buildings(view):
        row.x += _between(view) - _TIGHT
        for colour in Colour:
            if board.building_cell(colour) is None:
                row.piece(Building(colour), ICON, gap=_TIGHT)
            else:
                row.absent(colour, ICON, gap=_TIGHT)


def _to_build_width(view: View) -> int:
    """Return the width of the things to build, in pixels."""
    width = len(MONUMENTS) * (TOWER + _TIGHT)
    if _has_ziggurat(view):
        width += ICON + _between(view)
    if _has_buildings(view):
        width += len(Colour) * (ICON + _TIGHT) + _between(view) - _TIGHT
    return width - _TIGHT


def _between(view: View) -> int:
    """Return the gap between kinds."""
    most = view.display is not None and _has_ziggurat(view) and _has_buildings(view)
    return _NARROW if most else _WIDE


def _has_ziggurat(view: View) -> bool:
    return "ziggurat" in view.options


def _has_buildings(view: View) -> bool:
    return "buildings" in view.options
