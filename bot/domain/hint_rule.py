"""Who may ask for hints at a table."""

from enum import StrEnum


class HintRule(StrEnum):
    """Who may ask for hints at a table."""

    USUAL = "usual"
    """Who plays against computers alone, and who plays the first games."""
    ALWAYS = "always"
    """Everybody."""
    NEVER = "never"
    """Nobody."""
