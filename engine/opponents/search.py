"""Looking for the best turn: all first actions, and for the best of them all second ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.opponents.consequences import Consequences, Outcomes, Unseen
from engine.opponents.dice import Dice
from engine.opponents.evaluation import Evaluation
from engine.opponents.moves import END, Move, MoveKind, moves, still_legal
from engine.opponents.position import NEAR_AND_OWN, SPHERES, SearchPosition
from engine.opponents.weights import Weights
from engine.values.cells import neighbours


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a search looks."""

    firsts: int
    """For how many first actions second ones are looked for."""
    seconds: int
    """How many of the best first actions are tried as second ones, beside all that are near."""


class Blur:
    """What makes a level mistaken: by *points* at most, one way or the other."""

    def __init__(self, points: float, seed: int) -> None:
        self._points = points
        self._dice = Dice(seed)

    def mistake(self) -> float:
        """By how many points something is misjudged now."""
        return self._points and self._points * (self._dice.below(2001) - 1000) / 1000


class TurnPlan(NamedTuple):
    """What a turn would be, and what it is worth."""

    value: float
    moves: tuple[Move, ...]
    """As far as they do not depend on what is hidden."""


class _First(NamedTuple):
    """A first action, and what it is worth if nothing follows."""

    worth: float
    move: Move
    outcomes: Outcomes
    price: float

    @property
    def certain(self) -> bool:
        """Whether it is known what it leads to."""
        return len(self.outcomes) == 1 and self.move.kind != MoveKind.SWAP


class Enough(Exception):
    """The limit of time or positions is reached."""


class Search:
    """Plans turns for the seat of an evaluation."""

    def __init__(
        self,
        evaluation: Evaluation,
        active: int,
        unseen: Unseen,
        *,
        blur: Blur,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.blur = blur
        self._evaluation = evaluation
        self._own = evaluation.own
        self._nodes_left = nodes
        self._stop = stop
        self._looked = 0
        self.consequences = Consequences(evaluation.own, active, unseen, self.value)

    # --- values --------------------------------------------------------------------------------

    def value(self, position: SearchPosition) -> float:
        """What a position is worth if the turn ends there. Raises Enough at the limit."""
        self._looked += 1
        if self._nodes_left is not None and self._looked > self._nodes_left:
            raise Enough
        if self._stop is not None and not self._looked & 31 and self._stop():
            raise Enough
        return self.final_value(position)

    def final_value(self, position: SearchPosition) -> float:
        """The same, without a limit."""
        if self.consequences.active == self._own:
            position = ended(position, self._own)
        return self._evaluation.value(position)

    def mean(self, outcomes: Outcomes) -> float:
        """What outcomes are worth."""
        if len(outcomes) == 1:
            return self.value(outcomes[0][1])
        return sum(chance * self.value(position) for chance, position in outcomes)

    def price(self, position: SearchPosition, move: Move) -> float:
        """What an action costs beside what it does."""
        weights: Weights = self._evaluation.weights
        match move.kind:
            case MoveKind.LEADER:
                return weights.move if position.leaders[4 * self._own + move.colour] else 0.0
            case MoveKind.WITHDRAW:
                return weights.withdraw
            case MoveKind.CATASTROPHE:
                return weights.catastrophe
            case MoveKind.SWAP:
                return weights.swap
            case MoveKind.END:
                return weights.end_turn
            case _:
                return 0.0

    # --- a turn --------------------------------------------------------------------------------

    def plans(self, position: SearchPosition, actions_left: int, effort: Effort) -> list[TurnPlan]:
        """Turns from *position*, best first; as many as were found before the limit."""
        ended_now = self.final_value(position)
        if not actions_left:
            return [TurnPlan(ended_now, (END,))]
        weights = self._evaluation.weights
        found = [TurnPlan(ended_now - actions_left * weights.end_turn, (END,))]
        firsts: list[_First] = []
        try:
            for move in moves(position, self._own):
                outcomes = self.consequences.of(position, move)
                price = self.price(position, move) - self.blur.mistake()
                firsts.append(_First(self.mean(outcomes) - price, move, outcomes, price))
        except Enough:
            pass
        firsts.sort(key=lambda each: (-each.worth, each.move))
        unused = weights.end_turn if actions_left > 1 else 0.0
        found += [
            TurnPlan(each.worth - unused, (each.move, END) if each.certain else (each.move,))
            for each in firsts
        ]
        if actions_left > 1:
            self._deepen(firsts, effort, found)
        found.sort(key=lambda plan: (-plan.value, plan.moves))
        return found

    def _deepen(self, firsts: list[_First], effort: Effort, found: list[TurnPlan]) -> None:
        """Add plans with a second action after the best first ones."""
        known = [each.move for each in firsts[: effort.seconds]]
        try:
            for first in chosen(firsts, effort.firsts):
                worth = -first.price
                second = END
                for chance, after in first.outcomes:
                    best, second = self._second(after, first.move, known)
                    worth += chance * best
                if not first.certain:
                    found.append(TurnPlan(worth, (first.move,)))
                elif second is not END:
                    found.append(TurnPlan(worth, (first.move, second)))
        except Enough:
            pass

    def _second(
        self, position: SearchPosition, first: Move, known: list[Move]
    ) -> tuple[float, Move]:
        """The best second action after *first*, and what it is worth."""
        weights = self._evaluation.weights
        best, chosen_one = self.value(position) - weights.end_turn, END
        tried = set()
        near = 0
        if first.bit:
            near = NEAR_AND_OWN[first.bit]
            near |= neighbours(near)
        candidates = still_legal(position, self._own, known)
        if near:
            candidates += moves(position, self._own, near)
        for move in candidates:
            if move in tried:
                continue
            tried.add(move)
            outcomes = self.consequences.of(position, move)
            worth = self.mean(outcomes) - self.price(position, move)
            if worth > best:
                best, chosen_one = worth, move
        return best, chosen_one


def chosen(firsts: list[_First], most: int) -> list[_First]:
    """The best first actions, at most half of them of one kind and colour."""
    counts: dict[tuple[int, int], int] = {}
    found = []
    for each in firsts:
        move = each.move
        kind = (move.kind, 0 if move.kind == MoveKind.SWAP else move.colour)
        if counts.get(kind, 0) * 2 >= most:
            continue
        counts[kind] = counts.get(kind, 0) + 1
        found.append(each)
        if len(found) == most:
            break
    return found


def ended(position: SearchPosition, seat: int) -> SearchPosition:
    """The position after monuments and ziggurat were scored for *seat* (R8.8, R13.5)."""
    if not position.ziggurat and not any(position.monuments):
        return position
    position = position.copy()
    position.score_monuments(seat)
    if position.king_at_ziggurat(seat):
        at = SPHERES * seat
        own = position.points[at : at + 4]
        position.points[at + own.index(min(own))] += 1
    return position
