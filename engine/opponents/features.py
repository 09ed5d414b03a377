"""Features of a position for a net: numbers without units, seats in playing order from its own.

First :data:`OF_A_LEADER` numbers for each seat and colour (:mod:`engine.opponents.prospects`), then
:data:`OF_A_PLAYER` for each seat, then :data:`IN_GENERAL` for all. ``docs/opponents.md`` describes
each.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Final

from engine.opponents.odds import Unseen
from engine.opponents.position import GREEN, SPHERES, TREASURE, SearchPosition
from engine.opponents.prospects import HELD, OF_A_LEADER, PROSPECT, Survey
from engine.opponents.spheres import Filled, filled
from engine.rules.resolution import TREASURES_AT_END
from engine.values.cells import neighbours
from engine.values.material import HAND_SIZE

__all__ = ["IN_GENERAL", "PAST", "number_of_features"]

OF_A_PLAYER: Final = 16
IN_GENERAL: Final = 24
PAST: Final = (0, 1, 2, -4, -3, -1)
"""Indices of general features that bypass the layers of the net: the value and the lead."""
DIM: Final = 12.0
"""The maximum value, in points, that a feature distinguishes."""


def number_of_features(seats: int) -> int:
    """Return the number of features of a position with this number of *seats*."""
    return seats * (4 * OF_A_LEADER + OF_A_PLAYER) + IN_GENERAL


def features_of(  # noqa: PLR0917
    survey: Survey,
    own: int,
    unseen: Unseen,
    spheres: Sequence[Filled],
    strengths: Sequence[float],
    value: float,
) -> list[float]:
    """Return the features of a survey with its prospects added, for the seat *own*.

    *spheres* and *strengths* are those of the seats, *value* is the value of the position by terms.
    """
    features = survey.features
    assert features is not None
    position, hopes, hands = survey.position, survey.hopes, survey.hands
    seats = len(spheres)
    order = [*range(own, seats), *range(own)]
    points = position.points
    scored: list[int] = []
    prospects: list[float] = []
    held: list[float] = []
    whole: list[float] = []
    weakest: list[float] = []
    second: list[float] = []
    for seat in order:
        at = SPHERES * seat
        mine = points[at : at + SPHERES]
        hoped = [hope - point for hope, point in zip(hopes[at : at + SPHERES], mine, strict=True)]
        scored += mine[:4]
        prospects += hoped[:4]
        held += hands[4 * seat : 4 * seat + 4]
        now = filled(mine)
        weakest.append(now[0])
        second.append(now[1])
        whole += now
        whole += spheres[seat]
        whole.append(mine[TREASURE])
        whole.append(hoped[TREASURE])
        whole.append(strengths[seat])
        whole.append(sum(map(bool, position.leaders[4 * seat : 4 * seat + 4])))
        whole.append(sum(hoped))
        whole += _treasures(position, 4 * seat + GREEN)
    features[::OF_A_LEADER] = scored
    features[PROSPECT::OF_A_LEADER] = prospects
    features[HELD::OF_A_LEADER] = held
    features += whole
    bag = position.bag / 10
    treasures = position.treasures.bit_count() - TREASURES_AT_END
    needed = HAND_SIZE * seats - sum(position.sizes)
    clipped = max(-DIM, min(DIM, value))
    rival = max(range(1, seats), key=lambda at: (weakest[at], second[at]))
    behind = weakest[0] - weakest[rival]
    features += (
        clipped,
        clipped * survey.fade,
        clipped / (1 + bag),
        survey.turns,
        survey.fade,
        bag,
        treasures,
        1 / (1 + treasures),
        1 / (1 + 2 * bag),
        needed,
        position.spare[own],
        position.monuments.count(0),
    )
    features += unseen.shares
    features += [count / 10 for count in unseen.counts]
    features += (
        behind,
        behind + 0.3 * (second[0] - second[rival]),
        max(0.0, needed + 6 - position.bag),
        tanh(value / 3),
    )
    return features


def _treasures(position: SearchPosition, trader: int) -> tuple[int, int, int]:
    """Count the treasures in a Trader's kingdom, up to two spaces from it, and beside it."""
    if position.leaders[trader]:
        for mask, around, leaders in position.kingdoms:
            if leaders >> trader & 1:
                outside = position.treasures & ~mask
                return (
                    (position.treasures & mask).bit_count(),
                    (outside & neighbours(around)).bit_count(),
                    (outside & around).bit_count(),
                )
    return 0, 0, 0
