"""Standing orders: a player's automatic answers to conflicts in others' turns."""

from enum import StrEnum
from typing import assert_never

from engine.rules.legality import additions
from engine.rules.state import Position
from engine.values.decisions import AddDecision

__all__ = [
    "StandingOrder",
    "ordered_addition",
]


class StandingOrder(StrEnum):
    """A player's answer to every conflict in another player's turn."""

    ASK = "ask"
    """The player is asked."""
    NOTHING = "nothing"
    """No tiles."""
    LEAST = "least"
    """The least number of tiles that wins, or none; only for the side that decides last."""
    ALL = "all"
    """As many tiles as the rules allow."""


def ordered_addition(position: Position, order: StandingOrder) -> int | None:
    """Return the number of tiles that *order* adds, None if the deciding player is asked.

    The active player is always asked. With *LEAST*, the side that adds first is asked too. Whether
    a player is asked never depends on a hand (R15.2); the number does, and is always legal (R6.3,
    R7.3, R12.2).

    Raises LookupError if no conflict waits for tiles.
    """
    allowed = additions(position)
    decision = position.decision
    assert isinstance(decision, AddDecision)
    conflict = decision.conflict
    if decision.seat == position.active:
        return None
    match order:
        case StandingOrder.ASK:
            return None
        case StandingOrder.NOTHING:
            return 0
        case StandingOrder.LEAST:
            if conflict.deciding is conflict.attacker:
                return None
            winning = [
                count
                for count in allowed
                if conflict.with_added(count).winner.seat == decision.seat
            ]
            return min(winning, default=0)
        case StandingOrder.ALL:
            return max(allowed)
        case _:
            assert_never(order)
