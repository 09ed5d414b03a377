"""The command tree: where commands can be used, and an answer when one is not even begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.client.answers import answering

if TYPE_CHECKING:
    from bot.client.client import TwoRivers


class CommandTree(app_commands.CommandTree["TwoRivers"]):
    """The commands of a client, in a server and in direct messages with the bot."""

    def __init__(self, client: TwoRivers) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def on_error(
        self,
        interaction: discord.Interaction[TwoRivers],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer what failed before a command had its say, such as an option of another version."""
        async with answering(interaction):
            raise error
