"""How kingdoms are told apart at a glance: soft joints, a border, strengths of their leaders."""

from dataclasses import dataclass
from functools import lru_cache

from engine import Board, Cell, Leader, cells_of, neighbours
from render.pieces import Standing

NORTH, EAST, SOUTH, WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = (
    1 << at for at in range(8)
)
"""Sides and corners of a space, to be added up."""

_ROW = Cell(1, 0).index
_STEPS = (
    (NORTH, -_ROW),
    (EAST, 1),
    (SOUTH, _ROW),
    (WEST, -1),
    (NORTH_EAST, 1 - _ROW),
    (SOUTH_EAST, _ROW + 1),
    (SOUTH_WEST, _ROW - 1),
    (NORTH_WEST, -_ROW - 1),
)
_TINTS = 6


@dataclass(frozen=True, slots=True)
class Joints:
    """What of kingdoms shows on a space, with the numbers of their tints."""

    tint: int | None = None
    """Of the kingdom that the space is part of."""
    edges: int = 0
    """The sides and corners at which that kingdom ends."""
    beside: tuple[tuple[int, int], ...] = ()
    """Each side on which a kingdom ends beside this space, and that kingdom's tint."""


NO_JOINTS = Joints()


def joints_of(board: Board) -> dict[Cell, Joints]:
    """For each space that a kingdom touches, what shows of it there."""
    joints: dict[Cell, Joints] = {}
    beside: dict[Cell, list[tuple[int, int]]] = {}
    for mask, tint in _tinted(board):
        inside, around = _outline(mask)
        for cell, edges in inside:
            joints[cell] = Joints(tint, edges)
        for cell, side in around:
            beside.setdefault(cell, []).append((side, tint))
    for cell, sides in beside.items():
        if cell not in joints:
            joints[cell] = Joints(beside=tuple(sorted(sides)))
    return joints


def _tinted(board: Board) -> list[tuple[int, int]]:
    """Kingdoms as masks, each with a tint; in a war the sides apart (R7.3).

    A kingdom keeps its tint as long as its first leader stays, unless another has it.
    """
    groups: dict[int, Leader] = {}
    for leader, _ in board.standing():
        groups.setdefault(board.side(leader), leader)
    used: list[int] = []
    tinted = []
    for mask, leader in groups.items():
        wanted = (leader.number * 3 + leader.number // 4) % _TINTS
        order = sorted(range(_TINTS), key=lambda tint: (used.count(tint), (tint - wanted) % _TINTS))
        used.append(order[0])
        tinted.append((mask, order[0]))
    return tinted


@lru_cache(maxsize=512)
def _outline(mask: int) -> tuple[tuple[tuple[Cell, int], ...], tuple[tuple[Cell, int], ...]]:
    """A kingdom's spaces with the sides where it ends; spaces beside it with the side it is on."""
    inside = []
    for cell in cells_of(mask):
        index = cell.index
        edges = sum(
            side for side, step in _STEPS if index + step < 0 or not mask >> (index + step) & 1
        )
        inside.append((cell, edges))
    around = []
    for cell in cells_of(neighbours(mask) & ~mask):
        index = cell.index
        around += [
            (cell, side)
            for side, step in _STEPS[:4]
            if index + step >= 0 and mask >> (index + step) & 1
        ]
    return tuple(inside), tuple(around)


def standing(board: Board) -> dict[Cell, Standing]:
    """Every leader on the board with its strengths (R6.2, R7.3)."""
    return {
        cell: Standing(leader, board.temples_beside(cell), board.external_strength(leader))
        for leader, cell in board.standing()
    }
