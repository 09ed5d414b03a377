"""What is said to a server to which the bot was just added."""

from bot.content.content import Button, Content, Style
from bot.features.lobby.intents import AskToOpen
from bot.features.server.intents import SeeCheck
from bot.i18n import Words
from bot.intents import NO_GAME, Address


def greeting(words: Words) -> Content:
    """What the bot is for, and what to do first."""
    _ = words._
    anywhere = Address(NO_GAME)
    text = _(
        "Hello! I bring the board game **Tigris & Euphrates** to this server. Two to four people "
        "play it, over days: each game has its own thread, and I call whoever it waits for.\n"
        "To begin, press the first button, or type `/open` in the channel where you want to play. "
        "Whoever is new to the game types `/learn`.\n"
        "Whoever manages this server sees with the second button, or `/check`, whether I have the "
        "permissions that I need."
    )
    buttons = (
        Button(_("Open a game"), anywhere.to(AskToOpen()), Style.MAIN, "🏛️"),
        Button(_("Check the permissions"), anywhere.to(SeeCheck()), emoji="🔧"),
    )
    return Content(text, rows=(buttons,))
