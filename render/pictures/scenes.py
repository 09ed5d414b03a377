"""Small positions, one for each mark of the board, drawn by the board's own functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from engine import (
    LAYOUTS,
    ActionDecision,
    AddDecision,
    Board,
    Cell,
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    Decision,
    Dynasty,
    Event,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    PublicView,
    ReturnCause,
    TakeDecision,
    TilePlaced,
    TilesRemoved,
    TreasuresTaken,
    cells_of,
    mask_of,
)
from render.board.field import draw_field
from render.board.ground import corner_of
from render.drawing.canvas import Canvas, Picture
from render.drawing.theme import Theme

_AROUND = 10
"""Pixels around the spaces shown, at the size of the board."""
_CLASSIC = LAYOUTS["classic"]
_EMPTY = Board.at_set_up(_CLASSIC).without_treasures(-1).without_tiles(-1)
_KING, _RIVAL = Leader(Dynasty.BULL, Colour.BLACK), Leader(Dynasty.POT, Colour.BLACK)


@dataclass(frozen=True, eq=False)
class Scene:
    """A position with its marks; *shown* are the first and the last space shown."""

    shown: tuple[Cell, Cell]
    board: Board = _EMPTY
    events: tuple[Event, ...] = ()
    decision: Decision = field(default_factory=lambda: ActionDecision(0))
    legal: tuple[Cell, ...] = ()
    refused: Mapping[Cell, str] = field(default_factory=lambda: MappingProxyType({}))
    planned: bool = False


def _at(name: str, last: str | None = None) -> tuple[Cell, Cell]:
    return Cell.parse(name), Cell.parse(last or name)


def _tiles(colour: Colour, *names: str, board: Board = _EMPTY) -> Board:
    for name in names:
        board = board.with_tile(colour, Cell.parse(name))
    return board


def _first(mask: int) -> tuple[Cell, Cell]:
    cell = next(iter(cells_of(mask)))
    return cell, cell


def _with_treasures(*names: str) -> Board:
    cells = mask_of(map(Cell.parse, names))
    return Board(_CLASSIC, tiles=(0, cells, 0, 0), treasures=cells)


_E5, _G5 = Cell.parse("E5"), Cell.parse("G5")
_TEMPLE = _tiles(Colour.RED, "E5")
_PLACED = TilePlaced(0, Colour.RED, _E5)

KINGDOM = Scene(_at("E5", "F5"), _TEMPLE.with_leader(_KING, Cell.parse("F5")))
RIVER = Scene(_at("A4"))
WINGED = Scene(_first(_CLASSIC.winged & ~_CLASSIC.framed))
FRAMED = Scene(_first(_CLASSIC.framed))
NEW = Scene(_at("E5"), _TEMPLE, (_PLACED,))
ORDER = Scene(
    _at("E5", "F5"),
    _tiles(Colour.GREEN, "F5", board=_TEMPLE),
    (_PLACED, TilePlaced(0, Colour.GREEN, Cell.parse("F5"))),
)
MOVED = Scene(_at("E5", "G5"), _EMPTY.with_leader(_KING, _G5), (LeaderPlaced(0, _KING, _G5, _E5),))
REMOVED = Scene(_at("E5"), events=(TilesRemoved(Colour.RED, (_E5,)),))
RETURNED = Scene(_at("E5"), events=(LeaderReturned(0, _KING, _E5, ReturnCause.NO_TEMPLE),))
TREASURE_TAKEN = Scene(_at("E5"), _TEMPLE, (TreasuresTaken(0, (_E5,)),))
LEGAL = Scene(_at("E5"), legal=(_E5,))
REFUSED = Scene(_at("E5"), refused=MappingProxyType({_E5: "Q"}))
PLANNED = Scene(_at("E5"), _TEMPLE, (_PLACED,), planned=True)


def _war(shown: str) -> Scene:
    """Return two Kings, each with a settlement beside a temple, and the unification tile."""
    board = _tiles(Colour.RED, "E5", "G5", board=_tiles(Colour.BLACK, "C5", "I5"))
    board = board.with_leader(_KING, Cell.parse("D5")).with_leader(_RIVAL, Cell.parse("H5"))
    board = board.with_tile(Colour.BLUE, Cell.parse("F5"))
    attacker = Contender(0, _KING, Cell.parse("D5"), 1, 2)
    defender = Contender(1, _RIVAL, Cell.parse("H5"), 1)
    return Scene(
        _at(shown),
        board.with_unification(Colour.BLUE, Cell.parse("F5")),
        decision=AddDecision(
            0, Conflict(internal=False, colour=Colour.BLACK, attacker=attacker, defender=defender)
        ),
    )


ATTACKER, DEFENDER = _war("D5"), _war("H5")
FOR_ATTACKER, FOR_DEFENDER = _war("C5"), _war("I5")
TALLY = _war("D4")  # above the attacker


def _internal() -> Scene:
    """Return a leader with a temple beside it that no internal conflict removes (R6.2)."""
    board = _tiles(Colour.RED, "D5", "I5").with_leader(_KING, _E5)
    attacker = Contender(0, _KING, _E5, 1)
    defender = Contender(1, _RIVAL, Cell.parse("H5"), 1)
    board = board.with_leader(_RIVAL, Cell.parse("H5"))
    decision = AddDecision(
        0, Conflict(internal=True, colour=Colour.BLACK, attacker=attacker, defender=defender)
    )
    return Scene(_at("D5"), board, decision=decision)


STAYS = _internal()


def _over(shown: str) -> Scene:
    """Return the figures of two Kings after the attacker has won, above their spaces."""
    attacker, defender = Contender(0, _KING, _E5, 1, 2), Contender(1, _RIVAL, _G5, 2, 0)
    conflict = Conflict(internal=True, colour=Colour.BLACK, attacker=attacker, defender=defender)
    board = _EMPTY.with_leader(_KING, _E5)
    gone = LeaderReturned(1, _RIVAL, _G5, ReturnCause.LOST_CONFLICT)
    return Scene(_at(shown), board, (ConflictDecided(conflict), gone))


WON, LOST = _over("E4"), _over("G4")


def _take(shown: str) -> Scene:
    """Return two treasures of which one stays, and one that is taken in any case (R9.2)."""
    framed, *due = (Cell.parse(name) for name in ("B2", "F3", "F10"))
    choices = tuple(tuple(sorted({framed, *due} - {stays})) for stays in due)
    return Scene(_at(shown), _with_treasures("B2", "F3", "F10"), decision=TakeDecision(0, choices))


CANDIDATE, FORCED = _take("F3"), _take("B2")


@lru_cache(maxsize=128)
def picture_of(scene: Scene, theme: Theme) -> Picture:
    """Return the spaces that a scene shows, with a narrow margin, as indices."""
    canvas = Canvas(theme.width, theme.field, theme.night, theme)
    view = _view(scene)
    draw_field(
        canvas, view, scene.events, 0, scene.legal, refused=scene.refused, planned=scene.planned
    )
    (left, top), (right, low) = (corner_of(cell, theme) for cell in scene.shown)
    around = _AROUND
    box = (
        left - around, top - around, right + theme.cell + around, low + theme.cell + around
    )  # fmt: skip
    return Picture(canvas.picture().image.crop(box))


def _view(scene: Scene) -> PublicView:
    """Return the public view of a two-player game in this scene."""
    seats: Sequence[Dynasty] = (Dynasty.BULL, Dynasty.POT)
    return PublicView(
        viewer=None,
        board=scene.board,
        seats=tuple(seats),
        options=(),
        active=0,
        actions_left=2,
        decision=scene.decision,
        hand_sizes=(6, 6),
        hands=(None, None),
        scores=(None, None),
        catastrophes=(2, 2),
        bag_size=0,
        bag=None,
        display=None,
        placed=None,
    )
