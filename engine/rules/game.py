"""A complete game at one moment, hidden parts included. Immutable: an action makes a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar, overload

from engine.rules.board import Board
from engine.rules.legality import check, legal_actions, refusal_of
from engine.rules.resolution import ACTIONS_A_TURN, Resolution
from engine.rules.spaces import catastrophe_cells, leader_cells, tile_cells
from engine.rules.state import State
from engine.rules.view import OpenView, PublicView, SeatView, View
from engine.values.actions import Action, counts_of, letters
from engine.values.decisions import ActionDecision, Over
from engine.values.events import Event
from engine.values.layouts import LAYOUTS, Layout
from engine.values.material import (
    CATASTROPHES_EACH,
    DISPLAY_SIZE,
    HAND_SIZE,
    TILE_COUNTS,
    Colour,
    Dynasty,
    Hand,
    Leader,
)
from engine.values.options import DISPLAY, OPEN, check_options
from engine.values.quoting import quoted
from engine.values.reasons import GameError, IllegalAction
from engine.values.scoring import Placing, Score, rank

__all__ = [
    "SEATS",
    "Game",
    "Result",
    "full_bag",
]

_V = TypeVar("_V", PublicView, SeatView, OpenView)

SEATS = range(2, 5)
"""The allowed numbers of players (R2.1)."""


class Result(NamedTuple):
    """The game after an accepted action, and the events on the way."""

    game: Game
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Game(State):
    """A complete game, with everything that is hidden in it."""

    @classmethod
    def start(
        cls,
        seats: Sequence[Dynasty],
        bag: str,
        board: str = "classic",
        options: Iterable[str] = (),
    ) -> Game:
        """Set up a game (R2): *seats* in turn order, *bag* the shuffled tiles, first one first.

        Raises GameError, with a sentence, if the rules do not allow this set-up.
        """
        layout = layout_named(board)
        chosen = check_options(options)
        check_seats(seats)
        if counts_of(bag) != bag_counts(layout) or len(bag) != sum(bag_counts(layout)):
            raise GameError(
                f"the bag must hold exactly {describe_bag(bag_counts(layout))} on this board (R2.2)"
            )
        dealt = len(seats) * HAND_SIZE
        shown = DISPLAY_SIZE if DISPLAY in chosen else 0
        return cls(
            board=Board.at_set_up(layout),
            seats=tuple(seats),
            options=chosen,
            hands=tuple(
                Hand(counts_of(bag[at : at + HAND_SIZE])) for at in range(0, dealt, HAND_SIZE)
            ),
            scores=(Score(),) * len(seats),
            catastrophes=(CATASTROPHES_EACH,) * len(seats),
            bag=bag[dealt + shown :],
            display=counts_of(bag[dealt : dealt + shown]),
            active=0,
            actions_left=ACTIONS_A_TURN,
            decision=ActionDecision(0),
        )

    @classmethod
    def of(cls, view: View, hands: Iterable[Hand], scores: Iterable[Score], bag: str) -> Game:
        """Return the game that *view* shows, with what it may hide."""
        return cls(
            board=view.board,
            seats=view.seats,
            options=view.options,
            hands=tuple(hands),
            scores=tuple(scores),
            catastrophes=view.catastrophes,
            bag=bag,
            active=view.active,
            actions_left=view.actions_left,
            decision=view.decision,
            placed=view.placed,
            display=view.display or (0, 0, 0, 0),
        )

    # --- playing -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Return all legal actions of the deciding player; empty when the game is over."""
        return legal_actions(self)

    def refusal(self, seat: int, action: Action) -> IllegalAction | None:
        """Return the reason why *seat* may not take *action* now, None if it may."""
        return refusal_of(self, seat, action)

    def apply(self, seat: int, action: Action) -> Result:
        """Return the game after *seat* takes *action* and everything that follows, with the events.

        Raises IllegalAction if the rules forbid it. This game does not change.
        """
        check(self, seat, action)
        resolution = Resolution(self)
        resolution.carry_out(seat, action)
        game = Game(
            board=resolution.board,
            seats=self.seats,
            options=self.options,
            hands=tuple(resolution.drawing.hands),
            scores=tuple(resolution.scores),
            catastrophes=tuple(resolution.catastrophes),
            bag=resolution.drawing.bag,
            active=resolution.active,
            actions_left=resolution.actions_left,
            decision=resolution.decision,
            placed=resolution.placed,
            display=resolution.drawing.display,
        )
        return Result(game, tuple(resolution.events))

    # --- legal spaces as masks, without listing actions ---------------------------------------

    def tile_cells(self, colour: Colour) -> int:
        """Return the mask of the spaces for a tile of *colour*, whether or not one is in hand."""
        return tile_cells(self.board, colour)

    def leader_cells(self, leader: Leader) -> int:
        """Return the mask of the spaces on which *leader* may be placed or to which it may move."""
        return leader_cells(self.board, leader)

    def catastrophe_cells(self) -> int:
        """Return the mask of the spaces for a catastrophe, whether or not one is left."""
        return catastrophe_cells(self.board)

    # --- views ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True if the game has ended (R14)."""
        return isinstance(self.decision, Over)

    def ranking(self) -> tuple[Placing, ...]:
        """Return the placings if the game ended now, best first (R14.3): hidden until then."""
        return rank(self.scores)

    @overload
    def view(self, seat: None) -> PublicView: ...
    @overload
    def view(self, seat: int) -> SeatView: ...
    def view(self, seat: int | None) -> PublicView | SeatView:
        """Return the view of *seat*, or the public view for None (R15).

        Raises IndexError if there is no such seat.
        """
        if seat is None:
            return self._view(PublicView, None, everything=self.over)
        if seat not in range(len(self.seats)):
            raise IndexError(f"there is no seat {seat}")
        return self._view(SeatView, seat, everything=self.over)

    def open_view(self) -> OpenView:
        """Return everything, hands and bag included: for records and tests, never for a message."""
        return self._view(OpenView, None, everything=True)

    def _view(self, kind: type[_V], seat: int | None, *, everything: bool) -> _V:
        def shown(other: int) -> bool:
            return everything or other == seat

        open_scores = OPEN in self.options
        return kind(
            viewer=seat,
            board=self.board,
            seats=self.seats,
            options=self.options,
            active=self.active,
            actions_left=self.actions_left,
            decision=self.decision,
            hand_sizes=tuple(map(sum, self.hands)),
            hands=tuple(hand if shown(at) else None for at, hand in enumerate(self.hands)),
            scores=tuple(
                score if open_scores or shown(at) else None for at, score in enumerate(self.scores)
            ),
            catastrophes=self.catastrophes,
            bag_size=len(self.bag),
            bag=self.bag if everything else None,
            display=self.display if DISPLAY in self.options else None,
            placed=self.placed,
        )


def layout_named(board: str) -> Layout:
    """Return the board with this name. Raises GameError if there is none."""
    try:
        return LAYOUTS[board]
    except KeyError:
        raise GameError(
            f"there is no board {quoted(board)}: the boards are classic and advanced (R1.1)"
        ) from None


def check_seats(seats: Sequence[Dynasty]) -> None:
    """Raise GameError unless two to four different dynasties play (R1.4, R2.1)."""
    if len(seats) not in SEATS:
        raise GameError(f"two to four play, not {len(seats)} (R2.1)")
    if len(set(seats)) != len(seats):
        raise GameError("every player has a dynasty of their own (R1.4)")


def bag_counts(layout: Layout) -> tuple[int, int, int, int]:
    """Return the number of tiles of each colour in the bag at set-up (R2.2)."""
    black, red, blue, green = TILE_COUNTS
    return black, red - layout.treasures, blue, green


def full_bag(board: str) -> str:
    """Return the tiles of the bag at set-up as letters, unshuffled (R2.2).

    Raises GameError if there is no such board.
    """
    return letters(bag_counts(layout_named(board)))


def describe_bag(counts: tuple[int, int, int, int]) -> str:
    """Return counts in letters of the notation: ``30 k, 47 r, 36 b and 30 g``."""
    *most, last = (f"{count} {colour}" for colour, count in zip(Colour, counts, strict=True))
    return f"{', '.join(most)} and {last}"
