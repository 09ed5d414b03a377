"""Telling a user that what counts could not be shown."""

import asyncio

from bot.client.interactions.answers import Reply, words_for
from bot.content.content import Content
from bot.content.needs import is_locked

_PATIENCE = 5.0
"""Seconds after which a player is not told any more that something could not be shown."""


async def tell_of_trouble(reply: Reply, table_id: int) -> None:
    """Tell the player, and name the permission, if the game could not be shown just now."""
    delivery, words = reply.interaction.client.delivery, words_for(reply.interaction)
    try:
        async with asyncio.timeout(_PATIENCE):
            await delivery.rest(table_id)
    except TimeoutError:
        return
    if delivery.has_left(table_id):
        await reply.add(
            Content(
                words._(
                    "It counts, but nobody else is told of it: I am not in the game's server any "
                    "more. Once somebody adds me again, I catch up. A player can also type `/move` "
                    "in a channel of another server that I am in."
                )
            )
        )
        return
    problem = delivery.problem(table_id)
    if problem is None:
        return
    if is_locked(problem):
        text: str = words._(
            "It counts, but I could not show it in the game's thread: that is locked. Once "
            "somebody who manages the server unlocks it, I will catch up."
        )
    else:
        text = words._(
            "It counts, but I could not show it in the game's channel: I need the permission "
            "{missing}. Once somebody who manages the server gives it to me, I will catch up.",
            missing=problem,
        )
    await reply.add(Content(text))
