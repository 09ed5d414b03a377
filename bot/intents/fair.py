"""Intents about the fair bag."""

from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen


class SeeFairBag(Intent, word="fair", placement=Placement.BELOW):
    """Show the state of the seal, and how to check it."""


class AskWord(Intent, word="word?", placement=Placement.WINDOW):
    """Open the window for a word, of a player or to join with it."""


class GiveWord(Intent, word="word", placement=Placement.BELOW):
    """Give this word for the bag, which replaces an earlier one."""

    text: Chosen[str]


class JoinWithWord(Intent, word="join-word", placement=Placement.BELOW):
    """Join with this word for the bag: taking the last seat starts the game."""

    text: Chosen[str]
