"""What is new in this version, for the admins of a server: three short lines."""

from bot.content.content import Content
from bot.i18n import Words
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
    """The lines, without a sound."""
    _ = words._
    lines = [
        _("**New for admins in version {version}**", version=VERSION),
        *(f"- {_(line)}" for line in _LINES),
        _("`/server settings`, *More* switches these notes off."),
    ]
    return Content("\n".join(lines), silent=True)
