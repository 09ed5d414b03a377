"""The command tree: where commands can be used, and an answer when one is not even begun."""

from collections.abc import Callable
from typing import Any, TypeVar

from discord import app_commands

from bot.client.answers import answering
from bot.client.base import Interaction, RiversClient

_CommandT = TypeVar("_CommandT", bound=Callable[..., Any] | app_commands.Command[Any, ..., Any])

SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""Where what is about a server can be used."""
BY_SERVERS = app_commands.AppInstallationType(guild=True, user=False)
"""Who has to have added the bot for it: the server, as nothing can be shown in any other."""


class CommandTree(app_commands.CommandTree[RiversClient]):
    """The commands of a client, in servers, in direct messages, and wherever a user may take them.

    A command that says nothing else can be used wherever a game can be played.
    """

    def __init__(self, client: RiversClient) -> None:
        super().__init__(client)
        self.let_users_install(allowed=False)

    def let_users_install(self, *, allowed: bool) -> None:
        """Say whether users can add the bot to their own account; it counts for the next sync.

        Then they have its commands in servers that the bot is not in as well, in their direct
        messages with others, and in those of groups. Discord refuses such commands of an
        application that does not allow it.
        """
        self.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=allowed
        )
        self.allowed_installs = app_commands.AppInstallationType(guild=True, user=allowed)

    async def on_error(
        self,
        interaction: Interaction,
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer what failed before a command had its say, such as an option of another version."""
        async with answering(interaction):
            raise error


def in_servers(command: _CommandT) -> _CommandT:
    """Let a command be used only in servers to which the bot was added."""
    there = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    by_servers = app_commands.allowed_installs(guilds=True, users=False)
    return there(by_servers(app_commands.guild_only(command)))
