"""The state of a game, and the part of it that legality needs.

Legality and resolution work on these and do not import :class:`engine.Game`, which offers both.
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
    """The input of legality: a complete game, or the deciding player's view of it."""

    @property
    def board(self) -> Board:
        """The board with everything on it."""

    @property
    def seats(self) -> tuple[Dynasty, ...]:
        """The dynasties in turn order."""

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the table, sorted."""

    @property
    def catastrophes(self) -> tuple[int, ...]:
        """The number of catastrophe tiles left to each seat."""

    @property
    def active(self) -> int:
        """The seat whose turn it is."""

    @property
    def actions_left(self) -> int:
        """The number of actions left in the turn."""

    @property
    def decision(self) -> Decision:
        """The decision that the game waits for."""

    def hand(self, seat: int) -> Hand:
        """Return the tiles in the hand of *seat*. Raises LookupError if they are hidden here."""

    def leaders(self, seat: int) -> tuple[Leader, ...]:
        """Return the four leaders of *seat* in the order k r b g, on the board or not."""


@dataclass(frozen=True, slots=True)
class State:
    """The stored state of a game. Seats are numbers from 0 in turn order.

    Its ``repr`` shows nothing hidden, so logs and error messages don't either.
    """

    board: Board
    seats: tuple[Dynasty, ...]
    options: tuple[str, ...]
    hands: tuple[Hand, ...]
    scores: tuple[Score, ...] = field(repr=False)
    catastrophes: tuple[int, ...]
    bag: str = field(repr=False)
    """The tiles left in the bag, as letters, next one first."""
    active: int
    actions_left: int
    decision: Decision
    placed: Cell | None = None
    """The space of the tile just placed, until conflicts, building and monument are done."""
    display: TileCounts = (0, 0, 0, 0)
    """The open tiles beside the bag, by colour (R12.3); none without the option."""

    def hand(self, seat: int) -> Hand:
        """Return the tiles in the hand of *seat*."""
        return self.hands[seat]

    def leaders(self, seat: int) -> tuple[Leader, ...]:
        """Return the four leaders of *seat* in the order k r b g, on the board or not."""
        return LEADERS_OF[self.seats[seat]]
