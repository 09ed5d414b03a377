"""What the game waits for: who must decide what, and between which choices.

Every decision is public (R15.1): nothing in here depends on a hand.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from engine.cells import Cell
from engine.material import Colour, Leader, Monument


@dataclass(frozen=True, slots=True)
class Contender:
    """One party of a conflict: its *strength* on the board, and what it *added* so far."""

    seat: int
    leader: Leader
    cell: Cell
    strength: int
    added: int | None = None

    @property
    def total(self) -> int:
        """Strength on the board and tiles added (R6.2, R7.3)."""
        return self.strength + (self.added or 0)

    def with_added(self, count: int) -> "Contender":
        """This party after it has added *count* tiles."""
        return Contender(self.seat, self.leader, self.cell, self.strength, count)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict between two leaders of one colour: internal (R6) or external (R7)."""

    internal: bool
    colour: Colour
    attacker: Contender
    defender: Contender

    @property
    def tiles(self) -> Colour:
        """The colour of the tiles that may be added (R6.3, R7.3)."""
        return Colour.RED if self.internal else self.colour

    @property
    def deciding(self) -> Contender:
        """Who adds tiles now: the attacker, then the defender (R6.3)."""
        return self.attacker if self.attacker.added is None else self.defender

    @property
    def winner(self) -> Contender:
        """Who has the higher total; a tie is the defender's (R6.4, R7.5)."""
        return self.attacker if self.attacker.total > self.defender.total else self.defender

    @property
    def loser(self) -> Contender:
        """The other one."""
        return self.defender if self.winner is self.attacker else self.attacker

    def with_added(self, count: int) -> "Conflict":
        """This conflict after the one who decides has added *count* tiles."""
        attacker, defender = self.attacker, self.defender
        if attacker.added is None:
            attacker = attacker.with_added(count)
        else:
            defender = defender.with_added(count)
        return Conflict(self.internal, self.colour, attacker, defender)


@dataclass(frozen=True, slots=True)
class ActionDecision:
    """The active player takes an action or ends the turn (R3.1)."""

    kind: ClassVar[str] = "action"
    seat: int


@dataclass(frozen=True, slots=True)
class WarDecision:
    """The active player says which of several external conflicts is next (R7.1)."""

    kind: ClassVar[str] = "war"
    seat: int
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class AddDecision:
    """A party of a conflict adds tiles (R6.3, R7.3)."""

    kind: ClassVar[str] = "add"
    seat: int
    conflict: Conflict


@dataclass(frozen=True, slots=True)
class BuildDecision:
    """The active player may build a monument or the ziggurat (R8.1, R13.1)."""

    kind: ClassVar[str] = "build"
    seat: int
    choices: tuple[tuple[Monument, Cell], ...]
    """The monuments, each with the top left space of its square."""
    centres: tuple[Cell, ...] = ()
    """The centres of the crosses on which the ziggurat may stand."""


@dataclass(frozen=True, slots=True)
class TakeDecision:
    """A Trader's owner chooses which treasures to take (R9.2): each choice in board order."""

    kind: ClassVar[str] = "take"
    seat: int
    choices: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class SiteDecision:
    """The active player may put the building of *colour* on one of *cells* (R12.1)."""

    kind: ClassVar[str] = "site"
    seat: int
    colour: Colour
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """The active player takes a point of any colour from the ziggurat (R13.5)."""

    kind: ClassVar[str] = "cube"
    seat: int


@dataclass(frozen=True, slots=True)
class DrawDecision:
    """A player draws a tile from the open display or from the bag (R12.3)."""

    kind: ClassVar[str] = "draw"
    seat: int
    colours: tuple[Colour, ...]
    """The colours on the display."""
    bag: bool
    """Whether the bag holds any tiles."""
    due: int
    """How many tiles are still to be drawn, this one included."""
    refill: bool
    """Whether it is for the end of the turn; else for a swap."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; *seat* had the last turn (R14)."""

    kind: ClassVar[str] = "over"
    seat: int


Decision: TypeAlias = (
    ActionDecision
    | WarDecision
    | AddDecision
    | SiteDecision
    | BuildDecision
    | TakeDecision
    | CubeDecision
    | DrawDecision
    | Over
)
