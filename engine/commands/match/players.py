"""The players of matches by name (notation.md, "Commands")."""

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
    """Decides for a seat from its view and the points, which are public (R15.1)."""

    def __call__(
        self, view: SeatView, scores: Sequence[Score], *, seed: int, nodes: int | None
    ) -> Action:
        """Return the decision of the seat of *view*; the same for the same arguments.

        *nodes* is the maximum number of positions searched; None for the player's own limit.
        """


def _level(
    level: Level, view: SeatView, scores: Sequence[Score], *, seed: int, nodes: int | None
) -> Action:
    return decide(view, scores, level, seed=seed, nodes=nodes)


def _random(
    view: SeatView,
    scores: Sequence[Score],  # noqa: ARG001  (not needed)
    *,
    seed: int,
    nodes: int | None,  # noqa: ARG001
) -> Action:
    """Return any legal decision, uniformly distributed, as in ``python -m engine random``."""
    return random.Random(seed).choice(view.legal_actions())  # noqa: S311  (a game, no secret)


def _greedy(
    view: SeatView,
    scores: Sequence[Score],
    *,
    seed: int,
    nodes: int | None,  # noqa: ARG001  (it searches all pairs of actions)
) -> Action:
    return greedy(view, scores, seed=seed)


def _reference(
    view: SeatView,
    scores: Sequence[Score],
    *,
    seed: int,  # noqa: ARG001  (it makes no errors)
    nodes: int | None,  # noqa: ARG001  (its limit is fixed)
) -> Action:
    return reference(view, scores)


def _plain(view: SeatView, scores: Sequence[Score], *, seed: int, nodes: int | None) -> Action:
    """Decide like *strong*, without the weights of options."""
    weights = without_options(weights_for(len(view.seats)))
    thought = Thought(view, scores, Level.STRONG, seed=seed, nodes=nodes, weights=weights)
    return thought.best_action()


PLAYERS: dict[str, Player] = {
    **{level.value: partial(_level, level) for level in Level},
    "greedy": _greedy,
    "plain": _plain,
    "random": _random,
    "reference": _reference,
}
"""The players of matches by name."""
