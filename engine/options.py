"""The options of a table (R12, R13): any combination of them may be played."""

from collections.abc import Iterable

from engine.reasons import GameError

BUILDINGS = "buildings"
DISPLAY = "display"
ENGLISH = "english"
OPEN = "open"
ZIGGURAT = "ziggurat"

OPTIONS: tuple[str, ...] = (BUILDINGS, DISPLAY, ENGLISH, OPEN, ZIGGURAT)
"""Every option, sorted: civilization buildings (R12.1), open display (R12.3), English variant
(R12.2), open scores (R12.4), ziggurat (R13)."""


def check_options(options: Iterable[str]) -> tuple[str, ...]:
    """*options* if they are all known. Raises GameError with the first that is not."""
    chosen = tuple(options)
    for option in chosen:
        if option not in OPTIONS:
            raise GameError(
                f"there is no option {option!r}: the options are {', '.join(OPTIONS)} (R12)"
            )
    if chosen != tuple(sorted(set(chosen))):
        raise GameError("options are named sorted, and each once (R12)")
    return chosen
