"""The command tree: where commands can be used, and an answer when one is not even begun."""

from discord import app_commands

from bot.client.answers import answering
from bot.client.base import Interaction, RiversClient


class CommandTree(app_commands.CommandTree[RiversClient]):
    """The commands of a client, in a server and in direct messages with the bot."""

    def __init__(self, client: RiversClient) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def on_error(
        self,
        interaction: Interaction,
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer what failed before a command had its say, such as an option of another version."""
        async with answering(interaction):
            raise error
