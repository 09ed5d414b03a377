"""The moves that matter to the deciding player, from what that seat may know (R15).

The complete order: each move has merits (:mod:`engine.advice.merits`) for and against it, each
with a worth; the greater sum comes first. Ties are broken by the colour in which the seat has
fewer points; then tiles before leaders before catastrophes, each in the order k r b g; then, for
a tile, more tiles of its colour around the space, for a leader, more temples beside it and more
room for its tiles; then the board, row by row. Only the board, the sizes of hands and the
player's own hand and points count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.advice.merits import CATASTROPHE, Attack, Merit
from engine.advice.outlook import Outlook, Space
from engine.rules.view import SeatView
from engine.values.actions import (
    Catastrophe,
    Piece,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    placing,
)
from engine.values.cells import cell_at
from engine.values.material import COLOURS, Colour, Leader

__all__ = [
    "MOST_MOVES",
    "Suggestion",
    "moves_that_matter",
    "spaces_in_order",
]

MOST_MOVES = 3
"""The maximum number of moves to offer: on a phone each takes a line."""
_OF_A_COLOUR = 2
"""The maximum number of suggestions for tiles of one colour."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move with its merits: conflicts first, then by worth."""

    action: PlaceTile | PlaceLeader | PlaceCatastrophe
    merits: tuple[Merit, ...]
    worth: int
    """The sum of the merits' worths, less 3 for a catastrophe, of which there are few."""


@lru_cache(maxsize=64)  # the answer and the public picture use the same view
def moves_that_matter(view: SeatView, most: int | None = 5) -> tuple[Suggestion, ...]:
    """Return the deciding player's best moves, best first; all of them if *most* is None.

    Only moves with a positive worth. Left out are tiles that do nothing more than a better one, and
    a second move of the same leader or of a catastrophe; conflicts with the same leaders count as
    equal, and there are at most two tiles of a colour. Empty if the game does not wait for an
    action of this seat. Withdrawing, swapping and ending are never suggested.
    """
    pieces: tuple[Piece, ...] = (*COLOURS, *view.leaders(view.seat), Catastrophe())
    ranked = [move for piece in pieces for move in ranked_moves(view, piece) if move.worth > 0]
    ranked.sort()
    chosen: list[Ranked] = []
    for move in ranked:
        if not _is_redundant(move, chosen):
            chosen.append(move)
            if len(chosen) == most:
                break
    return tuple(move.suggestion() for move in chosen)


def spaces_in_order(view: SeatView, piece: Piece) -> tuple[Suggestion, ...]:
    """Return every legal space for *piece*, in the order of :func:`moves_that_matter`.

    Empty if the game does not wait for an action of this seat, or it does not have the piece.
    """
    return tuple(move.suggestion() for move in ranked_moves(view, piece))


def _is_redundant(move: Ranked, chosen: list[Ranked]) -> bool:
    """True if better moves in *chosen* already do all that *move* does."""
    same = [other for other in chosen if other.piece == move.piece]
    if not isinstance(move.piece, Colour):
        return bool(same)
    tiles = [other for other in chosen if isinstance(other.piece, Colour)]
    return len(same) == _OF_A_COLOUR or any(move.does <= other.does for other in tiles)


class Ranked(NamedTuple):
    """A move that sorts by its leading fields, best first."""

    against: int
    """The negative worth."""
    points: int
    """The player's points in its colour; a catastrophe, without a colour, comes last."""
    kind: int
    """The index of its piece: tiles, leaders, catastrophes."""
    closeness: int
    """The negative closeness of its space."""
    number: int
    """The number of its space's bit."""
    piece: Piece
    merits: tuple[Merit, ...]

    @property
    def worth(self) -> int:
        return -self.against

    @property
    def does(self) -> frozenset[object]:
        """Its merits, with conflicts reduced to the rival: strengths vary with the hand."""
        return frozenset(
            merit.rival if isinstance(merit, Attack) else merit for merit in self.merits
        )

    def suggestion(self) -> Suggestion:
        merits = tuple(
            sorted(self.merits, key=lambda merit: (not isinstance(merit, Attack), -merit.worth))
        )
        return Suggestion(placing(self.piece, cell_at(self.number)), merits, self.worth)


@lru_cache(maxsize=8)
def outlook_of(view: SeatView) -> Outlook:
    """Return the outlook of the seat of *view*."""
    return Outlook(view)


@lru_cache(maxsize=72)  # nine pieces in each outlook
def ranked_moves(view: SeatView, piece: Piece) -> tuple[Ranked, ...]:
    """Return the moves of *piece*, best first."""
    return tuple(sorted(_ranked(view, piece, outlook_of(view).spaces(piece))))


def _ranked(view: SeatView, piece: Piece, spaces: Iterable[Space]) -> Iterator[Ranked]:
    points, kind, spent = _colour_and_kind(view, piece)
    worths: dict[tuple[Merit, ...], int] = {}
    for number, merits, closeness in spaces:
        worth = worths.get(merits)
        if worth is None:
            worth = worths[merits] = sum(merit.worth for merit in merits) - spent
        yield Ranked(-worth, points, kind, -closeness, number, piece, merits)


def _colour_and_kind(view: SeatView, piece: Piece) -> tuple[int, int, int]:
    """Return the points in the piece's colour, its index among the pieces, and its price."""
    own = view.own_score.points
    match piece:
        case Colour():
            return own[piece], piece, 0
        case Leader():
            return own[piece.colour], len(COLOURS) + piece.colour, 0
        case Catastrophe():
            return max(own) + 1, 2 * len(COLOURS), CATASTROPHE
