"""How strong a computer opponent is."""

from enum import StrEnum

from engine.values.names import N_

__all__ = ["LEVEL_NAMES", "Level"]


class Level(StrEnum):
    """How strong a computer opponent is; the value is its name in commands (notation.md)."""

    EASY = "easy"
    MEDIUM = "medium"
    STRONG = "strong"


LEVEL_NAMES = {
    Level.EASY: N_("easy"),
    Level.MEDIUM: N_("medium"),
    Level.STRONG: N_("strong"),
}
"""What the levels are called, in English: the source from which the bot translates."""
