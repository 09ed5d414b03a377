"""Intents about playing a game again."""

from bot.intents import Intent, Placement


class PlayAgain(Intent, word="again", placement=Placement.BELOW):
    """Open a table like one that has ended, or join it."""
