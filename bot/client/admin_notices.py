"""Notices to managers of a server, once: what to do first, and what keeps games from being shown.

The bot knows the members of no server, only its owner's number. So it is said in the channels
where those who manage a server look, and mentions nobody; or else to the owner.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from zlib import crc32

import discord
from sqlalchemy import Connection

from bot.client.base import RiversClient
from bot.client.connection.trouble import TROUBLE, pause_wanted, told, unsure
from bot.client.messages.conversion import sendable
from bot.client.messages.permissions import adding_link, own_role
from bot.content.content import Content
from bot.content.needs import is_locked
from bot.domain import Refused
from bot.i18n import Words
from bot.store import Store
from bot.store.queries import outbox, sent_markers

log = logging.getLogger(__name__)

_SENT_WITHIN = 30.0
_LATELY = timedelta(days=1)
"""How long ago the bot may have been added to be greeted when it comes up."""


class _Said(Enum):
    """What became of something that was to be said."""

    YES = "yes"
    NOT_NOW = "not now"
    NOBODY = "nobody"


class Overseers:
    """Those who manage the servers that the bot is in."""

    def __init__(self, client: RiversClient, store: Store, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._store = store
        self._clock = clock

    # --- a new server ------------------------------------------------------------------------

    async def greet(self, guild: discord.Guild) -> None:
        """Say what to do first where everybody reads it: once each time that the bot is added."""
        rooms = [*_rooms_for_all(guild)]
        if not rooms:
            return
        key = f"greeted {guild.id} {_joined(guild)}"
        if await self._store.write(sent_markers.say_once, key, self._clock()):
            await self._write(key, rooms, self._client.pages.greeting(_words(guild)))

    async def greet_new(self) -> None:
        """Greet the servers to which the bot was added while it was down.

        They are those where it came lately, and where no game was ever opened.
        """
        for guild in self._client.guilds:
            came = None if guild.me is None else guild.me.joined_at
            if came is None or came < self._clock() - _LATELY:
                continue
            if not await self._store.look(outbox.games_in, guild.id, ()):
                await self.greet(guild)

    # --- what fails --------------------------------------------------------------------------

    async def lacks(self, table_id: int, missing: str | None) -> None:
        """Complain of what a game cannot be shown without; None if nothing is missing any more."""
        try:
            table = await self._client.tables.get(table_id)
        except Refused:  # damaged meanwhile
            return
        guild_id = table.place.guild_id
        if guild_id is None or not self._client.servers.is_in(guild_id):
            return
        try:
            guild = await self._client.servers.known(guild_id)
        except TROUBLE as error:
            log.warning("nobody in server %d is told: %s", guild_id, told(error))
            return
        if missing is None:
            for channel_id in {table.place.channel_id, table.shown_at}:
                await self.mended(guild, channel_id)
        else:
            where = table.shown_at if is_locked(missing) else table.place.channel_id
            await self.complain(guild, where, missing)

    async def complain(self, guild: discord.Guild, channel_id: int, missing: str) -> None:
        """Complain that permissions are *missing*, by their titles: once until that is mended."""
        of_channel = _of_channel(guild, channel_id)
        key = f"{of_channel}{crc32(missing.encode()):08x}"
        say = partial(_say_instead, beginning=of_channel)
        if not await self._store.write(say, key, self._clock()):
            return
        assert self._client.application_id is not None
        link = adding_link(self._client.application_id, guild)
        page = self._client.pages.complaint(
            _words(guild), channel_id, missing, own_role(guild), link
        )
        if await self._write(key, [*_rooms_for_overseers(guild)], page) is not _Said.NOBODY:
            return
        owner = discord.Object(guild.owner_id or 0)
        if await self._write_direct(key, owner, page) is _Said.NOBODY:
            log.warning("nobody in server %d can be told that %s is missing", guild.id, missing)

    async def mended(self, guild: discord.Guild, channel_id: int) -> None:
        """Forget what was missing in a channel: if it is again, that is said again."""
        await self._store.write(sent_markers.unsay_all, _of_channel(guild, channel_id))

    # --- saying it ---------------------------------------------------------------------------

    async def _write(self, key: str, rooms: list[discord.TextChannel], content: Content) -> _Said:
        """Write something into the first of some channels that takes it."""
        for room in rooms:
            became = await self._send(room, content)
            if became is _Said.NOT_NOW:
                await self._store.write(sent_markers.unsay, key)
            if became is not _Said.NOBODY:
                return became
        return _Said.NOBODY

    async def _write_direct(self, key: str, user: discord.Object, content: Content) -> _Said:
        try:
            channel = await self._client.create_dm(user)
        except TROUBLE as error:
            became = _became(error)
        else:
            became = await self._send(channel, content)
        if became is _Said.NOT_NOW:
            await self._store.write(sent_markers.unsay, key)
        return became

    async def _send(
        self, channel: discord.TextChannel | discord.DMChannel, content: Content
    ) -> _Said:
        arguments = await sendable(content)
        try:
            async with self._client.within(_SENT_WITHIN):
                await channel.send(**arguments)
        except TROUBLE as error:
            log.warning("channel %d could not be written to: %s", channel.id, told(error))
            return _became(error)
        return _Said.YES


def _of_channel(guild: discord.Guild, channel_id: int) -> str:
    """What the keys begin with of whatever is missing in a channel."""
    return f"lacks {guild.id} {channel_id} "


def _say_instead(connection: Connection, key: str, at: datetime, *, beginning: str) -> bool:
    """Record that something is said in the place of whatever was said with that beginning."""
    sent_markers.unsay_all(connection, beginning, but=key)
    return sent_markers.say_once(connection, key, at)


def _became(error: Exception) -> _Said:
    """What follows from a call that failed: to try again later, or not at all."""
    return _Said.NOT_NOW if unsure(error) or pause_wanted(error) is not None else _Said.NOBODY


def _words(guild: discord.Guild) -> Words:
    return Words.of(str(guild.preferred_locale))


def _joined(guild: discord.Guild) -> int:
    """When the bot came to a server, in seconds; it tells one coming from the next."""
    came = None if guild.me is None else guild.me.joined_at
    return 0 if came is None else int(came.timestamp())


def _writes(guild: discord.Guild, channel: discord.TextChannel | None) -> bool:
    """Whether the bot may write there."""
    if channel is None or guild.me is None:
        return False
    permissions = channel.permissions_for(guild.me)
    return permissions.view_channel and permissions.send_messages


def _rooms_for_all(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where everybody reads what the bot may write: the best place first."""
    for channel in dict.fromkeys((guild.system_channel, *guild.text_channels)):
        if (
            channel is not None
            and _writes(guild, channel)
            and channel.permissions_for(guild.default_role).read_messages
        ):
            yield channel


def _rooms_for_overseers(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Where those who manage a server look, and the bot may write: the best place first."""
    rooms = (guild.public_updates_channel, guild.safety_alerts_channel, guild.system_channel)
    for channel in dict.fromkeys(rooms):
        if channel is not None and _writes(guild, channel):
            yield channel
