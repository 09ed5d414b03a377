"""Whatever a refusal is about, in English."""

from engine.decisions import Decision
from engine.material import Colour, Dynasty, Leader
from engine.names import DYNASTY_NAMES, LEADER_NAMES, TILE_NAMES

__all__ = ["english_name"]


def english_name(value: object) -> str:
    """A colour as its tile, a leader, dynasty or decision in words; anything else by ``str``."""
    if isinstance(value, Colour):
        return TILE_NAMES[value]
    if isinstance(value, Dynasty):
        return f"the {DYNASTY_NAMES[value]}"
    if isinstance(value, Leader):
        return f"the {DYNASTY_NAMES[value.dynasty]}'s {LEADER_NAMES[value.colour]}"
    return value.name if isinstance(value, Decision) else str(value)
