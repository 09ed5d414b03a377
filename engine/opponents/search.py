"""Looking for the best turn: all first actions, and for the best of them all second ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.opponents.consequences import Consequences, Outcomes, Unseen
from engine.opponents.evaluation import Evaluation
from engine.opponents.moves import END, Kind, Move, is_legal, moves
from engine.opponents.position import NEAR_AND_OWN, Position
from engine.opponents.weights import Weights


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a search looks."""

    firsts: int
    """For how many first actions second ones are looked for."""
    seconds: int
    """How many of the best first actions are tried as second ones, beside all that are near."""


class Plan(NamedTuple):
    """What a turn would be, and what it is worth."""

    value: float
    first: Move
    second: Move | None
    """None if the first action ends the turn, or what comes next depends on what is hidden."""


class Enough(Exception):
    """The time is up, or all positions that were allowed have been looked at."""


class Search:
    """Plans turns for the seat of an evaluation."""

    def __init__(
        self,
        evaluation: Evaluation,
        active: int,
        unseen: Unseen,
        *,
        nodes: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self._evaluation = evaluation
        self._own = evaluation.own
        self._nodes_left = nodes
        self._stop = stop
        self._looked = 0
        self.consequences = Consequences(evaluation.own, active, unseen, self.value)

    # --- values --------------------------------------------------------------------------------

    def value(self, position: Position) -> float:
        """What a position is worth if the turn ends there. Raises Enough when it is time."""
        self._looked += 1
        if self._nodes_left is not None and self._looked > self._nodes_left:
            raise Enough
        if self._stop is not None and not self._looked & 31 and self._stop():
            raise Enough
        return self.final_value(position)

    def final_value(self, position: Position) -> float:
        """The same, however late it is."""
        if self.consequences.active == self._own:
            position = ended(position, self._own)
        return self._evaluation.value(position)

    def mean(self, outcomes: Outcomes) -> float:
        """What outcomes are worth."""
        if len(outcomes) == 1:
            return self.value(outcomes[0][1])
        return sum(chance * self.value(position) for chance, position in outcomes)

    def price(self, position: Position, move: Move) -> float:
        """What an action costs beside what it does."""
        weights: Weights = self._evaluation.weights
        match move.kind:
            case Kind.LEADER:
                return weights.move if position.leaders[4 * self._own + move.colour] else 0.0
            case Kind.WITHDRAW:
                return weights.withdraw
            case Kind.CATASTROPHE:
                return weights.catastrophe
            case Kind.SWAP:
                return weights.swap
            case Kind.END:
                return weights.end_turn
            case _:
                return 0.0

    # --- a turn --------------------------------------------------------------------------------

    def plans(self, position: Position, actions_left: int, effort: Effort) -> list[Plan]:
        """Turns from *position*, best first; as many as were found when it was time."""
        ended_now = self.final_value(position)
        if not actions_left:
            return [Plan(ended_now, END, None)]
        weights = self._evaluation.weights
        found = [Plan(ended_now - actions_left * weights.end_turn, END, None)]
        firsts: list[tuple[float, Move, Outcomes]] = []
        try:
            for move in moves(position, self._own):
                outcomes = self.consequences.of(position, move)
                worth = self.mean(outcomes) - self.price(position, move)
                firsts.append((worth, move, outcomes))
        except Enough:
            pass
        firsts.sort(key=lambda each: (-each[0], each[1]))
        if actions_left == 1:
            found += [Plan(worth, move, None) for worth, move, _ in firsts]
        else:
            found += [
                Plan(worth - weights.end_turn, move, END if len(outcomes) == 1 else None)
                for worth, move, outcomes in firsts
            ]
            self._deepen(position, firsts, effort, found)
        found.sort(key=lambda plan: (-plan.value, plan.first))
        return found

    def _deepen(
        self,
        position: Position,
        firsts: list[tuple[float, Move, Outcomes]],
        effort: Effort,
        found: list[Plan],
    ) -> None:
        """Add plans with a second action after the best first ones."""
        known = [move for _, move, _ in firsts[: effort.seconds]]
        try:
            for _, move, outcomes in chosen(firsts, effort.firsts):
                price = self.price(position, move)
                worth = 0.0
                second: Move | None = None
                for chance, after in outcomes:
                    best, second = self._second(after, move, known)
                    worth += chance * best
                certain = len(outcomes) == 1 and move.kind != Kind.SWAP
                found.append(Plan(worth - price, move, second if certain else None))
        except Enough:
            pass

    def _second(self, position: Position, first: Move, known: list[Move]) -> tuple[float, Move]:
        """The best second action after *first*, and what it is worth."""
        weights = self._evaluation.weights
        best, chosen_one = self.value(position) - weights.end_turn, END
        tried = set()
        near = 0
        if first.bit:
            near = NEAR_AND_OWN[first.bit]
            near |= _around(near)
        candidates = [move for move in known if is_legal(position, self._own, move)]
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


def _around(mask: int) -> int:
    return mask << 1 | mask >> 1 | mask << 17 | mask >> 17


def chosen(
    firsts: list[tuple[float, Move, Outcomes]], most: int
) -> list[tuple[float, Move, Outcomes]]:
    """The best first actions, at most half of them of one kind and colour."""
    counts: dict[tuple[int, int], int] = {}
    found = []
    for each in firsts:
        move = each[1]
        kind = (move.kind, 0 if move.kind == Kind.SWAP else move.colour)
        if counts.get(kind, 0) * 2 >= most:
            continue
        counts[kind] = counts.get(kind, 0) + 1
        found.append(each)
        if len(found) == most:
            break
    return found


def ended(position: Position, seat: int) -> Position:
    """The position after monuments and ziggurat were scored for *seat* (R8.8, R13.5)."""
    if not position.ziggurat and not any(position.monuments):
        return position
    position = position.copy()
    position.score_monuments(seat)
    if position.king_at_ziggurat(seat):
        at = 5 * seat
        own = position.points[at : at + 4]
        position.points[at + own.index(min(own))] += 1
    return position
