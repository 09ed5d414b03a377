"""Drawing tiles, from the bag or from the open display (R3.4, R11.1, R12.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rules.state import State
from engine.values.actions import counts_of
from engine.values.decisions import DrawDecision
from engine.values.events import DisplayTileTaken, Event, TilesDrawn
from engine.values.material import COLOURS, DISPLAY_SIZE, HAND_SIZE, Colour, Hand, TileCounts
from engine.values.options import DISPLAY


class Drawing:
    """The hands, the bag and the display while an action is resolved."""

    def __init__(self, game: State, events: list[Event]) -> None:
        self.hands = list(game.hands)
        self.bag = game.bag
        self.display = game.display
        self._open = DISPLAY in game.options
        self._events = events

    def discard(self, seat: int, colour: Colour, count: int) -> None:
        """Remove *count* tiles from a hand that contains them."""
        if count:
            hand = list(self.hands[seat])
            hand[colour] -= count
            self.hands[seat] = Hand(hand)

    def draw(self, seat: int, due: int, *, refill: bool) -> DrawDecision | None:
        """Draw up to *due* tiles, as many as there are.

        Returns the decision to take first if there is a choice between the display and the bag.
        """
        if not self._open:
            self._draw_from_bag(seat, due)
            return None
        while due:
            shown = tuple(colour for colour in COLOURS if self.display[colour])
            if len(shown) + bool(self.bag) > 1:
                return DrawDecision(seat, shown, bool(self.bag), due, refill)
            if shown:
                self._take_from_display(seat, shown[0])
            elif self.bag:
                self._draw_from_bag(seat, 1)
            else:
                break
            due -= 1
        return None

    def draw_chosen(self, decision: DrawDecision, colour: Colour | None) -> DrawDecision | None:
        """Draw a tile of *colour*, or from the bag if None, then continue the draw.

        Returns the next decision as :meth:`draw` does.
        """
        if colour is None:
            self._draw_from_bag(decision.seat, 1)
        else:
            self._take_from_display(decision.seat, colour)
        return self.draw(decision.seat, decision.due - 1, refill=decision.refill)

    def refill(self, first: int) -> DrawDecision | None:
        """Refill every hand to six tiles, starting with seat *first*, while tiles last (R3.4).

        Returns the decision to take first if there is a choice between the display and the bag.
        """
        for step in range(len(self.hands)):
            seat = (first + step) % len(self.hands)
            due = HAND_SIZE - sum(self.hands[seat])
            if due and (choice := self.draw(seat, due, refill=True)):
                return choice
        return None

    @property
    def short(self) -> bool:
        """True if a hand has fewer than six tiles, which ends the game after a refill (R14.2)."""
        return any(sum(hand) < HAND_SIZE for hand in self.hands)

    def _draw_from_bag(self, seat: int, due: int) -> None:
        drawn, self.bag = self.bag[:due], self.bag[due:]
        self.hands[seat] = Hand(_sum(self.hands[seat], counts_of(drawn)))
        if drawn:
            self._events.append(TilesDrawn(seat, len(drawn)))

    def _take_from_display(self, seat: int, colour: Colour) -> None:
        shown = list(self.display)
        shown[colour] -= 1
        taken = [0, 0, 0, 0]
        taken[colour] = 1
        missing = DISPLAY_SIZE - sum(shown)
        self.display = _sum(shown, counts_of(self.bag[:missing]))
        self.bag = self.bag[missing:]
        self.hands[seat] = Hand(_sum(self.hands[seat], taken))
        self._events.append(DisplayTileTaken(seat, colour))


def _sum(some: Sequence[int], more: Sequence[int]) -> TileCounts:
    k, r, b, g = some
    black, red, blue, green = more
    return k + black, r + red, b + blue, g + green
