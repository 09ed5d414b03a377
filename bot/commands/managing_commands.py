"""The commands of those who manage a server."""

import discord
from discord import app_commands

from bot.client.base import Interaction
from bot.client.interactions.answer_request import command
from bot.client.interactions.tree import BY_SERVERS, SERVERS
from bot.commands.suggestions import suggest_managed_games
from bot.intents import UserRequest
from bot.intents.server import ManageGame, SeeServer, Silence
from engine import N_

server = app_commands.Group(
    name="server",
    description=N_("For this server's admins"),
    guild_only=True,
    allowed_contexts=SERVERS,
    allowed_installs=BY_SERVERS,
    default_permissions=discord.Permissions(manage_guild=True),
)


@server.command(name="settings", description=N_("Who opens games, where, and how they are played"))
async def server_settings(interaction: Interaction) -> None:
    """Show what is set for the games in this server."""
    await command(interaction, UserRequest(SeeServer()))


@server.command(name="game", description=N_("End, remove or pause a game, or replace a player"))
@app_commands.describe(game=N_("Which game"))
@app_commands.autocomplete(game=suggest_managed_games)
async def server_game(interaction: Interaction, game: str) -> None:
    """Show what can be done to a game."""
    await command(interaction, UserRequest(ManageGame(), named=game))


@server.command(name="silence", description=N_("Stop a member from opening games here"))
@app_commands.describe(
    person=N_("Which member"), silent=N_("True stops them; False lets them open games again")
)
async def server_silence(
    interaction: Interaction,
    person: discord.Member | discord.User,
    *,
    silent: bool = True,
) -> None:
    """Let a member open no games, or let them again."""
    await command(interaction, UserRequest(Silence(person.id, silent)))
