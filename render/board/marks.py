"""Marks on the board: recent changes, parties of a conflict, spaces to choose from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from engine import (
    AddDecision,
    Board,
    BuildDecision,
    BuildingPlaced,
    BuildingReturned,
    CatastrophePlaced,
    Cell,
    Conflict,
    ConflictDecided,
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
    TilesSwapped,
    TreasuresTaken,
    TurnBegan,
    WarDecision,
    ZigguratBuilt,
    cells_of,
    cross,
    neighbours,
    square,
)
from render.pieces.sprites import Building, Tile


@dataclass(frozen=True, slots=True)
class Placed:
    """Something was just put here; the sides *open_sides* (of ``nesw``) have no line."""

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
    """A leader in the open conflict stands here."""

    attacks: bool


@dataclass(frozen=True, slots=True)
class Supporter:
    """A tile that counts for a party of the open conflict (R6.2, R7.3)."""

    attacks: bool
    lost: bool = False
    """True if it is removed if that party loses (R7.6)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the spaces to choose from. *open_sides* as in Placed.

    *name* is written on it unless empty.
    """

    open_sides: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Forced:
    """A treasure that is taken with every choice (R9.2)."""


@dataclass(frozen=True, slots=True)
class Legal:
    """A space on which a chosen piece may be put, with its name."""

    name: str
    one_of_many: bool = False
    """True if there are too many spaces for light ground, which would hide the board."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """A space on which the piece may not be put, with the letter of the reason."""

    letter: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of a conflict's party, on an empty space near its leader."""

    figures: str
    attacks: bool
    won: bool | None = None
    """None while the conflict is open."""


Mark: TypeAlias = (
    Placed | Gone | TreasureTaken | Fighting | Supporter | Choice | Forced | Legal | Illegal | Tally
)

_MANY = 40
"""The maximum number of legal spaces with light ground; more have only their names."""
_QUARTERS = ("es", "sw", "ne", "nw")
"""The open sides of each space of a square, row by row."""
_CROSS = ("s", "e", "nesw", "w", "n")
"""The open sides of each space of a cross, row by row."""


def marks_of(
    board: Board,
    events: Sequence[Event],
    decision: Decision,
    legal: Iterable[Cell] = (),
    refused: Mapping[Cell, str] = MappingProxyType({}),
) -> dict[Cell, tuple[Mark, ...]]:
    """Return the marks on each space; the last change of a space counts."""
    marks: dict[Cell, dict[str, Mark]] = {}
    cells = tuple(legal)
    many = len(cells) > _MANY
    chosen: list[tuple[Cell, Mark]] = [(cell, Legal(str(cell), many)) for cell in cells]
    chosen += [(cell, Illegal(letter)) for cell, letter in refused.items()]
    for cell, mark in (*_marks_of_events(events), *_marks_of_decision(board, decision), *chosen):
        marks.setdefault(cell, {})[_kind(mark)] = mark
    return {cell: tuple(found.values()) for cell, found in marks.items()}


def _kind(mark: Mark) -> str:
    """Return the kind of a mark; the last mark of a kind on a space counts."""
    match mark:
        case Placed() | Gone():
            return "change"
        case Supporter(attacks=attacks):
            return f"supporter {attacks}"
        case _:
            return type(mark).__name__


def orders_of(events: Sequence[Event]) -> dict[Cell, int]:
    """Return the spaces of the actions of a turn, with their numbers in order (R3.1).

    Empty if only one action was on the board: its number says nothing.
    """
    orders: dict[Cell, int] = {}
    number = 0
    for event in events:
        match event:
            case TurnBegan():
                number = 0
            case TilesSwapped():
                number += 1
            case (
                TilePlaced(cell=cell)
                | LeaderPlaced(cell=cell)
                | LeaderWithdrawn(cell=cell)
                | CatastrophePlaced(cell=cell)
            ):
                number += 1
                orders[cell] = number
            case _:
                pass  # a consequence of an action
    return orders if len(orders) > 1 else {}


def moves_of(events: Sequence[Event]) -> list[tuple[Cell, Cell]]:
    """Return origin and destination of leaders and buildings that were moved (R4.4, R12.1.2)."""
    return [
        (event.origin, event.cell)
        for event in events
        if isinstance(event, LeaderPlaced | BuildingPlaced) and event.origin is not None
    ]


def _marks_of_events(events: Sequence[Event]) -> Iterator[tuple[Cell, Mark]]:
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
            case _:
                pass  # no change on the board


def _square(corner: Cell) -> Iterator[tuple[Cell, Placed]]:
    for cell, sides in zip(cells_of(square(corner)), _QUARTERS, strict=True):
        yield cell, Placed(sides)


def _cross(centre: Cell) -> Iterator[tuple[Cell, Placed]]:
    for cell, sides in zip(cells_of(cross(centre)), _CROSS, strict=True):
        yield cell, Placed(sides)


def _marks_of_decision(board: Board, decision: Decision) -> Iterator[tuple[Cell, Mark]]:
    match decision:
        case AddDecision():
            for contender in contenders(decision):
                attacks = contender is decision.conflict.attacker
                yield contender.cell, Fighting(attacks)
                yield from _supporters(board, decision.conflict, contender, attacks=attacks)
        case WarDecision(colours=colours):
            union = _union(board)
            for leader, cell in board.standing():
                if leader.colour in colours and cell.bit & union:
                    yield cell, Choice()
        case BuildDecision(choices=choices, centres=centres):
            squares = {corner for _, corner in choices}
            sites = [_square(corner) for corner in squares] + [_cross(at) for at in centres]
            for site in sites:
                for cell, placed in site:
                    yield cell, Choice(placed.open_sides if len(sites) == 1 else "")
        case TakeDecision():
            yield from ((cell, Choice(name=str(cell))) for cell in decision.spaces)
            yield from ((cell, Forced()) for cell in decision.forced)
        case _:
            for cell in decision.spaces:
                yield cell, Choice()


def _supporters(
    board: Board, conflict: Conflict, party: Contender, *, attacks: bool
) -> Iterator[tuple[Cell, Mark]]:
    """Yield a party's supporters: temples beside its leader, or tiles of its side."""
    if conflict.internal:
        beside = neighbours(party.cell.bit) & board.temples
        yield from ((cell, Supporter(attacks)) for cell in cells_of(beside))
        return
    lost = board.lost_supporters(party.leader)
    for cell in cells_of(board.side(party.leader) & board.tiles[conflict.colour]):
        yield cell, Supporter(attacks, lost=bool(lost & cell.bit))


def _union(board: Board) -> int:
    """Return the mask of the kingdom that the unification tile joins."""
    joined = (each.mask for each in board.kingdoms if each.mask & board.unification_mask)
    return next(joined, 0)


def tallies_of(events: Sequence[Event], decision: Decision) -> dict[Cell, Tally]:
    """Return the figures of parties of recent or open conflicts, by their leaders' spaces.

    Decided conflicts show totals, the open one strength and added tiles.
    """
    tallies: dict[Cell, Tally] = {}
    for event in events:
        if isinstance(event, ConflictDecided):
            attacker, defender = event.conflict.attacker, event.conflict.defender
            for party in (attacker, defender):
                won = party is event.conflict.winner
                tallies[party.cell] = Tally(str(party.total), party is attacker, won)
    for at, party in enumerate(contenders(decision)):
        added = "" if party.added is None else f"+{party.added}"
        tallies[party.cell] = Tally(f"{party.strength}{added}", at == 0)
    return tallies


def contenders(decision: Decision) -> tuple[Contender, ...]:
    """Return both parties of the open conflict, the attacker first; empty if there is none."""
    if isinstance(decision, AddDecision):
        return decision.conflict.attacker, decision.conflict.defender
    return ()
