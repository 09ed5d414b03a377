"""The part of the board with a conflict, as large as a picture's width allows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from engine import (
    COLUMNS,
    ROWS,
    ActionDecision,
    AddDecision,
    Board,
    Cell,
    Conflict,
    ConflictDecided,
    Event,
    TilesRemoved,
    View,
    cells_of,
)
from render.board.field import draw_field
from render.board.region import Region, Window, sized, window_height
from render.drawing.canvas import Canvas
from render.drawing.theme import Theme

_MARGIN = 32
"""The minimum width of the margin with the row numbers, in pixels."""
_COORDINATE = 20
_SHAPES = ((7, 4, 5), (10, 5, 7), (COLUMNS, 7, ROWS))
"""Columns, minimum and maximum rows, from the most enlarged shape to the whole board."""


class Battlefield:
    """The battlefield of *conflict*, to be drawn across a picture *width* pixels wide.

    Shows both leaders, the space that opened the conflict, and every tile at stake; in a war all
    leaders of both sides. For a decided conflict the removed tiles are taken from *events*. Raises
    LookupError if the conflict is external and not decided, and one of its leaders is off the
    board.
    """

    def __init__(
        self, view: View, conflict: Conflict, events: Sequence[Event], width: int, theme: Theme
    ) -> None:
        self._events = events
        asked = (
            ActionDecision(view.active)
            if conflict.decided
            else AddDecision(conflict.deciding.seat, conflict)
        )
        self._view = replace(view, decision=asked)
        self.region: Region = _region_of(_cells_of(view.board, conflict, events))
        self._theme = _enlarged(theme, (width - _MARGIN) // len(self.region.columns))
        self.height = window_height(self.region, self._theme)

    def draw(self, canvas: Canvas) -> None:
        """Draw the battlefield from the canvas's upper edge."""
        window = Window(canvas, self.region, self._theme)
        draw_field(window, self._view, self._events, 0)
        window.draw_margins()


@lru_cache(maxsize=64)
def _enlarged(theme: Theme, cell: int) -> Theme:
    return replace(sized(theme, cell), coordinate=_COORDINATE)


def _cells_of(board: Board, conflict: Conflict, events: Sequence[Event]) -> Iterator[Cell]:
    """Yield the spaces to show: parties, the tiles at stake, and in a war the sides' leaders."""
    for party in (conflict.attacker, conflict.defender):
        yield party.cell
        if not conflict.internal and not conflict.decided:
            yield from cells_of(board.lost_supporters(party.leader) | board.unification_mask)
            yield from (cell for _, cell in board.standing() if cell.bit & board.side(party.leader))
    if conflict.decided and ConflictDecided(conflict) in events:
        for event in events[events.index(ConflictDecided(conflict)) + 1 :]:
            if isinstance(event, ConflictDecided):
                break
            if isinstance(event, TilesRemoved):
                yield from event.cells


def _region_of(cells: Iterable[Cell]) -> Region:
    """Return the smallest shape that contains *cells*, centred on them.

    A single row left out at the board's edge is included.
    """
    rows, columns = zip(*((cell.row, cell.col) for cell in cells), strict=True)
    wide, high = (max(places) - min(places) + 1 for places in (columns, rows))
    across, least, most = next(shape for shape in _SHAPES if wide <= shape[0] and high <= shape[2])
    down = min(most, max(least, high + 2))
    top, left = _first(rows, down, ROWS), _first(columns, across, COLUMNS)
    bottom = top + down
    top, bottom = (0 if top == 1 else top), (ROWS if bottom == ROWS - 1 else bottom)
    return Region(top, left, bottom - 1, left + across - 1)


def _first(places: Sequence[int], length: int, there_are: int) -> int:
    """Return the first of *length* lines centred on *places*, all on the board."""
    first = (min(places) + max(places) + 1 - length) // 2
    return max(0, min(first, there_are - length))
