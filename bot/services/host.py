"""The host's limits, and the callbacks that ask Discord about members and what they can see."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import NamedTuple, TypeAlias

from bot.domain import Place, Refusal, Refused, ServerRules


class GameLimits(NamedTuple):
    """How much a host allows: games that are not over yet, and vacation."""

    per_user: int = 25
    """That one user has opened."""
    per_server: int = 1000
    vacation_days: int = 30
    """That one user can take in a year: days, and no games."""

    def check_opened(self, opened: int) -> None:
        """Raise Refused if one user has opened as many games as one may."""
        if opened >= self.per_user:
            raise Refused(Refusal.OPENED_MANY, limit=self.per_user)

    def check_room(self, rules: ServerRules, in_server: int) -> None:
        """Raise Refused if as many games are under way in a server as there may be."""
        most = self.per_server
        if rules.most_games is not None:
            most = min(most, rules.most_games)
        if in_server >= most:
            raise Refused(Refusal.MANY_IN_SERVER, limit=most)


class Patience(NamedTuple):
    """After so many days something is taken to be over; 0: never."""

    lobby: int = 0
    """For a table that has not started, since the last time that something happened there."""
    idle: int = 0
    """For a game that nobody has touched, which is asked about first."""
    finished: int = 0
    """For a game that has ended: then nothing of it is kept."""
    backups: int = 0
    """For the bot's own backups, which keep what was deleted: there are none then any more; here
    0 is that it makes none."""


PATIENCE = Patience(lobby=14, idle=45)
"""What a host has who sets nothing."""


def days(count: int) -> timedelta:
    """So many days."""
    return timedelta(days=count)


Members: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Finds out whether a user is still a member of a server; None if that cannot be told."""


Sight: TypeAlias = Callable[[Place, int], Awaitable[bool | None]]
"""Finds out whether a user can see a channel of a server; None if unknown."""


async def unknown_sight(_place: Place, _user_id: int) -> bool | None:
    """For a program without Discord."""
    return None


async def unknown_members(_guild_id: int, _user_id: int) -> bool | None:
    """Where nobody can be asked."""
    return None
