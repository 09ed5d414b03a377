"""Where somebody acts: in a server of ours, in direct messages, or where the bot itself is not.

Whoever has added the bot to the own account has its commands everywhere: in servers that it is not
in, in direct messages with others and in those of groups. There it can only answer.
"""

import discord

from bot.client.base import Interaction


def users_can_install(application: discord.AppInfo | None) -> bool:
    """Whether the application allows that users add the bot to their own account."""
    return application is not None and application.user_integration_config is not None


def server_of(interaction: Interaction) -> int | None:
    """The server in which somebody acts, if the bot is in it; None anywhere else."""
    guild_id = interaction.guild_id
    if guild_id is None or interaction.client.get_guild(guild_id) is None:
        return None
    return guild_id


def elsewhere(interaction: Interaction) -> bool:
    """Whether somebody acts where the bot is not: where it can show nothing but an answer."""
    return server_of(interaction) is None and not in_directs(interaction)


def in_directs(interaction: Interaction) -> bool:
    """Whether somebody acts in direct messages with the bot, where nobody else is."""
    return interaction.context.dm_channel
