"""What those who manage a server can want, as values: for the server, or about a game in it.

Users must be permitted to manage the server at that moment; the client checks that.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain import Rule
from bot.intents import USER, VALUES, Intent, Placement, chosen, form, register, written


class RulesPage(StrEnum):
    """A page of what is set for a server."""

    OPENING = "opening"
    PLAYING = "playing"
    TIME = "time"
    MORE = "more"


class Power(StrEnum):
    """What is done to a game."""

    END = "end"
    """With the result as it stands."""
    STOP = "stop"
    """Ended without a result."""
    REMOVE = "remove"
    """Nothing of it is kept, however it stands."""
    PAUSE = "pause"
    GO_ON = "go-on"


@dataclass(frozen=True, slots=True)
class SeeServer(Intent, manager_only=True):
    """See what is set for the server."""

    page: RulesPage = RulesPage.OPENING


@dataclass(frozen=True, slots=True)
class SetRule(Intent, manager_only=True):
    """Set something for the server, to what was chosen; nothing chosen: as it is elsewhere."""

    rule: Rule
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskServerZone(Intent, placement=Placement.WINDOW, manager_only=True):
    """Be asked for the time zone of the server."""


@dataclass(frozen=True, slots=True)
class ManageGame(Intent, manager_only=True):
    """See what can be done to a game."""


@dataclass(frozen=True, slots=True)
class AskPower(Intent, manager_only=True):
    """Do something to a game, if that is confirmed."""

    power: Power


@dataclass(frozen=True, slots=True)
class UsePower(Intent, manager_only=True):
    """Do something to a game."""

    power: Power


@dataclass(frozen=True, slots=True)
class ManageSeat(Intent, manager_only=True):
    """See what can be done about a seat of a game."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReplacePlayer(Intent, manager_only=True):
    """Offer a player's seat to a user; None: a bot was chosen."""

    seat: int
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class GivePlayerUp(Intent, manager_only=True):
    """Wait for a player no more."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeeCheck(Intent, placement=Placement.BELOW):
    """See which permissions the bot needs there, or in a channel, and whether it has them."""

    channel_id: int | None = None


@dataclass(frozen=True, slots=True)
class MoveGame(Intent, command_only=True):
    """Show a game here: the one that is named, or the only one that has lost its channel."""

    named: str | None


@dataclass(frozen=True, slots=True)
class Silence(Intent, manager_only=True, command_only=True):
    """Let a member open no games from now on, or let that member open them again."""

    user_id: int
    silent: bool


register(
    form("check", SeeCheck),
    form("server", SeeServer, page=written(RulesPage)),
    form("rule-of-server", SetRule, rule=written(Rule), chosen=VALUES),
    form("server-zone?", AskServerZone),
    form("manage", ManageGame),
    form("power", AskPower, power=written(Power)),
    form("power!", UsePower, power=written(Power)),
    form("managed-seat", ManageSeat, seat=chosen(int)),
    form("give-to", ReplacePlayer, seat=written(int), user_id=USER),
    form("give-up", GivePlayerUp, seat=written(int)),
)
