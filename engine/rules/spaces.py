"""Spaces on which a piece may go, regardless of its owner, and reasons for all others.

The spaces are masks; everything follows from the board, which is public.
"""

from collections.abc import Iterable
from typing import assert_never

from engine.rules.board import Board
from engine.rules.kingdoms import Kingdom
from engine.values.actions import Catastrophe, Piece
from engine.values.cells import Cell, cell_at
from engine.values.english import LeaderAt, Lying
from engine.values.material import Colour, Leader
from engine.values.reasons import IllegalAction, Reason

BLUE = Colour.BLUE  # faster on Python 3.11


def piece_cells(board: Board, piece: Piece) -> int:
    """Return the mask of the spaces for *piece*."""
    match piece:
        case Colour():
            return tile_cells(board, piece)
        case Leader():
            return leader_cells(board, piece)
        case Catastrophe():
            return catastrophe_cells(board)
        case _:
            assert_never(piece)


def tile_cells(board: Board, colour: Colour) -> int:
    """Return the mask of the spaces for a tile of *colour* (R5.1, R5.2)."""
    terrain = board.layout.river if colour is BLUE else board.layout.land
    return board.empty & terrain & ~board.reach.three


def leader_cells(board: Board, leader: Leader) -> int:
    """Return the mask of the spaces on which *leader* may be placed or moved (R4.2 to R4.4)."""
    if board.leaders[leader.number] < 0:
        return board.empty_beside_temples & ~board.reach.two
    return board.empty_beside_temples & ~board.between_without(leader)


def catastrophe_cells(board: Board) -> int:
    """Return the mask of the spaces for a catastrophe (R10.1)."""
    return (board.empty | board.face_up) & ~(board.treasures | board.building_mask)


# --- refusals of spaces outside these masks ------------------------------------------------------


def space_refusal(board: Board, piece: Piece, cell: Cell) -> IllegalAction:
    """Return the reason why *piece* may not go to *cell*, which is outside :func:`piece_cells`."""
    match piece:
        case Colour():
            return _tile_refusal(board, piece, cell)
        case Leader():
            return _leader_refusal(board, piece, cell)
        case Catastrophe():
            return _catastrophe_refusal(board, cell)
        case _:
            assert_never(piece)


def _tile_refusal(board: Board, colour: Colour, cell: Cell) -> IllegalAction:
    river = bool(board.layout.river & cell.bit)
    if not board.empty & cell.bit:
        return IllegalAction(Reason.TILE_SPACE_TAKEN, cell=cell, there=_lying_on(board, cell))
    if river and colour is not Colour.BLUE:
        return IllegalAction(Reason.RIVER_TAKES_FARMS, cell=cell)
    if not river and colour is Colour.BLUE:
        return IllegalAction(Reason.FARM_NEEDS_RIVER, cell=cell)
    joined = board.kingdoms_beside(cell)
    return IllegalAction(Reason.JOINS_THREE_KINGDOMS, cell=cell, kingdoms=_identified(joined))


def _leader_refusal(board: Board, leader: Leader, cell: Cell) -> IllegalAction:
    if board.cell_of(leader) == cell:
        return IllegalAction(Reason.SAME_SPACE, cell=cell)
    if not board.empty & cell.bit:
        return IllegalAction(Reason.CELL_OCCUPIED, cell=cell, there=_lying_on(board, cell))
    if board.layout.river & cell.bit:
        return IllegalAction(Reason.LEADER_ON_RIVER, cell=cell)
    if not board.temples_beside(cell):
        return IllegalAction(Reason.LEADER_NEEDS_TEMPLE, cell=cell)
    joined = board.without_leader(leader).kingdoms_beside(cell)
    return IllegalAction(Reason.LEADER_JOINS_KINGDOMS, cell=cell, kingdoms=_identified(joined))


def _catastrophe_refusal(board: Board, cell: Cell) -> IllegalAction:
    bit = cell.bit
    if board.catastrophes & bit:
        return IllegalAction(Reason.CATASTROPHE_TWICE, cell=cell)
    if board.leader_mask & bit:
        leader = _lying_on(board, cell)
        return IllegalAction(Reason.CATASTROPHE_ON_LEADER, cell=cell, leader=leader)
    if board.facedown & bit:
        return IllegalAction(Reason.CATASTROPHE_ON_FACE_DOWN, cell=cell)
    if board.building_mask & bit:
        return IllegalAction(Reason.CATASTROPHE_ON_BUILDING, cell=cell)
    return IllegalAction(Reason.CATASTROPHE_ON_TREASURE, cell=cell)


def _lying_on(board: Board, cell: Cell) -> Leader | Colour | Lying:
    """Return the piece on *cell*, which is not empty."""
    for leader, standing in board.standing():
        if standing == cell:
            return leader
    if board.catastrophes & cell.bit:
        return Lying.CATASTROPHE
    colour = board.colour_at(cell)
    return Lying.FACE_DOWN if colour is None else colour


def _identified(kingdoms: Iterable[Kingdom]) -> tuple[LeaderAt, ...]:
    """Return the first leader of each kingdom with its space, ordered by leader."""
    return tuple(
        LeaderAt(kingdom.leaders[0], cell_at(kingdom.spaces[0].bit_length() - 1))
        for kingdom in sorted(kingdoms, key=lambda kingdom: kingdom.leaders[0].number)
    )
