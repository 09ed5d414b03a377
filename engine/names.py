"""What things are called, in English: the source from which the bot translates."""

from engine.decisions import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    CubeDecision,
    DrawDecision,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
)
from engine.material import Colour, Dynasty, Leader


def N_(text: str) -> str:  # noqa: N802  (gettext's own name for it)
    """*text*, unchanged: marks words that are translated where they are shown."""
    return text


TILE_NAMES = {
    Colour.BLACK: N_("settlement"),
    Colour.RED: N_("temple"),
    Colour.BLUE: N_("farm"),
    Colour.GREEN: N_("market"),
}
LEADER_NAMES = {
    Colour.BLACK: N_("King"),
    Colour.RED: N_("Priest"),
    Colour.BLUE: N_("Farmer"),
    Colour.GREEN: N_("Trader"),
}
COLOUR_NAMES = {
    Colour.BLACK: N_("black"),
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.GREEN: N_("green"),
}
BUILDING_NAMES = {
    Colour.BLACK: N_("palace"),
    Colour.RED: N_("library"),
    Colour.BLUE: N_("granary"),
    Colour.GREEN: N_("market hall"),
}
DYNASTY_NAMES = {
    Dynasty.ARCHER: N_("archer"),
    Dynasty.BULL: N_("bull"),
    Dynasty.LION: N_("lion"),
    Dynasty.POT: N_("pot"),
}
OPTION_NAMES = {
    "buildings": N_("Civilization buildings"),
    "display": N_("Open display"),
    "english": N_("English variant"),
    "open": N_("Open scores"),
    "ziggurat": N_("Ziggurat"),
}
DECISION_NAMES: dict[type, str] = {
    ActionDecision: N_("an action, or the end of the turn"),
    WarDecision: N_("which external conflict is next"),
    AddDecision: N_("how many tiles to add in the conflict"),
    SiteDecision: N_("whether to place a building"),
    BuildDecision: N_("what to build, if anything"),
    TakeDecision: N_("which treasures to take"),
    CubeDecision: N_("which colour to take from the ziggurat"),
    DrawDecision: N_("which tile to draw"),
    Over: N_("nothing, as the game is over"),
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
