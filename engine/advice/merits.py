"""Merits: reasons for and against a move, each with a worth.

Worths are small integers on one scale; a point scored at once is worth 4. They order moves and do
not predict the winner; ``docs/moves.md`` has them in one table.
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
"""More than a point: it counts for any colour at the end (R9.5), and another player lacks it."""
SQUARE = 3
"""The choice to build, besides the points that the player's leaders would score from it."""
PREPARED = 2
LINE = 2
JOINED = 1
RETURNED = 6
"""Another player's leader that must be placed again."""
ON_BOARD = 1
TILES_COUNTED = 3
"""The maximum counted: further tiles do not matter in the next two turns."""
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
        """4 for each point."""
        return POINT * self.points


@dataclass(frozen=True, slots=True)
class WinsTreasures:
    """The player's Trader takes *count* treasures (R9.1)."""

    count: int

    @property
    def worth(self) -> int:
        """6 for each treasure."""
        return TREASURE * self.count


@dataclass(frozen=True, slots=True)
class EarnsEachTurn:
    """*points* more from monuments and ziggurat at the end of each of the player's turns (R8.8)."""

    points: int

    @property
    def worth(self) -> int:
        """4 for each point of this turn."""
        return POINT * self.points


@dataclass(frozen=True, slots=True)
class CompletesSquare:
    """Four tiles of *colour* in a square: a monument may be built (R8.1).

    *earning* is the number of own leaders that would score from the monument best for them.
    """

    colour: Colour
    earning: int

    @property
    def worth(self) -> int:
        """3, and 4 for each leader that scores."""
        return SQUARE + POINT * self.earning


@dataclass(frozen=True, slots=True)
class CompletesCross:
    """Five tiles of one colour in a cross: the ziggurat may be built (R13.1).

    *earning* is True if the player's King would score from it.
    """

    earning: bool

    @property
    def worth(self) -> int:
        """3, and 4 if the King scores."""
        return SQUARE + POINT * self.earning


@dataclass(frozen=True, slots=True)
class PreparesSquare:
    """Three tiles of a square in an own kingdom, the fourth in hand and its space free (R8.1)."""

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
    """Two kingdoms unite peacefully (R5.4); *own* is how many of them have own leaders."""

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
    """The colour of the tiles that may be added."""
    rival: Leader
    strength: int
    """The player's strength on the board."""
    held: int
    """The tiles of that colour in the player's hand, without the one placed."""
    defence: int
    """The rival's strength on the board."""
    hidden: HiddenTiles
    """The tiles of that colour that the rival's owner may hold."""
    stake: Stake

    @property
    def outlook(self) -> ConflictOutlook:
        """The outlook, equal to :func:`conflict_outlook` once the conflict is open."""
        ahead = self.strength + self.held - self.defence
        chance = chance_of(ahead, self.hidden)
        return ConflictOutlook(self.strength, self.defence, self.held, chance)

    @property
    def chance(self) -> Chance:
        """The attacker's chance."""
        return self.outlook.chance

    @property
    def worth(self) -> int:
        """The gain if sure, half of it less the loss if likely, minus the loss if uncertain.

        If lost, -4 for the leader and -4 for each tile removed.
        """
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
    """True if an action is left for such a tile."""
    comes: bool
    """True if the leader was off the board."""

    @property
    def worth(self) -> int:
        """1 for each tile up to three, 2 more with an action left, 1 for entering the board."""
        work = min(self.tiles, TILES_COUNTED)
        return (ON_BOARD if self.comes else 0) + work + (SCORES_NOW if work and self.at_once else 0)


@dataclass(frozen=True, slots=True)
class GivesUp:
    """The loss by moving a leader: *tiles* that no longer score, and *points* each turn."""

    tiles: int
    points: int

    @property
    def worth(self) -> int:
        """Minus 2 for moving, minus 1 for each tile up to three, minus 4 for each point."""
        return -(MOVING + min(self.tiles, TILES_COUNTED) + POINT * self.points)


@dataclass(frozen=True, slots=True)
class Gives:
    """Another player gains points or treasures by the move."""

    seat: int
    points: int
    treasures: int = 0

    @property
    def worth(self) -> int:
        """Minus what the gain would be worth to the player."""
        return -(POINT * self.points + TREASURE * self.treasures)


@dataclass(frozen=True, slots=True)
class SendsHome:
    """*leader* has no temple left and returns to its owner (R4.6)."""

    leader: Leader
    own: bool

    @property
    def worth(self) -> int:
        """6 for another player's leader, -6 for an own one."""
        return -RETURNED if self.own else RETURNED


@dataclass(frozen=True, slots=True)
class CutsOff:
    """A player's leaders score *points* less at the end of each of that player's turns (R8.8)."""

    seat: int
    points: int
    own: bool

    @property
    def worth(self) -> int:
        """4 for each point that others lose, -4 for each of the player's own."""
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
