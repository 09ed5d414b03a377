"""A turn as it can be written down: what it asks on the way, and no further than is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from engine.notation.turns import grown
from engine.rules.planning import plan_turn
from engine.rules.view import SeatView
from engine.values.actions import Action
from engine.values.decisions import ActionDecision
from engine.values.scoring import Score

Answer: TypeAlias = Callable[[SeatView, Sequence[Score]], Action]
"""Decides what is asked of a seat on the way, from its view and the scores there."""


def whole_turn(
    view: SeatView, scores: Sequence[Score], actions: Iterable[Action], answer: Answer
) -> tuple[Action, ...]:
    """*actions* of a turn, in order, with the answers to what they make the seat decide.

    As far as it can know what comes next: not beyond a conflict, a draw, or a decision of another
    seat. The first action must be legal.
    """
    taken: list[Action] = []
    to_come = iter(actions)
    while True:
        if not taken or isinstance(view.decision, ActionDecision):
            action = next(to_come, None)
        else:
            action = answer(view, scores)
        if action is None or view.refusal(action) is not None:
            return tuple(taken)
        planned = plan_turn(view, (action,))
        taken.append(action)
        if planned.stop is not None:
            return tuple(taken)
        view, scores = planned.view, grown(scores, planned.events)
