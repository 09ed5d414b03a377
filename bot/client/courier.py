"""Sends posts to Discord, with errors by the kind of failure.

A channel is looked up only where its kind or its permissions matter: its number is enough to send
and to edit.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

import discord
from aiolimiter import AsyncLimiter

from bot.client.base import RiversClient
from bot.client.connection.error_codes import (
    LEFT_AS_IT_IS,
    MISSING_ACCESS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL,
    Meaning,
    meaning_of,
)
from bot.client.connection.trouble import (
    TROUBLE,
    describe,
    from_the_edge,
    is_no_verdict,
    pause_wanted,
    unsure,
)
from bot.client.messages.conversion import edit_arguments, has_sign, is_about, send_arguments
from bot.client.messages.permissions import granted_in, lacking, threads_permitted
from bot.content.message import Content
from bot.content.names import thread_name
from bot.content.needs import MANAGE_THREADS, VIEW, joined
from bot.counting import Duration
from bot.delivery import (
    CLOCK_SKEW,
    FLEETING,
    CourierError,
    Destination,
    DirectMessagesClosed,
    Gone,
    InChannel,
    InTrouble,
    MessageSearch,
    MissingPermission,
    NoThread,
    NotTaken,
    PlaceClosed,
    Post,
    PostKind,
    SentMessage,
    Target,
    TooEarly,
    TooOld,
    ToUser,
    TryLater,
)
from bot.domain.table import Home, HomeKind, Table

log = logging.getLogger(__name__)

_REOPENED = {MISSING_ACCESS, UNKNOWN_CHANNEL}
"""Codes after which direct messages are opened again. For users who have added the bot to their
account, Discord sometimes denies access once, and then grants it."""
_RETRIED_AFTER = 0.5
"""Seconds until a refused direct message is tried once more before the refusal is believed."""
_ANSWERED_WITHIN = 100.0
"""Seconds for a call, including waits of discord.py: longer than it sleeps for one 429."""
_WEEK_IN_MINUTES: Literal[10080] = 10080
_CLOSES_DIRECTS = {
    Meaning.CHANNEL_GONE,
    Meaning.CONTENT,
    Meaning.CLOSED,
    Meaning.FULL,
    Meaning.PERMISSION,
    Meaning.PERSON,
    Meaning.PLACE,
}
_SEARCHED = 500
"""The most messages of a channel that are searched."""
_INVALID = {401, 403, 429}
"""Discord blocks an address that gets 10,000 of these in ten minutes."""
_MOST_INVALID = 5_000
"""This program's limit in ten minutes; other programs may share its address."""
_COUNTED_FOR = 600.0

_AT_ONCE = 1 / 12
"""The part of the calls of a second that may be made at once. The others follow evenly: more calls
at once leave room for fewer."""

_P = ParamSpec("_P")
_T = TypeVar("_T")
Channel: TypeAlias = (
    discord.TextChannel
    | discord.Thread
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.DMChannel
)


def _tried_twice(
    call: Callable[_P, Coroutine[Any, Any, _T]],
) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Retry a call once if a user refuses direct messages: sometimes that is a mistake."""

    @wraps(call)
    async def call_twice(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return await call(*args, **kwargs)
        except _NothingTaken:
            raise
        except DirectMessagesClosed:
            await asyncio.sleep(_RETRIED_AFTER)
            return await call(*args, **kwargs)

    return call_twice


class DiscordCourier:
    """The courier of :mod:`bot.delivery`, over a connected client."""

    def __init__(self, client: RiversClient) -> None:
        """Calls are limited to those that the client may make."""
        self._client = client
        self._directs: dict[int, int] = {}
        """The channels of direct messages, by user: they never change."""
        self._to_reopen: set[int] = set()
        """Users whose direct messages denied the bot access."""
        self._turn: AbstractAsyncContextManager[None] = nullcontext()
        if client.calls_a_second is not None:
            at_once = max(1.0, client.calls_a_second * _AT_ONCE)
            steadily = client.calls_a_second * (1 - _AT_ONCE)
            self._turn = AsyncLimiter(at_once, at_once / steadily)
        self._shut_out_until = 0.0
        """The time of the loop until which Discord takes nothing from this address."""
        self._invalid: deque[float] = deque(maxlen=_MOST_INVALID)
        """The times of the latest invalid calls."""

    def is_in(self, guild_id: int | None) -> bool:
        """Return True if the bot is in a server, also one in an outage."""
        return guild_id is None or self._client.servers.is_in(guild_id)

    async def open_home(self, table: Table, message: SentMessage) -> Home:
        """Open the game's thread. Returns the channel if that has no threads or refuses one.

        The thread is made from a message, so there can be only one, with the message's number.
        """
        channel = await self._channel(table.place.channel_id)
        if isinstance(channel, discord.Thread):
            return Home(channel.id, HomeKind.THREAD)
        if not isinstance(channel, discord.TextChannel):
            return Home(channel.id, HomeKind.CHANNEL)
        permissions = await self._granted(channel)
        if permissions is None or not threads_permitted(permissions):
            return Home(channel.id, HomeKind.CHANNEL)
        opening = channel.get_partial_message(message.message_id)
        for name in (thread_name(table), f"Two Rivers · {table.id}"):
            try:
                async with self._errors(channel, shows=True):
                    await opening.create_thread(name=name, auto_archive_duration=_WEEK_IN_MINUTES)
            except PlaceClosed as closed:
                log.info("game %d has no thread: %s", table.id, closed)
                return Home(channel.id, HomeKind.CHANNEL)
            except _DoneAlready:
                log.info("the thread of game %d was there already", table.id)
            except discord.HTTPException as error:
                log.info("a thread's name is refused: %s", describe(error))
                continue
            return Home(message.message_id, HomeKind.THREAD)
        return Home(channel.id, HomeKind.CHANNEL)

    @_tried_twice
    async def send(self, post: Post, where: Destination, nonce: int) -> SentMessage:
        """Send a post: once with that nonce, however often this is called within minutes.

        Discord remembers a nonce for "the past few minutes", and returns its message.
        """
        channel = await self._where(where)

        async def attempt(content: Content) -> discord.Message:
            arguments = await send_arguments(content)
            async with self._errors(channel, where, shows=True):
                return await channel.send(nonce=nonce, **arguments)

        message, emojis = await self._shown(post, where, attempt)
        return SentMessage(channel.id, message.id, emojis)

    async def check_is_there(self, sent: SentMessage) -> None:
        """Look for a message. Raises Gone if it was deleted."""
        channel = self._client.get_partial_messageable(sent.channel_id)
        async with self._errors(channel):
            await channel.fetch_message(sent.message_id)

    async def edit(self, post: Post, sent: SentMessage) -> SentMessage:
        """Edit a post.

        Raises Gone if a user refuses it: only a refused new message shows that direct messages are
        closed.
        """
        try:
            return await self._edit(post, sent)
        except DirectMessagesClosed:
            raise Gone from None

    @_tried_twice
    async def _edit(self, post: Post, sent: SentMessage) -> SentMessage:
        channel = self._client.get_partial_messageable(sent.channel_id)
        message = channel.get_partial_message(sent.message_id)

        async def attempt(content: Content) -> None:
            arguments = await edit_arguments(content)
            async with self._errors(channel, post.target, shows=True):
                try:
                    await message.edit(**arguments)
                except discord.HTTPException as error:
                    if error.code == THREAD_ARCHIVED:
                        await self._unarchive(sent.channel_id)
                        await message.edit(**(await edit_arguments(content)))
                    elif error.code == TOO_MANY_OLD_EDITS and (
                        post.kind in FLEETING or post.kind is PostKind.TURN
                    ):
                        raise TooOld from error
                    else:
                        raise

        if isinstance(post.target, ToUser) and post.target.user_id in self._to_reopen:
            await self._where(post.target)
        _, emojis = await self._shown(post, post.target, attempt)
        return replace(sent, emojis=emojis)

    async def _shown(
        self, post: Post, where: Destination | Target, attempt: Callable[[Content], Awaitable[_T]]
    ) -> tuple[_T, frozenset[int]]:
        """Send or edit a post. Returns the result, and the emojis that may be on the message.

        On a desk, which presses change, all may be. If even the post's last resort is refused, the
        place counts as closed.
        """
        emojis = self._client.piece_emojis
        try:
            shown, on_message = await emojis.shown(post.made(), attempt)
        except discord.HTTPException as error:
            if isinstance(where, ToUser):
                raise _NothingTaken(where.user_id) from error
            raise PlaceClosed(describe(error)) from error
        return shown, emojis.numbers if post.kind in FLEETING else on_message

    async def remove(self, sent: SentMessage) -> None:
        """Delete a message. One that cannot be is left as it is: its buttons are still answered."""
        channel = self._client.get_partial_messageable(sent.channel_id)
        async with self._errors(channel):
            try:
                await channel.get_partial_message(sent.message_id).delete()
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED and meaning_of(error) not in LEFT_AS_IT_IS:
                    raise
                log.info("message %s stays: %s", sent.message_id, describe(error))

    async def rename_home(self, home: Home, name: str) -> None:
        """Rename the game's thread, if its name differs."""
        try:
            thread = await self._channel(home.channel_id)
            if not isinstance(thread, discord.Thread) or thread.name == name:
                return
            async with self._errors(thread):
                await thread.edit(name=name)
        except (Gone, PlaceClosed, NotTaken) as why:
            log.info("thread %s keeps its name: %s", home.channel_id, why)

    async def retire(self, sent: SentMessage) -> None:
        """Remove the buttons of a message.

        One that can no longer be edited keeps them: they are answered as outdated.
        """
        channel = self._client.get_partial_messageable(sent.channel_id)
        message = channel.get_partial_message(sent.message_id)
        async with self._errors(channel):
            try:
                await message.edit(view=None)
            except discord.HTTPException as error:
                stays = error.code in {THREAD_ARCHIVED, TOO_MANY_OLD_EDITS}
                if not stays and meaning_of(error) not in LEFT_AS_IT_IS:
                    raise
                log.info("message %s keeps its buttons: %s", sent.message_id, describe(error))

    @_tried_twice
    async def find(self, sought: MessageSearch, where: Destination) -> SentMessage | None:
        """Return the message that an interrupted :meth:`send` has sent, if it did.

        If none has its sign, one with buttons of its game.
        """
        me = self._client.user
        channel = await self._where(where)
        found = None
        async with self._errors(channel, where):
            async for message in channel.history(limit=_SEARCHED, after=sought.since - CLOCK_SKEW):
                if me is None or message.author.id != me.id or message.id in sought.others:
                    continue
                if has_sign(message, sought.sign):
                    return SentMessage(channel.id, message.id)
                if sought.about is not None and is_about(message, sought.about):
                    found = SentMessage(channel.id, message.id)
        return found

    # --- channels and errors -------------------------------------------------------------------

    async def _where(self, where: Destination) -> discord.PartialMessageable:
        if isinstance(where, InChannel):
            return self._client.get_partial_messageable(where.channel_id)
        user_id = where.user_id
        if user_id not in self._directs:
            async with self._errors(None, where):
                opened = await self._client.create_dm(discord.Object(user_id))
            self._directs[user_id] = opened.id
        if user_id in self._to_reopen:
            async with self._errors(None, where):
                reopened = await self._client.http.start_private_message(user_id)
            self._directs[user_id] = int(reopened["id"])
            self._to_reopen.discard(user_id)
        return self._client.get_partial_messageable(self._directs[user_id])

    async def _unarchive(self, channel_id: int) -> None:
        channel = await self._channel(channel_id)
        if isinstance(channel, discord.Thread):
            try:
                await channel.edit(archived=False)
            except discord.Forbidden as error:  # perhaps it is not known, as archived ones are not
                raise MissingPermission(await self._missing_in(channel)) from error

    async def _granted(
        self, channel: discord.abc.GuildChannel | discord.Thread
    ) -> discord.Permissions | None:
        """Return the bot's permissions in a channel, or in that of a thread; None if it is gone."""
        guild = self._client.servers.get(channel.guild.id)
        if guild is None:
            async with self._errors(None):
                guild = await self._client.servers.fetch(channel.guild.id)
        return granted_in(guild, channel)

    async def _missing_in(self, channel: object) -> str:
        """Return the permissions that the bot seems to lack in *channel*.

        A thread in which it lacks none is locked.
        """
        try:
            if isinstance(channel, discord.PartialMessageable):
                # If all channels are known but not this one, it is hidden from the bot or archived.
                known = self._client.get_channel(channel.id)
                asks = known is None and not self._client.servers.sees_all
                channel = await self._channel(channel.id) if asks else known
            if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
                return VIEW.title
            permissions = await self._granted(channel)
        except CourierError:
            return VIEW.title
        if permissions is None:
            return VIEW.title
        is_thread = isinstance(channel, discord.Thread)
        lacked = lacking(permissions, thread=is_thread)
        return joined(lacked or [MANAGE_THREADS if is_thread else VIEW])

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
        where: Destination | Target | None = None,
        *,
        shows: bool = False,
    ) -> AsyncIterator[None]:
        """Make a Discord call in this context, within the rate limit; raises the courier's errors.

        If the call *shows* a message, a refusal of its content is raised unchanged.
        """
        loop = asyncio.get_running_loop()
        if self._shut_out_until > loop.time():
            raise TryLater(self._shut_out_until - loop.time())
        try:
            async with self._client.within(_ANSWERED_WITHIN):
                began = loop.time()
                async with self._turn:
                    self._client.counts.time(Duration.HELD_BACK, loop.time() - began)
                    yield
        except TROUBLE as error:
            self._note_invalid(error, loop.time())
            if shows and meaning_of(error) is Meaning.CONTENT:
                raise
            raise await self._known(error, channel, where) from error

    def _note_invalid(self, error: Exception, now: float) -> None:
        """Pause all calls if Discord asks this address to wait, or is about to block it."""
        pause = pause_wanted(error)
        if pause is not None and from_the_edge(error):
            self._shut_out_until = now + pause
        if isinstance(error, discord.HTTPException) and error.status in _INVALID:
            self._invalid.append(now)
            until = self._invalid[0] + _COUNTED_FOR
            if len(self._invalid) == self._invalid.maxlen and until > now:
                log.error("too many refusals: sending nothing for %.0f seconds", until - now)
                self._shut_out_until = max(self._shut_out_until, until)

    async def _known(
        self,
        error: Exception,
        channel: Channel | discord.PartialMessageable | None,
        where: Destination | Target | None,
    ) -> CourierError:
        """Return the courier's error for an error from Discord."""
        if isinstance(where, ToUser) and meaning_of(error) in _CLOSES_DIRECTS:
            if isinstance(error, discord.HTTPException) and error.code in _REOPENED:
                self._to_reopen.add(where.user_id)
            return DirectMessagesClosed(where.user_id, left=meaning_of(error) is Meaning.PERSON)
        pause = pause_wanted(error)
        if pause is not None:
            return TryLater(pause, everywhere=from_the_edge(error))
        description = describe(error)
        if unsure(error) or not isinstance(error, discord.HTTPException):
            return InTrouble(description)
        if is_no_verdict(error):
            return TooEarly(description, unsure=True)
        match meaning_of(error):
            case Meaning.MESSAGE_GONE:
                return Gone()
            case Meaning.CHANNEL_GONE:
                return Gone(channel=True)
            case Meaning.DONE:
                return _DoneAlready()
            case Meaning.PERMISSION if error.code == THREAD_LOCKED:
                return MissingPermission(MANAGE_THREADS.title)
            case Meaning.PERMISSION:
                return MissingPermission(await self._missing_in(channel))
            case Meaning.FULL:
                return NoThread(description)
            case Meaning.PLACE | Meaning.CLOSED | Meaning.PERSON | Meaning.CONTENT:
                return PlaceClosed(description)
            case Meaning.EARLY:
                return TooEarly(description)
        return NotTaken(description)


class _DoneAlready(CourierError):
    """The message has a thread already."""


class _NothingTaken(DirectMessagesClosed):
    """Discord refuses every message to a user."""
