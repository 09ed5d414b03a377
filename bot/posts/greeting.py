"""What is said to a server to which the bot was just added."""

from bot.content.content import Button, Content, Style
from bot.content.pressing import ANYWHERE
from bot.i18n import Words
from bot.intents.lobby import AskToOpen
from bot.intents.server import SeeCheck


def greeting(words: Words) -> Content:
    """What the bot is for, and what to do first."""
    _ = words._
    text = _(
        "Hello! I bring the board game **Tigris & Euphrates** to this server. Two to four players "
        "play it over hours or days. Each game has its own thread, and I ping you on your turn.\n"
        "Press *Open a game*, or type `/open` in a channel. New to the game? Type `/learn`.\n"
        "Admins: press *Check permissions*, or type `/check`, to see whether I have what I need."
    )
    buttons = (
        Button(_("Open a game"), ANYWHERE.to(AskToOpen()), Style.MAIN, "🏛️"),
        Button(_("Check permissions"), ANYWHERE.to(SeeCheck()), emoji="🔧"),
    )
    return Content(text, rows=(buttons,))
