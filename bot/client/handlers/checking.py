"""Checking what the bot may do in a server: for whoever manages it."""

from collections.abc import Iterable
from typing import TypeAlias

import discord

from bot.client.base import Interaction
from bot.client.interactions.answers import Puzzled, words_for
from bot.client.permissions import adding_link, granted, own_role
from bot.content.content import Content
from bot.content.needs import NEEDS
from bot.domain import Table
from bot.features.server.checking_page import CheckedPlace, CheckedServer, checking_page

Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread


async def check_page(interaction: Interaction, channel_id: int | None = None) -> Content:
    """What the bot needs where somebody asks, or in a channel of the server.

    Raises Puzzled, with one sentence, for whoever does not manage the server.
    """
    words, guild = words_for(interaction), interaction.guild
    if guild is None:
        raise Puzzled(Content(words._("Type `/check` in a channel of the server.")))
    if not interaction.permissions.manage_guild:
        raise Puzzled(
            Content(words._("Only those who manage this server can check my permissions."))
        )
    here = guild.get_channel_or_thread(channel_id or interaction.channel_id or 0)
    if here is None and channel_id is None and isinstance(interaction.channel, Channel):
        here = interaction.channel  # a thread that is archived
    checked = None if here is None else _checked(here, guild, interaction.user)
    if checked is None:
        raise Puzzled(Content(words._("I cannot see that channel, or it is gone.")))
    tables = await interaction.client.services.games.in_server(guild.id)
    return checking_page(words, _server(interaction, guild, checked, tables))


def _server(
    interaction: Interaction, guild: discord.Guild, here: CheckedPlace, tables: Iterable[Table]
) -> CheckedServer:
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


def _shown(
    table: Table, guild: discord.Guild, user: discord.User | discord.Member
) -> CheckedPlace | None:
    """Where a game is shown; None if that is gone.

    A thread that is archived is not known: what counts is its channel.
    """
    channel = guild.get_channel_or_thread(table.shown_at)
    if channel is not None:
        return _checked(channel, guild, user)
    parent = guild.get_channel(table.place.channel_id)
    return None if parent is None else _checked(parent, guild, user, thread_id=table.shown_at)


def _checked(
    channel: Channel,
    guild: discord.Guild,
    user: discord.User | discord.Member,
    *,
    thread_id: int | None = None,
) -> CheckedPlace | None:
    """A channel or thread, or an archived thread of the channel; None if its channel is gone."""
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
    """Those that count, by the names that are used here: discord.py has several for some."""
    return frozenset(need.permission for need in NEEDS if getattr(permissions, need.permission))
