"""Handlers of what users want to see of a game."""

from dataclasses import replace
from functools import partial

from bot.content.message import Content, Desk
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status
from bot.features.board.looking import board_page, log_page, more_page, score_page
from bot.intents import board
from bot.parts.buttons import rows_of_looking
from bot.parts.in_words import in_words_page
from bot.parts.result import result, stopped
from bot.parts.turn.spaces import why_not, zoom_on_spaces, zoom_page


@handles
async def show_log(context: TableContext, _: board.SeeLog) -> Content:
    """Show what has happened."""
    words, table = context.words, context.table
    log = log_page(words, table, await context.services.games.history(table.id))
    return replace(log, rows=rows_of_looking(words, table, context.visit.seat))


@handles
async def show_desk(context: TableContext, _: board.SeeDesk) -> Desk:
    """The player's desk."""
    return Desk(context.seat())


@handles
async def show_more(context: TableContext, _: board.SeeMore) -> Content:
    """Show what has no button on the player's desk."""
    return more_page(context.words, context.seat())


@handles
async def show_score(context: TableContext, _: board.SeeScore) -> Content:
    """The player's points."""
    return score_page(context.words, context.seat())


@handles
async def show_result(context: TableContext, _: board.SeeResult) -> Content:
    """Show how the game ended. Raises Refused unless it is over."""
    context.check_started()
    table = context.table
    if not table.has_ended:
        raise Refused(Refusal.NOT_OVER, game=table.name)
    read_record = partial(context.services.games.record, table.id)
    if table.status is Status.ABANDONED:
        return stopped(context.words, table, read_record)
    return result(context.words, table, f"result-{table.id}", read_record)


@handles
async def show_board(context: TableContext, _: board.SeeBoard) -> Content:
    """The board."""
    context.check_started()
    return board_page(context.words, context.table, context.visit.seat)


@handles
async def show_in_words(context: TableContext, intent: board.SeeInWords) -> Content:
    """Show what the pictures show, in words."""
    context.check_started()
    return in_words_page(context.words, context.table, context.visit.seat, intent.page)


@handles
async def zoom(context: TableContext, intent: board.Zoom) -> Content:
    """A part of the board, or where a piece may go. Raises IllegalAction for that out of turn."""
    context.check_started()
    if intent.part is board.Part.WHOLE:
        return board_page(context.words, context.table, context.visit.seat)
    if intent.piece is None:
        return zoom_page(context.words, context.table, intent.part, context.visit.seat)
    return zoom_on_spaces(context.words, context.acting(), intent)


@handles
async def explain_why_not(
    context: TableContext, intent: board.WhyNot | board.PickWhyNot
) -> Content:
    """Show where a piece may not go, and why."""
    return why_not(context.words, context.acting(), intent.piece)
