"""English names of things: the source for the bot's translations."""

from engine.values.material import Colour, Dynasty, Monument

__all__ = [
    "BUILDING_NAMES",
    "COLOUR_NAMES",
    "DYNASTY_NAMES",
    "LEADER_NAMES",
    "MONUMENT_NAMES",
    "NC_",
    "NN_",
    "N_",
    "TILE_NAMES",
]


def N_(text: str) -> str:  # noqa: N802  (gettext's own name for it)
    """Return *text* unchanged: marks a text that is translated where it is shown."""
    return text


def NC_(context: str, text: str) -> str:  # noqa: ARG001, N802  (GLib's name for it)
    """Return *text* unchanged: marks a text that has its own meaning in *context*."""
    return text


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802
    """Return *one* and *many* unchanged: marks a text that follows a number."""
    return one, many


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
MONUMENT_NAMES = {
    Monument(Colour.BLACK, Colour.RED): N_("black and red"),
    Monument(Colour.BLACK, Colour.BLUE): N_("black and blue"),
    Monument(Colour.BLACK, Colour.GREEN): N_("black and green"),
    Monument(Colour.RED, Colour.BLUE): N_("red and blue"),
    Monument(Colour.RED, Colour.GREEN): N_("red and green"),
    Monument(Colour.BLUE, Colour.GREEN): N_("blue and green"),
}
DYNASTY_NAMES = {
    Dynasty.ARCHER: N_("archer"),
    Dynasty.BULL: N_("bull"),
    Dynasty.LION: N_("lion"),
    Dynasty.POT: N_("pot"),
}
