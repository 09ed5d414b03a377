"""Intents of those who manage a server: for the server, or about a game in it.

The client checks that they may manage it at that moment.
"""

from enum import StrEnum

from bot.domain.server_rules import Rule
from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, UserId


class RulesPage(StrEnum):
    """A page of what is set for a server."""

    OPENING = "opening"
    PLAYING = "playing"
    TIME = "time"
    MORE = "more"


class Power(StrEnum):
    """Something that is done to a game."""

    END = "end"
    """End it with the result as it stands."""
    STOP = "stop"
    """End it without a result."""
    REMOVE = "remove"
    """Delete it in any state."""
    PAUSE = "pause"
    GO_ON = "go-on"


class SeeServer(Intent, word="server", manager_only=True):
    """See what is set for the server."""

    page: RulesPage = RulesPage.OPENING


class SetRule(Intent, word="rule-of-server", manager_only=True):
    """Set something for the server, to what was chosen; nothing chosen: as it is elsewhere."""

    rule: Rule
    chosen: Chosen[tuple[str, ...]] = ()


class AskServerZone(Intent, word="server-zone?", placement=Placement.WINDOW, manager_only=True):
    """Be asked for the time zone of the server."""


class ManageGame(Intent, word="manage", manager_only=True):
    """See what can be done to a game."""


class AskPower(Intent, word="power", manager_only=True):
    """Do something to a game, if that is confirmed."""

    power: Power


class UsePower(Intent, word="power!", manager_only=True):
    """Do something to a game."""

    power: Power


class ManageSeat(Intent, word="managed-seat", manager_only=True):
    """See what can be done about a seat of a game."""

    seat: Chosen[int]


class ReplacePlayer(Intent, word="give-to", manager_only=True):
    """Offer a player's seat to a user; None: a bot was chosen."""

    seat: int
    user_id: Chosen[UserId | None] = None


class GivePlayerUp(Intent, word="give-up", manager_only=True):
    """Wait for a player no more."""

    seat: int


class SeeCheck(Intent, word={"check": {"channel_id": None}}, placement=Placement.BELOW):
    """See which permissions the bot needs there, or in a channel, and whether it has them."""

    channel_id: int | None = None


class MoveGame(Intent):
    """Show a game here: the one that is named, or the only one that has lost its channel."""

    named: str | None


class Silence(Intent, manager_only=True):
    """Let a member open no games from now on, or let that member open them again."""

    user_id: int
    silent: bool
