"""How a conflict will end, as far as a party can know: one measure for all that tells it (R6, R7).

A move that opens a conflict, what is previewed, the question and its card tell the same.
"""

from dataclasses import dataclass
from enum import IntEnum

from engine.rules.view import SeatView
from engine.values.decisions import AddDecision, Conflict
from engine.values.material import Colour

__all__ = [
    "Chance",
    "ConflictOutlook",
    "conflict_outlook",
    "recommended_addition",
]


class Chance(IntEnum):
    """How a conflict will end for a party, as far as it can know."""

    LOST = 0
    """Not even if the other adds nothing more."""
    OPEN = 1
    """Only if the other adds less than one may expect of a full hand."""
    LIKELY = 2
    """Unless the other adds more than half of the hand in temples, a third of it in others."""
    SURE = 3
    """Whatever the other holds."""


@dataclass(frozen=True, slots=True)
class ConflictOutlook:
    """What a party of a conflict can know: strengths on the board, what it can add, its chance."""

    board_own: int
    """The party's strength on the board."""
    board_other: int
    """The other's strength on the board."""
    held: int
    """The fitting tiles in the party's hand; those that it has added, once it has."""
    chance: Chance

    @property
    def most(self) -> int:
        """The party's strength with all that it holds."""
        return self.board_own + self.held


def conflict_outlook(view: SeatView, conflict: Conflict) -> ConflictOutlook:
    """How an open *conflict* will end for the seat of *view*, if it adds all that it holds.

    What the other holds is not known, only how many tiles. Raises LookupError if the seat has no
    part in the conflict.
    """
    own, other = conflict.attacker, conflict.defender
    if view.seat == other.seat:
        own, other = other, own
    elif view.seat != own.seat:
        raise LookupError("the seat has no part in this conflict")
    held = view.own_hand[conflict.tiles] if own.added is None else own.added
    hidden = view.hand_sizes[other.seat] if other.added is None else 0
    ahead = own.strength + held - other.total
    chance = chance_of(ahead + (own is conflict.defender), hidden, conflict.tiles)
    return ConflictOutlook(own.strength, other.strength, held, chance)


def recommended_addition(view: SeatView) -> int:
    """How many tiles the seat of *view* had best add, by the plain rule of docs/moves.md.

    The least that wins, for the party that decides last; for the attacker the least that likely
    wins, else the least that may. 0 if there is none. Raises LookupError if no conflict waits for
    tiles of this seat.
    """
    allowed = view.additions()
    assert isinstance(view.decision, AddDecision)
    conflict = view.decision.conflict
    for enough in (Chance.LIKELY, Chance.OPEN):
        for count in allowed:  # the fewest first
            if conflict_outlook(view, conflict.with_added(count)).chance >= enough:
                return count
    return 0


def chance_of(ahead: int, hidden: int, tiles: Colour) -> Chance:
    """The chance of a party that is *ahead* by so much, with all that it adds.

    A defender is ahead by one more than its total says, as a tie is its own (R6.4, R7.5). *hidden*
    is how many tiles the other has, of which it may still add those of the colour *tiles*.
    """
    expected = (hidden + 1) // 2 if tiles is Colour.RED else (hidden + 2) // 3
    if ahead <= 0:
        return Chance.LOST
    if ahead > hidden:
        return Chance.SURE
    return Chance.LIKELY if ahead > expected else Chance.OPEN
