"""Handlers of the list of games."""

from bot.content.message import Content
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.features.games.game_list import Listing, finished_wanted, games_page
from bot.intents.games import SeeGames


@handles
async def list_games(context: LocationContext, intent: SeeGames) -> Content:
    """The user's games, and those of this server that can be joined, as far as they may be seen."""
    services, user_id, location = context.services, context.person.user_id, context.location
    joinable = await services.games.joinable(user_id, location.origin.guild_id)
    listing = Listing(
        await services.games.of_user(user_id),
        [table for table in joinable if location.sees(table.place.channel_id)],
        await services.games.finished_of(user_id, finished_wanted(intent.page)),
        await services.forgetting.forgotten_at(),
        services.forgetting.finished_days,
    )
    return games_page(context.words, listing, user_id, intent.page)
