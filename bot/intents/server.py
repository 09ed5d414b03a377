"""Intents of a server's managers: about the server, or a game in it.

The client checks that they may manage it at that moment.
"""

from enum import StrEnum

from bot.domain.server_rules import Rule
from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, UserId


class RulesPage(StrEnum):
    """A page of a server's rules."""

    OPENING = "opening"
    PLAYING = "playing"
    TIME = "time"
    PICTURES = "pictures"
    MORE = "more"


class Power(StrEnum):
    """An action of an admin on a game."""

    END = "end"
    """End it with the result as it stands."""
    STOP = "stop"
    """End it without a result."""
    REMOVE = "remove"
    """Delete it in any state."""
    PAUSE = "pause"
    GO_ON = "go-on"


class SeeServer(Intent, word="server", manager_only=True):
    """Show a page of the server's rules."""

    page: RulesPage = RulesPage.OPENING


class SetRule(Intent, word="rule-of-server", manager_only=True):
    """Set a rule of the server; nothing chosen: the default."""

    rule: Rule
    chosen: Chosen[tuple[str, ...]] = ()


class AskServerZone(Intent, word="server-zone?", placement=Placement.WINDOW, manager_only=True):
    """Open the window for the server's time zone."""


class PutBoardUp(Intent, manager_only=True):
    """Put the server's board up in this channel, or move it here."""


class TakeBoardDown(Intent, word="board-down", manager_only=True):
    """Take the server's board down."""


class ManageGame(Intent, word="manage", manager_only=True):
    """Show the page on which a game is managed."""


class AskPower(Intent, word="power", manager_only=True):
    """Show the confirmation of a power."""

    power: Power


class UsePower(Intent, word="power!", manager_only=True):
    """Use a power."""

    power: Power


class ManageSeat(Intent, word="managed-seat", manager_only=True):
    """Show the page on which a seat is managed."""

    seat: Chosen[int]


class ReplacePlayer(Intent, word="give-to", manager_only=True):
    """Offer a player's seat to a user; None: a bot was chosen."""

    seat: int
    user_id: Chosen[UserId | None] = None


class GivePlayerUp(Intent, word="give-up", manager_only=True):
    """Give up a player."""

    seat: int


class SeeCheck(Intent, word={"check": {"channel_id": None}}, placement=Placement.BELOW):
    """Check the bot's permissions there, or in a channel."""

    channel_id: int | None = None


class MoveGame(Intent):
    """Show a game here: the one that is named, or the only one that has lost its channel."""

    named: str | None


class Silence(Intent, manager_only=True):
    """Forbid a member to open games, or permit it again."""

    user_id: int
    silent: bool
