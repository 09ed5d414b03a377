"""The options of a table (R12, R13): any combination of them may be played."""

from collections.abc import Iterable

from engine.values.names import N_
from engine.values.quoting import quoted
from engine.values.reasons import GameError

__all__ = [
    "OPTIONS",
    "OPTION_NAMES",
    "check_options",
]

BUILDINGS = "buildings"
DISPLAY = "display"
ENGLISH = "english"
OPEN = "open"
ZIGGURAT = "ziggurat"

OPTION_NAMES: dict[str, str] = {
    BUILDINGS: N_("Civilization buildings"),  # R12.1
    DISPLAY: N_("Open display"),  # R12.3
    ENGLISH: N_("English variant"),  # R12.2
    OPEN: N_("Open scores"),  # R12.4
    ZIGGURAT: N_("Ziggurat"),  # R13
}
"""What the options are called, in English."""

OPTIONS: tuple[str, ...] = tuple(sorted(OPTION_NAMES))
"""Every option, sorted as in a record."""


def check_options(options: Iterable[str]) -> tuple[str, ...]:
    """*options* if they are all known. Raises GameError with the first that is not."""
    chosen = tuple(options)
    for option in chosen:
        if option not in OPTIONS:
            raise GameError(
                f"there is no option {quoted(option)}: the options are {', '.join(OPTIONS)} (R12)"
            )
    if chosen != tuple(sorted(set(chosen))):
        raise GameError("options are named sorted, and each once (R12)")
    return chosen
