"""Statistics of a played game, by seat and by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.values.cells import Cell
from engine.values.decisions import Conflict
from engine.values.events import EndCause
from engine.values.material import Dynasty, Leader, Monument, TileCounts
from engine.values.scoring import Placing, Score, rank, spend_treasures

__all__ = [
    "Battle",
    "Fights",
    "KingdomTaken",
    "LeaderLost",
    "MonumentYield",
    "SeatStatistics",
    "Source",
    "Statistics",
    "TreasuresWon",
]


class Source(StrEnum):
    """Where points come from. Each point has one source."""

    TILES = "tiles"
    """A tile, scored by the leader of its colour (R5.3)."""
    KING = "king"
    """A tile, scored by the King in another leader's place (R5.3)."""
    WARS = "wars"
    REVOLTS = "revolts"
    MONUMENTS = "monuments"
    ZIGGURAT = "ziggurat"
    BUILDINGS = "buildings"
    """The second point of a tile (R12.1.6)."""
    TREASURES = "treasures"
    """Treasures, in the colours they are spent on (R14.3)."""
    BEFORE = "before"
    """Scored before the position that the text starts with; none in a record."""


class Fights(NamedTuple):
    """The number of conflicts won and lost."""

    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The statistics of one seat."""

    turns: int
    """The number of turns ended."""
    points: Mapping[Source, TileCounts]
    """Points by source and colour, every source. Their sum is the final spheres of the seat."""
    revolts_attacking: Fights
    revolts_defending: Fights
    wars_attacking: Fights
    wars_defending: Fights
    added: int
    """Tiles added in conflicts."""
    bought: int
    """Conflicts won that would have been lost without the added tiles, all else being equal."""
    bought_points: int
    """The points scored in those."""
    leaders_lost: int
    """Leaders returned in a lost conflict, or for lack of a temple in another player's turn."""
    placed: TileCounts
    swaps: int
    swapped: int
    """Tiles discarded in swaps."""
    catastrophes: int
    built: int
    """Monuments built, and the ziggurat."""
    given: int
    """Points that others scored with tiles this seat placed."""
    drawn: TileCounts
    """Tiles drawn blindly from the bag by colour, the first hand included.

    Tiles taken from the open display are a choice, and not counted.
    """
    expected: tuple[float, float, float, float]
    """Tiles of each colour to expect from those draws.

    For each draw: its number of tiles times the colour's share of the bag before it.
    """

    @property
    def luck(self) -> tuple[float, ...]:
        """Tiles drawn more than expected, by colour; negative if fewer. Their sum is 0."""
        return tuple(
            drawn - expected for drawn, expected in zip(self.drawn, self.expected, strict=True)
        )

    @property
    def total(self) -> int:
        """All points of the seat, treasures included."""
        return sum(map(sum, self.points.values()))


@dataclass(frozen=True, slots=True)
class Battle:
    """A decided conflict, with the points its winner scored, and the tiles the loser lost."""

    turn: int
    conflict: Conflict
    points: int
    removed: int
    """Tiles removed from the board."""

    @property
    def bought(self) -> bool:
        """True if the winner would have lost without the added tiles, all else being equal."""
        winner, loser = self.conflict.winner, self.conflict.loser
        if winner is self.conflict.attacker:
            return winner.strength <= loser.total
        return winner.strength < loser.total


@dataclass(frozen=True, slots=True)
class KingdomTaken:
    """A kingdom that changed hands: one King drove out another, and rules in its place.

    The Kings fought a war, or a revolt that the attacker won. After the action the winner's King
    is in a kingdom that reaches the loser's space.
    """

    turn: int
    conflict: Conflict
    size: int
    """The number of spaces of the kingdom after the action."""


@dataclass(frozen=True, slots=True)
class LeaderLost:
    """A leader that its owner lost: in a conflict, or for lack of a temple in another's turn."""

    turn: int
    seat: int
    leader: Leader
    points: int
    """The points it scored since it was placed from the supply."""
    by: int
    """The seat that won the conflict, or whose turn it was."""
    conflict: Conflict | None
    """None if it was left without a temple."""


@dataclass(frozen=True, slots=True)
class MonumentYield:
    """A monument or ziggurat, and the points it gave."""

    turn: int
    """The turn in which it was built; 0 if it stood at the start."""
    seat: int | None
    """Its builder; None if it stood at the start."""
    monument: Monument | None
    """None for the ziggurat."""
    cell: Cell
    """The top left space of the square, or the centre of the cross."""
    points: tuple[int, ...]
    """Its points for each seat."""


@dataclass(frozen=True, slots=True)
class TreasuresWon:
    """Treasures taken from one kingdom."""

    turn: int
    seat: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a game, in the order of events."""

    dynasties: tuple[Dynasty, ...]
    end: EndCause | None
    """How the game ended (R14); None if it was not played to its end."""
    by_seat: tuple[SeatStatistics, ...]
    scores: tuple[tuple[Score, ...], ...]
    """The points of each seat at the start and after each turn; an unfinished one is the last."""
    battles: tuple[Battle, ...]
    kingdoms_taken: tuple[KingdomTaken, ...]
    leaders_lost: tuple[LeaderLost, ...]
    monuments: tuple[MonumentYield, ...]
    treasures: tuple[TreasuresWon, ...]

    @property
    def turns(self) -> int:
        """The number of turns, an unfinished one included."""
        return len(self.scores) - 1

    @property
    def ranking(self) -> tuple[Placing, ...]:
        """The placings with these points, best first (R14.3)."""
        return rank(self.scores[-1])

    @property
    def weakest(self) -> tuple[tuple[int, ...], ...]:
        """The weakest sphere of each seat at the start and after each turn, treasures spent."""
        return tuple(
            tuple(min(spend_treasures(score)) for score in scores) for scores in self.scores
        )

    @property
    def leading(self) -> tuple[tuple[int, ...], ...]:
        """The seats that shared the first place at the start and after each turn (R14.3)."""
        return tuple(
            tuple(placing.seat for placing in rank(scores) if placing.place == 1)
            for scores in self.scores
        )
