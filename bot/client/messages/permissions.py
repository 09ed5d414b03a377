"""Permissions that the bot has, and lacks, in a channel."""

import discord

from bot.content.needs import FOR_THREADS, IN_CHANNEL, IN_THREAD, NEEDS, Need


def granted(
    channel: discord.abc.GuildChannel, who: discord.Member | discord.Role
) -> discord.Permissions:
    """Return what the settings of a server and a channel grant, without implied denials.

    Without the permission to send, a bot may not attach either; only the first must be granted.
    """
    return discord.abc.GuildChannel.permissions_for(channel, who)


def granted_in(
    guild: discord.Guild, channel: discord.abc.GuildChannel | discord.Thread
) -> discord.Permissions | None:
    """Return what is granted to the bot in a channel or in that of a thread; None if it is gone.

    *guild* must know its channels, and the bot as its member.
    """
    number = channel.parent_id if isinstance(channel, discord.Thread) else channel.id
    shown_in = guild.get_channel(number)
    return None if shown_in is None else granted(shown_in, guild.me)


def lacking(permissions: discord.Permissions, *, thread: bool) -> tuple[Need, ...]:
    """Return the missing permissions without which no game can be shown there."""
    return tuple(
        need
        for need in (IN_THREAD if thread else IN_CHANNEL)
        if not getattr(permissions, need.permission)
    )


def threads_permitted(permissions: discord.Permissions) -> bool:
    """True if a game may have a thread of its own."""
    return all(getattr(permissions, need.permission) for need in FOR_THREADS)


def adding_link(application_id: int, guild: discord.Guild | None = None) -> str:
    """Return the URL to add the bot to a server, or to *guild* again, with its permissions."""
    asked = {need.permission: True for need in NEEDS if need.asked}
    return discord.utils.oauth_url(
        application_id,
        permissions=discord.Permissions(**asked),
        guild=guild or discord.utils.MISSING,
    )


def own_role(guild: discord.Guild) -> str:
    """Return the name of the bot's own role, or of the bot if it has none."""
    role = guild.self_role
    return guild.me.display_name if role is None else role.name


def users_can_install(application: discord.AppInfo | None) -> bool:
    """True if users may add the bot to their own account.

    Then they have its commands everywhere: in servers that it is not in, in direct messages with
    others and in those of groups. There it can only answer.
    """
    return application is not None and application.user_integration_config is not None
