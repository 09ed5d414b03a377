"""English names of things: the source for the bot's translations."""

from engine.values.material import Colour, Dynasty

__all__ = [
    "BUILDING_NAMES",
    "COLOUR_NAMES",
    "DYNASTY_NAMES",
    "LEADER_NAMES",
    "N_",
    "TILE_NAMES",
]


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
