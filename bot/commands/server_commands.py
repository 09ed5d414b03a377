"""The slash commands about a server: what the bot needs there, and where games are shown."""

from typing import Any

from discord import app_commands

from bot.client.base import Interaction
from bot.client.interactions.answer_request import command
from bot.client.interactions.tree import in_servers
from bot.commands.suggestions import suggest_games
from bot.intents import UserRequest
from bot.intents.server import MoveGame, SeeCheck
from engine import N_


@app_commands.command(
    name="check", description=N_("Show which permissions I have and what is missing")
)
@app_commands.describe(channel=N_("Which channel or thread; leave empty for this one"))
@in_servers
@app_commands.default_permissions(manage_guild=True)
async def check(
    interaction: Interaction,
    channel: app_commands.AppCommandChannel | app_commands.AppCommandThread | None = None,
) -> None:
    """Check the permissions that the bot needs."""
    await command(interaction, UserRequest(SeeCheck(None if channel is None else channel.id)))


@app_commands.command(name="move", description=N_("Show a game here when its channel is gone"))
@app_commands.describe(game=N_("Which game, if several lost their channels"))
@app_commands.autocomplete(game=suggest_games)
@in_servers
async def move(interaction: Interaction, game: str | None = None) -> None:
    """Show a game elsewhere, whose channel is gone."""
    await command(interaction, UserRequest(MoveGame(game)))


SERVER_COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (check, move)
