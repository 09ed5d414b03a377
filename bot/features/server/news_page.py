"""What is new in this version, for the admins of a server: three short lines."""

from bot.content.content import Content
from bot.i18n import Words
from engine import N_

VERSION = "0.3"
"""The first two numbers of the version of these lines: the next version has others."""
_LINES = (
    N_("During my host's maintenance nothing changes, and no clock runs."),
    N_("My host can announce something where games are shown, without a ping."),
    N_("If something goes wrong on my side, players read a number to tell my host."),
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
