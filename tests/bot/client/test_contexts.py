"""Contexts in which commands can be used, as they are registered at Discord."""

from collections import Counter

import discord
import pytest

from bot.client.base import RiversClient
from bot.client.interactions.tree import CommandTree
from bot.commands.slash_commands import add_commands
from tests.bot.i18n.kinds import Kind

SERVER, DIRECTS, OTHERS = 0, 1, 2
"""The contexts: a server, direct messages with the bot, direct messages with others."""
BY_SERVER, BY_USER = 0, 1
CHAT = discord.AppCommandType.chat_input.value
IN_SERVERS = {"open", "play", "invite", "Invite", "leaderboard", "check", "move", "server"}
BY_HOST = "bot"


def registered(*, allowed):
    """The commands as they are registered, if users are *allowed* to add the bot, or are not."""
    tree = CommandTree(RiversClient(intents=discord.Intents.none()))
    add_commands(tree)
    if allowed is not None:
        tree.let_users_install(allowed=allowed)
    return {command.name: command.to_dict(tree) for command in tree.get_commands()}


def test_whatever_is_done_in_a_game_can_be_done_wherever_its_player_is():
    commands = registered(allowed=True)
    assert commands.keys() > IN_SERVERS
    for name, command in commands.items():
        if name not in IN_SERVERS:
            others = [] if name == BY_HOST else [OTHERS]
            assert command["contexts"] == [SERVER, DIRECTS, *others], name
            assert command["integration_types"] == [BY_SERVER, BY_USER], name


def test_discord_shows_the_context_menus():
    """At most five for people, and as many for messages."""
    menus = [each for each in registered(allowed=True).values() if each["type"] != CHAT]
    assert max(Counter(each["type"] for each in menus).values()) <= 5
    assert all(len(each["name"]) <= Kind.MENU.most for each in menus)


def test_what_the_host_does_is_shown_in_a_server_to_its_admins_alone():
    permitted = registered(allowed=True)[BY_HOST]["default_member_permissions"]
    assert permitted == discord.Permissions(administrator=True).value


@pytest.mark.parametrize("allowed", [True, False])
def test_what_is_about_a_server_is_for_servers_that_have_added_the_bot(allowed):
    commands = registered(allowed=allowed)
    for name in IN_SERVERS:
        assert commands[name]["contexts"] == [SERVER], name
        assert commands[name]["integration_types"] == [BY_SERVER], name


@pytest.mark.parametrize("allowed", [False, None])
def test_an_application_that_does_not_allow_it_has_no_commands_for_users(allowed):
    """Nor has one of which that is not known."""
    for name, command in registered(allowed=allowed).items():
        assert BY_USER not in command["integration_types"], name
        assert OTHERS not in command["contexts"], name
