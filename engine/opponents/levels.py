"""The levels of computer opponents."""

from enum import StrEnum

from engine.values.names import N_

__all__ = ["LEVEL_NAMES", "Level"]


class Level(StrEnum):
    """The strength of a computer opponent; the value is its name in commands (notation.md)."""

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


LEVEL_NAMES = {
    Level.EASY: N_("easy"),
    Level.MEDIUM: N_("medium"),
    Level.STRONG: N_("strong"),
}
"""The English names of the levels, which the bot translates."""
