"""A player's decisions as values that print and parse (notation.md, "Decisions").

``str(action)`` is the notation without the dynasty letter in front; :func:`parse_action`
reads it back.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from engine.values.cells import Cell
from engine.values.material import HAND_SIZE, MONUMENTS, Colour, Dynasty, Leader, Monument
from engine.values.quoting import quoted

__all__ = [
    "Action",
    "AddTiles",
    "BuildMonument",
    "BuildZiggurat",
    "Catastrophe",
    "ChooseWar",
    "DeclineBuilding",
    "DeclineMonument",
    "DrawTile",
    "EndTurn",
    "Piece",
    "PlaceBuilding",
    "PlaceCatastrophe",
    "PlaceLeader",
    "PlaceTile",
    "SwapTiles",
    "TakeCube",
    "TakeTreasures",
    "TurnAction",
    "WithdrawLeader",
    "counts_of",
    "letters",
    "parse_action",
    "parse_piece",
    "piece_of",
    "placing",
]


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place a civilization tile from the hand (R5): ``r@E5``."""

    colour: Colour
    cell: Cell

    def __str__(self) -> str:
        return f"{self.colour}@{self.cell}"


@dataclass(frozen=True, slots=True)
class PlaceLeader:
    """Place a leader, or move it if it is on the board (R4): ``Ak@F5``."""

    leader: Leader
    cell: Cell

    def __str__(self) -> str:
        return f"{self.leader}@{self.cell}"


@dataclass(frozen=True, slots=True)
class WithdrawLeader:
    """Take a leader back to its player's supply (R4.5): ``Ak@-``."""

    leader: Leader

    def __str__(self) -> str:
        return f"{self.leader}@-"


@dataclass(frozen=True, slots=True)
class PlaceCatastrophe:
    """Place a catastrophe tile (R10): ``x@E5``."""

    cell: Cell

    def __str__(self) -> str:
        return f"x@{self.cell}"


@dataclass(frozen=True, slots=True)
class SwapTiles:
    """Discard one to six tiles and draw the same number (R11): ``swap:krr``.

    *counts* is the number of tiles of each colour, in the order k r b g.
    """

    counts: tuple[int, int, int, int]

    @property
    def total(self) -> int:
        """The number of tiles discarded."""
        return sum(self.counts)

    def __str__(self) -> str:
        return "swap:" + letters(self.counts)


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn (R3.4): ``end``."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class ChooseWar:
    """Choose which external conflict is resolved next (R7.1): ``war:k``."""

    colour: Colour

    def __str__(self) -> str:
        return f"war:{self.colour}"


@dataclass(frozen=True, slots=True)
class AddTiles:
    """Add *count* tiles of the hand, 0 to 6, in a conflict (R6.3, R7.3): ``+2``."""

    count: int

    def __str__(self) -> str:
        return f"+{self.count}"


@dataclass(frozen=True, slots=True)
class BuildMonument:
    """Build a monument on the square with the top left space *corner* (R8.1): ``build:kr@E5``."""

    monument: Monument
    corner: Cell

    def __str__(self) -> str:
        return f"build:{self.monument}@{self.corner}"


@dataclass(frozen=True, slots=True)
class DeclineMonument:
    """Build no monument now (R8.4): ``build:-``."""

    def __str__(self) -> str:
        return "build:-"


@dataclass(frozen=True, slots=True)
class BuildZiggurat:
    """Build the ziggurat on the cross around *centre* (R13.1): ``build:z@F6``."""

    centre: Cell

    def __str__(self) -> str:
        return f"build:z@{self.centre}"


@dataclass(frozen=True, slots=True)
class PlaceBuilding:
    """Put the building of the placed tile's colour on the tile on *cell* (R12.1): ``site:E5``."""

    cell: Cell

    def __str__(self) -> str:
        return f"site:{self.cell}"


@dataclass(frozen=True, slots=True)
class DeclineBuilding:
    """Leave the building where it is (R12.1.4): ``site:-``."""

    def __str__(self) -> str:
        return "site:-"


@dataclass(frozen=True, slots=True)
class TakeCube:
    """Take the ziggurat's point in *colour* (R13.5): ``cube:g``."""

    colour: Colour

    def __str__(self) -> str:
        return f"cube:{self.colour}"


@dataclass(frozen=True, slots=True)
class DrawTile:
    """Draw a tile of *colour* from the open display, or, with None, from the bag (R12.3).

    Written ``draw:r`` and ``draw:?``.
    """

    colour: Colour | None

    def __str__(self) -> str:
        return f"draw:{'?' if self.colour is None else self.colour}"


@dataclass(frozen=True, slots=True)
class TakeTreasures:
    """Take these treasures of a kingdom, in board order (R9): ``take:B2,F10``."""

    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return "take:" + ",".join(map(str, self.cells))


TurnAction: TypeAlias = PlaceTile | PlaceLeader | WithdrawLeader | PlaceCatastrophe | SwapTiles
"""The actions that count as one of the two of a turn (R3.2)."""

Action: TypeAlias = (
    PlaceTile
    | PlaceLeader
    | WithdrawLeader
    | PlaceCatastrophe
    | SwapTiles
    | EndTurn
    | ChooseWar
    | AddTiles
    | BuildMonument
    | DeclineMonument
    | BuildZiggurat
    | PlaceBuilding
    | DeclineBuilding
    | TakeCube
    | DrawTile
    | TakeTreasures
)


@dataclass(frozen=True, slots=True)
class Catastrophe:
    """A catastrophe tile without a space: ``x``."""

    def __str__(self) -> str:
        return "x"


Piece: TypeAlias = Colour | Leader | Catastrophe
"""Anything placed on a space: a tile of a colour, a leader, a catastrophe."""


def parse_piece(text: str) -> Piece:
    """Parse the part of a decision before its ``@``: ``r``, ``Ak``, ``x``.

    Raises ValueError, with a sentence, if *text* is not a piece.
    """
    piece = None
    with suppress(ValueError):
        piece = piece_of(parse_action(f"{text}@A1"))
    if piece is None:
        raise ValueError(f"{quoted(text)} is not a piece")
    return piece


def placing(piece: Piece, cell: Cell) -> PlaceTile | PlaceLeader | PlaceCatastrophe:
    """Return the action that puts *piece* on *cell*."""
    match piece:
        case Colour():
            return PlaceTile(piece, cell)
        case Leader():
            return PlaceLeader(piece, cell)
        case Catastrophe():
            return PlaceCatastrophe(cell)


def piece_of(action: Action) -> Piece | None:
    """Return the piece that *action* puts on a space, None for any other action."""
    match action:
        case PlaceTile(colour):
            return colour
        case PlaceLeader(leader):
            return leader
        case PlaceCatastrophe():
            return Catastrophe()
        case _:
            return None


def letters(counts: tuple[int, ...]) -> str:
    """Return tiles as letters in the order k r b g: ``(1, 2, 0, 0)`` gives ``krr``.

    *counts* has the number of tiles of each colour.
    """
    return "".join(colour.letter * count for colour, count in zip(Colour, counts, strict=True))


def counts_of(tiles: str) -> tuple[int, int, int, int]:
    """Count the letters k, r, b and g in *tiles*, which may be in any order.

    Other letters are ignored.
    """
    return tiles.count("k"), tiles.count("r"), tiles.count("b"), tiles.count("g")


def _swap(tiles: str) -> SwapTiles:
    if len(tiles) > HAND_SIZE:
        raise ValueError(f"a swap takes at most {HAND_SIZE} tiles")
    return SwapTiles(counts_of(tiles))


def _leader(dynasty: str, colour: str) -> Leader:
    return Leader(Dynasty(dynasty), Colour.parse(colour))


_CELL = "([A-P](?:1[01]|[1-9]))"
_MONUMENT_BY_NAME = {str(monument): monument for monument in MONUMENTS}

_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Action]], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (f"([krbg])@{_CELL}", lambda c, at: PlaceTile(Colour.parse(c), Cell.parse(at))),
        (f"([ABLP])([krbg])@{_CELL}", lambda d, c, at: PlaceLeader(_leader(d, c), Cell.parse(at))),
        ("([ABLP])([krbg])@-", lambda d, c: WithdrawLeader(_leader(d, c))),
        (f"x@{_CELL}", lambda at: PlaceCatastrophe(Cell.parse(at))),
        ("swap:([krbg]+)", _swap),
        ("end", EndTurn),
        ("war:([krbg])", lambda c: ChooseWar(Colour.parse(c))),
        (r"\+([0-6])", lambda n: AddTiles(int(n))),
        (
            f"build:(kr|kb|kg|rb|rg|bg)@{_CELL}",
            lambda m, at: BuildMonument(_MONUMENT_BY_NAME[m], Cell.parse(at)),
        ),
        (f"build:z@{_CELL}", lambda at: BuildZiggurat(Cell.parse(at))),
        ("build:-", DeclineMonument),
        (f"site:{_CELL}", lambda at: PlaceBuilding(Cell.parse(at))),
        ("site:-", DeclineBuilding),
        ("cube:([krbg])", lambda c: TakeCube(Colour.parse(c))),
        (r"draw:([krbg]|\?)", lambda c: DrawTile(None if c == "?" else Colour.parse(c))),
        (
            f"take:({_CELL}(?:,{_CELL})*)",
            lambda cells, *_: TakeTreasures(tuple(map(Cell.parse, cells.split(",")))),
        ),
    )
)


def parse_action(text: str) -> Action:
    """Parse a decision written without its dynasty letter, such as ``r@E5``.

    Raises ValueError, with a sentence, if *text* is not a decision.
    """
    for pattern, build in _FORMS:
        if match := pattern.fullmatch(text):
            return build(*match.groups())
    raise ValueError(f"{quoted(text)} is not a decision")
