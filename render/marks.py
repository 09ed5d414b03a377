"""What is marked on the board: what just happened, who fights, between what to choose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine import (
    AddDecision,
    BuildDecision,
    CatastrophePlaced,
    Cell,
    Contender,
    Decision,
    Event,
    Leader,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    MonumentBuilt,
    TakeDecision,
    TilePlaced,
    TilesRemoved,
    TreasuresTaken,
    square_cells,
)
from render.pieces import Tile


@dataclass(frozen=True, slots=True)
class Placed:
    """Something was just put here. *open_sides* (of ``nesw``) have no line: it goes on there."""

    open_sides: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """This was here a moment ago: a tile removed, a leader moved away or returned."""

    piece: Tile | Leader


@dataclass(frozen=True, slots=True)
class TreasureTaken:
    """A treasure was here a moment ago."""


@dataclass(frozen=True, slots=True)
class Fighting:
    """A leader in the conflict that is on stands here."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the spaces between which somebody has to choose. *open_sides* as in Placed."""

    open_sides: str = ""


Mark: TypeAlias = Placed | Gone | TreasureTaken | Fighting | Choice

_QUARTERS = ("es", "sw", "ne", "nw")
"""For each space of a square, row by row, the sides on which the square goes on."""


def marks_of(events: Sequence[Event], decision: Decision) -> dict[Cell, tuple[Mark, ...]]:
    """The marks on each space. Of a space placed on and left, what came last counts."""
    marks: dict[Cell, dict[str, Mark]] = {}
    for cell, mark in (*_happenings(events), *_at_stake(decision)):
        kind = "change" if isinstance(mark, Placed | Gone) else type(mark).__name__
        marks.setdefault(cell, {})[kind] = mark
    return {cell: tuple(found.values()) for cell, found in marks.items()}


def moves_of(events: Sequence[Event]) -> list[tuple[Cell, Cell]]:
    """From where to where leaders were moved (R4.4)."""
    return [
        (event.origin, event.cell)
        for event in events
        if isinstance(event, LeaderPlaced) and event.origin is not None
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
                for cell, sides in zip(square_cells(corner), _QUARTERS, strict=True):
                    yield cell, Placed(sides)
            case TreasuresTaken(cells=cells):
                for cell in cells:
                    yield cell, TreasureTaken()
            case _:
                pass  # nothing that lies on a space


def _at_stake(decision: Decision) -> Iterator[tuple[Cell, Mark]]:
    match decision:
        case AddDecision():
            for contender in contenders(decision):
                yield contender.cell, Fighting()
        case BuildDecision(choices=choices):
            corners = {corner for _, corner in choices}
            for corner in corners:
                for cell, sides in zip(square_cells(corner), _QUARTERS, strict=True):
                    yield cell, Choice(sides if len(corners) == 1 else "")
        case TakeDecision(choices=choices):
            for cell in {cell for choice in choices for cell in choice}:
                yield cell, Choice()
        case _:
            pass  # nothing to point at


def contenders(decision: Decision) -> tuple[Contender, ...]:
    """Both parties of the conflict that is on, the attacker first; nobody without one."""
    if isinstance(decision, AddDecision):
        return decision.conflict.attacker, decision.conflict.defender
    return ()
