"""The stakes of a conflict: the gain and loss of each party (R6.5, R7.6)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.rules.board import Board
from engine.values.decisions import Conflict, Contender
from engine.values.events import ConflictDecided, Event, PointsScored

__all__ = [
    "Stake",
    "scored_by_winner",
    "stake_of",
]


class Stake(NamedTuple):
    """A party's stakes in a conflict, apart from its leader."""

    gain: int
    """The points it scores if it wins, in the colour of the conflict's tiles."""
    loss: int
    """The number of its tiles removed from the board if it loses."""


def stake_of(board: Board, conflict: Conflict, party: Contender) -> Stake:
    """Return the stakes of *party*, attacker or defender, in an open *conflict* on *board*.

    Raises LookupError if one of the two leaders is off the board.
    """
    if conflict.internal:
        return Stake(gain=1, loss=0)
    other = conflict.defender if party is conflict.attacker else conflict.attacker
    return Stake(
        gain=1 + board.lost_supporters(other.leader).bit_count(),
        loss=board.lost_supporters(party.leader).bit_count(),
    )


def scored_by_winner(events: Sequence[Event], conflict: Conflict) -> int | None:
    """Return the points that the winner of a decided *conflict* scored for it (R6.5, R7.6).

    *events* are ordered oldest first; of several equal conflicts the last one counts. None if the
    conflict was not decided in them.
    """
    points = scored = None
    for event in reversed(events):
        if isinstance(event, PointsScored):
            points = event.points
        elif event == ConflictDecided(conflict):
            scored = points
            break
    return scored
