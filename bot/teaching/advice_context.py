"""What an experienced player sees at a glance: facts from the player's own view alone (R15.2)."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeAlias

from engine import (
    COLOURS,
    ActionDecision,
    Cell,
    Colour,
    Kingdom,
    Leader,
    Piece,
    SeatView,
    cells_of,
    mask_of,
    neighbours,
)


class Border(NamedTuple):
    """Where a tile in hand would set the player's leader against another's (R7.1)."""

    cells: int
    """The mask of the spaces that would join the two kingdoms."""
    own: Leader
    other: Leader
    strength: int
    """The strength of the player's leader on the board."""
    defence: int
    """The other's."""


class AdviceContext:
    """The game as seen by the player who must decide."""

    def __init__(self, view: SeatView) -> None:
        self.view = view
        self.board = view.board
        self.hand = view.own_hand
        self.leaders = view.leaders(view.seat)
        self._free: dict[Piece, int] = {}

    @cached_property
    def acting(self) -> bool:
        """Whether it is the player's turn, with an action left."""
        view = self.view
        return isinstance(view.decision, ActionDecision) and view.actions_left > 0

    @cached_property
    def standing(self) -> tuple[Leader, ...]:
        """The player's leaders on the board, k r b g."""
        return tuple(each for each in self.leaders if self.board.cell_of(each) is not None)

    @cached_property
    def weakest(self) -> Colour | None:
        """The colour in which the player has fewest points; None if several tie."""
        points = self.view.own_score.points
        fewest = min(points)
        return COLOURS[points.index(fewest)] if points.count(fewest) == 1 else None

    def is_own(self, leader: Leader) -> bool:
        """Whether a leader is the player's own."""
        return leader in self.leaders

    def kingdom_of(self, leader: Leader) -> Kingdom | None:
        """The kingdom that a leader stands in; None if it is off the board."""
        cell = self.board.cell_of(leader)
        return None if cell is None else self.board.kingdom_at(cell)

    def free(self, piece: Piece) -> int:
        """The mask of the spaces where *piece* may be put now."""
        if piece not in self._free:
            self._free[piece] = mask_of(self.view.legal_cells(piece))
        return self._free[piece]

    def free_in(self, piece: Piece, kingdom: Kingdom) -> int:
        """The mask of those spaces that touch that kingdom, and no other."""
        return self.free(piece) & kingdom.around & ~self.board.reach.two

    def hidden(self, leader: Leader) -> int:
        """The number of tiles in the hand of a leader's owner."""
        return self.view.hand_sizes[self.view.seats.index(leader.dynasty)]

    def strength(self, leader: Leader, kingdom: Kingdom) -> int:
        """The supporters of a leader (R7.3), while no unification tile lies there."""
        return (self.board.tiles[leader.colour] & kingdom.mask).bit_count()

    @cached_property
    def own_kingdoms(self) -> tuple[Kingdom, ...]:
        """The kingdoms with leaders of the player."""
        return tuple(
            kingdom for kingdom in self.board.kingdoms if any(map(self.is_own, kingdom.leaders))
        )

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """Where a tile in hand can begin, or comes near, a war with a leader of the player."""
        return tuple(self._borders())

    def _borders(self) -> Iterator[Border]:
        """R7.1 to R7.3."""
        playable = 0
        for colour in COLOURS:
            if self.hand[colour]:
                playable |= self.free(colour)
        for kingdom in self.own_kingdoms:
            for other in self.board.kingdoms:
                cells = playable & kingdom.around & other.around
                if other is kingdom or not cells:
                    continue
                for leader in filter(self.is_own, kingdom.leaders):
                    rival = other.leader(leader.colour)
                    if rival is not None:
                        strength = self.strength(leader, kingdom)
                        yield Border(cells, leader, rival, strength, self.strength(rival, other))

    def only_temple(self, leader: Leader) -> Cell | None:
        """The only temple beside a leader, if a catastrophe can remove it (R10.1)."""
        board, cell = self.board, self.board.cell_of(leader)
        if cell is None or board.temples_beside(cell) != 1:
            return None
        temple = first_of(neighbours(cell.bit) & board.temples)
        safe = board.treasures | board.building_mask
        return None if temple is None or temple.bit & safe else temple

    def best_beside_temples(self, cells: int) -> tuple[Cell, int] | None:
        """The space of the mask *cells* with most temples beside it, and their number."""
        counted = [(self.board.temples_beside(cell), cell) for cell in cells_of(cells)]
        if not counted:
            return None
        count, cell = max(counted, key=lambda each: each[0])
        return cell, count


def first_of(mask: int) -> Cell | None:
    """The first space of *mask* in board order; None if it is empty."""
    return next(cells_of(mask), None)


Found: TypeAlias = Mapping[str, object]
"""Values for the placeholders of a sentence: colours, leaders, spaces, numbers."""
Condition: TypeAlias = Callable[[AdviceContext], Found | None]
"""Returns what the advice is about if it fits, else None."""
