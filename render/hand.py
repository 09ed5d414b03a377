"""The picture of a hand: compact, for its owner's phone."""

from engine import HAND_SIZE, Colour, SeatView
from render.canvas import Canvas
from render.pieces import Catastrophe, Emblem, Tile, Treasure
from render.symbols import bag, empty_disc
from render.theme import THEME, Theme
from render.widgets import Row

_LEFT = 20
_GAP = 14
_DISPLAY_TILE = 56


def hand_height(view: SeatView, theme: Theme = THEME) -> int:
    """The picture's height in pixels."""
    lines = _lines(view, theme)
    return sum(lines) + (len(lines) + 1) * _GAP


def _lines(view: SeatView, theme: Theme) -> list[int]:
    """The heights of the picture's lines."""
    lines = [theme.emblem, theme.hand_tile, theme.hand_leader, theme.hand_chip[1]]
    return lines if view.display is None else [*lines, _DISPLAY_TILE]


def draw_hand(canvas: Canvas, view: SeatView, name: str) -> None:
    """Draw the own tiles, leaders off the board, catastrophes and totals, and the display."""
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
    heading.text(name, theme.huge_text, theme.cream, canvas.width - _LEFT - heading.x)
    _draw_tiles(tiles, view, canvas.width, theme)
    _draw_leaders(leaders, view, canvas.width, theme)
    _draw_totals(totals, view, theme)
    for row in display:
        _draw_display(row, view, theme)


def _draw_display(row: Row, view: SeatView, theme: Theme) -> None:
    """The open display beside the bag (R12.3)."""
    row.symbol(bag, theme.hand_icon, theme.cream)
    row.text(str(view.bag_size), theme.huge_text, theme.cream)
    row.x = _LEFT + 128
    for colour in Colour:
        for _ in range((view.display or (0, 0, 0, 0))[colour]):
            row.piece(Tile(colour), _DISPLAY_TILE, gap=10)


def _draw_tiles(row: Row, view: SeatView, width: int, theme: Theme) -> None:
    step = (width - 2 * _LEFT - theme.hand_tile) // (HAND_SIZE - 1)
    for colour in Colour:
        for _ in range(view.own_hand[colour]):
            row.piece(Tile(colour), theme.hand_tile, gap=step - theme.hand_tile)


def _draw_leaders(row: Row, view: SeatView, width: int, theme: Theme) -> None:
    """Leaders off the board, on the left; catastrophes left, on the right."""
    size = theme.hand_leader
    for leader in view.leaders(view.seat):
        if view.board.cell_of(leader) is None:
            row.piece(leader, size)
        else:
            row.symbol(empty_disc, size, theme.rule)
    left = view.catastrophes[view.seat]
    row.x = width - _LEFT - left * (size + 6) + 6
    for _ in range(left):
        row.piece(Catastrophe(), size)


def _draw_totals(row: Row, view: SeatView, theme: Theme) -> None:
    """Points by colour, and treasures (R15.2)."""
    score = view.own_score
    for colour in Colour:
        row.piece(Tile(colour), theme.hand_icon, gap=2)
        row.chip(str(score.points[colour]), colour, theme.hand_chip, theme.huge_text, gap=8)
    row.piece(Treasure(), theme.hand_icon)
    row.text(str(score.treasures), theme.huge_text, theme.cream)
