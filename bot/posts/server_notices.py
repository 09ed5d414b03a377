"""Messages to the admins of a server: news of this version, missing permissions, a greeting."""

from bot.content.message import Button, Content, Link, Style
from bot.content.names import safe
from bot.content.needs import MANAGE_THREADS, is_locked, title, translated
from bot.content.pressing import ANYWHERE
from bot.i18n import Words
from bot.intents.lobby import AskToOpen
from bot.intents.server import SeeCheck
from engine import N_

VERSION = "0.4"
"""The first two numbers of the version of these lines: the next version has others."""
_LINES = (
    N_("`/open` also posts a seal: it fixes the game's shuffle before anyone joins."),
    N_("Players can add a word to the shuffle, and check it all when the game ends."),
    N_(
        "*Fair?* under *Watch* says how many games here were sealed, and how many seals were "
        "opened."
    ),
)


def news_page(words: Words) -> Content:
    """Return the news of this version, without a sound."""
    _ = words._
    lines = [
        _("**New for admins in version {version}**", version=VERSION),
        *(f"- {_(line)}" for line in _LINES),
        _("`/server settings`, *More* switches these notes off."),
    ]
    return Content("\n".join(lines), silent=True)


def complaint_page(words: Words, channel_id: int, missing: str, role: str, link: str) -> Content:
    """Return the reason why games cannot be shown in a channel.

    *missing* are the titles of the permissions. A thread that is locked is only to be unlocked.
    """
    channel = f"<#{channel_id}>"
    if is_locked(missing):
        return Content(
            words._(
                "I can't show a game in {channel}: the thread is locked.\n"
                "**To fix it:** unlock it in its menu. Then I'll catch up. You need this "
                "permission: {permission}.\n"
                "This message is for the server's admins.",
                channel=channel,
                permission=title(words, MANAGE_THREADS),
            )
        )
    text = words._(
        "I can't show a game in {channel}. I lack: {missing}.\n"
        "**To fix it:** Edit Channel → Permissions → Advanced Permissions → {role}, and allow "
        "that. If I lack it in the whole server, add me again with the button. Then I'll catch "
        "up.\n"
        "This message is for the server's admins. `/check` in the channel tells more.",
        channel=channel,
        missing=translated(words, missing),
        role=safe(role),
    )
    return Content(text, rows=((Link(words._("Add me again"), link),),))


def greeting(words: Words) -> Content:
    """Return what the bot is for, and what to do first."""
    _ = words._
    text = _(
        "Hello! I bring the board game **Tigris & Euphrates** to this server. Two to four players "
        "play it over hours or days. Each game has its own thread, and I ping you on your turn.\n"
        "Press *Open a game*, or type `/open` in a channel. `/play` finds you a table with others. "
        "New to the game? Type `/learn`.\n"
        "Admins: press *Check permissions*, or type `/check`, to see whether I have what I need."
    )
    buttons = (
        Button(_("Open a game"), ANYWHERE.to(AskToOpen()), Style.MAIN, "🏛️"),
        Button(_("Check permissions"), ANYWHERE.to(SeeCheck()), emoji="🔧"),
    )
    return Content(text, rows=(buttons,))
