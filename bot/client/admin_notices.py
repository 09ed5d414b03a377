"""Notices for the admins of a server, once each: how to begin, what is new, what hides games.

The bot does not know the members of a server, only its owner's number. So it writes to channels
that admins read, without mentions, or else to the owner.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from zlib import crc32

import discord
from sqlalchemy import Connection

from bot import __version__
from bot.client.connection.servers import Servers
from bot.client.connection.trouble import TROUBLE, describe, pause_wanted, unsure
from bot.client.messages.conversion import send_arguments
from bot.client.messages.permissions import adding_link, own_role
from bot.content.message import Content
from bot.content.needs import is_locked
from bot.domain.refusals import Refused
from bot.i18n import Words
from bot.posts.server_notices import complaint_page, greeting, news_page
from bot.store import Store, StoreError
from bot.store.queries import games, markers, outbox
from bot.use_cases import Services

log = logging.getLogger(__name__)

_SENT_WITHIN = 30.0
_LATELY = timedelta(days=1)
"""Servers that the bot joined within this time are greeted at a start."""

_VERSION = ".".join(__version__.split(".")[:2])
"""The version for news: a release that only fixes something has none."""
_UPDATED = f"updated {_VERSION}"


class _Delivery(Enum):
    """The result of sending a notice."""

    YES = "yes"
    NOT_NOW = "not now"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class AdminNotices:
    """Sends notices to the admins of the servers that the bot is in."""

    client: discord.Client
    servers: Servers
    services: Services
    store: Store
    clock: Callable[[], datetime]
    within: Callable[[float], asyncio.Timeout]
    """Limits the seconds to wait for Discord."""

    # --- a new server ------------------------------------------------------------------------

    async def greet(self, guild: discord.Guild) -> None:
        """Say how to begin, where everyone reads it: once each time that the bot is added."""
        rooms = _rooms_for_all(guild)
        if not rooms:
            return
        key = f"greeted {guild.id} {_joined(guild)}"
        if await self.store.write(_note_greeted, key, _news(guild), self.clock()):
            await self._write(key, rooms, greeting(_words(guild)))

    async def greet_new(self) -> None:
        """Greet the servers to which the bot was added while it was down.

        These are servers that it joined lately, and where no game was ever opened.
        """
        for guild in self.client.guilds:
            came = None if guild.me is None else guild.me.joined_at
            if came is None or came < self.clock() - _LATELY:
                continue
            if not await self.store.look(outbox.games_in, guild.id, ()):
                await self.greet(guild)

    # --- what is new -------------------------------------------------------------------------

    async def note_version(self) -> None:
        """Note that this version runs, and whether that is an update. Raises StoreError."""
        await self.store.write(_note_version, self.clock())

    async def tell_news(self) -> None:
        """After an update, say what is new: once in each server, unless it is switched off there.

        What fails is tried again after the next start.
        """
        try:
            if await self.store.look(markers.sent_at, _UPDATED) is None:
                return
            for guild in self.client.guilds:
                rooms = _rooms_for_admins(guild)
                rules = await self.services.servers.rules(guild.id)
                if not rooms or not rules.news:
                    continue
                key = _news(guild)
                if await self.store.write(markers.mark_sent, key, self.clock()):
                    await self._write(key, rooms, news_page(_words(guild)))
        except StoreError as error:
            log.error("not every server is told what is new: %s", error)  # noqa: TRY400

    # --- what fails --------------------------------------------------------------------------

    async def report_missing(self, table_id: int, missing: str | None) -> None:
        """Report a permission that a game is missing; None if none is missing any more."""
        try:
            table = await self.services.games.get(table_id)
        except Refused:  # damaged meanwhile
            return
        guild_id = table.place.guild_id
        if guild_id is None or not self.servers.is_in(guild_id):
            return
        try:
            guild = await self.servers.fetch(guild_id)
        except TROUBLE as error:
            log.warning("nobody in server %d is told: %s", guild_id, describe(error))
            return
        if missing is None:
            for channel_id in {table.place.channel_id, table.shown_at}:
                await self.clear_complaint(guild, channel_id)
        else:
            where = table.shown_at if is_locked(missing) else table.place.channel_id
            await self.complain(guild, where, missing)

    async def complain(self, guild: discord.Guild, channel_id: int, missing: str) -> None:
        """Report *missing* permissions, by their titles: once until they are granted."""
        of_channel = _of_channel(guild, channel_id)
        key = f"{of_channel}{crc32(missing.encode()):08x}"
        say = partial(_say_instead, beginning=of_channel)
        if not await self.store.write(say, key, self.clock()):
            return
        assert self.client.application_id is not None
        link = adding_link(self.client.application_id, guild)
        page = complaint_page(_words(guild), channel_id, missing, own_role(guild), link)
        if await self._write(key, _rooms_for_admins(guild), page) is not _Delivery.NOBODY:
            return
        owner = discord.Object(guild.owner_id or 0)
        if await self._write_direct(key, owner, page) is _Delivery.NOBODY:
            log.warning("nobody in server %d can be told that %s is missing", guild.id, missing)

    async def clear_complaint(self, guild: discord.Guild, channel_id: int) -> None:
        """Forget what was missing in a channel: if it is missing again, it is reported again."""
        await self.store.write(markers.unmark_all, _of_channel(guild, channel_id))

    # --- sending -----------------------------------------------------------------------------

    async def _write(
        self, key: str, rooms: list[discord.TextChannel], content: Content
    ) -> _Delivery:
        """Write to the first of some channels that accepts it."""
        for room in rooms:
            became = await self._send(room, content)
            if became is _Delivery.NOT_NOW:
                await self.store.write(markers.unmark, key)
            if became is not _Delivery.NOBODY:
                return became
        return _Delivery.NOBODY

    async def _write_direct(self, key: str, user: discord.Object, content: Content) -> _Delivery:
        try:
            channel = await self.client.create_dm(user)
        except TROUBLE as error:
            became = _became(error)
        else:
            became = await self._send(channel, content)
        if became is _Delivery.NOT_NOW:
            await self.store.write(markers.unmark, key)
        return became

    async def _send(
        self, channel: discord.TextChannel | discord.DMChannel, content: Content
    ) -> _Delivery:
        arguments = await send_arguments(content)
        try:
            async with self.within(_SENT_WITHIN):
                await channel.send(**arguments)
        except TROUBLE as error:
            log.warning("channel %d could not be written to: %s", channel.id, describe(error))
            return _became(error)
        return _Delivery.YES


def _news(guild: discord.Guild) -> str:
    """The key of what is new in this version."""
    return f"news {guild.id} {_VERSION}"


def _note_greeted(connection: Connection, key: str, news: str, at: datetime) -> bool:
    """Mark a greeting, as :func:`markers.mark_sent`; who is greeted hears no news of today."""
    greets = markers.mark_sent(connection, key, at)
    if greets:
        markers.mark_sent(connection, news, at)
    return greets


def _note_version(connection: Connection, at: datetime) -> None:
    """Note this version. It is an update unless nothing was ever said or opened."""
    fresh = markers.is_empty(connection) and not games.is_any(connection)
    if markers.mark_sent(connection, f"version {_VERSION}", at) and not fresh:
        markers.mark_sent(connection, _UPDATED, at)


def _of_channel(guild: discord.Guild, channel_id: int) -> str:
    """The prefix of the keys of what is missing in a channel."""
    return f"lacks {guild.id} {channel_id} "


def _say_instead(connection: Connection, key: str, at: datetime, *, beginning: str) -> bool:
    """Record a notice in the place of those whose keys have that beginning."""
    markers.unmark_all(connection, beginning, but=key)
    return markers.mark_sent(connection, key, at)


def _became(error: Exception) -> _Delivery:
    """The result of a failed call: to be tried again later, or not at all."""
    return (
        _Delivery.NOT_NOW if unsure(error) or pause_wanted(error) is not None else _Delivery.NOBODY
    )


def _words(guild: discord.Guild) -> Words:
    return Words.of(str(guild.preferred_locale))


def _joined(guild: discord.Guild) -> int:
    """The time at which the bot joined a server, in seconds; it differs each time it joins."""
    came = None if guild.me is None else guild.me.joined_at
    return 0 if came is None else int(came.timestamp())


def _writable(
    guild: discord.Guild, *channels: discord.TextChannel | None
) -> Iterator[discord.TextChannel]:
    """The channels to which the bot may write, in their order."""
    for channel in dict.fromkeys(channels):
        if channel is not None and guild.me is not None:
            permissions = channel.permissions_for(guild.me)
            if permissions.view_channel and permissions.send_messages:
                yield channel


def _rooms_for_all(guild: discord.Guild) -> list[discord.TextChannel]:
    """Channels that everyone reads and the bot may write to, the best first."""
    rooms = _writable(guild, guild.system_channel, *guild.text_channels)
    return [each for each in rooms if each.permissions_for(guild.default_role).read_messages]


def _rooms_for_admins(guild: discord.Guild) -> list[discord.TextChannel]:
    """Channels that admins read and the bot may write to, the best first."""
    rooms = guild.public_updates_channel, guild.safety_alerts_channel, guild.system_channel
    return [*_writable(guild, *rooms)]
