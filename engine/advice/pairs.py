"""Pairs of actions that gain together more than either gains alone (docs/moves.md).

First actions are found with masks: leaders for which a tile then scores, tiles that leave a square,
a cross or a connection one tile short. The most promising are taken on the seat's view, and second
actions are judged there, so only the seat's knowledge counts (R15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.advice.merits import POINT, PREPARED, SCORES_NOW, SQUARE, FindsWork, PreparesSquare
from engine.advice.outlook import Outlook
from engine.advice.suggestions import Ranked, Suggestion, outlook_of, ranked_moves
from engine.rules.spaces import tile_cells
from engine.rules.view import SeatView
from engine.values.actions import Action
from engine.values.cells import indices, neighbours
from engine.values.decisions import ActionDecision
from engine.values.material import COLOURS, Colour
from engine.values.options import ZIGGURAT
from engine.values.shapes import completing_crosses, completing_squares, preparing_squares

__all__ = ["MovePair", "pairs_that_matter"]

_MOST_FIRST = 6
"""The maximum number of first actions to try, the most promising first."""
_LEAST_GAIN = SQUARE
"""The minimum that the first action must add to the worth of the second."""

_Promise: TypeAlias = tuple[Ranked, int]
"""A first action, and an estimate of the worth of both."""


class MovePair(NamedTuple):
    """Two actions with their merits."""

    first: Suggestion
    second: Suggestion
    """The second action, judged after the first."""
    worth: int
    """The worth of both; what the first promises and the second fulfils counts once."""
    after: SeatView
    """The seat's view between them."""

    @property
    def actions(self) -> tuple[Action, Action]:
        """The two actions, in order."""
        return self.first.action, self.second.action


@lru_cache(maxsize=16)
def pairs_that_matter(view: SeatView, most: int = 3) -> tuple[MovePair, ...]:
    """Return the best pairs of actions that gain together more than either alone, best first.

    Only pairs with a positive worth, and none whose second action does nothing more than that of a
    better pair. Empty if the game does not wait for two actions of this seat.
    """
    if not view.decides or not isinstance(view.decision, ActionDecision) or view.actions_left < 2:
        return ()
    promised: dict[tuple[int, int], _Promise] = {}
    for move, worth in _promising(view):
        known = promised.setdefault((move.kind, move.number), (move, worth))
        if worth > known[1]:
            promised[move.kind, move.number] = move, worth
    promising = sorted(promised.values(), key=lambda each: (-each[1], each[0]))
    found = [
        (first, second, _worth(first, second), after)
        for first, _ in promising[:_MOST_FIRST]
        if (after := _after(view, first)) is not None
        and (second := _second(view, after)) is not None
    ]
    found.sort(key=lambda each: -each[2])
    chosen: list[MovePair] = []
    done: list[frozenset[object]] = []
    for first, second, worth, after in found:
        if worth > 0 and not any(second.does <= does for does in done):
            done.append(second.does)
            chosen.append(MovePair(first.suggestion(), second.suggestion(), worth, after))
    return tuple(chosen[:most])


def _after(view: SeatView, first: Ranked) -> SeatView | None:
    """Return the view after *first*, None unless the seat takes its next action then."""
    after = view.foresee(first.suggestion().action).after
    goes_on = after is not None and after.decides and isinstance(after.decision, ActionDecision)
    return after if goes_on else None


def _second(view: SeatView, after: SeatView) -> Ranked | None:
    """Return the best tile in *after* that does more than any tile in *view*."""
    gaining = []
    for colour in COLOURS:
        before = {move.number: move.worth for move in ranked_moves(view, colour)}
        for move in ranked_moves(after, colour):
            if move.worth < _LEAST_GAIN:
                break
            if move.worth - before.get(move.number, 0) >= _LEAST_GAIN and not _is_done(view, move):
                gaining.append(move)
                break
    return min(gaining, default=None)


def _is_done(view: SeatView, move: Ranked) -> bool:
    """True if a single tile in *view* already does all that *move* does."""
    return any(move.does <= does for does in _done_by_tiles(view))


@lru_cache(maxsize=16)
def _done_by_tiles(view: SeatView) -> frozenset[frozenset[object]]:
    moves = (move for colour in COLOURS for move in ranked_moves(view, colour))
    return frozenset(move.does for move in moves if move.worth > 0)


def _worth(first: Ranked, second: Ranked) -> int:
    counted_twice = 0
    for merit in first.merits:
        if isinstance(merit, FindsWork) and merit.tiles:
            counted_twice = SCORES_NOW + 1  # one of the tiles that can score does
        elif isinstance(merit, PreparesSquare):
            counted_twice = PREPARED
    return first.worth + second.worth - counted_twice


# --- promising first actions ----------------------------------------------------------------------


def _promising(view: SeatView) -> Iterator[_Promise]:
    yield from _leaders(view)
    best: dict[int, Ranked] = {}
    for colour in COLOURS:
        moves = {move.number: move for move in ranked_moves(view, colour)}
        if view.own_hand[colour] > 1:
            yield from _of_shapes(view, colour, moves)
        for number, move in moves.items():
            best[number] = min(move, best.get(number, move))
    yield from _of_connections(view, outlook_of(view), best)


def _leaders(view: SeatView) -> Iterator[_Promise]:
    """Yield for each leader the best space from which an idle tile scores."""
    for leader in view.leaders(view.seat):
        for move in ranked_moves(view, leader):
            if any(isinstance(each, FindsWork) and each.tiles for each in move.merits):
                yield move, move.worth + POINT
                break


def _of_shapes(view: SeatView, colour: Colour, moves: Mapping[int, Ranked]) -> Iterator[_Promise]:
    """Yield tiles that leave a square or a cross one tile short."""
    tiles = view.board.tiles[colour]
    free = tile_cells(view.board, colour)
    shapes = [(preparing_squares(tiles, free), completing_squares)]
    if ZIGGURAT in view.options and view.board.ziggurat_cell() is None:
        shapes.append((neighbours(neighbours(tiles)) & free, completing_crosses))
    for spaces, completing in shapes:
        already = completing(tiles, free)
        for index in indices(spaces & ~already):
            bit = 1 << index
            for last in indices(completing(tiles | bit, free & ~bit) & ~already):
                yield moves[index], moves[index].worth + moves[last].worth + SQUARE


def _of_connections(
    view: SeatView, outlook: Outlook, moves: Mapping[int, Ranked]
) -> Iterator[_Promise]:
    """Yield tiles beside an empty space on which a second one connects more than alone."""
    empty = view.board.empty
    for index, move in moves.items():
        for beside in indices(neighbours(1 << index) & empty):
            gained = sum(each.worth for each in outlook.connected(index, beside))
            if gained >= _LEAST_GAIN:
                yield move, move.worth + gained
