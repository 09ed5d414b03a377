"""What a computer opponent decides, and what it expects: from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engine.actions import Action, EndTurn
from engine.decisions import ActionDecision
from engine.legality import least_action
from engine.opponents.dice import Dice
from engine.opponents.evaluation import Evaluation
from engine.opponents.expecting import expectations, shares_after
from engine.opponents.knowledge import position_of, shares_of, unseen_by
from engine.opponents.levels import Level
from engine.opponents.moves import END, as_action
from engine.opponents.position import Position
from engine.opponents.questions import answers
from engine.opponents.search import Effort, Enough, Search
from engine.opponents.weights import weights_for
from engine.resolution import ACTIONS_A_TURN
from engine.scoring import Score
from engine.view import SeatView

__all__ = ["BestTurn", "best_turns", "decide"]

Stop: TypeAlias = Callable[[], bool]
"""Asked now and then: whether the time is up."""


class BestTurn(NamedTuple):
    """A whole turn, or a single decision where one is asked, and what it leads to."""

    share: float
    """The share of the win to be expected after it, 0 to 1; a shared win counts in parts."""
    actions: tuple[Action, ...]
    """In order; only as far as the seat can know what comes next."""


class _Way(NamedTuple):
    """How a level looks for its decision."""

    effort: Effort
    nodes: int
    """The most positions that it looks at."""


_WAYS = {
    Level.EASY: _Way(Effort(0, 0), 400),
    Level.MEDIUM: _Way(Effort(5, 40), 1500),
    Level.STRONG: _Way(Effort(16, 100), 12000),
}


def decide(
    view: SeatView,
    scores: Sequence[Score],
    level: Level,
    *,
    seed: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> Action:
    """The decision of an opponent of that *level* for the seat whose *view* this is.

    *scores* are what everybody could have counted along, by seat (R15.1). When *stop* says so,
    the best so far is answered; with *nodes*, a number of positions to look at, the same
    arguments give the same answer on any machine.

    Raises LookupError if the game does not wait for this seat.
    """
    if not view.decides:
        raise LookupError("the game does not wait for this seat")
    return best_turns(view, scores, 1, level=level, seed=seed, stop=stop, nodes=nodes)[0].actions[0]


def best_turns(
    view: SeatView,
    scores: Sequence[Score],
    most: int,
    *,
    level: Level = Level.STRONG,
    seed: int,
    stop: Stop | None = None,
    nodes: int | None = None,
) -> tuple[BestTurn, ...]:
    """Up to *most* turns, or single decisions where one is asked, best first.

    The arguments are those of :func:`decide`; none if the game does not wait for this seat.
    """
    if not view.decides:
        return ()
    way = _WAYS[level]
    seats = len(view.seats)
    unseen = unseen_by(view)
    evaluation = Evaluation(weights_for(seats), view.seat, seats, shares_of(unseen))
    search = Search(
        evaluation, view.active, unseen, dice=Dice(seed), nodes=nodes or way.nodes, stop=stop
    )
    position = position_of(view, scores, unseen)
    asked = not isinstance(view.decision, ActionDecision)
    found = (
        _answers(view, search, position) if asked else _turns(view, search, position, way.effort)
    )
    best: dict[Action, tuple[float, tuple[Action, ...]]] = {}
    for value, actions in found:
        if actions[0] not in best and len(best) < most:
            best[actions[0]] = value, actions
    now = expectations(view, scores)[view.seat].share
    shares = shares_after(now, [value for value, _ in best.values()], evaluation, position)
    return tuple(
        BestTurn(share, actions) for share, (_, actions) in zip(shares, best.values(), strict=True)
    )


def _turns(
    view: SeatView, search: Search, position: Position, effort: Effort
) -> Iterable[tuple[float, tuple[Action, ...]]]:
    """What turns are worth, best first."""
    dynasty = view.seats[view.seat]
    for plan in search.plans(position, view.actions_left, effort):
        actions: list[Action] = [as_action(move, dynasty) for move in plan.moves]
        if len(actions) == ACTIONS_A_TURN and plan.moves[-1] is not END:
            actions.append(EndTurn())
        yield plan.value, tuple(actions)


def _answers(
    view: SeatView, search: Search, position: Position
) -> Iterable[tuple[float, tuple[Action, ...]]]:
    """What answers to a question are worth, best first."""
    found: list[tuple[float, tuple[Action, ...]]] = []
    try:
        for action, outcomes in answers(view, position, search):
            found.append((search.mean(outcomes), (action,)))
    except Enough:
        pass
    if not found:
        found.append((search.final_value(position), (least_action(view),)))
    found.sort(key=lambda each: -each[0])
    return found
