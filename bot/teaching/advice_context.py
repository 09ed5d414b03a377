"""Facts that an experienced player sees at a glance, from the player's own view alone (R15.2)."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeAlias

from engine import (
    COLOURS,
    MOST_MOVES,
    ActionDecision,
    Attack,
    Catastrophe,
    Cell,
    Colour,
    Kingdom,
    Leader,
    Merit,
    Piece,
    PlaceTile,
    SeatView,
    Suggestion,
    cells_of,
    mask_of,
    moves_that_matter,
    neighbours,
    spaces_in_order,
)


class Border(NamedTuple):
    """A pair of kingdoms that a tile in hand can join, with leaders of one colour (R7.1)."""

    cells: int
    """The mask of the spaces that would join the two kingdoms."""
    own: Leader
    other: Leader
    strength: int
    """The strength of the player's leader on the board."""
    defence: int
    """The other's."""


class War(NamedTuple):
    """A war that a tile in hand starts, with the player attacking (R7.2)."""

    action: PlaceTile
    attack: Attack


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
        """True in the player's turn while an action is left."""
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
        """True for the player's own leaders."""
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

    @cached_property
    def tile_moves(self) -> tuple[Suggestion, ...]:
        """Every move of a tile, first those with buttons, so that advice names the same ones."""
        suggested = moves_that_matter(self.view, MOST_MOVES)
        tiles = [move for move in suggested if isinstance(move.action, PlaceTile)]
        others = (move for colour in COLOURS for move in spaces_in_order(self.view, colour))
        return (*tiles, *sorted(others, key=lambda move: -move.worth))

    def first_tile(
        self, merit: type[Merit], fits: Callable[[Colour, Cell], bool] = lambda *_: True
    ) -> tuple[Colour, Cell] | None:
        """The tile and space of the first of these moves that has that merit and *fits*."""
        for move in self.tile_moves:
            if any(isinstance(each, merit) for each in move.merits):
                assert isinstance(move.action, PlaceTile)
                if fits(move.action.colour, move.action.cell):
                    return move.action.colour, move.action.cell
        return None

    def spaces(self, piece: Leader | Catastrophe) -> tuple[Suggestion, ...]:
        """The spaces for *piece*, in the order in which moves are suggested.

        Only the suggested space if there is one, so that advice and buttons name the same.
        """
        ordered = spaces_in_order(self.view, piece)
        return ordered[:1] if ordered and ordered[0].worth > 0 else ordered

    def best(self, piece: Leader | Catastrophe, cells: int) -> Cell | None:
        """The first of these spaces in the mask *cells*; None if there is none."""
        spaces = (each.action.cell for each in self.spaces(piece)) if cells else ()
        return next((cell for cell in spaces if cell.bit & cells), None)

    def free_in(self, piece: Piece, kingdom: Kingdom) -> int:
        """The mask of those spaces that touch that kingdom, and no other."""
        return self.free(piece) & kingdom.around & ~self.board.reach.two

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
    def wars(self) -> tuple[War, ...]:
        """The wars that tiles in hand start with leaders of the player, best move first."""
        return tuple(
            War(move.action, merit)
            for move in self.tile_moves
            for merit in move.merits
            if isinstance(merit, Attack) and isinstance(move.action, PlaceTile)
        )

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """The borders of the player's kingdoms across which a tile in hand can begin a war."""
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
