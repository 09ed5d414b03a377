"""The desk: takes a player's wish, from a command or a press, and answers it."""

import asyncio

from bot.client.answers import (
    acknowledge,
    add_answer,
    answer,
    answering,
    person_of,
    words_for,
)
from bot.client.base import Interaction
from bot.client.carrying_out import Errand, refused_page
from bot.client.meant import visit_meant, visits_meant
from bot.intents import Help, Wish, parse_wish
from bot.showing.buttons import rows_of_help
from bot.showing.content import Content
from bot.showing.help import help_page
from bot.table import Refusal, Refused
from engine import IllegalAction

_PATIENCE = 5.0
"""Seconds after which a player is not told any more that something could not be shown."""


async def press(interaction: Interaction, custom_id: str, values: list[str]) -> None:
    """Answer a press on a component."""
    try:
        wish = parse_wish(custom_id, values)
    except ValueError:  # of another version of this program
        async with answering(interaction):
            await acknowledge(interaction)
            raise Refused(Refusal.STALE) from None
    else:
        await fulfil(interaction, wish)


async def fulfil(interaction: Interaction, wish: Wish) -> None:
    """Acknowledge, do what is wished, answer."""
    helping = isinstance(wish.intent, Help)
    async with answering(interaction):
        await acknowledge(interaction, below=helping)
        if helping and wish.game is None:
            await answer(interaction, await _help(interaction))
            return
        tables, words = interaction.client.tables, words_for(interaction)
        visit = await visit_meant(interaction, wish)
        person = person_of(interaction)
        stored = False
        try:
            visit = await tables.notice(visit, person, interaction.guild_id)
            errand = Errand(tables, words, person, visit, wish)
            content = await errand.carry_out()
            stored = errand.stored
        except (IllegalAction, Refused) as refusal:
            visit = await tables.visit(visit.table.id, person.user_id)
            content = refused_page(words, refusal, visit)
        await answer(interaction, content)
        if stored:
            await tell_of_trouble(interaction, visit.table.id)


async def tell_of_trouble(interaction: Interaction, table_id: int) -> None:
    """Tell the player, and name the permission, if the game could not be shown just now."""
    delivery = interaction.client.delivery
    try:
        async with asyncio.timeout(_PATIENCE):
            await delivery.rest(table_id)
    except TimeoutError:
        return
    problem = delivery.problem(table_id)
    if problem is None:
        return
    text = words_for(interaction)._(
        "It counts, but I could not show it in the game's channel: I need the permission "
        "{missing}. Once somebody who manages the server gives it to me, I will catch up.",
        missing=problem,
    )
    await add_answer(interaction, Content(text))


async def _help(interaction: Interaction) -> Content:
    """The help, for the one game that is meant here, or for any."""
    words = words_for(interaction)
    meant = await visits_meant(interaction, None)
    if len(meant) != 1:
        return help_page(words)
    table = meant[0].table
    return help_page(words, rows_of_help(words, table), table.options)
