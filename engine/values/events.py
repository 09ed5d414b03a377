"""The effects of an accepted action, in order: enough for a log line and for marks on a picture.

Events hold only public information (R15.1): never a colour drawn or discarded.
Seats are numbers from 0 in turn order.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, assert_never

from engine.values.cells import Cell
from engine.values.decisions import Conflict
from engine.values.material import Colour, Leader, Monument
from engine.values.scoring import Placing

__all__ = [
    "BuildingDeclined",
    "BuildingPlaced",
    "BuildingReturned",
    "CatastrophePlaced",
    "ConflictDecided",
    "ConflictOpened",
    "DisplayTileTaken",
    "EndCause",
    "Event",
    "GameEnded",
    "KingdomsUnited",
    "LeaderPlaced",
    "LeaderReturned",
    "LeaderWithdrawn",
    "MonumentBuilt",
    "MonumentDeclined",
    "PointsScored",
    "ReturnCause",
    "ScoreCause",
    "TilePlaced",
    "TilesAdded",
    "TilesDrawn",
    "TilesRemoved",
    "TilesSwapped",
    "TreasuresTaken",
    "TurnBegan",
    "TurnEnded",
    "UnificationEnded",
    "ZigguratBuilt",
    "is_final",
    "seats_of",
]


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A tile was placed (R5.1)."""

    seat: int
    colour: Colour
    cell: Cell


@dataclass(frozen=True, slots=True)
class LeaderPlaced:
    """A leader was placed (R4.2); *origin* is the space it left (R4.4), None from the supply."""

    seat: int
    leader: Leader
    cell: Cell
    origin: Cell | None


@dataclass(frozen=True, slots=True)
class LeaderWithdrawn:
    """A leader was taken back (R4.5)."""

    seat: int
    leader: Leader
    cell: Cell


class ReturnCause(StrEnum):
    """The reason why a leader went back to its owner."""

    LOST_CONFLICT = "lost conflict"
    NO_TEMPLE = "no temple"


@dataclass(frozen=True, slots=True)
class LeaderReturned:
    """A leader went back to its owner, *seat* (R4.6, R6.5, R7.6)."""

    seat: int
    leader: Leader
    cell: Cell
    cause: ReturnCause


@dataclass(frozen=True, slots=True)
class CatastrophePlaced:
    """A catastrophe was placed (R10.1); *removed* is the colour of the tile that lay there."""

    seat: int
    cell: Cell
    removed: Colour | None


@dataclass(frozen=True, slots=True)
class TilesSwapped:
    """*count* tiles were discarded (R11.1); only the number is public. Draws follow."""

    seat: int
    count: int


class ScoreCause(StrEnum):
    """The reason for which points are scored."""

    TILE = "tile"
    KING = "king"
    INTERNAL_CONFLICT = "internal conflict"
    EXTERNAL_CONFLICT = "external conflict"
    MONUMENT = "monument"
    ZIGGURAT = "ziggurat"


@dataclass(frozen=True, slots=True)
class PointsScored:
    """Points of one colour (R5.3, R6.5, R7.6, R8.8); *leader* is the leader that earned them."""

    seat: int
    colour: Colour
    points: int
    cause: ScoreCause
    leader: Leader


@dataclass(frozen=True, slots=True)
class KingdomsUnited:
    """A tile connects two kingdoms and is covered by the unification tile (R5.4)."""

    cell: Cell
    colours: tuple[Colour, ...]
    """The colours in conflict (R7.1); none if the union is peaceful."""


@dataclass(frozen=True, slots=True)
class ConflictOpened:
    """A conflict begins; no tiles are added yet (R6.1, R7.2)."""

    conflict: Conflict


@dataclass(frozen=True, slots=True)
class TilesAdded:
    """A party added tiles (R6.3, R7.3)."""

    seat: int
    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class ConflictDecided:
    """A conflict was decided, with both totals (R6.4, R7.5)."""

    conflict: Conflict


@dataclass(frozen=True, slots=True)
class TilesRemoved:
    """Supporters of the loser left the game (R7.6)."""

    colour: Colour
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class UnificationEnded:
    """The tile on *cell* is an ordinary tile from now on (R7.9)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class MonumentBuilt:
    """A monument was built (R8.1); *corner* is the top left space of its square."""

    seat: int
    monument: Monument
    corner: Cell


@dataclass(frozen=True, slots=True)
class MonumentDeclined:
    """No monument was built, though one could be (R8.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ZigguratBuilt:
    """The ziggurat was built (R13.1); *centre* is the middle of its cross."""

    seat: int
    centre: Cell


@dataclass(frozen=True, slots=True)
class BuildingPlaced:
    """A building was placed (R12.1); *origin* is the space it left, None from the supply."""

    seat: int
    colour: Colour
    cell: Cell
    origin: Cell | None


@dataclass(frozen=True, slots=True)
class BuildingDeclined:
    """A building stayed where it was (R12.1.4)."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class BuildingReturned:
    """A building went back to the supply: its tile was turned face down (R12.1.8)."""

    colour: Colour
    cell: Cell


@dataclass(frozen=True, slots=True)
class TreasuresTaken:
    """Treasures were taken (R9.1)."""

    seat: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn ended (R3.4) with *unused* actions left."""

    seat: int
    unused: int


@dataclass(frozen=True, slots=True)
class TilesDrawn:
    """*seat* drew from the bag (R3.4, R11.1). Only the number is public."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DisplayTileTaken:
    """*seat* drew a tile from the open display (R12.3)."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn began (R3.4)."""

    seat: int


class EndCause(StrEnum):
    """The reason why the game ended."""

    TREASURES = "treasures"
    BAG = "bag"


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended; placings best first (R14)."""

    cause: EndCause
    ranking: tuple[Placing, ...]


Event: TypeAlias = (
    TilePlaced
    | LeaderPlaced
    | LeaderWithdrawn
    | LeaderReturned
    | CatastrophePlaced
    | TilesSwapped
    | PointsScored
    | KingdomsUnited
    | ConflictOpened
    | TilesAdded
    | ConflictDecided
    | TilesRemoved
    | UnificationEnded
    | MonumentBuilt
    | MonumentDeclined
    | ZigguratBuilt
    | BuildingPlaced
    | BuildingDeclined
    | BuildingReturned
    | TreasuresTaken
    | TurnEnded
    | TilesDrawn
    | DisplayTileTaken
    | TurnBegan
    | GameEnded
)


def seats_of(event: Event) -> tuple[int, ...]:
    """Return the seats that an event names."""
    match event:
        case ConflictOpened(conflict) | ConflictDecided(conflict):
            return conflict.attacker.seat, conflict.defender.seat
        case GameEnded(ranking=ranking):
            return tuple(placing.seat for placing in ranking)
        case KingdomsUnited() | TilesRemoved() | UnificationEnded() | BuildingReturned():
            return ()
        case _:
            return (event.seat,)


def is_final(events: Iterable[Event]) -> bool:
    """True if the player who caused these events cannot take them back.

    That is the case if something hidden was revealed, such as how many tiles a player adds, or if
    the turn has ended.
    """
    return any(map(_is_final, events))


def _is_final(event: Event) -> bool:
    match event:
        case (
            TilesAdded()
            | TilesSwapped()
            | TilesDrawn()
            | DisplayTileTaken()
            | TurnEnded()
            | TurnBegan()
            | GameEnded()
        ):
            return True
        case PointsScored(cause=cause):
            return _is_for_ending_the_turn(cause)
        case (
            TilePlaced()
            | LeaderPlaced()
            | LeaderWithdrawn()
            | LeaderReturned()
            | CatastrophePlaced()
            | KingdomsUnited()
            | ConflictOpened()
            | ConflictDecided()
            | TilesRemoved()
            | UnificationEnded()
            | MonumentBuilt()
            | MonumentDeclined()
            | ZigguratBuilt()
            | BuildingPlaced()
            | BuildingDeclined()
            | BuildingReturned()
            | TreasuresTaken()
        ):
            return False
        case _:
            assert_never(event)


def _is_for_ending_the_turn(cause: ScoreCause) -> bool:
    match cause:
        case ScoreCause.MONUMENT | ScoreCause.ZIGGURAT:
            return True
        case (
            ScoreCause.TILE
            | ScoreCause.KING
            | ScoreCause.INTERNAL_CONFLICT
            | ScoreCause.EXTERNAL_CONFLICT
        ):
            return False
        case _:
            assert_never(cause)
