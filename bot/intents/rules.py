"""Intents about the rules."""

from bot.intents import Intent, Placement, Turning
from bot.intents.spelling import Chosen


class SeeRule(Turning, word=("rule", "page")):
    """See a page of the rules, or an example, by its name.

    *turning* says that it takes the place of the page on which that was pressed.
    """

    name: str


class SeeRules(Turning, word=("rules", "contents")):
    """See what pages of the rules there are; *turning* as for :class:`SeeRule`."""


class PickRule(Intent, word="chapter"):
    """See a page of the rules chosen from one of several lists; *chapter* keeps those different."""

    chapter: int
    name: Chosen[str]


class SeeLegend(Intent, word="legend", placement=Placement.BELOW):
    """See what each piece and sign in the pictures means."""
