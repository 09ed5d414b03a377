"""Those who own the bot's application: its owner, or the members of its team."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord
from discord import TeamMemberRole, TeamMembershipState

from bot.client.connection.trouble import TROUBLE, describe
from bot.intents import Ownership

log = logging.getLogger(__name__)

_ASKED_AGAIN_AFTER = timedelta(minutes=5)
_ANSWERED_WITHIN = 1.0
"""Seconds: a window must be opened within three."""
_ACTING = frozenset({TeamMemberRole.admin, TeamMemberRole.developer})


class ApplicationTeam:
    """Knows those who own the application, as Discord said at the start or some minutes ago."""

    def __init__(
        self,
        client: discord.Client,
        clock: Callable[[], datetime],
        within: Callable[[float], asyncio.Timeout],
    ) -> None:
        """*client* has logged in, and so has asked Discord already.

        *within* limits the seconds to wait for Discord.
        """
        self._client = client
        self._within = within
        self._clock = clock
        self._known = client.application
        self._asked_at = clock()

    async def ownership(self, user_id: int) -> Ownership:
        """The permissions of a user as one of them; Discord is asked now and then."""
        now = self._clock()
        if now - self._asked_at >= _ASKED_AGAIN_AFTER:
            self._asked_at = now
            try:
                async with self._within(_ANSWERED_WITHIN):
                    self._known = await self._client.application_info()
            except TROUBLE as error:  # those who were known are known still
                log.warning("Discord does not say who owns the application: %s", describe(error))
        return Ownership.NONE if self._known is None else _ownership(self._known, user_id)


def _ownership(application: discord.AppInfo, user_id: int) -> Ownership:
    team = application.team
    if team is None:
        return Ownership.ACT if application.owner.id == user_id else Ownership.NONE
    if user_id == team.owner_id:
        return Ownership.ACT
    member = discord.utils.get(team.members, id=user_id)
    if member is None or member.membership_state is not TeamMembershipState.accepted:
        return Ownership.NONE
    return Ownership.ACT if member.role in _ACTING else Ownership.LOOK
