"""The messages of servers that belong to no game, by their kinds."""

from collections.abc import Mapping
from functools import partial

from bot.content.message import PublicContent
from bot.delivery import Page
from bot.features.queue import queue_post
from bot.features.server.board_page import board_page
from bot.i18n import Words
from bot.parts.queue_lines import queue_lines
from bot.use_cases import BOARD, QUEUE, Services


def server_pages(services: Services) -> Mapping[str, Page]:
    """Return what makes each kind of message."""
    return {BOARD: partial(_board, services), QUEUE: partial(_queue, services)}


async def _board(
    services: Services, guild_id: int, channel_id: int, language: str
) -> PublicContent:
    games, words = await services.boards.listed(guild_id, channel_id), Words.of(language)
    waiting = queue_lines(words, await services.queue.wishes(guild_id))
    if waiting:
        waiting.append(words._("`/play` lets you wait with them."))
    return board_page(words, games, waiting)


async def _queue(
    services: Services, guild_id: int, _channel_id: int, language: str
) -> PublicContent:
    return queue_post(Words.of(language), await services.queue.look(guild_id))
