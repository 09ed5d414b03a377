"""A hand for its owner's phone: as a compact picture, or in the width of the board below it."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import HAND_SIZE, Colour, Event, Leader, SeatView
from render.drawing.canvas import Canvas
from render.drawing.text import text_width
from render.drawing.theme import THEME, Theme
from render.panels.players import gains_of
from render.panels.widgets import NameSizes, PlateSize, Row, plates_for
from render.pieces.sprites import Catastrophe, Emblem, Tile, Treasure
from render.pieces.symbols import bag

_LEFT = 20
_GAP = 14
_NAMES = NameSizes((THEME.huge_text, 30), (28, 24))
_APART = 6
"""The gap between leaders, and between catastrophes."""
_DISPLAY_TILE = 56
_PLATES = (PlateSize(52, 40, 40), PlateSize(48, 34, 36), PlateSize(44, 28, 32))
"""The plates of totals, from the largest to the smallest."""
_PLATE_GAP = 8
_WIDE_LEFT = 28
"""The left and right margin below the board."""
_WIDE_TILES = 600
"""The width of six tiles below the board; the leaders are beside them."""


def hand_height(view: SeatView, theme: Theme = THEME) -> int:
    """Return the picture's height in pixels."""
    lines = _lines(view, theme)
    return sum(lines) + (len(lines) + 1) * _GAP


def _lines(view: SeatView, theme: Theme) -> list[int]:
    """Return the heights of the picture's lines."""
    lines = [theme.emblem, theme.hand_tile, theme.hand_leader, _PLATES[0].height]
    return lines if view.display is None else [*lines, _DISPLAY_TILE]


def draw_hand(canvas: Canvas, view: SeatView, name: str) -> None:
    """Draw a player's tiles, leaders off the board, catastrophes and totals, and the display."""
    theme = canvas.theme
    ground = theme.panel
    canvas.box(4, 4, canvas.width - 8, canvas.height - 8, ground, radius=theme.corner)
    top = _GAP
    rows = []
    for line in _lines(view, theme):
        canvas.split(top - _GAP // 2)
        rows.append(Row(canvas, _LEFT, top + line // 2, ground))
        top += line + _GAP
    heading, tiles, leaders, totals, *display = rows
    heading.piece(Emblem(view.seats[view.seat]), theme.emblem, gap=12)
    heading.name(name, _NAMES, theme.letters, canvas.width - _LEFT - heading.x)
    _draw_tiles(tiles, view, canvas.width - 2 * _LEFT, theme)
    _draw_leaders(leaders, view, theme)
    _draw_catastrophes(leaders, view, canvas.width - _LEFT, theme)
    _draw_totals(totals, view, canvas.width - 2 * _LEFT)
    for row in display:
        _draw_display(row, view, theme)


def wide_hand_height(theme: Theme = THEME) -> int:
    """Return the height in pixels of a hand below the board, with a gap below it."""
    return theme.hand_tile + theme.hand_leader + 3 * _GAP + theme.gap


def draw_wide_hand(canvas: Canvas, view: SeatView, events: Sequence[Event], top: int) -> None:
    """Draw tiles and leaders, below them totals and catastrophes, *top* pixels from the edge.

    The display is already above the board. Points scored in *events* are framed.
    """
    theme = canvas.theme
    gap, ground = theme.gap, theme.panel
    height = wide_hand_height(theme) - gap
    canvas.split(top)
    canvas.box(gap, top, canvas.width - 2 * gap, height, ground, radius=theme.corner)
    top += _GAP
    right = canvas.width - _WIDE_LEFT
    row = Row(canvas, _WIDE_LEFT, top + theme.hand_tile // 2, ground)
    _draw_tiles(row, view, _WIDE_TILES - _WIDE_LEFT, theme)
    row.x = right - _width_of(len(_leaders_in_hand(view)), theme)
    _draw_leaders(row, view, theme)
    top += theme.hand_tile + _GAP
    canvas.split(top - _GAP // 2)
    row = Row(canvas, _WIDE_LEFT, top + theme.hand_leader // 2, ground)
    row.piece(Emblem(view.seats[view.seat]), theme.hand_leader, gap=16)
    room = right - _width_of(view.catastrophes[view.seat], theme) - _GAP - row.x
    _draw_totals(row, view, room, gains_of(events, view.seat))
    _draw_catastrophes(row, view, right, theme)


def _draw_display(row: Row, view: SeatView, theme: Theme) -> None:
    """Draw the open display beside the bag (R12.3)."""
    row.symbol(bag, theme.hand_icon, theme.letters)
    row.text(str(view.bag_size), theme.huge_text, theme.letters)
    row.x = _LEFT + 128
    for colour in Colour:
        for _ in range((view.display or (0, 0, 0, 0))[colour]):
            row.piece(Tile(colour), _DISPLAY_TILE, gap=10)


def _draw_tiles(row: Row, view: SeatView, room: int, theme: Theme) -> None:
    """Draw the tiles at a distance at which six of them fill the *room*."""
    step = (room - theme.hand_tile) // (HAND_SIZE - 1)
    for colour in Colour:
        for _ in range(view.own_hand[colour]):
            row.piece(Tile(colour), theme.hand_tile, gap=step - theme.hand_tile)


def _draw_leaders(row: Row, view: SeatView, theme: Theme) -> None:
    """Draw the leaders that are off the board."""
    for leader in _leaders_in_hand(view):
        row.piece(leader, theme.hand_leader, gap=_APART)


def _leaders_in_hand(view: SeatView) -> list[Leader]:
    own = view.leaders(view.seat)
    return [leader for leader in own if view.board.cell_of(leader) is None]


def _width_of(count: int, theme: Theme) -> int:
    """Return the width in pixels of so many leaders or catastrophes."""
    return max(0, count * (theme.hand_leader + _APART) - _APART)


def _draw_catastrophes(row: Row, view: SeatView, right: int, theme: Theme) -> None:
    """Draw the catastrophes left, up to the pixel *right*."""
    row.x = right - _width_of(view.catastrophes[view.seat], theme)
    for _ in range(view.catastrophes[view.seat]):
        row.piece(Catastrophe(), theme.hand_leader, gap=_APART)


def _draw_totals(
    row: Row,
    view: SeatView,
    room: int,
    gains: Mapping[Colour, int] = MappingProxyType({}),
) -> None:
    """Draw points and treasures (R15.2) in *room* pixels; those in *gains* are framed."""
    score, theme = view.own_score, row.theme
    numbers = list(map(str, score.points))
    treasures = theme.hand_icon + 6 + text_width(str(score.treasures), theme.huge_text)
    size = plates_for(numbers, room - treasures - _GAP, _PLATE_GAP, _PLATES)
    for colour, number in zip(Colour, numbers, strict=True):
        edge = theme.mark if gains.get(colour) else None
        row.points(number, colour, size, gap=_PLATE_GAP, edge=edge)
    row.x += _GAP - _PLATE_GAP
    row.piece(Treasure(), theme.hand_icon)
    row.text(str(score.treasures), theme.huge_text, theme.letters)
