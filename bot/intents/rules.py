"""Intents about the rules."""

from bot.intents import Intent, Placement, Turning
from bot.intents.spelling import Chosen


class SeeRule(Turning, word=("rule", "page")):
    """Show a page of the rules, or an example, by its name.

    *turning*: it replaces the page on which that was pressed.
    """

    name: str


class SeeRules(Turning, word=("rules", "contents")):
    """Show the contents of the rules; *turning* as for :class:`SeeRule`."""


class PickRule(Intent, word="chapter"):
    """Show a page of the rules chosen from one of several lists, which *chapter* distinguishes."""

    chapter: int
    name: Chosen[str]


class SeeLegend(Intent, word="legend", placement=Placement.BELOW):
    """Show the legend of pieces and signs."""
