"""What a computer opponent decides, and what it expects: from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from engine.opponents.benefits import Benefit, benefits_of
from engine.opponents.evaluation import Evaluation
from engine.opponents.expecting import expectations, shares_after
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.levels import Level
from engine.opponents.moves import END, as_action
from engine.opponents.net import net_for
from engine.opponents.position import SearchPosition
from engine.opponents.questions import answers
from engine.opponents.search import Blur, Effort, Enough, Search, ended, likeliest
from engine.opponents.weights import Weights, of_the_reference, tempo, weights_for
from engine.opponents.whole_turns import whole_turn
from engine.rules.legality import least_action
from engine.rules.resolution import ACTIONS_A_TURN
from engine.rules.view import SeatView
from engine.values.actions import Action, EndTurn, SwapTiles
from engine.values.decisions import ActionDecision
from engine.values.scoring import Score

__all__ = [
    "SINGLE_ACTIONS",
    "BestTurn",
    "Thought",
    "best_turns",
    "decide",
    "features_at_end",
    "reference",
]

ShouldStop: TypeAlias = Callable[[], bool]
"""Asked now and then: whether the time is up."""


class BestTurn(NamedTuple):
    """A whole turn, or a single decision where one is asked, and what it leads to."""

    share: float
    """The share of the win to be expected after it, 0 to 1; a shared win counts in parts."""
    actions: tuple[Action, ...]
    """In order; only as far as the seat can know what comes next."""
    benefits: tuple[Benefit, ...] = ()
    """What speaks most for it, against doing nothing, or against the next best answer."""


class Way(NamedTuple):
    """How a decision is looked for."""

    effort: Effort
    nodes: int | None
    """The most positions that are looked at; None for no limit."""
    blur: tuple[float, float] = (0.0, 0.0)
    """By how many points it is mistaken, between two players and at a table of more."""
    overlooked: float = 0.0
    """The part of all actions that it does not notice."""
    far: bool = True
    """Whether it sees wars between kingdoms that take two tiles to join."""
    net: bool = False
    """Whether the net judges, too."""


_WAYS = {
    Level.EASY: Way(Effort(0, 0), 600, (2.0, 1.0), overlooked=0.5, far=False),
    Level.MEDIUM: Way(Effort(0, 0), 1500, (1.0, 0.2)),
    Level.STRONG: Way(Effort(24, 24, 16), 12000, net=True),
}
_REFERENCE = Way(Effort(9, 70), None)
SINGLE_ACTIONS = Way(Effort(0, 0, 16), 4000, net=True)
"""Judges as *strong* does, but one action at a time: for tuning, which needs many games."""


def decide(
    view: SeatView,
    scores: Sequence[Score],
    level: Level,
    *,
    seed: int,
    stop: ShouldStop | None = None,
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
    return Thought(view, scores, level, seed=seed, stop=stop, nodes=nodes).ranked()[0].actions[0]


def reference(view: SeatView, scores: Sequence[Score]) -> Action:
    """The decision of the fixed opponent that levels are measured against (docs/opponents.md).

    It has the search and the terms of *strong* and no net, and knows nothing of options. The
    arguments are those of :func:`decide`.

    Raises LookupError if the game does not wait for this seat.
    """
    if not view.decides:
        raise LookupError("the game does not wait for this seat")
    weights = of_the_reference(weights_for(len(view.seats)))
    return Thought(view, scores, _REFERENCE, seed=0, weights=weights).ranked()[0].actions[0]


def best_turns(
    view: SeatView,
    scores: Sequence[Score],
    most: int,
    *,
    level: Level = Level.STRONG,
    seed: int,
    stop: ShouldStop | None = None,
    nodes: int | None = None,
    seated: Sequence[Level | None] = (),
) -> tuple[BestTurn, ...]:
    """Up to *most* turns, or single decisions where one is asked, best first.

    The arguments are those of :func:`decide`; *seated*, for the shares, is that of
    :func:`expectations`. Empty if the game does not wait for this seat.
    """
    if not view.decides:
        return ()
    thought = Thought(view, scores, level, seed=seed, stop=stop, nodes=nodes)
    chosen = best_of(thought.ranked())[:most]
    shares = thought.shares([option.value for option in chosen], seated)
    return tuple(
        BestTurn(share, thought.written(option.actions), thought.benefits(option, chosen))
        for share, option in zip(shares, chosen, strict=True)
    )


def best_of(options: Iterable[Option]) -> list[Option]:
    """The best option of each first action, in their order; one swap counts for all."""
    best: dict[object, Option] = {}
    for option in options:
        first = option.actions[0]
        best.setdefault(SwapTiles if isinstance(first, SwapTiles) else first, option)
    return list(best.values())


def features_at_end(view: SeatView, scores: Sequence[Score]) -> list[float] | None:
    """What a net sees if the turn of the seat ends now; None if the game ends with it.

    There are as many as :func:`engine.number_of_features` says.
    """
    unseen = unseen_by(view)
    seats = len(view.seats)
    evaluation = Evaluation(weights_for(seats), view.seat, seats, unseen)
    return evaluation.features(ended(position_of(view, scores, unseen), view.seat))


class Option(NamedTuple):
    """Something that can be decided, and what it is worth."""

    value: float
    actions: tuple[Action, ...]
    after: SearchPosition
    """Where it most likely leads."""


class Thought:
    """What a level makes of a view and of the scores."""

    def __init__(
        self,
        view: SeatView,
        scores: Sequence[Score],
        level: Level | Way,
        *,
        seed: int,
        stop: ShouldStop | None = None,
        nodes: int | None = None,
        weights: Weights | None = None,
    ) -> None:
        """The arguments are those of :func:`decide`; other *weights* are for matches and tuning."""
        self._view = view
        self._scores = scores
        way = _WAYS[level] if isinstance(level, Level) else level
        seats = len(view.seats)
        self._effort = way.effort
        unseen = unseen_by(view)
        weights = weights or weights_for(seats)
        self._evaluation = Evaluation(
            weights if way.far else replace(weights, apart=0.0),
            view.seat,
            seats,
            unseen,
            net=net_for(seats) if way.net else None,
        )
        self._search = Search(
            self._evaluation,
            view.active,
            unseen,
            blur=Blur(way.blur[seats > 2], seed, way.overlooked),
            nodes=way.nodes if nodes is None else nodes,
            stop=stop,
        )
        self._position = position_of(view, scores, unseen)

    def ranked(self) -> list[Option]:
        """What can be decided, best first; turns as far as they depend on nothing hidden."""
        if not isinstance(self._view.decision, ActionDecision):
            return self._answers(self._view, self._position)
        dynasty = self._view.seats[self._view.seat]
        options: list[Option] = []
        for plan in self._search.plans(self._position, self._view.actions_left, self._effort):
            actions: list[Action] = [as_action(move, dynasty) for move in plan.moves]
            if len(actions) == ACTIONS_A_TURN and plan.moves[-1] is not END:
                actions.append(EndTurn())
            if self._view.refusal(actions[0]) is None:  # whatever the search takes for legal
                options.append(Option(plan.value, tuple(actions), plan.after))
        return options

    def shares(self, values: Sequence[float], seated: Sequence[Level | None] = ()) -> list[float]:
        """The shares of the win for options of these values, as in :func:`expectations`."""
        view, weights = self._view, self._evaluation.weights
        now = expectations(view, self._scores, seated)[view.seat].share
        here = self._search.final_value(self._position)
        if view.active == view.seat:
            here += tempo(weights, self._evaluation.turns_left(self._position) or 0.0)
        return shares_after(now, here, values, weights.swing)

    def benefits(self, option: Option, others: Sequence[Option]) -> tuple[Benefit, ...]:
        """What speaks for an option, *others* being what else there is."""
        before = self._position
        if not isinstance(self._view.decision, ActionDecision):
            before = next((each.after for each in others if each is not option), before)
        return benefits_of(self._evaluation, before, option.after)

    def written(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """A turn with the answers to what it asks on the way; single decisions as they are."""
        if not isinstance(self._view.decision, ActionDecision):
            return actions
        return whole_turn(self._view, self._scores, actions, self._on_the_way)

    def _on_the_way(self, view: SeatView, scores: Sequence[Score]) -> Action:
        return self._answers(view, position_of(view, scores, unseen_by(view)))[0].actions[0]

    def _answers(self, view: SeatView, position: SearchPosition) -> list[Option]:
        """What can be answered to a question, best first."""
        found: list[Option] = []
        try:
            for action, outcomes in answers(view, position, self._search):
                worth = self._search.mean_judged(outcomes) + self._search.blur.mistake()
                found.append(Option(worth, (action,), likeliest(outcomes)))
        except Enough:
            pass
        if not found:  # no time was left for even one
            value = self._search.final_value(position)
            found.append(Option(value, (least_action(view),), position))
        found.sort(key=lambda option: -option.value)
        return found
