"""The decisions and expectations of a computer opponent, from its seat's view."""

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
from engine.opponents.search import Blur, Effort, LimitReached, Search, ended, likeliest
from engine.opponents.weights import Weights, reference_weights, tempo, weights_for
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
"""Called now and then: returns True if the time is up."""


class BestTurn(NamedTuple):
    """A whole turn, or a single answer to a question, with its expected result."""

    share: float
    """The expected share of the win after it, 0 to 1; a shared win is divided."""
    actions: tuple[Action, ...]
    """The actions in order, as far as the seat can know what comes next."""
    benefits: tuple[Benefit, ...] = ()
    """Its greatest benefits, compared with doing nothing or with the next best answer."""


class SearchSettings(NamedTuple):
    """The parameters of a search for a decision."""

    effort: Effort
    nodes: int | None
    """The maximum number of positions; None for no limit."""
    blur: tuple[float, float] = (0.0, 0.0)
    """The maximum error in points, between two players and at a larger table."""
    overlooked: float = 0.0
    """The share of actions that it does not notice."""
    far: bool = True
    """True if it considers wars between kingdoms two tiles apart."""
    net: bool = False
    """True if the net takes part in the value."""


_SETTINGS = {
    Level.EASY: SearchSettings(Effort(0, 0), 600, (2.0, 1.0), overlooked=0.5, far=False),
    Level.MEDIUM: SearchSettings(Effort(0, 0), 1500, (1.0, 0.2)),
    Level.STRONG: SearchSettings(Effort(24, 24, 16), 12000, net=True),
}
_REFERENCE = SearchSettings(Effort(9, 70), None)
SINGLE_ACTIONS = SearchSettings(Effort(0, 0, 16), 4000, net=True)
"""Judges like *strong* but one action at a time: for tuning, which needs many games."""


def decide(
    view: SeatView,
    scores: Sequence[Score],
    level: Level,
    *,
    seed: int,
    stop: ShouldStop | None = None,
    nodes: int | None = None,
) -> Action:
    """Return the decision of an opponent of *level* for the seat of *view*.

    *scores* are by seat; everybody could have counted them (R15.1). The search ends when *stop*
    returns True, with the best decision so far. With *nodes*, a number of positions, the same
    arguments give the same decision on any machine.

    Raises LookupError if the game does not wait for this seat.
    """
    if not view.decides:
        raise LookupError("the game does not wait for this seat")
    return Thought(view, scores, level, seed=seed, stop=stop, nodes=nodes).best_action()


def reference(view: SeatView, scores: Sequence[Score]) -> Action:
    """Return the decision of the fixed opponent that levels are measured by (docs/opponents.md).

    It has the search and the terms of *strong* without a net, and ignores options. The arguments
    are those of :func:`decide`.

    Raises LookupError if the game does not wait for this seat.
    """
    if not view.decides:
        raise LookupError("the game does not wait for this seat")
    weights = reference_weights(weights_for(len(view.seats)))
    return Thought(view, scores, _REFERENCE, seed=0, weights=weights).best_action()


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
    """Return up to *most* turns, or answers if a question is asked, best first.

    The arguments are those of :func:`decide`; *seated*, for the shares, is that of
    :func:`expectations`. Empty if the game does not wait for this seat.
    """
    if not view.decides:
        return ()
    thought = Thought(view, scores, level, seed=seed, stop=stop, nodes=nodes)
    chosen = best_of(thought.ranked())[:most]
    shares = thought.shares([option.value for option in chosen], seated)
    return tuple(
        BestTurn(share, thought.with_answers(option.actions), thought.benefits(option, chosen))
        for share, option in zip(shares, chosen, strict=True)
    )


def best_of(options: Iterable[Option]) -> list[Option]:
    """Return the best option of each first action, in order; all swaps count as one action."""
    best: dict[object, Option] = {}
    for option in options:
        first = option.actions[0]
        best.setdefault(SwapTiles if isinstance(first, SwapTiles) else first, option)
    return list(best.values())


def features_at_end(view: SeatView, scores: Sequence[Score]) -> list[float] | None:
    """Return the features for a net if the seat's turn ends now.

    There are :func:`engine.number_of_features` of them. None if the game ends with this turn.
    """
    unseen = unseen_by(view)
    seats = len(view.seats)
    evaluation = Evaluation(weights_for(seats), view.seat, seats, unseen)
    return evaluation.features(ended(position_of(view, scores, unseen), view.seat))


class Option(NamedTuple):
    """A possible decision and its value."""

    value: float
    actions: tuple[Action, ...]
    after: SearchPosition
    """The most likely position after it."""


class Thought:
    """The search of a level in one view."""

    def __init__(
        self,
        view: SeatView,
        scores: Sequence[Score],
        level: Level | SearchSettings,
        *,
        seed: int,
        stop: ShouldStop | None = None,
        nodes: int | None = None,
        weights: Weights | None = None,
    ) -> None:
        """Take the arguments of :func:`decide`; other *weights* are for matches and tuning."""
        self._view = view
        self._scores = scores
        settings = _SETTINGS[level] if isinstance(level, Level) else level
        seats = len(view.seats)
        self._effort = settings.effort
        unseen = unseen_by(view)
        weights = weights or weights_for(seats)
        self._evaluation = Evaluation(
            weights if settings.far else replace(weights, apart=0.0),
            view.seat,
            seats,
            unseen,
            net=net_for(seats) if settings.net else None,
        )
        self._search = Search(
            self._evaluation,
            view.active,
            unseen,
            blur=Blur(settings.blur[seats > 2], seed, settings.overlooked),
            nodes=settings.nodes if nodes is None else nodes,
            stop=stop,
        )
        self._position = position_of(view, scores, unseen)

    def ranked(self) -> list[Option]:
        """Return the options, best first; turns as far as they depend on nothing hidden."""
        if not isinstance(self._view.decision, ActionDecision):
            return self._answers(self._view, self._position)
        dynasty = self._view.seats[self._view.seat]
        options: list[Option] = []
        for plan in self._search.plans(self._position, self._view.actions_left, self._effort):
            actions: list[Action] = [as_action(move, dynasty) for move in plan.moves]
            if len(actions) == ACTIONS_A_TURN and plan.moves[-1] is not END:
                actions.append(EndTurn())
            if self._view.refusal(actions[0]) is None:  # the view has the last word on legality
                options.append(Option(plan.value, tuple(actions), plan.after))
        return options

    def best_action(self) -> Action:
        """Return the first action of the best option."""
        return self.ranked()[0].actions[0]

    def shares(self, values: Sequence[float], seated: Sequence[Level | None] = ()) -> list[float]:
        """Return the shares of the win for options of these values, as in :func:`expectations`."""
        view, weights = self._view, self._evaluation.weights
        now = expectations(view, self._scores, seated)[view.seat].share
        here = self._search.final_value(self._position)
        if view.active == view.seat:
            here += tempo(weights, self._evaluation.turns_left(self._position) or 0.0)
        return shares_after(now, here, values, weights.swing)

    def benefits(self, option: Option, others: Sequence[Option]) -> tuple[Benefit, ...]:
        """Return the benefits of an option, compared with *others*."""
        before = self._position
        if not isinstance(self._view.decision, ActionDecision):
            before = next((each.after for each in others if each is not option), before)
        return benefits_of(self._evaluation, before, option.after)

    def with_answers(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return *actions* of a turn with the answers in between; single decisions unchanged."""
        if not isinstance(self._view.decision, ActionDecision):
            return actions
        return whole_turn(self._view, self._scores, actions, self._answer)

    def _answer(self, view: SeatView, scores: Sequence[Score]) -> Action:
        return self._answers(view, position_of(view, scores, unseen_by(view)))[0].actions[0]

    def _answers(self, view: SeatView, position: SearchPosition) -> list[Option]:
        """Return the answers to a question, best first."""
        found: list[Option] = []
        try:
            for action, outcomes in answers(view, position, self._search):
                worth = self._search.mean_judged(outcomes) + self._search.blur.mistake()
                found.append(Option(worth, (action,), likeliest(outcomes)))
        except LimitReached:
            pass
        if not found:  # the limit was reached before the first one
            value = self._search.final_value(position)
            found.append(Option(value, (least_action(view),), position))
        found.sort(key=lambda option: -option.value)
        return found
