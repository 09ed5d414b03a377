"""Who may ask for hints at a table."""

from enum import StrEnum
from typing import Self

from engine import N_


class HintRule(StrEnum):
    """Who may ask for hints at a table: how it is stored, told in a sentence, and on a button."""

    told: str
    button: str

    def __new__(cls, value: str, told: str = "", button: str = "") -> Self:
        """Make a rule with its words."""
        rule = str.__new__(cls, value)
        rule._value_ = value
        rule.told, rule.button = told, button
        return rule

    USUAL = (
        "usual",
        N_("in first games, and alone against computers"),
        N_("While learning"),
    )
    ALWAYS = "always", N_("for everyone"), N_("For everyone")
    NEVER = "never", N_("for no one"), N_("No hints")
