"""Showing what somebody wants to see of a game."""

from dataclasses import replace
from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import Refusal, Refused, Status
from bot.features.board.board import board_page
from bot.features.board.buttons import rows_of_help, rows_of_looking
from bot.features.board.desk import desk_page
from bot.features.board.in_words import in_words_page
from bot.features.board.scores import score_page
from bot.features.board.why_not import why_not
from bot.features.board.zooming import zoom_on_spaces, zoom_page
from bot.features.log.story import log_page
from bot.features.posts.result import result, stopped
from bot.features.rules.help import help_page
from bot.intents import (
    Help,
    Looking,
    Part,
    SeeBoard,
    SeeDesk,
    SeeInWords,
    SeeLog,
    SeeResult,
    SeeScore,
    WhyNot,
    Zoom,
)


async def carry_out(errand: Errand, wanted: Looking) -> Content:
    """Show it. Raises Refused, or IllegalAction, for what is not to be seen, or not now."""
    words, table, seat = errand.words, errand.table, errand.visit.seat
    match wanted:
        case Help():
            return help_page(words, rows_of_help(words, table), table.options, table.pace)
        case SeeLog():
            log = log_page(words, table, await errand.services.games.history(table.id))
            return replace(log, rows=rows_of_looking(words, table, seat))
    errand.check_started()
    match wanted:
        case SeeDesk():
            return desk_page(words, errand.seat())
        case SeeScore():
            return score_page(words, errand.seat())
        case SeeResult():
            return _result(errand)
        case SeeBoard() | Zoom(Part.WHOLE):
            return board_page(words, table, seat)
        case SeeInWords(page):
            return in_words_page(words, table, seat, page)
        case Zoom(part, None):
            return zoom_page(words, table, part, seat)
        case Zoom():
            return zoom_on_spaces(words, errand.acting(), wanted)
        case WhyNot(piece):
            return why_not(words, errand.acting(), piece)
        case _:
            assert_never(wanted)


def _result(errand: Errand) -> Content:
    """How the game ended, for whoever asks. Raises Refused unless it is over."""
    table = errand.table
    if not table.has_ended:
        raise Refused(Refusal.NOT_OVER, game=table.name)

    async def read_record() -> str:
        return await errand.services.games.record(table.id)

    if table.status is Status.ABANDONED:
        return stopped(errand.words, table, read_record)
    return result(errand.words, table, f"result-{table.id}", read_record)
