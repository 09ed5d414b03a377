"""What the owner of the bot's application, and its team, can want: the client checks who they are.

They are the host, as far as Discord knows.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import Intent, Ownership, Placement, chosen, form, register, written


@dataclass(frozen=True, slots=True)
class SeeBot(Intent, owner_only=Ownership.LOOK):
    """See how the bot is."""


@dataclass(frozen=True, slots=True)
class AskAnnouncement(Intent, placement=Placement.WINDOW, owner_only=Ownership.ACT):
    """Be asked what is to be announced."""


@dataclass(frozen=True, slots=True)
class WriteAnnouncement(Intent, placement=Placement.BELOW, owner_only=Ownership.ACT):
    """See what would be announced, before it is."""

    text: str


@dataclass(frozen=True, slots=True)
class SendAnnouncement(Intent, owner_only=Ownership.ACT):
    """Announce what was written."""

    number: int


@dataclass(frozen=True, slots=True)
class SeeAnnouncement(Intent, owner_only=Ownership.LOOK):
    """See how many have got it."""

    number: int


@dataclass(frozen=True, slots=True)
class BeginMaintenance(Intent, owner_only=Ownership.ACT):
    """Let nothing be changed for a while."""


@dataclass(frozen=True, slots=True)
class EndMaintenance(Intent, owner_only=Ownership.ACT):
    """Let everything go on."""


register(
    form("bot", SeeBot),
    form("announce?", AskAnnouncement),
    form("announce", WriteAnnouncement, text=chosen(str)),
    form("announce!", SendAnnouncement, number=written(int)),
    form("announced", SeeAnnouncement, number=written(int)),
    form("maintain!", BeginMaintenance),
    form("go-on!", EndMaintenance),
)
