"""Whether a user can see a channel, and so whether a mention there reaches them."""

import logging

import discord

from bot.client.base import RiversClient
from bot.client.connection.error_codes import Meaning, meaning_of
from bot.client.connection.trouble import TROUBLE, describe
from bot.domain import Place

log = logging.getLogger(__name__)

_ANSWERED_WITHIN = 5.0
"""Seconds to wait for Discord, because answers to presses wait for it too."""


class Sight:
    """Asks Discord for a member's roles, and applies the channels' permissions to them."""

    def __init__(self, client: RiversClient) -> None:
        self._client = client

    async def __call__(self, place: Place, user_id: int) -> bool | None:
        """Whether a user can see where a game was opened; None if Discord does not say in time.

        For a thread its channel counts: a mention brings a user who sees that into the thread.
        """
        guild = None if place.guild_id is None else self._client.get_guild(place.guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(place.channel_id)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if guild is None or channel is None:
            return None
        try:
            async with self._client.within(_ANSWERED_WITHIN):
                member = await guild.fetch_member(user_id)
        except TROUBLE as error:
            if meaning_of(error) is Meaning.PERSON:
                return False
            log.info("can't find out who sees channel %s: %s", place.channel_id, describe(error))
            return None
        return channel.permissions_for(member).view_channel
