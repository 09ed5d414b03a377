"""What a conflict is about: what each party would win, and what it would lose (R6.5, R7.6)."""

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
    """What a party of a conflict has at stake, beside its leader."""

    gain: int
    """The points, in the colour of the conflict's tiles, that it scores if it wins."""
    loss: int
    """How many of its tiles leave the board if it loses."""


def stake_of(board: Board, conflict: Conflict, party: Contender) -> Stake:
    """What *party*, attacker or defender, has at stake in an open *conflict* on *board*.

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
    """The points that the winner of a decided *conflict* scored for it (R6.5, R7.6).

    None if it was not decided in *events*, oldest first; of several alike the last one counts.
    """
    points = scored = None
    for event in reversed(events):
        if isinstance(event, PointsScored):
            points = event.points
        elif event == ConflictDecided(conflict):
            scored = points
            break
    return scored
