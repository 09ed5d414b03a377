"""Intents about hints: ask for one, and choose who may."""

from typing import Annotated

from bot.domain.hint_rule import HintRule
from bot.intents import Intent


class AskHint(Intent, word="best"):
    """See what a hint costs, before it is given."""


class SeeBestTurn(Intent, word="best"):
    """Have a hint: see what a computer would do, of the best turns the one of that number, from 0.

    A lesson has hints of its own.
    """

    number: Annotated[int, range(3)] = 0


class SeeHintRule(Intent, word="hints"):
    """See who may ask for hints at a table, and what else can be chosen."""


class ChooseHintRule(Intent, word="hints"):
    """Let others have hints than before."""

    rule: HintRule
