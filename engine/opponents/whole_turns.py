"""Complete turns: the answers to questions in between, as far as the seat can know."""

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
"""Answers a question to a seat, from its view and the scores then."""


def whole_turn(
    view: SeatView, scores: Sequence[Score], actions: Iterable[Action], answer: Answer
) -> tuple[Action, ...]:
    """Return *actions* of a turn with the answers to the questions they lead to, in order.

    Ends where the seat cannot know what comes next: at a conflict, a draw, or a decision of another
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
