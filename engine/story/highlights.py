"""The moments of a game that its story tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from engine.story.statistics import (
    Battle,
    KingdomTaken,
    LeaderLost,
    MonumentYield,
    Statistics,
    TreasuresWon,
)
from engine.values.decisions import Conflict
from engine.values.events import EndCause

__all__ = [
    "FirstTreasure",
    "Highlight",
    "LastTreasure",
    "LeadTaken",
    "highlights_of",
]

FEWEST, MOST = 3, 5
"""The number of moments in a story, if there are enough."""


@dataclass(frozen=True, slots=True)
class LeadTaken:
    """The turn from which the players who were first at the end led without a break (R14.3)."""

    turn: int
    seats: tuple[int, ...]
    changes: int
    """How often the player who led alone changed."""


class FirstTreasure(TreasuresWon):
    """The first treasures taken in the game."""

    __slots__ = ()


class LastTreasure(TreasuresWon):
    """The last treasures taken in the game."""

    __slots__ = ()


Highlight: TypeAlias = (
    LeadTaken | Battle | KingdomTaken | MonumentYield | LeaderLost | LastTreasure | FirstTreasure
)


def highlights_of(statistics: Statistics) -> tuple[Highlight, ...]:
    """Return the moments of a story, in order of turns.

    At most one of a kind, by importance:

    1. who was first at the end, and since when;
    2. the largest war, if it scored 4 points or more;
    3. the largest kingdom that changed hands, if it had 8 spaces or more;
    4. the monument or ziggurat built in the game that gave the most points, if 4 or more;
    5. the lost leader that had scored the most since it was placed, if 5 points or more;
    6. the last treasures, if the game ended by them (R14.1);
    7. the first treasures.

    The story has the first five of these. If fewer than three reach their threshold, others follow
    in the same order. Among equals the earliest counts. No conflict appears twice: the next moment
    of its kind takes the place of the second.
    """
    kinds = [*_by_importance(statistics)]
    chosen: dict[int, Highlight] = {}
    conflicts: list[tuple[int, Conflict]] = []
    for most, needed in ((MOST, True), (FEWEST, False)):
        for number, kind in enumerate(kinds):
            if number in chosen or len(chosen) >= most:
                continue
            for highlight, important in kind:
                fought = _fought(highlight)
                if important >= needed and (fought is None or fought not in conflicts):
                    chosen[number] = highlight
                    conflicts += () if fought is None else (fought,)
                    break
    return tuple(sorted(chosen.values(), key=lambda highlight: highlight.turn))


def _by_importance(
    statistics: Statistics,
) -> Iterator[Sequence[tuple[Highlight, bool]]]:
    """Yield the moments of each kind, best first, and whether they reach their threshold."""
    if statistics.turns:
        yield [(_lead(statistics), True)]
    wars = [battle for battle in statistics.battles if not battle.conflict.internal]
    wars.sort(key=lambda battle: -battle.points)
    yield [(war, war.points >= 4) for war in wars]
    taken = sorted(statistics.kingdoms_taken, key=lambda taken: -taken.size)
    yield [(each, each.size >= 8) for each in taken]
    built = [monument for monument in statistics.monuments if monument.seat is not None]
    paying = sorted(built, key=lambda monument: -sum(monument.points))
    yield [(each, sum(each.points) >= 4) for each in paying]
    lost = sorted(statistics.leaders_lost, key=lambda lost: -lost.points)
    yield [(each, each.points >= 5) for each in lost]
    if statistics.treasures:
        first, last = statistics.treasures[0], statistics.treasures[-1]
        by_treasures = statistics.end is EndCause.TREASURES
        yield [(LastTreasure(last.turn, last.seat, last.cells), by_treasures)]
        yield [(FirstTreasure(first.turn, first.seat, first.cells), True)]


def _lead(statistics: Statistics) -> LeadTaken:
    leading = statistics.leading
    alone = [seats[0] for seats in leading if len(seats) == 1]
    changes = sum(one != next_one for one, next_one in pairwise(alone))
    since = statistics.turns
    while since > 1 and leading[since - 1] == leading[-1]:
        since -= 1
    return LeadTaken(since, leading[-1], changes)


def _fought(highlight: Highlight) -> tuple[int, Conflict] | None:
    """Return the conflict of a moment, with its turn."""
    match highlight:
        case (
            Battle(conflict=conflict)
            | KingdomTaken(conflict=conflict)
            | LeaderLost(conflict=Conflict() as conflict)
        ):
            return highlight.turn, conflict
        case _:
            return None
