"""Views of a game: the only gate for hidden information (R15).

The public view and a seat's view are different types: code that shows something to others takes a
:class:`PublicView`, and the type checker does not accept a :class:`SeatView` for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from engine.rules.board import Board
from engine.rules.legality import (
    additions,
    decision_refusal,
    legal_actions,
    legal_cells,
    legal_swaps,
    nothing_to_add,
    piece_refusal,
    refusal_of,
    refusals,
    turn_refusal,
)
from engine.rules.resolution import Resolution
from engine.rules.state import State
from engine.values.actions import Action, AddTiles, DrawTile, EndTurn, Piece, SwapTiles, TakeCube
from engine.values.cells import Cell, cells_of
from engine.values.decisions import AddDecision, CubeDecision, Decision, Over
from engine.values.events import (
    DisplayTileTaken,
    Event,
    GameEnded,
    PointsScored,
    TilesDrawn,
    TurnBegan,
)
from engine.values.material import LEADERS_OF, Dynasty, Hand, Leader, TileCounts
from engine.values.options import OPEN
from engine.values.reasons import IllegalAction
from engine.values.scoring import Score

__all__ = [
    "Foresight",
    "OpenView",
    "Preview",
    "PublicView",
    "SeatView",
    "View",
]

_NO_TILES = Hand((0, 0, 0, 0))


@dataclass(frozen=True, slots=True)
class View:
    """A game as one viewer may see it: the base of public and seats' views.

    Hidden values are None. When the game is over everything is shown (R15.3).
    """

    viewer: int | None
    """The seat whose view this is; None for the public one."""
    board: Board
    seats: tuple[Dynasty, ...]
    """The dynasties in turn order."""
    options: tuple[str, ...]
    active: int
    actions_left: int
    decision: Decision
    hand_sizes: tuple[int, ...]
    hands: tuple[Hand | None, ...]
    """For each seat, the tiles in hand by colour, k r b g."""
    scores: tuple[Score | None, ...] = field(repr=False)
    catastrophes: tuple[int, ...]
    """The number of catastrophe tiles left to each seat."""
    bag_size: int
    bag: str | None = field(repr=False)
    """The tiles in the bag as letters, next one first; None until the game is over."""
    display: TileCounts | None
    """The open display by colour, k r b g (R12.3); None without the option."""
    placed: Cell | None
    """The space of the tile just placed, until conflicts, building and monument are done."""

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return isinstance(self.decision, Over)

    @property
    def drawable(self) -> int:
        """The number of tiles in the bag and on the open display (R14.2)."""
        return self.bag_size + sum(self.display or _NO_TILES)

    def leaders(self, seat: int) -> tuple[Leader, ...]:
        """Return the four leaders of *seat* in the order k r b g, on the board or not."""
        return LEADERS_OF[self.seats[seat]]

    def hand(self, seat: int) -> Hand:
        """Return the tiles in the hand of *seat*. Raises LookupError if this view hides them."""
        hand = self.hands[seat]
        if hand is None:
            raise LookupError(f"this view does not show the hand of seat {seat}")
        return hand


@dataclass(frozen=True, slots=True)
class PublicView(View):
    """The public part of a game (R15.1); *viewer* is None."""

    def forced_answer(self) -> AddTiles | None:
        """Return the only legal answer, if that is public knowledge: it is legal with any hand.

        None if the decision depends on a hand or a player. Ending a turn without actions left is
        not forced: its player may still undo.
        """
        decision = self.decision
        if not isinstance(decision, AddDecision):
            return None
        hand_size = self.hand_sizes[decision.seat]
        nothing = nothing_to_add(self.options, decision.conflict, hand_size)
        return AddTiles(0) if nothing else None


@dataclass(frozen=True, slots=True)
class OpenView(View):
    """Everything, hands and bag included: for records and tests, never for a message."""


class Preview(NamedTuple):
    """The public view after an action, and its events."""

    view: PublicView
    events: tuple[Event, ...]


class Foresight(NamedTuple):
    """The part of an action's effects that its seat can know."""

    events: tuple[Event, ...]
    """The certain events, up to the first hidden one."""
    after: SeatView | None
    """The seat's view afterwards; None if something hidden is revealed."""


@dataclass(frozen=True, slots=True)
class SeatView(View):
    """The part of a game that one seat may know, and what follows from it alone (R15.2).

    Legal actions and their effects are computed from this view: the hidden part of the game is not
    within reach.
    """

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        assert self.viewer is not None
        return self.viewer

    @property
    def decides(self) -> bool:
        """True if the game waits for this seat."""
        return not self.over and self.decision.seat == self.seat

    @property
    def own_hand(self) -> Hand:
        """The tiles in this seat's hand."""
        return self.hand(self.seat)

    @property
    def own_score(self) -> Score:
        """This seat's points and treasures."""
        score = self.scores[self.seat]
        assert score is not None
        return score

    def legal_actions(self) -> list[Action]:
        """Return all legal actions of this seat now; empty if the game waits for another seat."""
        return legal_actions(self) if self.decides else []

    def refusal(self, action: Action) -> IllegalAction | None:
        """Return the reason why this seat may not take *action* now, None if it may."""
        return refusal_of(self, self.seat, action)

    def decision_refusal(self) -> IllegalAction | None:
        """Return the reason why this seat cannot decide now, None if the decision is its own."""
        return decision_refusal(self, self.seat)

    def turn_refusal(self) -> IllegalAction | None:
        """Return the reason why this seat may take no action of a turn now, None if it may."""
        return turn_refusal(self, self.seat)

    def piece_refusal(self, piece: Piece) -> IllegalAction | None:
        """Return the reason why this seat may put *piece* on no space now.

        None if it has the piece and may take an action.
        """
        return piece_refusal(self, self.seat, piece)

    def legal_swaps(self) -> tuple[SwapTiles, ...]:
        """Return every swap that this seat may take now."""
        return legal_swaps(self) if self.turn_refusal() is None else ()

    def legal_cells(self, piece: Piece) -> tuple[Cell, ...]:
        """Return the spaces on which this seat may put *piece* now, in board order."""
        return tuple(cells_of(legal_cells(self, piece))) if self.decides else ()

    def refusals(self, piece: Piece) -> dict[Cell, IllegalAction]:
        """Return the spaces where this seat may not put *piece* now, with reasons, in board order.

        Raises IllegalAction if no space is possible at all: the seat may take no action of a turn
        now, or does not have the piece.
        """
        return refusals(self, self.seat, piece)

    def additions(self) -> tuple[int, ...]:
        """Return the numbers of tiles that this seat may add in the current conflict.

        Raises LookupError if no conflict waits for this seat.
        """
        if not self.decides:
            raise LookupError("no conflict waits for tiles of this seat")
        return additions(self)

    def foresee(self, action: Action) -> Foresight:
        """Return the effects of an action up to the next decision or the first hidden event.

        Other hands, other totals and the bag have no influence on the result. Raises IllegalAction
        if the rules forbid the action.
        """
        resolution = self._resolve(action)
        certain = tuple(takewhile(_is_foreseen, resolution.events))
        if _reveals(action, resolution.decision):
            return Foresight(certain, None)
        return Foresight(certain, self._known_after(resolution))

    def _known_after(self, resolution: Resolution) -> SeatView:
        sizes, hands = list(self.hand_sizes), list(self.hands)
        hands[self.seat] = resolution.drawing.hands[self.seat]
        sizes[self.seat] = sum(resolution.drawing.hands[self.seat])
        return replace(
            self,
            board=resolution.board,
            active=resolution.active,
            actions_left=resolution.actions_left,
            decision=resolution.decision,
            hand_sizes=tuple(sizes),
            hands=tuple(hands),
            scores=tuple(
                None if known is None else score
                for known, score in zip(self.scores, resolution.scores, strict=True)
            ),
            catastrophes=tuple(resolution.catastrophes),
            placed=resolution.placed,
        )

    def after(self, action: Action) -> SeatView:
        """Return this seat's view after an action of its own that reveals nothing hidden.

        Raises LookupError for a swap, a draw, and the end of a turn (unless a King at the ziggurat
        comes in between), and IllegalAction if the rules forbid the action.
        """
        after = self.foresee(action).after
        if after is None:
            raise LookupError(f"what {type(action).__name__} leads to is hidden")
        return after

    def preview(self, action: Action) -> Preview:
        """Return the public view after an action, up to the next decision, with its events.

        Raises LookupError if something hidden comes before that, as :meth:`after` does, and
        IllegalAction if the rules forbid it.
        """
        events, after = self.foresee(action)
        if after is None:
            raise LookupError(f"what {type(action).__name__} leads to is hidden")
        return Preview(after.public(), events)

    def public(self) -> PublicView:
        """Return the public part of this view."""
        nobody = (None,) * len(self.seats)
        return PublicView(
            viewer=None,
            board=self.board,
            seats=self.seats,
            options=self.options,
            active=self.active,
            actions_left=self.actions_left,
            decision=self.decision,
            hand_sizes=self.hand_sizes,
            hands=self.hands if self.over else nobody,
            scores=self.scores if self.over or OPEN in self.options else nobody,
            catastrophes=self.catastrophes,
            bag_size=self.bag_size,
            bag=self.bag,
            display=self.display,
            placed=self.placed,
        )

    def points_of_ending(self) -> tuple[PointsScored, ...]:
        """Return the points scored by ending the turn now, before anything is drawn (R8.8).

        Raises IllegalAction if the turn cannot be ended.
        """
        events = self.foresee(EndTurn()).events
        return tuple(event for event in events if isinstance(event, PointsScored))

    def _resolve(self, action: Action) -> Resolution:
        """Carry out *action* with unknown values empty: other hands, other totals, the bag."""
        if refusal := self.refusal(action):
            raise refusal
        resolution = self._imagined()
        resolution.carry_out(self.seat, action)
        return resolution

    def _imagined(self) -> Resolution:
        imagined = State(
            board=self.board,
            seats=self.seats,
            options=self.options,
            hands=tuple(hand or _NO_TILES for hand in self.hands),
            scores=tuple(score or Score() for score in self.scores),
            catastrophes=self.catastrophes,
            bag="",
            active=self.active,
            actions_left=self.actions_left,
            decision=self.decision,
            placed=self.placed,
            display=self.display or _NO_TILES,
        )
        return Resolution(imagined)


def _reveals(action: Action, then: Decision) -> bool:
    """True if *action*, up to the decision *then*, draws tiles or may end the game (R14)."""
    match action:
        case SwapTiles() | DrawTile() | TakeCube():
            return True
        case EndTurn():
            return not isinstance(then, CubeDecision)
        case _:
            return False


def _is_foreseen(event: Event) -> bool:
    """True if the event is certain: the empty bag of :meth:`SeatView._resolve` ends the game."""
    return not isinstance(event, TilesDrawn | DisplayTileTaken | TurnBegan | GameEnded)
