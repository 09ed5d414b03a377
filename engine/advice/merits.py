"""What speaks for a move, and against it: values that have a worth, and can be told in words.

Worths are small whole numbers, one scale for all; a point scored at once is 4. They say what
comes first, not who will win; ``docs/moves.md`` has them in one table.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.advice.conflicts import Chance, ConflictOutlook, HiddenTiles, chance_of
from engine.advice.stakes import Stake
from engine.values.material import Colour, Leader

__all__ = [
    "Attack",
    "CompletesCross",
    "CompletesLine",
    "CompletesSquare",
    "CutsOff",
    "EarnsEachTurn",
    "FindsWork",
    "Gives",
    "GivesUp",
    "Joins",
    "Merit",
    "PreparesSquare",
    "Scores",
    "SendsHome",
    "WinsTreasures",
]

POINT = 4
TREASURE = 6
"""It goes to any colour in the end (R9.5), and may be missing to another."""
SQUARE = 3
"""The choice to build, beside what the player's leaders would earn from it."""
PREPARED = 2
LINE = 2
JOINED = 1
RETURNED = 6
"""A leader of another's that has to start anew."""
ON_BOARD = 1
TILES_COUNTED = 3
"""More tiles than these say nothing about the next two turns."""
SCORES_NOW = 2
"""Extra worth if a tile can follow the leader in the same turn."""
MOVING = 2
CATASTROPHE = 3
"""The price of a catastrophe: a player has two in the whole game."""


@dataclass(frozen=True, slots=True)
class Scores:
    """*points* in *colour* for the player's leader, at once (R5.3, R12.1.6)."""

    colour: Colour
    points: int

    @property
    def worth(self) -> int:
        """A point is 4."""
        return POINT * self.points


@dataclass(frozen=True, slots=True)
class WinsTreasures:
    """The player's Trader takes *count* treasures (R9.1)."""

    count: int

    @property
    def worth(self) -> int:
        """A treasure is 6."""
        return TREASURE * self.count


@dataclass(frozen=True, slots=True)
class EarnsEachTurn:
    """*points* more from monuments and ziggurat at the end of each turn of the player (R8.8)."""

    points: int

    @property
    def worth(self) -> int:
        """Those of this turn are counted."""
        return POINT * self.points


@dataclass(frozen=True, slots=True)
class CompletesSquare:
    """Four tiles of *colour* in a square: a monument may be built (R8.1).

    *earning* is how many own leaders would earn from the best one for them.
    """

    colour: Colour
    earning: int

    @property
    def worth(self) -> int:
        """3, and 4 for each leader that earns."""
        return SQUARE + POINT * self.earning


@dataclass(frozen=True, slots=True)
class CompletesCross:
    """Five tiles of one colour in a cross: the ziggurat may be built (R13.1).

    *earning* is whether the player's King would earn from it.
    """

    earning: bool

    @property
    def worth(self) -> int:
        """3, and 4 if the King earns."""
        return SQUARE + POINT * self.earning


@dataclass(frozen=True, slots=True)
class PreparesSquare:
    """In an own kingdom three tiles of a square; the fourth is in hand and has a space (R8.1)."""

    colour: Colour

    @property
    def worth(self) -> int:
        """Always 2."""
        return PREPARED


@dataclass(frozen=True, slots=True)
class CompletesLine:
    """A line for the building of *colour*, where an own leader scores that colour (R12.1)."""

    colour: Colour

    @property
    def worth(self) -> int:
        """Always 2."""
        return LINE


@dataclass(frozen=True, slots=True)
class Joins:
    """Two kingdoms become one peacefully (R5.4); *own* says how many of them have own leaders."""

    own: int

    @property
    def worth(self) -> int:
        """1 if both have own leaders."""
        return JOINED if self.own == 2 else 0


@dataclass(frozen=True, slots=True)
class Attack:
    """A conflict with *rival* that the move opens, with the player's leader attacking (R6, R7)."""

    internal: bool
    colour: Colour
    """That of the tiles that may be added."""
    rival: Leader
    strength: int
    """The player's strength on the board."""
    held: int
    """How many tiles of that colour are in the player's hand, without the one placed."""
    defence: int
    """The rival's strength on the board."""
    hidden: HiddenTiles
    """The tiles of that colour that the rival's owner may hold."""
    stake: Stake

    @property
    def outlook(self) -> ConflictOutlook:
        """The same that :func:`conflict_outlook` tells once the conflict is open."""
        ahead = self.strength + self.held - self.defence
        chance = chance_of(ahead, self.hidden)
        return ConflictOutlook(self.strength, self.defence, self.held, chance)

    @property
    def chance(self) -> Chance:
        """What the attacker can expect, as the outlook says."""
        return self.outlook.chance

    @property
    def worth(self) -> int:
        """What is won if that is sure, half of it less the loss if likely, else the loss."""
        won, lost = POINT * self.stake.gain + 2, self.stake.loss
        match self.chance:
            case Chance.SURE:
                return won
            case Chance.LIKELY:
                return won // 2 - lost
            case Chance.UNCERTAIN:
                return -lost
            case Chance.LOST:
                return -POINT * (1 + lost)


@dataclass(frozen=True, slots=True)
class FindsWork:
    """The leader lets *tiles* of the player's hand score that score nowhere yet (R5.3)."""

    tiles: int
    at_once: bool
    """Whether an action is left for such a tile."""
    comes: bool
    """Whether it was off the board."""

    @property
    def worth(self) -> int:
        """1 for each tile up to three, 2 more with an action left, 1 for being there at all."""
        work = min(self.tiles, TILES_COUNTED)
        return (ON_BOARD if self.comes else 0) + work + (SCORES_NOW if work and self.at_once else 0)


@dataclass(frozen=True, slots=True)
class GivesUp:
    """What a leader that moves leaves behind: work for *tiles*, and *points* each turn."""

    tiles: int
    points: int

    @property
    def worth(self) -> int:
        """2 for moving, what the work was worth, and 4 for each point."""
        return -(MOVING + min(self.tiles, TILES_COUNTED) + POINT * self.points)


@dataclass(frozen=True, slots=True)
class Gives:
    """Another player gets something by the move."""

    seat: int
    points: int
    treasures: int = 0

    @property
    def worth(self) -> int:
        """The negative of what it would be worth to the player."""
        return -(POINT * self.points + TREASURE * self.treasures)


@dataclass(frozen=True, slots=True)
class SendsHome:
    """*leader* has no temple left and returns to its owner (R4.6)."""

    leader: Leader
    own: bool

    @property
    def worth(self) -> int:
        """6 for another's leader, -6 for the player's."""
        return -RETURNED if self.own else RETURNED


@dataclass(frozen=True, slots=True)
class CutsOff:
    """A player's leaders earn *points* less at the end of each of that player's turns (R8.8)."""

    seat: int
    points: int
    own: bool

    @property
    def worth(self) -> int:
        """4 for each point that others lose, -4 for each of the player's."""
        return (-POINT if self.own else POINT) * self.points


Merit: TypeAlias = (
    Scores
    | WinsTreasures
    | EarnsEachTurn
    | CompletesSquare
    | CompletesCross
    | PreparesSquare
    | CompletesLine
    | Joins
    | Attack
    | FindsWork
    | GivesUp
    | Gives
    | SendsHome
    | CutsOff
)
