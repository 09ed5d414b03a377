"""Intents about hints, and the rule for them."""

from typing import Annotated

from bot.domain.hint_rule import HintRule
from bot.intents import Intent


class AskHint(Intent, word="best"):
    """Show the price of a hint before it is given."""


class SeeBestTurn(Intent, word="best"):
    """Show a hint: one of the best turns, by its *number* from 0.

    A lesson has hints of its own.
    """

    number: Annotated[int, range(3)] = 0


class SeeHintRule(Intent, word="hints"):
    """Show the rule for hints of a table, and the others."""


class ChooseHintRule(Intent, word="hints"):
    """Choose the rule for hints of a table."""

    rule: HintRule
