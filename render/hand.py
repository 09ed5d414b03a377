"""The picture of a hand: compact, for its owner's phone."""

from engine import HAND_SIZE, Colour, View
from render.canvas import Canvas
from render.pieces import Catastrophe, Emblem, Tile, Treasure
from render.symbols import empty_disc
from render.theme import THEME
from render.widgets import Row

_LEFT = 20
_GAP = 14
_LINES = (THEME.emblem, THEME.hand_tile, THEME.hand_leader, THEME.hand_chip[1])


def hand_height() -> int:
    """The picture's height in pixels."""
    return sum(_LINES) + (len(_LINES) + 1) * _GAP


def draw_hand(canvas: Canvas, view: View, seat: int, name: str) -> None:
    """Draw tiles, leaders off the board, catastrophes and totals of *seat*."""
    ground = THEME.panel
    canvas.box(4, 4, canvas.width - 8, canvas.height - 8, ground, radius=THEME.corner)
    middles = [sum(_LINES[:at]) + (at + 1) * _GAP + line // 2 for at, line in enumerate(_LINES)]
    heading, tiles, leaders, totals = (Row(canvas, _LEFT, middle, ground) for middle in middles)
    heading.piece(Emblem(view.seats[seat]), THEME.emblem, gap=12)
    heading.text(name, THEME.huge_text, THEME.cream, canvas.width - _LEFT - heading.x)
    _draw_tiles(tiles, view, seat, canvas.width)
    _draw_leaders(leaders, view, seat, canvas.width)
    _draw_totals(totals, view, seat)


def _draw_tiles(row: Row, view: View, seat: int, width: int) -> None:
    step = (width - 2 * _LEFT - THEME.hand_tile) // (HAND_SIZE - 1)
    hand = view.hands[seat] or (0, 0, 0, 0)
    for colour in Colour:
        for _ in range(hand[colour]):
            row.piece(Tile(colour), THEME.hand_tile, gap=step - THEME.hand_tile)


def _draw_leaders(row: Row, view: View, seat: int, width: int) -> None:
    """Leaders off the board, on the left; catastrophes left, on the right."""
    size = THEME.hand_leader
    for leader in view.leaders(seat):
        if view.board.cell_of(leader) is None:
            row.piece(leader, size)
        else:
            row.symbol(empty_disc, size, THEME.rule)
    row.x = width - _LEFT - view.catastrophes[seat] * (size + 6) + 6
    for _ in range(view.catastrophes[seat]):
        row.piece(Catastrophe(), size)


def _draw_totals(row: Row, view: View, seat: int) -> None:
    """Points by colour, and treasures (R15.2)."""
    score = view.scores[seat]
    if score is None:
        return
    for colour in Colour:
        row.piece(Tile(colour), THEME.hand_icon, gap=2)
        row.chip(str(score.points[colour]), colour, THEME.hand_chip, THEME.huge_text, gap=8)
    row.piece(Treasure(), THEME.hand_icon)
    row.text(str(score.treasures), THEME.huge_text, THEME.cream)
