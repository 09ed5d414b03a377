"""Planned turns: the known effects of a seat's actions if it were its turn now (R15.2).

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
from engine.values.events import ConflictOpened, Event
from engine.values.reasons import IllegalAction

__all__ = ["Dropped", "Planned", "PlannedStep", "Stop", "can_plan", "plan_turn"]


class Stop(Enum):
    """The reason why nothing can be planned after the last step."""

    CONFLICT = auto()
    """A conflict comes next: the tiles that others add are hidden."""
    HIDDEN = auto()
    """Tiles are drawn: their colours are hidden."""
    TURN = auto()
    """The turn ends."""
    ANOTHER = auto()
    """Another player decides."""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A planned decision, with its certain events."""

    action: Action
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A planned decision that can no longer be taken."""

    action: Action
    refusal: IllegalAction | None
    """The rule that forbids it; None if the plan ends before it."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A planned turn, as far as its player can know the effects."""

    view: SeatView
    """The last known view: after all steps except a last one that reveals something."""
    steps: tuple[PlannedStep, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    stop: Stop | None = None
    """The reason why the plan ends there; None while there is something to decide."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The planned actions that can be taken."""
        return tuple(step.action for step in self.steps)

    @property
    def events(self) -> tuple[Event, ...]:
        """All certain events."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def reveals(self) -> bool:
        """True if the last step reveals something hidden."""
        return self.stop in {Stop.HIDDEN, Stop.TURN}

    @property
    def is_whole_turn(self) -> bool:
        """True if it ends the turn, with all of its decisions and no conflict."""
        fought = any(isinstance(event, ConflictOpened) for event in self.events)
        return self.stop is Stop.TURN and not self.dropped and not fought

    def then(self, action: Action) -> Planned:
        """Return this plan with one more step. Raises IllegalAction if the rules forbid it."""
        events, after = self.view.foresee(action)
        steps = (*self.steps, PlannedStep(action, events))
        if after is None:
            stop = Stop.TURN if isinstance(action, EndTurn | TakeCube) else Stop.HIDDEN
            return replace(self, steps=steps, stop=stop)
        return replace(self, view=after, steps=steps, stop=_stop(after))


def can_plan(view: SeatView) -> bool:
    """True if a turn can be planned on this board: no action is half done, as in a conflict."""
    return isinstance(view.decision, ActionDecision | CubeDecision | DrawDecision)


def plan_turn(view: SeatView, actions: Iterable[Action] = ()) -> Planned:
    """Return the plan of *actions*, as if it were the turn of the seat of *view* now.

    Actions that cannot be taken are dropped. If it is already the seat's turn, the plan starts from
    the current state of that turn. Raises LookupError unless :func:`can_plan`.
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
    """Return *planned* with more actions, as far as they can be taken."""
    for action in actions:
        refusal = planned.view.refusal(action) if planned.stop is None else None
        chooses = planned.view.display is not None  # which tiles to draw (R12.3)
        if planned.stop is Stop.HIDDEN and action == EndTurn() and not chooses:
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
