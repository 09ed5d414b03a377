"""Handlers of the fair bag."""

from functools import partial

from bot.content.message import Content, TextForm
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.checks import check_joins, in_status
from bot.domain.naming import checked_word
from bot.domain.table import Status
from bot.features.fair.fair_page import fair_page, word_form
from bot.intents.fair import AskWord, GiveWord, SeeFairBag
from bot.parts.seal_texts import word_line


@handles
async def see_fair_bag(context: TableContext, _: SeeFairBag) -> Content:
    """Show what is sealed, what was opened, and how to check it."""
    services, table = context.services, context.table

    read_record = partial(services.games.record, table.id)
    return fair_page(context.words, await services.sealing.read(table), read_record)


@handles
async def ask_word(context: TableContext, _: AskWord) -> TextForm:
    """The window for a word, as long as the game has not started.

    Raises Refused for who neither plays nor can join.
    """
    table, user_id = in_status(context.table, Status.LOBBY), context.person.user_id
    joins = table.player_of(user_id) is None
    if joins:
        check_joins(table, user_id)
    return word_form(context.words, table, joins=joins)


@handles
async def give_word(context: TableContext, intent: GiveWord) -> Content:
    """Give a word."""
    word = checked_word(intent.text)
    table = await context.store(
        context.services.sealing.give_word(context.table.id, context.person, word)
    )
    return Content(word_line(context.words, table, word))
