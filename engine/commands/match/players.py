"""Who can play in a match: each by its name (notation.md, "Commands")."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from engine import (
    Action,
    Level,
    Score,
    SeatView,
    Thought,
    decide,
    greedy,
    reference,
    weights_for,
    without_options,
)


class Player(Protocol):
    """Decides for a seat, from what it may know and the points that are public (R15.1)."""

    def __call__(
        self, view: SeatView, scores: Sequence[Score], *, seed: int, nodes: int | None
    ) -> Action:
        """The decision of the seat whose *view* this is; the same for the same arguments.

        *nodes* limits how many positions are looked at; None is the player's own limit.
        """


def _level(
    level: Level, view: SeatView, scores: Sequence[Score], *, seed: int, nodes: int | None
) -> Action:
    return decide(view, scores, level, seed=seed, nodes=nodes)


def _random(
    view: SeatView,
    scores: Sequence[Score],  # noqa: ARG001  (chance needs none)
    *,
    seed: int,
    nodes: int | None,  # noqa: ARG001
) -> Action:
    """Any legal decision, each as likely as any other, as in ``python -m engine random``."""
    return random.Random(seed).choice(view.legal_actions())  # noqa: S311  (a game, no secret)


def _greedy(
    view: SeatView,
    scores: Sequence[Score],
    *,
    seed: int,
    nodes: int | None,  # noqa: ARG001  (it looks at all there are)
) -> Action:
    return greedy(view, scores, seed=seed)


def _reference(
    view: SeatView,
    scores: Sequence[Score],
    *,
    seed: int,  # noqa: ARG001  (it is never mistaken)
    nodes: int | None,  # noqa: ARG001  (it is fixed)
) -> Action:
    return reference(view, scores)


def _plain(view: SeatView, scores: Sequence[Score], *, seed: int, nodes: int | None) -> Action:
    """Strong, but for what it makes of options."""
    weights = without_options(weights_for(len(view.seats)))
    thought = Thought(view, scores, Level.STRONG, seed=seed, nodes=nodes, weights=weights)
    return thought.ranked()[0].actions[0]


PLAYERS: dict[str, Player] = {
    **{level.value: partial(_level, level) for level in Level},
    "greedy": _greedy,
    "plain": _plain,
    "random": _random,
    "reference": _reference,
}
"""Who can be named in a match."""
