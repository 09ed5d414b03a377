"""What is marked on the board: what just happened, who fights, between what to choose."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from engine import (
    AddDecision,
    Board,
    BuildDecision,
    BuildingDeclined,
    BuildingPlaced,
    BuildingReturned,
    CatastrophePlaced,
    Cell,
    ConflictDecided,
    ConflictOpened,
    Contender,
    Decision,
    DisplayTileTaken,
    Event,
    GameEnded,
    KingdomsUnited,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
    MonumentDeclined,
    PointsScored,
    TakeDecision,
    TilePlaced,
    TilesAdded,
    TilesDrawn,
    TilesRemoved,
    TilesSwapped,
    TreasuresTaken,
    TurnBegan,
    TurnEnded,
    UnificationEnded,
    ZigguratBuilt,
    cells_of,
    cross,
    square,
)
from render.pieces import Building, Tile


@dataclass(frozen=True, slots=True)
class Placed:
    """Something was just put here. *open_sides* (of ``nesw``) have no line: it goes on there."""

    open_sides: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """This was here a moment ago: a tile removed, a leader or building moved or returned."""

    piece: Tile | Leader | Building


@dataclass(frozen=True, slots=True)
class TreasureTaken:
    """A treasure was here a moment ago."""


@dataclass(frozen=True, slots=True)
class Fighting:
    """A leader in the conflict that is on stands here."""


@dataclass(frozen=True, slots=True)
class AtStake:
    """A tile that the loser of the external conflict that is on would lose (R7.6)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the spaces between which somebody has to choose. *open_sides* as in Placed.

    *letter* is what it is called where it is chosen.
    """

    open_sides: str = ""
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Forced:
    """A treasure that is taken whatever is chosen (R9.2)."""


@dataclass(frozen=True, slots=True)
class Legal:
    """A space where a chosen piece may be put."""


Mark: TypeAlias = Placed | Gone | TreasureTaken | Fighting | AtStake | Choice | Forced | Legal

_QUARTERS = ("es", "sw", "ne", "nw")
"""For each space of a square, row by row, the sides on which the square goes on."""
_CROSS = ("s", "e", "nesw", "w", "n")
"""The same for the spaces of a cross."""


def marks_of(
    board: Board, events: Sequence[Event], decision: Decision, legal: Iterable[Cell] = ()
) -> dict[Cell, tuple[Mark, ...]]:
    """The marks on each space. Of a space placed on and left, what came last counts."""
    marks: dict[Cell, dict[str, Mark]] = {}
    chosen = [(cell, Legal()) for cell in legal]
    for cell, mark in (*_happenings(events), *_in_question(board, decision), *chosen):
        kind = "change" if isinstance(mark, Placed | Gone) else type(mark).__name__
        marks.setdefault(cell, {})[kind] = mark
    return {cell: tuple(found.values()) for cell, found in marks.items()}


def moves_of(events: Sequence[Event]) -> list[tuple[Cell, Cell]]:
    """From where to where leaders and buildings were moved (R4.4, R12.1.2)."""
    return [
        (event.origin, event.cell)
        for event in events
        if isinstance(event, LeaderPlaced | BuildingPlaced) and event.origin is not None
    ]


def _happenings(events: Sequence[Event]) -> Iterator[tuple[Cell, Mark]]:
    for event in events:
        match event:
            case TilePlaced(cell=cell) | CatastrophePlaced(cell=cell):
                yield cell, Placed()
            case LeaderPlaced(leader=leader, cell=cell, origin=origin):
                if origin is not None:
                    yield origin, Gone(leader)
                yield cell, Placed()
            case LeaderWithdrawn(leader=leader, cell=cell):
                yield cell, Gone(leader)
            case LeaderReturned(leader=leader, cell=cell):
                yield cell, Gone(leader)
            case TilesRemoved(colour=colour, cells=cells):
                for cell in cells:
                    yield cell, Gone(Tile(colour))
            case MonumentBuilt(corner=corner):
                yield from _square(corner)
            case ZigguratBuilt(centre=centre):
                yield from _cross(centre)
            case BuildingPlaced(colour=colour, cell=cell, origin=origin):
                if origin is not None:
                    yield origin, Gone(Building(colour))
                yield cell, Placed()
            case BuildingReturned(colour=colour, cell=cell):
                yield cell, Gone(Building(colour))
            case TreasuresTaken(cells=cells):
                for cell in cells:
                    yield cell, TreasureTaken()
            case (
                TilesSwapped()
                | PointsScored()
                | KingdomsUnited()
                | ConflictOpened()
                | TilesAdded()
                | ConflictDecided()
                | UnificationEnded()
                | MonumentDeclined()
                | BuildingDeclined()
                | TurnEnded()
                | TilesDrawn()
                | DisplayTileTaken()
                | TurnBegan()
                | GameEnded()
            ):
                pass  # nothing came, left or was moved
            case _:
                assert_never(event)


def _square(corner: Cell) -> Iterator[tuple[Cell, Placed]]:
    for cell, sides in zip(cells_of(square(corner)), _QUARTERS, strict=True):
        yield cell, Placed(sides)


def _cross(centre: Cell) -> Iterator[tuple[Cell, Placed]]:
    for cell, sides in zip(cells_of(cross(centre)), _CROSS, strict=True):
        yield cell, Placed(sides)


def _in_question(board: Board, decision: Decision) -> Iterator[tuple[Cell, Mark]]:
    match decision:
        case AddDecision():
            for contender in contenders(decision):
                yield contender.cell, Fighting()
                if not decision.conflict.internal:
                    lost = board.lost_supporters(contender.leader)
                    yield from ((cell, AtStake()) for cell in cells_of(lost))
        case BuildDecision(choices=choices, centres=centres):
            squares = {corner for _, corner in choices}
            sites = [_square(corner) for corner in squares] + [_cross(at) for at in centres]
            for site in sites:
                for cell, placed in site:
                    yield cell, Choice(placed.open_sides if len(sites) == 1 else "")
        case TakeDecision():
            yield from ((cell, Choice(letter=of)) for cell, of in decision.letters.items())
            yield from ((cell, Forced()) for cell in decision.forced)
        case _:
            for cell in decision.spaces:
                yield cell, Choice()


def decided(events: Sequence[Event]) -> dict[Cell, tuple[int, bool]]:
    """Where those stood whose conflicts were decided of late: their totals, and who won."""
    totals: dict[Cell, tuple[int, bool]] = {}
    for event in events:
        if isinstance(event, ConflictDecided):
            for party in (event.conflict.attacker, event.conflict.defender):
                totals[party.cell] = party.total, party is event.conflict.winner
    return totals


def contenders(decision: Decision) -> tuple[Contender, ...]:
    """Both parties of the conflict that is on, the attacker first; nobody without one."""
    if isinstance(decision, AddDecision):
        return decision.conflict.attacker, decision.conflict.defender
    return ()
