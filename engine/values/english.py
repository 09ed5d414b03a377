"""English names for the values that a refusal mentions."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.values.cells import Cell
from engine.values.decisions import Decision
from engine.values.material import Colour, Dynasty, Leader
from engine.values.names import DYNASTY_NAMES, LEADER_NAMES, N_, TILE_NAMES

__all__ = ["LeaderAt", "Lying", "english_name"]


class Lying(Enum):
    """Things on a space other than a leader or a face-up tile; the value is the English name."""

    FACE_DOWN = N_("face-down tile")
    CATASTROPHE = N_("catastrophe")


@dataclass(frozen=True, slots=True)
class LeaderAt:
    """A leader and its space, which identify a kingdom."""

    leader: Leader
    cell: Cell


def english_name(value: object) -> str:
    """Return the English name of a colour's tile, a leader, a dynasty or a decision.

    The names in a tuple are joined as a list. For anything else return its ``str``.
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
