"""Context menus: commands in the menu of a person or of a message. Discord shows five of each."""

import discord
from discord import app_commands

from bot.client.base import Interaction, RiversClient
from bot.client.interactions.answer_request import answer
from bot.client.interactions.tree import in_servers
from bot.client.messages.conversion import game_shown
from bot.commands.typed import player_id
from bot.domain.refusals import Refusal, Refused
from bot.intents import UserRequest
from bot.intents.board import SeeDesk, SeeDeskHere
from bot.intents.seats import AskAlso
from bot.intents.standing import SeeComputers, SeeProfile
from engine import N_


def add_commands(tree: app_commands.CommandTree[RiversClient]) -> None:
    """Register every context menu with a tree."""
    for each in globals().values():
        if isinstance(each, app_commands.ContextMenu):
            tree.add_command(each)


@app_commands.context_menu(name=N_("Profile"))
async def profile(interaction: Interaction, player: discord.User | discord.Member) -> None:
    """Show a person's profile; for the bot itself, the results of its computers."""
    await answer(interaction, profile_of(interaction, player))


def profile_of(interaction: Interaction, player: discord.User | discord.Member) -> UserRequest:
    """Return the request for a profile."""
    if player == interaction.client.user:
        return UserRequest(SeeComputers())
    return UserRequest(SeeProfile(player.id), names={player.id: player.display_name})


@app_commands.context_menu(name=N_("Invite"))
@in_servers
async def invite(interaction: Interaction, player: discord.User | discord.Member) -> None:
    """Invite a person to one of the user's lobbies."""
    await answer(interaction, UserRequest(AskAlso(player_id(player))))


@app_commands.context_menu(name=N_("Desk"))
async def desk(interaction: Interaction, message: discord.Message) -> None:
    """Show the user's desk of the game that a message belongs to."""
    await answer(interaction, lambda: _desk_of(interaction, message))


def _desk_of(interaction: Interaction, message: discord.Message) -> UserRequest:
    """Return the request for the desk. Raises Refused if the message belongs to no game."""
    if message.author == interaction.client.user:
        if (game := game_shown(message)) is not None:
            return UserRequest(SeeDesk(), game)
        if isinstance(interaction.channel, discord.Thread):  # a message without buttons
            return UserRequest(SeeDeskHere())
    raise Refused(Refusal.OF_NO_GAME)
