"""Benefits: the reasons for a turn in the terms of the rules, compared with doing nothing."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from engine.opponents.evaluation import Evaluation
from engine.opponents.position import RED, SPHERES, TREASURE, SearchPosition

__all__ = ["Benefit", "BenefitKind"]


class BenefitKind(Enum):
    """An effect of a turn for its player or against another."""

    ENDS = auto()
    """The game ends."""
    SCORES = auto()
    """Points of a colour, at once."""
    TREASURES = auto()
    """Treasures, at once."""
    MONUMENT = auto()
    """A leader is at one more monument of its colour (R8.8)."""
    SAFER = auto()
    """A leader is harder to drive out by a revolt (R6)."""
    STRONGER = auto()
    """A leader has more supporters (R7.3)."""
    COMES = auto()
    """A leader enters the board."""
    THREATENS = auto()
    """A leader would win an imminent war (R7)."""
    DEFENDS = auto()
    """A leader would lose less in an imminent war (R7)."""
    DRIVES_OUT = auto()
    """Another player's leader leaves the board."""
    WEAKENS = auto()
    """Another player's leader has fewer supporters or prospects."""


class Benefit(NamedTuple):
    """One effect of a turn."""

    kind: BenefitKind
    seat: int
    """The owner of the points or the leader."""
    colour: int
    """The colour of the points or the leader; RED for treasures and the end of the game."""
    amount: int
    """The number of points, treasures or supporters; otherwise 1."""


LEAST: Final = 0.15
"""The minimum value, in points, of a benefit that is returned."""


def benefits_of(
    evaluation: Evaluation, before: SearchPosition, after: SearchPosition, most: int = 2
) -> tuple[Benefit, ...]:
    """Return the greatest benefits of *after* over *before* for the seat of *evaluation*."""
    if evaluation.turns_left(after) is None:
        return (Benefit(BenefitKind.ENDS, evaluation.own, RED, 1),)
    found = [each for each in _differences(evaluation, before, after) if each[0] >= LEAST]
    found.sort(key=lambda each: (-each[0], each[1].seat, each[1].colour, each[1].kind.value))
    return tuple(benefit for _, benefit in found[:most])


def _differences(
    evaluation: Evaluation, before: SearchPosition, after: SearchPosition
) -> Iterator[tuple[float, Benefit]]:
    """Yield each improvement, with its value in points."""
    w, own = evaluation.weights, evaluation.own
    here, there = evaluation.leader_facts(before), evaluation.leader_facts(after)
    for at, (now, then) in enumerate(zip(before.points, after.points, strict=True)):
        seat, sphere = divmod(at, SPHERES)
        if seat != own or then <= now:
            continue
        if sphere == TREASURE:
            yield float(then - now), Benefit(BenefitKind.TREASURES, seat, RED, then - now)
        else:
            weakest = before.points[at] == min(before.points[seat * SPHERES : seat * SPHERES + 4])
            worth = (then - now) * (1.0 if weakest else 0.6)
            yield worth, Benefit(BenefitKind.SCORES, seat, sphere, then - now)
    for leader in range(4 * evaluation.seats):
        seat, colour = leader >> 2, leader & 3
        one, other = here.get(leader), there.get(leader)
        if seat != own:
            if one is not None and other is None:
                lost = w.leader + w.supporter * min(6, one.supporters) + w.secure
                yield w.rival * (lost + 0.5), Benefit(BenefitKind.DRIVES_OUT, seat, colour, 1)
            elif one is not None and other is not None:
                fewer = int(one.supporters - other.supporters)
                yield (
                    w.rival * w.others_prospects * w.supporter * fewer,
                    Benefit(BenefitKind.WEAKENS, seat, colour, max(fewer, 0)),
                )
            continue
        if other is None:
            continue
        if one is None:
            yield w.secure * other.secure + 0.3, Benefit(BenefitKind.COMES, seat, colour, 1)
            continue
        monuments = int(other.monuments - one.monuments)
        yield (
            monuments * (w.monument + w.monument_turn),
            Benefit(BenefitKind.MONUMENT, seat, colour, max(monuments, 0)),
        )
        yield w.secure * (other.secure - one.secure), Benefit(BenefitKind.SAFER, seat, colour, 1)
        more = int(min(6, other.supporters) - min(6, one.supporters))
        yield w.supporter * more, Benefit(BenefitKind.STRONGER, seat, colour, max(more, 0))
        yield other.won - one.won, Benefit(BenefitKind.THREATENS, seat, colour, 1)
        yield one.lost - other.lost, Benefit(BenefitKind.DEFENDS, seat, colour, 1)
