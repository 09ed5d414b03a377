"""The outlook of a conflict, as far as a party can know it (R6, R7).

Moves that open a conflict, previews, the question and its card all use this one measure.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from engine.advice.stakes import stake_of
from engine.rules.view import SeatView
from engine.values.actions import ChooseWar
from engine.values.decisions import AddDecision, Conflict, WarDecision
from engine.values.material import TILE_COUNTS, Colour

__all__ = [
    "Chance",
    "ConflictOutlook",
    "HiddenTiles",
    "conflict_outlook",
    "recommended_addition",
    "recommended_war",
    "wars_to_order",
]


class Chance(IntEnum):
    """The chance of a party to win a conflict, as far as it can know."""

    LOST = 0
    """It loses even if the other adds nothing more."""
    UNCERTAIN = 1
    """It wins only if the other adds less than a full hand is expected to hold."""
    LIKELY = 2
    """It wins unless the other adds over half its hand in temples, a third in other tiles."""
    SURE = 3
    """It wins whatever the other holds: at most its hand, and at most the tiles out of sight."""


@dataclass(frozen=True, slots=True)
class ConflictOutlook:
    """A party's knowledge of a conflict: strengths on the board, own tiles, its chance."""

    board_own: int
    """The party's strength on the board."""
    board_other: int
    """The other party's strength on the board."""
    held: int
    """The fitting tiles in the party's hand, or those it has added."""
    chance: Chance

    @property
    def most(self) -> int:
        """The party's strength with all fitting tiles of its hand."""
        return self.board_own + self.held


def conflict_outlook(view: SeatView, conflict: Conflict) -> ConflictOutlook:
    """Return the outlook of *conflict* for the seat of *view* if it adds all fitting tiles.

    Of the other party's hand only the size is known. Raises LookupError if the seat has no part in
    the conflict.
    """
    own, other = conflict.attacker, conflict.defender
    if view.seat == other.seat:
        own, other = other, own
    elif view.seat != own.seat:
        raise LookupError("the seat has no part in this conflict")
    held = view.own_hand[conflict.tiles] if own.added is None else own.added
    hidden = hidden_tiles(view, other.seat, conflict.tiles) if other.added is None else NOTHING
    ahead = own.strength + held - other.total
    chance = chance_of(ahead + (own is conflict.defender), hidden)
    return ConflictOutlook(own.strength, other.strength, held, chance)


def recommended_addition(view: SeatView) -> int:
    """Return how many tiles the seat of *view* had best add, by the rule of docs/moves.md.

    For the party that decides last, the least that wins; for the attacker, the least that likely
    wins, else the least that may. 0 if there is none. Raises LookupError if no conflict waits for
    tiles of this seat.
    """
    allowed = view.additions()
    assert isinstance(view.decision, AddDecision)
    conflict = view.decision.conflict
    for enough in (Chance.LIKELY, Chance.UNCERTAIN):
        for count in allowed:  # ascending
            if conflict_outlook(view, conflict.with_added(count)).chance >= enough:
                return count
    return 0


class HiddenTiles(NamedTuple):
    """Limits on the tiles of one colour in another seat's hand."""

    most: int
    """The maximum number that it can hold."""
    expected: int
    """The maximum number that it is expected to hold."""


NOTHING = HiddenTiles(0, 0)


def hidden_tiles(view: SeatView, seat: int, tiles: Colour) -> HiddenTiles:
    """Return how many *tiles* of a colour *seat* may hold, as *view* knows (R1.3, R15.1).

    At most its hand, and at most the tiles out of sight: those not on the board, on the display, in
    the viewer's hand, or added to the current conflict.
    """
    decision, board = view.decision, view.board
    seen = board.tiles[tiles].bit_count() + view.own_hand[tiles]
    seen += board.unification is not None and board.unification[0] == tiles
    seen += 0 if view.display is None else view.display[tiles]
    if isinstance(decision, AddDecision) and decision.conflict.tiles is tiles:
        seen += decision.conflict.attacker.added or 0
    size = view.hand_sizes[seat]
    most = min(size, TILE_COUNTS[tiles] - seen)
    share = (size + 1) // 2 if tiles is Colour.RED else (size + 2) // 3
    return HiddenTiles(most, min(share, most))


def chance_of(ahead: int, hidden: HiddenTiles) -> Chance:
    """Return the chance of a party that leads by *ahead* with everything it adds.

    For a defender *ahead* is one more, because it wins ties (R6.4, R7.5). *hidden* are the tiles
    that the other may still add.
    """
    if ahead <= 0:
        return Chance.LOST
    if ahead > hidden.most:
        return Chance.SURE
    return Chance.LIKELY if ahead > hidden.expected else Chance.UNCERTAIN


def recommended_war(view: SeatView) -> Colour | None:
    """Return the war that the seat of *view* had best choose: best chance, then highest gain.

    None if it attacks in none, or is sure to lose each. Raises LookupError if this seat does not
    choose between wars now.
    """
    chosen: dict[Colour, tuple[Chance, int]] = {}
    for conflict in wars_to_order(view):
        if conflict.attacker.seat == view.seat:
            chance = conflict_outlook(view, conflict).chance
            gain = stake_of(view.board, conflict, conflict.attacker).gain
            chosen[conflict.colour] = chance, gain
    best = max(chosen, key=chosen.__getitem__, default=None)
    return None if best is None or chosen[best][0] is Chance.LOST else best


def wars_to_order(view: SeatView) -> tuple[Conflict, ...]:
    """Return the wars that the seat of *view* chooses from, each as if it came next.

    Raises LookupError if this seat does not choose between wars now.
    """
    if not view.decides or not isinstance(view.decision, WarDecision):
        raise LookupError("no order of wars waits for this seat")
    wars = (view.after(ChooseWar(colour)).decision for colour in view.decision.colours)
    return tuple(war.conflict for war in wars if isinstance(war, AddDecision))
