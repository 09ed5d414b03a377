"""A line about a turn: pieces with their destinations, and conflicts."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from engine import (
    BuildingPlaced,
    CatastrophePlaced,
    Conflict,
    ConflictDecided,
    Event,
    LeaderPlaced,
    LeaderWithdrawn,
    MonumentBuilt,
    TilePlaced,
    TilesSwapped,
    TreasuresTaken,
    ZigguratBuilt,
)
from render.drawing.text import text_width
from render.panels.labels import Labels
from render.panels.widgets import Row
from render.pieces.sprites import Building, Catastrophe, Piece, Tile, Treasure, Ziggurat
from render.pieces.symbols import crossed_swords

_ICON = 28
_SIZES = range(20, 11, -1)
"""The text sizes: the largest in which everything fits is used, else the first."""
_AFTER = 12
"""The gap between items."""
_MORE = "…"


class Done(NamedTuple):
    """An action or effect: its piece, if any, and words."""

    piece: Piece | None
    words: str


_Thing: TypeAlias = Done | Conflict


def draw_caption(row: Row, events: Sequence[Event], labels: Labels, end: int) -> None:
    """Draw what happened in *events*, from where *row* is up to the pixel *end*."""
    theme, things = row.theme, tuple(things_done(events, labels))
    fitting = (size for size in _SIZES if sum(_width(each, size) for each in things) <= end - row.x)
    size = next(fitting, _SIZES[0])
    for at, thing in enumerate(things):
        if row.x + _width(thing, size) + (text_width(_MORE, size) if things[at + 1 :] else 0) > end:
            row.text(_MORE, size, theme.letters)
            return
        if isinstance(thing, Conflict):
            _draw_conflict(row, thing, size)
        else:
            if thing.piece is not None:
                row.piece(thing.piece, _ICON, gap=4)
            row.text(thing.words, size, theme.letters)
        row.x += _AFTER


def _width(thing: _Thing, size: int) -> int:
    """Return the width in pixels of an item and the gap after it."""
    if isinstance(thing, Conflict):
        sides = (str(party.total) for party in (thing.attacker, thing.defender))
        inside = 3 * (_ICON + 6) + sum(text_width(side, size) for side in sides)
    else:
        inside = _ICON + 4 + text_width(thing.words, size)
    return inside + _AFTER


def things_done(events: Sequence[Event], labels: Labels) -> Iterator[_Thing]:
    """Yield the items for *events*, in order; the player is named beside them."""
    for event in events:
        match event:
            case TilePlaced(colour=colour, cell=cell):
                yield Done(Tile(colour), str(cell))
            case CatastrophePlaced(cell=cell):
                yield Done(Catastrophe(), str(cell))
            case LeaderPlaced(leader=leader, cell=cell):
                yield Done(leader, str(cell))
            case LeaderWithdrawn(leader=leader):
                yield Done(leader, labels.shown(lambda own: own.withdrawn))
            case TilesSwapped():
                yield Done(None, labels.shown(lambda own: own.swaps))
            case ConflictDecided(conflict=conflict):
                yield conflict
            case MonumentBuilt(monument=monument, corner=corner):
                yield Done(monument, str(corner))
            case ZigguratBuilt(centre=centre):
                yield Done(Ziggurat(), str(centre))
            case BuildingPlaced(colour=colour, cell=cell):
                yield Done(Building(colour), str(cell))
            case TreasuresTaken(cells=cells):
                yield Done(Treasure(), f"+{len(cells)}")
            case _:
                pass  # a consequence of other events, or visible on the board


def _draw_conflict(row: Row, conflict: Conflict, size: int) -> None:
    """Draw both leaders with their totals, the winner's in gold."""
    theme = row.theme
    for party in (conflict.attacker, conflict.defender):
        row.piece(party.leader, _ICON, gap=4)
        paint = theme.accent if party is conflict.winner else theme.dim
        row.text(str(party.total), size, paint)
        if party is conflict.attacker:
            row.x += 6
            row.symbol(crossed_swords, _ICON - 6, theme.letters)
