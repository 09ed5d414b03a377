"""Intents of the owner of the bot's application, and its team: the host, as far as Discord knows.

The client checks who they are.
"""

from bot.intents import Intent, Ownership, Placement
from bot.intents.spelling import Chosen


class SeeBot(Intent, word="bot", owner_only=Ownership.LOOK):
    """See how the bot is."""


class AskAnnouncement(
    Intent, word="announce?", placement=Placement.WINDOW, owner_only=Ownership.ACT
):
    """Be asked what is to be announced."""


class WriteAnnouncement(
    Intent, word="announce", placement=Placement.BELOW, owner_only=Ownership.ACT
):
    """See what would be announced, before it is."""

    text: Chosen[str]


class SendAnnouncement(Intent, word="announce!", owner_only=Ownership.ACT):
    """Announce what was written."""

    number: int


class SeeAnnouncement(Intent, word="announced", owner_only=Ownership.LOOK):
    """See how many have got it."""

    number: int


class BeginMaintenance(Intent, word="maintain!", owner_only=Ownership.ACT):
    """Let nothing be changed for a while."""


class EndMaintenance(Intent, word="go-on!", owner_only=Ownership.ACT):
    """Let everything go on."""
