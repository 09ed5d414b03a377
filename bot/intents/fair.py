"""Intents about the fair bag."""

from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen


class SeeFairBag(Intent, word="fair", placement=Placement.BELOW):
    """See what is sealed, what was opened, and how to check it."""


class AskWord(Intent, word="word?", placement=Placement.WINDOW):
    """Be asked for a word for the bag, as a player or to join with it."""


class GiveWord(Intent, word="word", placement=Placement.BELOW):
    """Give this word for the bag, in the place of an earlier one."""

    text: Chosen[str]


class JoinWithWord(Intent, word="join-word", placement=Placement.BELOW):
    """Join, and give this word for the bag: who takes the last seat has no time to do so later."""

    text: Chosen[str]
