"""Intents of the owner of the bot's application, and its team: the host, as far as Discord knows.

The client checks who they are.
"""

from bot.intents import Intent, Ownership, Placement
from bot.intents.spelling import Chosen


class SeeBot(Intent, word="bot", owner_only=Ownership.LOOK):
    """Show the bot's status."""


class AskAnnouncement(
    Intent, word="announce?", placement=Placement.WINDOW, owner_only=Ownership.ACT
):
    """Open the window for an announcement."""


class WriteAnnouncement(
    Intent, word="announce", placement=Placement.BELOW, owner_only=Ownership.ACT
):
    """Preview an announcement."""

    text: Chosen[str]


class SendAnnouncement(Intent, word="announce!", owner_only=Ownership.ACT):
    """Send an announcement."""

    number: int


class SeeAnnouncement(Intent, word="announced", owner_only=Ownership.LOOK):
    """Show the number of games that have received an announcement."""

    number: int


class BeginMaintenance(Intent, word="maintain!", owner_only=Ownership.ACT):
    """Begin maintenance."""


class EndMaintenance(Intent, word="go-on!", owner_only=Ownership.ACT):
    """End maintenance."""
