"""What the bot may do in a server, and where its games are shown."""

from collections.abc import Iterable
from typing import TypeAlias

import discord

from bot.client.base import Interaction
from bot.client.messages.permissions import adding_link, granted, own_role
from bot.content.needs import NEEDS, CheckedPlace, CheckedServer
from bot.domain import Table

_Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread


def checked_place(interaction: Interaction, channel_id: int | None) -> CheckedPlace | None:
    """What is as it should be where the user acts, or in a channel; None if it cannot be seen."""
    guild = interaction.guild
    assert guild is not None
    here = guild.get_channel_or_thread(channel_id or interaction.channel_id or 0)
    if here is None and channel_id is None and isinstance(interaction.channel, _Channel):
        here = interaction.channel  # a thread that is archived
    return None if here is None else _checked(here, guild, interaction.user)


def checked_server(
    interaction: Interaction, here: CheckedPlace, tables: Iterable[Table]
) -> CheckedServer:
    """The same of the server, and of where these games are shown."""
    guild = interaction.guild
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
    channel: _Channel,
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
