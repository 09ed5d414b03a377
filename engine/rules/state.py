"""The state of a game, and what legality needs of it.

Legality and resolution work on these and do not know :class:`engine.Game`, which offers both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine.rules.board import Board
from engine.values.cells import Cell
from engine.values.decisions import Decision
from engine.values.material import LEADERS_OF, Dynasty, Hand, Leader, TileCounts
from engine.values.scoring import Score


class Position(Protocol):
    """What legality needs to know: a whole game, or what the deciding player may know."""

    @property
    def board(self) -> Board:
        """What lies on the board."""

    @property
    def seats(self) -> tuple[Dynasty, ...]:
        """The dynasties in turn order."""

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the table, sorted."""

    @property
    def catastrophes(self) -> tuple[int, ...]:
        """For each seat how many catastrophe tiles are left."""

    @property
    def active(self) -> int:
        """The seat whose turn it is."""

    @property
    def actions_left(self) -> int:
        """How many actions of the turn are left."""

    @property
    def decision(self) -> Decision:
        """Who must decide what."""

    def hand(self, seat: int) -> Hand:
        """The tiles in the hand of *seat*. Raises LookupError if they are not known here."""

    def leaders(self, seat: int) -> tuple[Leader, ...]:
        """The four leaders of *seat*, k r b g, wherever they are."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is stored of a game. Seats are numbers from 0 in turn order.

    Its ``repr`` shows nothing hidden, so logs and error messages don't either.
    """

    board: Board
    seats: tuple[Dynasty, ...]
    options: tuple[str, ...]
    hands: tuple[Hand, ...]
    scores: tuple[Score, ...] = field(repr=False)
    catastrophes: tuple[int, ...]
    bag: str = field(repr=False)
    """What is left in the bag, as letters, next one first."""
    active: int
    actions_left: int
    decision: Decision
    placed: Cell | None = None
    """The space of the tile just placed, until conflicts, building and monument are done."""
    display: TileCounts = (0, 0, 0, 0)
    """The tiles that lie open beside the bag, by colour (R12.3); none without the option."""

    def hand(self, seat: int) -> Hand:
        """The tiles in the hand of *seat*."""
        return self.hands[seat]

    def leaders(self, seat: int) -> tuple[Leader, ...]:
        """The four leaders of *seat*, k r b g, wherever they are."""
        return LEADERS_OF[self.seats[seat]]
