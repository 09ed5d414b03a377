"""The host's limits, and callbacks that ask Discord about members and what they can see."""

from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from typing import NamedTuple, TypeAlias

from bot.domain.refusals import Refusal, Refused
from bot.domain.server_rules import ServerRules
from bot.domain.table import Place


class GameLimits(NamedTuple):
    """The host's limits for open games, vacation and ratings."""

    per_user: int = 25
    """Maximum number of open games opened by the same user."""
    per_server: int = 1000
    vacation_days: int = 30
    """Maximum number of a user's days of vacation per year."""
    rated: bool = True
    """True if games in servers can be rated."""

    def check_rated(self) -> None:
        """Raise Refused if no game can be rated."""
        if not self.rated:
            raise Refused(Refusal.RATED_IN_SERVERS)

    def check_opened(self, opened: int) -> None:
        """Raise Refused if a user has *opened* the maximum number of games."""
        if opened >= self.per_user:
            raise Refused(Refusal.OPENED_MANY, limit=self.per_user)

    def check_room(self, rules: ServerRules, in_server: int) -> None:
        """Raise Refused if a server has the maximum number of open games."""
        most = self.per_server
        if rules.most_games is not None:
            most = min(most, rules.most_games)
        if in_server >= most:
            raise Refused(Refusal.MANY_IN_SERVER, limit=most)


class Patience(NamedTuple):
    """Days after which data is considered over; 0: never."""

    lobby: int = 0
    """For a table that has not started, since its last activity."""
    idle: int = 0
    """For an inactive game, whose players are asked first."""
    finished: int = 0
    """For a finished game, which is then deleted."""
    backups: int = 0
    """For the bot's own backups, which still hold deleted data; here 0 means without backups."""


PATIENCE = Patience(lobby=14, idle=45)
"""The host's defaults."""


def days(count: int) -> timedelta:
    """Return that number of days."""
    return timedelta(days=count)


Members: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Returns whether a user is still a member of a server; None if unknown."""


Sight: TypeAlias = Callable[[Place, int], Awaitable[bool | None]]
"""Returns whether a user can see a channel of a server; None if unknown."""


SeenAlso: TypeAlias = Callable[[int, int, Collection[int]], Collection[int]]
"""Returns those of some channels that everyone in one channel of a server can see."""


def only_itself(_guild_id: int, channel_id: int, _channels: Collection[int]) -> Collection[int]:
    """Return that channel, for programs without Discord."""
    return (channel_id,)


async def unknown_sight(_place: Place, _user_id: int) -> bool | None:
    """Return None, for programs without Discord."""
    return None


async def unknown_members(_guild_id: int, _user_id: int) -> bool | None:
    """Return None, for programs without Discord."""
    return None
