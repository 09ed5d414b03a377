"""Brings posts to Discord, and says in a few kinds of error why one could not be brought.

A channel is looked up only where its kind or its permissions matter: to send and to edit its
number is enough.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

import discord

from bot.client.messages import bears, editable, sendable
from bot.client.permissions import missing, threads_permitted
from bot.delivery import (
    CourierError,
    DirectClosed,
    Gone,
    InChannel,
    Missing,
    Post,
    Sent,
    ToUser,
    TryLater,
    Where,
)
from bot.showing.content import Content
from bot.table import Home, HomeKind, Table, plain

log = logging.getLogger(__name__)

# Discord's error codes: discord.com/developers/docs/topics/opcodes-and-status-codes
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
DIRECTS_TOO_FAST = 40003
MISSING_ACCESS = 50001
CANNOT_SEND_TO_USER = 50007
NO_MUTUAL_GUILD = 50278
MISSING_PERMISSIONS = 50013
THREAD_ARCHIVED = 50083
TOO_MANY_OLD_EDITS = 30046

_DIRECT_CLOSED = {CANNOT_SEND_TO_USER, NO_MUTUAL_GUILD, DIRECTS_TOO_FAST}
_LATER = 30.0
_WEEK_IN_MINUTES: Literal[10080] = 10080
_LOOKED_THROUGH = 50
_CLOCKS_APART = timedelta(minutes=2)

Channel: TypeAlias = (
    discord.TextChannel
    | discord.Thread
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.DMChannel
)


class DiscordCourier:
    """The courier of :mod:`bot.delivery`, over a connected client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._directs: dict[int, int] = {}
        """The channels of direct messages, by user: they never change."""

    async def open_home(self, table: Table) -> Home:
        """Open the game's thread; where that is not permitted, or there is none, the channel."""
        channel = await self._channel(table.place.channel_id)
        if isinstance(channel, discord.Thread):
            return Home(channel.id, HomeKind.THREAD)
        if not isinstance(channel, discord.TextChannel) or not threads_permitted(
            channel.permissions_for(channel.guild.me)
        ):
            return Home(channel.id, HomeKind.CHANNEL)
        try:
            async with self._errors(channel):
                thread = await channel.create_thread(
                    name=_thread_name(table),
                    type=_thread_type(channel),
                    auto_archive_duration=_WEEK_IN_MINUTES,
                )
        except Missing:
            return Home(channel.id, HomeKind.CHANNEL)
        return Home(thread.id, HomeKind.THREAD)

    async def find_home(self, table: Table) -> Home | None:
        """The thread that an interrupted :meth:`open_home` opened, if it did."""
        channel = await self._channel(table.place.channel_id)
        if not isinstance(channel, discord.TextChannel):
            return None
        async with self._errors(channel):
            threads = await channel.guild.active_threads()
        me = self._client.user
        for thread in threads:
            own = me is not None and thread.owner_id == me.id
            if own and thread.parent_id == channel.id and thread.name == _thread_name(table):
                return Home(thread.id, HomeKind.THREAD)
        return None

    async def send(self, post: Post, where: Where) -> Sent:
        """Send a post."""
        channel = await self._where(where)
        arguments = await sendable(_content(post))
        async with self._errors(channel, where):
            message = await channel.send(**arguments)
        return Sent(channel.id, message.id)

    async def edit(self, post: Post, sent: Sent) -> None:
        """Edit a post.

        One that may be sent afresh is reported gone when Discord refuses to edit it once more.
        """
        channel = self._client.get_partial_messageable(sent.channel_id)
        message = channel.get_partial_message(sent.message_id)
        arguments = await editable(_content(post))
        async with self._errors(channel):
            try:
                await message.edit(**arguments)
            except discord.HTTPException as error:
                if error.code == THREAD_ARCHIVED:
                    await self._unarchive(sent.channel_id)
                    await message.edit(**(await editable(_content(post))))
                elif error.code == TOO_MANY_OLD_EDITS and post.afresh:
                    raise Gone from error
                else:
                    raise

    async def retire(self, sent: Sent) -> None:
        """Take the buttons off a message.

        One that cannot be edited any more keeps them: they are answered as outdated.
        """
        channel = self._client.get_partial_messageable(sent.channel_id)
        message = channel.get_partial_message(sent.message_id)
        async with self._errors(channel):
            try:
                await message.edit(view=None)
            except discord.HTTPException as error:
                if error.code not in {THREAD_ARCHIVED, TOO_MANY_OLD_EDITS}:
                    raise
                log.info("message %s keeps its buttons: %s", sent.message_id, error)

    async def find(self, sign: str, where: Where, since: datetime) -> Sent | None:
        """The message that an interrupted :meth:`send` left, if it did."""
        channel = await self._where(where)
        me = self._client.user
        async with self._errors(channel, where):
            async for message in channel.history(
                limit=_LOOKED_THROUGH, after=since - _CLOCKS_APART
            ):
                if me is not None and message.author.id == me.id and bears(message, sign):
                    return Sent(channel.id, message.id)
        return None

    # --- channels and errors -------------------------------------------------------------------

    async def _where(self, where: Where) -> discord.PartialMessageable:
        if isinstance(where, InChannel):
            return self._client.get_partial_messageable(where.channel_id)
        channel_id = self._directs.get(where.user_id)
        if channel_id is None:
            async with self._errors(None, where):
                channel_id = (await self._client.create_dm(discord.Object(where.user_id))).id
            self._directs[where.user_id] = channel_id
        return self._client.get_partial_messageable(channel_id)

    async def _unarchive(self, channel_id: int) -> None:
        channel = await self._channel(channel_id)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=False)

    async def _channel(self, channel_id: int) -> Channel:
        channel = self._client.get_channel(channel_id)
        if channel is None:
            async with self._errors(None):
                channel = await self._client.fetch_channel(channel_id)
        if not isinstance(
            channel,
            discord.TextChannel
            | discord.Thread
            | discord.VoiceChannel
            | discord.StageChannel
            | discord.DMChannel,
        ):
            raise Gone(channel=True)
        return channel

    @asynccontextmanager
    async def _errors(
        self,
        channel: Channel | discord.PartialMessageable | None,
        where: Where | None = None,
    ) -> AsyncIterator[None]:
        """Turn discord.py's errors into the courier's."""
        try:
            yield
        except discord.HTTPException as error:
            known = await self._known(error, channel, where)
            if known is None:
                raise
            raise known from error

    async def _known(
        self,
        error: discord.HTTPException,
        channel: Channel | discord.PartialMessageable | None,
        where: Where | None,
    ) -> CourierError | None:
        if error.code in _DIRECT_CLOSED and isinstance(where, ToUser):
            return DirectClosed(where.user_id)
        if error.code == UNKNOWN_CHANNEL:
            return Gone(channel=True)
        if error.code == UNKNOWN_MESSAGE:
            return Gone()
        if error.code in {MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED}:
            if isinstance(channel, discord.PartialMessageable):
                return Missing(_missing_in(self._client.get_channel(channel.id)))
            return Missing(_missing_in(channel))
        if error.status == 429 or error.status >= 500:
            return TryLater(_LATER, unsure=error.status >= 500)
        return None


def _content(post: Post) -> Content:
    if not isinstance(post.content, Content):
        raise TypeError(f"{post.key} has no content that can be sent")
    return post.content


def _thread_type(
    channel: discord.TextChannel,
) -> Literal[discord.ChannelType.news_thread, discord.ChannelType.public_thread]:
    """Announcement channels have threads of their own kind."""
    if channel.is_news():
        return discord.ChannelType.news_thread
    return discord.ChannelType.public_thread


def _thread_name(table: Table) -> str:
    return f"{plain(table.name)} · {table.id}"


def _missing_in(channel: object) -> str:
    """The permissions that the bot seems to lack in *channel*, as far as it is known."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return "View Channel"
    me = channel.guild.me
    is_thread = isinstance(channel, discord.Thread)
    titles = missing(channel.permissions_for(me), thread=is_thread)
    return ", ".join(titles) or ("Manage Threads" if is_thread else "View Channel")
