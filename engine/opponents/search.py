"""The search for the best turn: all first actions, and second ones after the best of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.opponents.consequences import Consequences, Outcomes, starts_conflict
from engine.opponents.dice import Dice
from engine.opponents.evaluation import Evaluation
from engine.opponents.moves import END, Move, MoveKind, moves, still_legal
from engine.opponents.odds import Unseen
from engine.opponents.position import NEAR_AND_OWN, SPHERES, TREASURE, SearchPosition
from engine.opponents.weights import Weights
from engine.values.cells import neighbours
from engine.values.scoring import Score, spend_treasures


@dataclass(frozen=True, slots=True)
class Effort:
    """The size of a search."""

    firsts: int
    """The number of first actions for which second ones are searched."""
    seconds: int
    """The number of the best first actions tried as second ones, besides nearby actions."""
    judged: int = 0
    """The number of the best actions, first or second, that the net judges; 0 for all."""


class Blur:
    """The errors of a level.

    It misjudges values by at most *points* and ignores the share *overlooked* of all actions.
    """

    def __init__(self, points: float, seed: int, overlooked: float = 0.0) -> None:
        self._points = points
        self._overlooked = round(1000 * overlooked)
        self._dice = Dice(seed)

    @property
    def is_present(self) -> bool:
        """True if the level makes errors."""
        return bool(self._points or self._overlooked)

    def overlooks(self) -> bool:
        """Return True if the next action is overlooked."""
        return bool(self._overlooked) and self._dice.below(1000) < self._overlooked

    def mistake(self) -> float:
        """Return an error in points."""
        return self._points and self._points * (self._dice.below(2001) - 1000) / 1000


class TurnPlan(NamedTuple):
    """A turn and its value."""

    value: float
    moves: tuple[Move, ...]
    """The actions, as far as they depend on nothing hidden."""
    after: SearchPosition
    """The most likely position after it."""


class Candidate(NamedTuple):
    """An action and its value if it is the last of the turn."""

    worth: float
    move: Move
    outcomes: Outcomes
    price: float

    def order(self) -> tuple[float, Move]:
        """Return a sort key: best first, equal values in the same order on all machines."""
        return -self.worth, self.move

    @property
    def certain(self) -> bool:
        """True if the action has only one outcome."""
        return len(self.outcomes) == 1 and self.move.kind != MoveKind.SWAP


class LimitReached(Exception):
    """Raised at the limit of time or positions."""


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
        self._visited = 0
        self.consequences = Consequences(evaluation.own, active, unseen, self.value)

    # --- values --------------------------------------------------------------------------------

    def value(self, position: SearchPosition) -> float:
        """Return the value of a position by terms if the turn ends there.

        Raises LimitReached at the limit.
        """
        return self._evaluation.value(self._count_visit(position))

    def judged(self, position: SearchPosition) -> float:
        """Return the value by terms and net. Raises LimitReached at the limit."""
        return self._evaluation.judged(self._count_visit(position))

    def _count_visit(self, position: SearchPosition) -> SearchPosition:
        self._visited += 1
        if self._nodes_left is not None and self._visited > self._nodes_left:
            raise LimitReached
        if self._stop is not None and not self._visited & 31 and self._stop():
            raise LimitReached
        return self._ended(position)

    def _ended(self, position: SearchPosition) -> SearchPosition:
        return ended(position, self._own) if self.consequences.active == self._own else position

    def final_value(self, position: SearchPosition) -> float:
        """Return the value by terms and net, without a limit."""
        return self._evaluation.judged(self._ended(position))

    def mean(self, outcomes: Outcomes) -> float:
        """Return the mean value of outcomes by terms."""
        return mean(outcomes, self.value)

    def mean_judged(self, outcomes: Outcomes) -> float:
        """Return the mean value of outcomes by terms and net."""
        return mean(outcomes, self.judged)

    def price(self, position: SearchPosition, move: Move) -> float:
        """Return the price of an action in points, apart from its effects."""
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
        """Return turns from *position*, best first; those found before the limit."""
        ended_now = self.final_value(position)
        if not actions_left:
            return [TurnPlan(ended_now, (END,), position)]
        weights = self._evaluation.weights
        found = [TurnPlan(ended_now - actions_left * weights.end_turn, (END,), position)]
        firsts: list[Candidate] = []
        try:
            for move in moves(position, self._own):
                if self.blur.overlooks():
                    continue
                first = self._candidate(position, move, self.blur.mistake())
                if self.blur.is_present and self._throws_away(position, first.outcomes):
                    continue
                if not self._gives_away(position, first, actions_left - 1):
                    firsts.append(first)
        except LimitReached:
            pass
        firsts.sort(key=Candidate.order)
        known = [each.move for each in firsts[: effort.seconds]]
        firsts = self._judged_by_net(firsts, 2 * effort.judged)
        unused = weights.end_turn if actions_left > 1 else 0.0
        found += [
            TurnPlan(
                each.worth - unused,
                (each.move, END) if each.certain else (each.move,),
                likeliest(each.outcomes),
            )
            for each in firsts
        ]
        if actions_left > 1:
            self._deepen(firsts, known, effort, found)
        found.sort(key=lambda plan: (-plan.value, plan.moves))
        return found

    def _throws_away(self, position: SearchPosition, outcomes: Outcomes) -> bool:
        """True if an action loses more own leaders than it wins points."""
        own = self._own

        def held(then: SearchPosition) -> int:
            leaders = sum(map(bool, then.leaders[4 * own : 4 * own + 4]))
            return leaders + sum(then.points[SPHERES * own : SPHERES * own + SPHERES])

        here = held(position)
        return sum(chance * (held(then) - here) for chance, then in outcomes) < 0

    def _gives_away(self, position: SearchPosition, action: Candidate, actions_left: int) -> bool:
        """True if an action may help others but not win the game, when the bag is empty.

        A player who is ahead ends the game by using a tile (R14.2), and any other has only this
        turn. A conflict counts as help, because with an empty bag its result is too uncertain.
        """
        own = self._own
        if position.bag:
            return False
        conflict = starts_conflict(position, own, action.move)
        if not conflict and not any(
            _others_gain(position, then, own) for _, then in action.outcomes
        ):
            return False
        return is_ahead(self._ended(position), own) or not any(
            is_ahead(self._ended(then), own, actions_left) for _, then in action.outcomes
        )

    def _candidate(self, position: SearchPosition, move: Move, mistake: float = 0.0) -> Candidate:
        """Return an action with its value by terms, reduced by the error *mistake*."""
        outcomes = self.consequences.of(position, move)
        price = self.price(position, move) - mistake
        return Candidate(self.mean(outcomes) - price, move, outcomes, price)

    def _judged_by_net(self, actions: list[Candidate], most: int) -> list[Candidate]:
        """Return the best *actions* by the net, best first; unchanged without a net."""
        if self._evaluation.net is None:
            return actions
        judged = []
        try:
            for each in actions[: most or None]:
                worth = self.mean_judged(each.outcomes) - each.price
                judged.append(each._replace(worth=worth))
        except LimitReached:  # the judged ones, if any, in the order of their terms
            return judged or actions
        return sorted(judged, key=Candidate.order)

    def _deepen(
        self, firsts: list[Candidate], known: list[Move], effort: Effort, found: list[TurnPlan]
    ) -> None:
        """Append plans with a second action after the best first ones to *found*."""
        try:
            for first in diverse(firsts, effort.firsts):
                worth = -first.price
                seconds = [
                    (chance, self._second(after, first.move, known, effort.judged))
                    for chance, after in first.outcomes
                ]
                worth += sum(chance * second.value for chance, second in seconds)
                _, best = max(seconds, key=lambda each: each[0])
                if not first.certain:
                    found.append(TurnPlan(worth, (first.move,), best.after))
                elif best.moves != (END,):
                    found.append(TurnPlan(worth, (first.move, *best.moves), best.after))
        except LimitReached:
            pass

    def _second(
        self, position: SearchPosition, first: Move, known: list[Move], judged: int
    ) -> TurnPlan:
        """Return the best second action after *first*, or the end of the turn."""
        self._evaluation.begin(position)
        candidates = still_legal(position, self._own, known)
        if first.bit:
            near = neighbours(NEAR_AND_OWN[first.bit])
            around = near  # for leaders: a change in a kingdom matters all around it
            for _, kingdom, _ in position.kingdoms:
                if kingdom & first.bit:
                    around |= kingdom
            candidates += moves(position, self._own, near, around)
        seconds = [self._candidate(position, move) for move in dict.fromkeys(candidates)]
        seconds = [each for each in seconds if not self._gives_away(position, each, 0)]
        seconds.sort(key=Candidate.order)
        seconds = self._judged_by_net(seconds, judged)
        ended_now = self.judged(position) - self._evaluation.weights.end_turn
        if seconds and (best := seconds[0]).worth > ended_now:
            return TurnPlan(best.worth, (best.move,), likeliest(best.outcomes))
        return TurnPlan(ended_now, (END,), position)


def mean(outcomes: Outcomes, value: Callable[[SearchPosition], float]) -> float:
    """Return the mean of the values of the outcomes' positions."""
    if len(outcomes) == 1:
        return value(outcomes[0][1])
    return sum(chance * value(position) for chance, position in outcomes)


def likeliest(outcomes: Outcomes) -> SearchPosition:
    """Return the most likely position."""
    return max(outcomes, key=lambda each: each[0])[1]


def diverse(firsts: list[Candidate], most: int) -> list[Candidate]:
    """Return the best first actions, at most half of them of one kind and colour."""
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


def is_ahead(position: SearchPosition, seat: int, more: int = 0) -> bool:
    """True if *seat* would win or share the win with *more* points if the game ended now (R14.3).

    Like treasures, those points may go to any sphere.
    """
    points = position.points
    spheres = []
    for at in range(0, len(points), SPHERES):
        own = points[at : at + SPHERES]
        if at == SPHERES * seat:
            own[TREASURE] += more
        spheres.append(sorted(spend_treasures(Score(*own))))
    return spheres[seat] == max(spheres)


def _others_gain(before: SearchPosition, after: SearchPosition, seat: int) -> bool:
    """True if another seat has more points after than before."""
    return any(
        now > then
        for at, (then, now) in enumerate(zip(before.points, after.points, strict=True))
        if at // SPHERES != seat
    )


def ended(position: SearchPosition, seat: int) -> SearchPosition:
    """Return the position after monuments and ziggurat were scored for *seat* (R8.8, R13.5)."""
    if not position.ziggurat and not any(position.monuments):
        return position
    position = position.copy()
    position.score_monuments(seat)
    if position.king_at_ziggurat(seat):
        at = SPHERES * seat
        own = position.points[at : at + 4]
        position.points[at + own.index(min(own))] += 1
    return position
