"""The location of an interaction, from discord.py, for handlers."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

import discord

from bot.client.base import Interaction
from bot.client.connection.trouble import TROUBLE
from bot.client.messages.permissions import (
    adding_link,
    granted,
    lacking,
    own_role,
    threads_permitted,
)
from bot.content.needs import NEEDS, CheckedPlace, CheckedServer, Need, joined
from bot.content.program_status import ProgramStatus
from bot.domain.game_lookup import Origin
from bot.domain.player import OwnNumber
from bot.domain.server_rules import NOBODY_SPECIAL, Member
from bot.domain.table import Place, Table

_Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread

_ASKED_WITHIN = 10.0
"""Seconds for Discord to answer about a member of a server."""
_OPENED_WITHIN = 10.0
"""Seconds for Discord to open direct messages."""
_DELIVERED_WITHIN = 5.0
"""Seconds to wait for posts to be sent, or refused."""


def origin_of(interaction: Interaction) -> Origin:
    """Return the user, the channel, and the server if the bot is in it."""
    guild_id = interaction.guild_id
    if guild_id is not None and interaction.client.get_guild(guild_id) is None:
        guild_id = None
    return Origin(OwnNumber(interaction.user.id), guild_id, interaction.channel_id)


class DiscordLocation:
    """The place of an interaction."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        user, permissions = interaction.user, interaction.permissions
        self.guild_id = interaction.guild_id
        """The server, even if the bot is not in it."""
        self.in_thread = isinstance(interaction.channel, discord.Thread)
        """True if it is a thread."""
        self.in_directs = interaction.context.dm_channel
        """True if it is the user's direct messages with the bot."""
        self.origin = origin_of(interaction)
        """The user, the channel, and the server if the bot is in it."""
        self.elsewhere = self.origin.guild_id is None and not self.in_directs
        """True if the bot is not there: it can only answer."""
        self.language = str(interaction.guild_locale or interaction.locale)
        """The language of the server, or else of the user."""
        self.pressed = None if interaction.message is None else interaction.message.id
        """The message that was pressed."""
        self.account_name = user.global_name or user.name
        """The user's name outside of servers."""
        self.manages = permissions.manage_guild
        """True if the user has the permission to manage the server."""
        self.may_mention_all = permissions.mention_everyone
        """True if the user may mention roles that not everybody may."""
        self.bot_may_mention_all = interaction.app_permissions.mention_everyone
        """True if the bot may mention roles that not everybody may."""
        self.can_be_checked = interaction.guild is not None
        """True if it is in a server whose channels the bot knows."""

    @property
    def around(self) -> tuple[int, ...]:
        """The numbers of a thread's channel, and of the category."""
        return _around(self._interaction.channel)

    @property
    def now(self) -> datetime:
        """The time."""
        return discord.utils.utcnow()

    # --- the user --------------------------------------------------------------------------------

    @property
    def member(self) -> Member:
        """The user, as the server knows them."""
        user = self._interaction.user
        roles = user.roles if isinstance(user, discord.Member) else []
        return Member(frozenset(role.id for role in roles), self.manages)

    def sees(self, channel_id: int) -> bool:
        """Return True if the user may see a channel of the server."""
        guild, user = self._interaction.guild, self._interaction.user
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        return (
            channel is not None
            and isinstance(user, discord.Member)
            and channel.permissions_for(user).view_channel
        )

    async def at(self, place: Place) -> tuple[Member, tuple[int, ...]]:
        """Return the user as a member of a server, and the channel and category around a place.

        The user may be elsewhere now, such as in direct messages. Without what Discord keeps back.
        """
        client, user_id = self._interaction.client, self._interaction.user.id
        member, around = NOBODY_SPECIAL, tuple[int, ...]()
        if place.guild_id is None:
            return member, around
        with suppress(*TROUBLE):
            async with client.within(_ASKED_WITHIN):
                guild = await client.servers.fetch(place.guild_id)
                channel: object = guild.get_channel_or_thread(place.channel_id)
                around = _around(channel or await client.fetch_channel(place.channel_id))
                if place.guild_id == self.guild_id:
                    return self.member, around
                found = await guild.fetch_member(user_id)
                roles = frozenset(role.id for role in found.roles)
                member = Member(roles, found.guild_permissions.manage_guild)
        return member, around

    # --- the bot ---------------------------------------------------------------------------------

    async def program_status(self) -> ProgramStatus:
        """Return the state of the program, for its host."""
        return await self._interaction.client.program_status()

    @property
    def lacking(self) -> tuple[Need, ...]:
        """The permissions without which the bot can show no game there."""
        return lacking(self._interaction.app_permissions, thread=self.in_thread)

    @property
    def may_open_threads(self) -> bool:
        """True if a game can have a thread of its own there."""
        return threads_permitted(self._interaction.app_permissions)

    def is_in(self, guild_id: int) -> bool:
        """Return True if the bot is in a server."""
        return self._interaction.client.servers.is_in(guild_id)

    def checked(self, channel_id: int | None) -> CheckedPlace | None:
        """Return the permissions there, or in a channel; None if the bot sees no such channel."""
        interaction, guild = self._interaction, self._interaction.guild
        assert guild is not None
        here = guild.get_channel_or_thread(channel_id or interaction.channel_id or 0)
        if here is None and channel_id is None and isinstance(interaction.channel, _Channel):
            here = interaction.channel  # a thread that is archived
        return None if here is None else _checked(here, guild, interaction.user)

    def checked_server(self, here: CheckedPlace, tables: Iterable[Table]) -> CheckedServer:
        """Return the same for the server, and for the places of these games."""
        interaction, guild = self._interaction, self._interaction.guild
        assert guild is not None
        gone = 0
        places: dict[int, CheckedPlace] = {}
        for table in tables:
            checked = None if table.channel_gone else _shown(table, guild, interaction.user)
            if checked is None:
                gone += 1
            elif checked.channel_id != here.channel_id:
                places[checked.channel_id] = checked
        return CheckedServer(
            here,
            tuple(places.values()),
            _names(guild.me.guild_permissions),
            own_role(guild),
            adding_link(interaction.application_id, guild),
            gone,
        )

    async def tell_managers(self, lacking: tuple[Need, ...]) -> None:
        """Notify the server's admins, once, of missing permissions, or that nothing is missing."""
        guild, channel_id = self._interaction.guild, self._interaction.channel_id
        admin_notices = self._interaction.client.admin_notices
        if guild is None or channel_id is None:
            return
        if lacking:
            await admin_notices.complain(guild, channel_id, joined(lacking))
        else:
            await admin_notices.clear_complaint(guild, channel_id)

    async def open_directs(self) -> int | None:
        """Return the channel of the user's direct messages; None if Discord opens none just now.

        Even if it is opened, messages may be refused there.
        """
        client = self._interaction.client
        try:
            async with client.within(_OPENED_WITHIN):
                return (await client.create_dm(self._interaction.user)).id
        except TROUBLE:
            return None

    async def delivered(self, table_id: int) -> None:
        """Wait for a moment until a game is shown as it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_DELIVERED_WITHIN):
                await self._interaction.client.delivery.rest(table_id)


def _around(channel: object) -> tuple[int, ...]:
    if isinstance(channel, discord.Thread):
        return (channel.parent_id, *_around(channel.parent))
    category_id = getattr(channel, "category_id", None)
    return () if category_id is None else (category_id,)


def _shown(
    table: Table, guild: discord.Guild, user: discord.User | discord.Member
) -> CheckedPlace | None:
    """Return the place of a game; None if it is gone.

    An archived thread is not known: its channel counts.
    """
    channel = guild.get_channel_or_thread(table.shown_at)
    if channel is not None:
        return _checked(channel, guild, user)
    parent = guild.get_channel(table.place.channel_id)
    return None if parent is None else _checked(parent, guild, user, thread_id=table.shown_at)


def _checked(
    channel: _Channel,
    guild: discord.Guild,
    user: discord.User | discord.Member,
    *,
    thread_id: int | None = None,
) -> CheckedPlace | None:
    """Check a channel or thread, or an archived thread of it. Returns None if it is gone."""
    shown_in = channel.parent if isinstance(channel, discord.Thread) else channel
    if shown_in is None:
        return None
    for_all = granted(shown_in, guild.default_role)
    return CheckedPlace(
        thread_id or channel.id,
        thread=thread_id is not None or isinstance(channel, discord.Thread),
        has=_names(granted(shown_in, guild.me)),
        shown_in=shown_in.id,
        typed_by_all=for_all.use_application_commands,
        slowmode=0 if thread_id else getattr(channel, "slowmode_delay", 0),
        locked=isinstance(channel, discord.Thread) and channel.locked,
        visible=isinstance(user, discord.Member) and shown_in.permissions_for(user).view_channel,
    )


def _names(permissions: discord.Permissions) -> frozenset[str]:
    """Return the names of needed permissions that are granted: discord.py has several names."""
    return frozenset(need.permission for need in NEEDS if getattr(permissions, need.permission))
