"""Planning ahead: what a seat could do if it were its turn now, from what it may know (R15.2).

A plan is made from a :class:`SeatView` alone, so it depends on nothing hidden: neither on other
hands and totals nor on the bag.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto

from engine.rules.resolution import ACTIONS_A_TURN
from engine.rules.view import SeatView
from engine.values.actions import Action, EndTurn, TakeCube
from engine.values.decisions import (
    ActionDecision,
    AddDecision,
    CubeDecision,
    DrawDecision,
)
from engine.values.events import Event
from engine.values.reasons import IllegalAction

__all__ = ["Dropped", "Planned", "PlannedStep", "Stop", "can_plan", "plan_turn"]


class Stop(Enum):
    """Why nothing can be planned after the last step."""

    CONFLICT = auto()
    """A conflict comes next: what others add is hidden."""
    HIDDEN = auto()
    """Tiles are drawn: which ones is hidden."""
    TURN = auto()
    """The turn ends."""
    ANOTHER = auto()
    """Another player decides."""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A decision that is planned, with what it leads to for certain."""

    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A decision that was planned and cannot be taken any more."""

    action: Action
    refusal: IllegalAction | None
    """The rule against it; None if the plan stops before it."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A turn to come, as far as its player can know what it leads to."""

    view: SeatView
    """The last moment that can be known: after all steps but a last one that reveals something."""
    steps: tuple[PlannedStep, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    stop: Stop | None = None
    """Why the plan ends there; None while there is something to decide."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is planned and can be taken."""
        return tuple(step.action for step in self.steps)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happens for certain."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def reveals(self) -> bool:
        """Whether the last step reveals something hidden."""
        return self.stop in {Stop.HIDDEN, Stop.TURN}

    def then(self, action: Action) -> Planned:
        """Return this plan with one more step. Raises IllegalAction if the rules forbid it."""
        events, after = self.view.foresee(action)
        steps = (*self.steps, PlannedStep(action, events))
        if after is None:
            stop = Stop.TURN if isinstance(action, EndTurn | TakeCube) else Stop.HIDDEN
            return replace(self, steps=steps, stop=stop)
        return replace(self, view=after, steps=steps, stop=_stop(after))


def can_plan(view: SeatView) -> bool:
    """Whether the board is as an action leaves it: not in the middle of a conflict, or the like.

    A turn can then be planned on it.
    """
    return isinstance(view.decision, ActionDecision | CubeDecision | DrawDecision)


def plan_turn(view: SeatView, actions: Iterable[Action] = ()) -> Planned:
    """Take *actions* as if it were the turn of that seat now, with the board as it is.

    Those that cannot be taken are left out. If it is the seat's turn already, they are taken from
    where that is. Raises LookupError unless :meth:`can_plan`.
    """
    if view.decides:
        return _follow(Planned(view), actions)
    if not can_plan(view):
        raise LookupError(f"nothing can be planned now: {view.decision.name}")
    own_turn = replace(
        view,
        active=view.seat,
        actions_left=ACTIONS_A_TURN,
        decision=ActionDecision(view.seat),
        placed=None,
    )
    return _follow(Planned(own_turn), actions)


def _follow(planned: Planned, actions: Iterable[Action]) -> Planned:
    """A plan with some more actions, as far as they can be taken."""
    for action in actions:
        refusal = planned.view.refusal(action) if planned.stop is None else None
        if planned.stop is Stop.HIDDEN and action == EndTurn():  # whatever is drawn
            step = PlannedStep(action, ())
            planned = replace(planned, steps=(*planned.steps, step), stop=Stop.TURN)
        elif planned.stop is not None or refusal is not None:
            planned = replace(planned, dropped=(*planned.dropped, Dropped(action, refusal)))
        else:
            planned = planned.then(action)
    return planned


def _stop(view: SeatView) -> Stop | None:
    if isinstance(view.decision, AddDecision):
        return Stop.CONFLICT
    return None if view.decides else Stop.ANOTHER
