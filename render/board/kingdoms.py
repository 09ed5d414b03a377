"""Kingdoms as ground and outline, and the strengths of their leaders."""

from enum import IntEnum, auto
from functools import lru_cache
from typing import NamedTuple

from engine import AddDecision, Board, Cell, Decision, WarDecision, cells_of, neighbours
from render.pieces.sprites import Standing

NORTH, EAST, SOUTH, WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST = (
    1 << at for at in range(8)
)
"""Flags for the sides and corners of a space."""

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


class Role(IntEnum):
    """A kingdom's role in the open decision."""

    NONE = auto()
    ASKED = auto()
    """The decision is about it."""
    ATTACKER = auto()
    """The attacker's side in a conflict."""
    DEFENDER = auto()
    """The defender's side in a conflict."""


class Joints(NamedTuple):
    """The parts of kingdoms visible on a space."""

    inside: bool = False
    """True if the space is part of a kingdom."""
    edges: int = 0
    """The sides and corners at which that kingdom ends."""
    role: Role = Role.NONE
    """That kingdom's role in the open decision."""
    beside: tuple[tuple[int, Role], ...] = ()
    """Each side at which a kingdom with a role ends beside this space."""


NO_JOINTS = Joints()


def joints_of(board: Board, decision: Decision | None = None) -> dict[Cell, Joints]:
    """Return the visible parts of kingdoms for each space that a kingdom touches.

    Kingdoms with a role in *decision* also show on the spaces beside them.
    """
    joints: dict[Cell, Joints] = {}
    beside: dict[Cell, list[tuple[int, Role]]] = {}
    for mask, role in roles_of(board, decision).items():
        inside, around = _outline(mask, role)
        joints.update(inside)
        if role is not Role.NONE:
            for cell, side in around:
                beside.setdefault(cell, []).append((side, role))
    for cell, sides in beside.items():
        known = joints.get(cell, NO_JOINTS)
        if known.role is Role.NONE:
            joints[cell] = known._replace(beside=tuple(sides))
    return joints


def roles_of(board: Board, decision: Decision | None) -> dict[int, Role]:
    """Return kingdoms as masks, in a war divided into sides (R7.3), with their roles."""
    sides = {board.side(leader) for leader, _ in board.standing()}
    return {mask: _role(mask, board, decision) for mask in sides}


def _role(mask: int, board: Board, decision: Decision | None) -> Role:
    match decision:
        case AddDecision(conflict=conflict):
            attacks = bool(mask & conflict.attacker.cell.bit)
            defends = bool(mask & conflict.defender.cell.bit)
            if attacks and defends:
                return Role.ASKED
            return Role.ATTACKER if attacks else Role.DEFENDER if defends else Role.NONE
        case WarDecision() if neighbours(mask) & board.unification_mask:
            return Role.ASKED
        case _:
            return Role.NONE


@lru_cache(maxsize=512)
def _outline(
    mask: int, role: Role
) -> tuple[tuple[tuple[Cell, Joints], ...], tuple[tuple[Cell, int], ...]]:
    """Return a kingdom's spaces with their joints, and the spaces beside it with its side."""
    inside = []
    for cell in cells_of(mask):
        index = cell.index
        edges = sum(
            side for side, step in _STEPS if index + step < 0 or not mask >> (index + step) & 1
        )
        inside.append((cell, Joints(inside=True, edges=edges, role=role)))
    around = []
    for cell in cells_of(neighbours(mask) & ~mask):
        index = cell.index
        around += [
            (cell, side)
            for side, step in _STEPS[:4]
            if index + step >= 0 and mask >> (index + step) & 1
        ]
    return tuple(inside), tuple(around)


def standing(board: Board, *, in_revolt: bool = False) -> dict[Cell, Standing]:
    """Return every leader on the board with its strength in a war (R7.3), or *in_revolt* (R6.2)."""
    return {
        cell: Standing(
            leader,
            board.temples_beside(cell) if in_revolt else board.external_strength(leader),
            in_revolt,
        )
        for leader, cell in board.standing()
    }
