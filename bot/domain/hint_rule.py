"""Rules for who may ask for hints."""

from enum import StrEnum
from typing import Self

from engine import N_


class HintRule(StrEnum):
    """Rule for who may ask for hints: its stored value, sentence, and label of a button."""

    sentence: str
    button: str

    def __new__(cls, value: str, sentence: str = "", button: str = "") -> Self:
        """Create a rule with its texts."""
        rule = str.__new__(cls, value)
        rule._value_ = value
        rule.sentence, rule.button = sentence, button
        return rule

    USUAL = (
        "usual",
        N_("in first games, and alone against computers"),
        N_("While learning"),
    )
    ALWAYS = "always", N_("for everyone"), N_("For everyone")
    NEVER = "never", N_("for no one"), N_("No hints")
