"""The messages of servers that belong to no game, by their kinds."""

from collections.abc import Mapping
from functools import partial

from bot.content.message import PublicContent
from bot.delivery import Page
from bot.features.server.board_page import board_page
from bot.i18n import Words
from bot.use_cases import BOARD, Services


def server_pages(services: Services) -> Mapping[str, Page]:
    """Return what makes each kind of message, as it should be now."""
    return {BOARD: partial(_board, services)}


async def _board(
    services: Services, guild_id: int, channel_id: int, language: str
) -> PublicContent:
    games = await services.boards.listed(guild_id, channel_id)
    return board_page(Words.of(language), games)
