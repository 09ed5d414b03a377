"""Asks Discord for members of servers, and the channels that they see.

Users are asked for singly, without privileged intents.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord
from cachetools import LRUCache

from bot.client.base import RiversClient
from bot.client.connection.error_codes import Meaning, meaning_of
from bot.client.connection.trouble import TROUBLE, describe
from bot.domain.table import Place

log = logging.getLogger(__name__)

_ANSWERED_WITHIN = 10.0
"""Seconds for Discord: clocks and answers to presses wait for it."""
_HOLDS = timedelta(hours=1)
"""The time for which an answer is believed."""
_KEPT = 10_000
_SEEN_WITHIN = 5.0
"""Seconds to wait for Discord, because answers to presses wait for it too."""


class Membership:
    """Asks Discord for members, and remembers its answers for an hour."""

    def __init__(self, client: RiversClient, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._known: LRUCache[tuple[int, int], tuple[bool, datetime]] = LRUCache(_KEPT)

    async def __call__(self, guild_id: int, user_id: int) -> bool | None:
        """True if a user is a member of a server; None if that is unknown.

        It is unknown if the bot is no member itself, or Discord does not answer soon.
        """
        known = self._known.get((guild_id, user_id))
        if known is not None and timedelta(0) <= self._clock() - known[1] < _HOLDS:
            return known[0]
        if not self._client.servers.is_in(guild_id):
            return None
        try:
            async with self._client.within(_ANSWERED_WITHIN):
                await self._client.http.get_member(guild_id, user_id)
        except TROUBLE as error:
            if meaning_of(error) is not Meaning.PERSON:
                log.info("nobody knows who is in server %s: %s", guild_id, describe(error))
                return None
            member = False
        else:
            member = True
        self._known[guild_id, user_id] = member, self._clock()
        return member


@dataclass(frozen=True, slots=True)
class Sight:
    """Asks Discord for a member's roles, and applies the channels' permissions to them."""

    client: RiversClient

    async def __call__(self, place: Place, user_id: int) -> bool | None:
        """True if a user sees the channel of a game; None if Discord does not answer in time.

        For a thread its channel counts: a mention brings a user who sees that into the thread.
        """
        guild = None if place.guild_id is None else self.client.get_guild(place.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(place.channel_id)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if guild is None or channel is None:
            return None
        try:
            async with self.client.within(_SEEN_WITHIN):
                member = await guild.fetch_member(user_id)
        except TROUBLE as error:
            if meaning_of(error) is Meaning.PERSON:
                return False
            log.info("can't find out who sees channel %s: %s", place.channel_id, describe(error))
            return None
        return channel.permissions_for(member).view_channel


@dataclass(frozen=True, slots=True)
class SeenAlso:
    """Compares who sees a server's channels, by their permissions."""

    client: RiversClient

    def __call__(
        self, guild_id: int, channel_id: int, channels: Collection[int]
    ) -> Collection[int]:
        """Return those of *channels* that everyone in *channel_id* can see; it is one of them.

        A thread counts as its channel; from a private one no other channel counts as seen.
        """
        seen = {channel_id}
        guild = self.client.get_guild(guild_id)
        here = None if guild is None else _seen_as(guild, channel_id)
        if guild is None or here is None:
            return seen
        for each in channels:
            channel = _seen_as(guild, each)
            if channel is not None and _is_seen_by_all(channel, here):
                seen.add(each)
        return seen


def _seen_as(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | None:
    """Return the channel whose permissions say who sees a channel or thread; None if unknown."""
    channel = guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        return None if channel.is_private() else channel.parent
    return channel


def _is_seen_by_all(channel: discord.abc.GuildChannel, here: discord.abc.GuildChannel) -> bool:
    """True if everyone who sees *here* sees *channel* too, by the permissions of roles.

    If *channel* shuts out any role, the answer is False: members can have several.
    """
    if channel == here or channel.overwrites == here.overwrites:
        return True
    guild = channel.guild
    for who, denied in channel.overwrites.items():
        if denied.view_channel is False and who not in {guild.default_role, guild.me}:
            return False
    named = any(
        not isinstance(who, discord.Role) and may.view_channel and who != guild.me
        for who, may in here.overwrites.items()
    )
    sees = [role for role in guild.roles if here.permissions_for(role).view_channel]
    return all(
        channel.permissions_for(role).view_channel
        for role in ([guild.default_role] if named else sees)
    )
