"""The way to a game against computers, which begins at once."""

from bot.content.content import Button
from bot.i18n import Words
from bot.intents import NO_GAME, Address
from bot.intents.solo import SeeSolo


def solo_button(words: Words) -> Button:
    """To what can be chosen of such a game."""
    return Button(words._("Play alone"), Address(NO_GAME).to(SeeSolo()), emoji="🤖")
