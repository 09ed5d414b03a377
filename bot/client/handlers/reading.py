"""Showing what somebody wants to read: the rules, and what is about no one game."""

from typing import assert_never

import discord

from bot.client.base import Interaction
from bot.client.handlers.checking import check_page
from bot.client.interactions.answers import words_for
from bot.client.interactions.interaction_context import server_of
from bot.content.content import Content
from bot.domain import Table
from bot.features.games.games import Listing, finished_wanted, games_page
from bot.features.rules.legend import legend_page
from bot.features.rules.rules import contents_page, rule_page
from bot.intents import PickRule, Reading, SeeCheck, SeeGames, SeeLegend, SeeRule, SeeRules


async def read_page(interaction: Interaction, wanted: Reading) -> Content:
    """Show it, drawn as whoever asks has set it for all games."""
    words = words_for(interaction)
    match wanted:
        case SeeRules():
            return contents_page(words)
        case SeeRule(name) | PickRule(_, name):
            return rule_page(words, name, high_contrast=await _high_contrast(interaction))
        case SeeLegend():
            return legend_page(words, high_contrast=await _high_contrast(interaction))
        case SeeGames(page):
            return await _games(interaction, page)
        case SeeCheck():
            return await check_page(interaction)
        case _:
            assert_never(wanted)


async def _high_contrast(interaction: Interaction) -> bool:
    return (await interaction.client.services.preferences.habits(interaction.user.id)).high_contrast


async def _games(interaction: Interaction, page: int) -> Content:
    """Somebody's games, and those of this server, as far as it may be seen, that can be joined."""
    services, user_id = interaction.client.services, interaction.user.id
    joinable = await services.games.joinable(user_id, server_of(interaction))
    listing = Listing(
        await services.games.of_user(user_id),
        [table for table in joinable if _sees(interaction, table)],
        await services.games.finished_of(user_id, finished_wanted(page)),
        await services.forgetting.forgotten_at(),
        services.forgetting.finished_days,
    )
    return games_page(words_for(interaction), listing, user_id, page)


def _sees(interaction: Interaction, table: Table) -> bool:
    """Whether whoever acts may see the channel in which a game was opened."""
    guild, user = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(table.place.channel_id)
    return (
        channel is not None
        and isinstance(user, discord.Member)
        and channel.permissions_for(user).view_channel
    )
