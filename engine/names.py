"""What things are called, in English: the source from which the bot translates."""

from engine.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    Over,
    TakeDecision,
    WarDecision,
)
from engine.material import Colour, Dynasty, Leader

TILE_NAMES = {
    Colour.BLACK: "settlement",
    Colour.RED: "temple",
    Colour.BLUE: "farm",
    Colour.GREEN: "market",
}
LEADER_NAMES = {
    Colour.BLACK: "King",
    Colour.RED: "Priest",
    Colour.BLUE: "Farmer",
    Colour.GREEN: "Trader",
}
COLOUR_NAMES = {
    Colour.BLACK: "black",
    Colour.RED: "red",
    Colour.BLUE: "blue",
    Colour.GREEN: "green",
}
DYNASTY_NAMES = {
    Dynasty.ARCHER: "archer",
    Dynasty.BULL: "bull",
    Dynasty.LION: "lion",
    Dynasty.POT: "pot",
}
DECISION_NAMES: dict[type, str] = {
    ActionDecision: "an action, or the end of the turn",
    WarDecision: "which external conflict is next",
    AddDecision: "how many tiles to add in the conflict",
    BuildDecision: "whether to build a monument",
    TakeDecision: "which treasures to take",
    Over: "nothing, as the game is over",
}


def english_name(value: object) -> str:
    """A colour as its tile, a leader, dynasty or decision in words; anything else by ``str``."""
    if isinstance(value, Colour):
        return TILE_NAMES[value]
    if isinstance(value, Dynasty):
        return f"the {DYNASTY_NAMES[value]}"
    if isinstance(value, Leader):
        return f"the {DYNASTY_NAMES[value.dynasty]}'s {LEADER_NAMES[value.colour]}"
    return DECISION_NAMES.get(type(value), str(value))
