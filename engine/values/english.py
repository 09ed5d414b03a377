"""English words for what a refusal is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.values.cells import Cell
from engine.values.decisions import Decision
from engine.values.material import Colour, Dynasty, Leader
from engine.values.names import DYNASTY_NAMES, LEADER_NAMES, N_, TILE_NAMES

__all__ = ["LeaderAt", "Lying", "english_name"]


class Lying(Enum):
    """What can lie on a space besides a leader and a tile's face; the value is its name."""

    FACE_DOWN = N_("face-down tile")
    CATASTROPHE = N_("catastrophe")


@dataclass(frozen=True, slots=True)
class LeaderAt:
    """A leader with its space, by which a kingdom is known."""

    leader: Leader
    cell: Cell


def english_name(value: object) -> str:
    """A colour as its tile, a leader, dynasty or decision in words; several things as a list.

    Anything else by ``str``.
    """
    match value:
        case Colour():
            return TILE_NAMES[value]
        case Dynasty():
            return DYNASTY_NAMES[value]
        case Leader():
            return f"{LEADER_NAMES[value.colour]} ({DYNASTY_NAMES[value.dynasty]})"
        case LeaderAt():
            return f"{english_name(value.leader)} {value.cell}"
        case Lying():
            return value.value
        case tuple():
            return _listed([english_name(each) for each in value])
        case _:
            return value.name if isinstance(value, Decision) else str(value)


def _listed(things: Sequence[str]) -> str:
    *others, last = things
    return f"{', '.join(others)} and {last}" if others else last
