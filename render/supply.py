"""What is left to be drawn, taken and built, as everybody may know it (R15.1)."""

from engine import DISPLAY_SIZE, MONUMENTS, Colour, View
from render.canvas import Canvas
from render.pieces import Building, Piece, Tile, Treasure, Ziggurat
from render.symbols import bag, empty_place
from render.theme import Theme
from render.widgets import Row

_COUNTED = 88
"""The room for an icon and a number of three digits beside it."""
_TIGHT = 2
"""Between icons, where the options add some."""


def supply_width(view: View, theme: Theme) -> int:
    """The room that :func:`draw_supply` takes, in pixels."""
    above = 2 * _COUNTED
    if view.display is not None:
        above += DISPLAY_SIZE * (theme.icon - _TIGHT)
    built = len(MONUMENTS) + _has_ziggurat(view) + len(Colour) * _has_buildings(view)
    return max(above, built * (theme.icon + _gap(view)))


def draw_supply(canvas: Canvas, view: View, x: int, middle: int, apart: int) -> None:
    """Draw the supply on two lines from *x* on, *apart* pixels above and below *middle*."""
    theme = canvas.theme
    canvas.box(x - 2 * theme.gap, 18, 2, theme.head - 36, theme.rule)
    above = Row(canvas, x, middle - apart, theme.lit)
    above.symbol(bag, theme.icon, theme.cream, gap=5)
    above.text(str(view.bag_size), theme.text, theme.cream)
    above = Row(canvas, x + _COUNTED, middle - apart, theme.lit)
    if view.display is not None:
        for colour in Colour:
            for _ in range(view.display[colour]):
                above.piece(Tile(colour), theme.icon, gap=-_TIGHT)
        above.x = x + _COUNTED + DISPLAY_SIZE * (theme.icon - _TIGHT) + theme.gap
    above.piece(Treasure(), theme.icon, gap=5)
    above.text(str(view.board.treasures.bit_count()), theme.text, theme.cream)
    _draw_to_build(Row(canvas, x, middle + apart, theme.lit), view, theme)


def _draw_to_build(row: Row, view: View, theme: Theme) -> None:
    """Monuments, ziggurat and buildings that are not on the board; empty places for the others."""
    board, gap = view.board, _gap(view)
    left = board.monument_supply()
    pieces: list[tuple[Piece, bool]] = [(monument, monument in left) for monument in MONUMENTS]
    if _has_ziggurat(view):
        pieces.append((Ziggurat(), board.ziggurat_cell() is None))
    if _has_buildings(view):
        pieces += [(Building(colour), board.building_cell(colour) is None) for colour in Colour]
    for piece, there in pieces:
        if there:
            row.piece(piece, theme.icon, gap=gap)
        else:
            row.symbol(empty_place, theme.icon, theme.rule, gap=gap)


def _has_ziggurat(view: View) -> bool:
    return "ziggurat" in view.options


def _has_buildings(view: View) -> bool:
    return "buildings" in view.options


def _gap(view: View) -> int:
    return _TIGHT if view.options else 2 * _TIGHT
