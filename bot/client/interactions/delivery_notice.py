"""Telling a user that what counts could not be shown."""

import asyncio

from bot.client.interactions.answers import Reply
from bot.content.content import Content
from bot.content.needs import is_locked, told

_PATIENCE = 5.0
"""Seconds after which a player is not told any more that something could not be shown."""


async def tell_of_trouble(reply: Reply, table_id: int) -> None:
    """Tell the player, and name the permission, if the game could not be shown just now."""
    delivery, words = reply.interaction.client.delivery, reply.words
    try:
        async with asyncio.timeout(_PATIENCE):
            await delivery.rest(table_id)
    except TimeoutError:
        return
    if delivery.has_left(table_id):
        await reply.add(
            Content(
                words._(
                    "It counts, but no one else sees it: I'm no longer in the game's server. "
                    "An admin can add me again, or a player can type `/move` in another server "
                    "that has me."
                )
            )
        )
        return
    problem = delivery.problem(table_id)
    if problem is None:
        if delivery.is_refused(table_id):
            again = words._(
                "It counts, but Discord refused my message where the game is shown. I'll try again."
            )
            await reply.add(Content(again))
        return
    if is_locked(problem):
        text: str = words._(
            "It counts, but no one else sees it: the game's thread is locked. An admin can "
            "unlock it."
        )
    else:
        text = words._(
            "It counts, but I can't show it in the game's channel. An admin needs to give me "
            "this permission: {missing}.",
            missing=told(words, problem),
        )
    await reply.add(Content(text))
