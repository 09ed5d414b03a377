"""The options of a table (R12, R13): any combination of them may be played."""

from collections.abc import Iterable

from engine.values.names import N_
from engine.values.quoting import quoted
from engine.values.reasons import GameError

__all__ = [
    "OPTIONS",
    "OPTION_EXPLANATIONS",
    "OPTION_NAMES",
    "check_options",
]

BUILDINGS = "buildings"
DISPLAY = "display"
ENGLISH = "english"
OPEN = "open"
ZIGGURAT = "ziggurat"

_TEXTS = {
    BUILDINGS: (  # R12.1
        N_("Civilization buildings"),
        N_("A building on a line: tiles of its colour score 2 in its kingdom."),
    ),
    DISPLAY: (  # R12.3
        N_("Open display"),
        N_("Six tiles lie open. Draw from them or from the bag."),
    ),
    ENGLISH: (  # R12.2
        N_("English variant"),
        N_("Attackers add tiles only to lead, defenders only to tie."),
    ),
    OPEN: (  # R12.4
        N_("Open scores"),
        N_("Everyone sees all points during the game."),
    ),
    ZIGGURAT: (  # R13
        N_("Ziggurat"),
        N_("Five tiles in a cross can become a ziggurat that scores for a King."),
    ),
}
"""The English name and explanation of each option."""

OPTION_NAMES: dict[str, str] = {option: name for option, (name, _) in _TEXTS.items()}
"""The English name of each option."""
OPTION_EXPLANATIONS: dict[str, str] = {
    option: explanation for option, (_, explanation) in _TEXTS.items()
}
"""One English line for each option that says what it changes."""

OPTIONS: tuple[str, ...] = tuple(sorted(_TEXTS))
"""All options, sorted as in a record."""


def check_options(options: Iterable[str]) -> tuple[str, ...]:
    """Return *options* as a tuple.

    Raises GameError if one is unknown, or if they are not sorted without repetition.
    """
    chosen = tuple(options)
    for option in chosen:
        if option not in OPTIONS:
            raise GameError(
                f"there is no option {quoted(option)}: the options are {', '.join(OPTIONS)} (R12)"
            )
    if chosen != tuple(sorted(set(chosen))):
        raise GameError("options are named sorted, and each once (R12)")
    return chosen
