"""What answers a press: a handler's answer, drawn, or why it is refused and what can be done."""

from dataclasses import replace

from bot.content.content import Answer, Content, Desk
from bot.content.pressing import room, with_further
from bot.desk.desk_page import desk_page
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import ANYWHERE, AT_TABLE, ON_REFUSAL
from bot.domain import Refusal, Refused, Seat, Status
from bot.i18n import Words
from bot.parts.buttons import watch_button
from bot.parts.refusal_texts import refusal_text, rule_buttons, with_rule
from bot.parts.status_line import missed_line
from engine import IllegalAction, Reason


async def answer_at_table(context: TableContext) -> Content:
    """Do what is wanted at a table. Returns what the user is shown.

    Raises Refused, or IllegalAction, if it cannot be done; then nothing has changed.
    """
    intent = context.request.intent
    return drawn(context.words, await AT_TABLE[type(intent)](context, intent))


async def answer_anywhere(context: LocationContext) -> Content:
    """Do what is wanted away from any table.

    Raises Refused, and AnswerInstead with a question back.
    """
    intent = context.request.intent
    answer = await ANYWHERE[type(intent)](context, intent)
    return drawn(context.words, answer)  # in a language that may have been chosen by it


def drawn(words: Words, answer: Answer) -> Content:
    """The message that a handler's answer means."""
    if isinstance(answer, Content):
        return answer
    page = desk_page(words, answer.seat, said=answer.heading)
    if not answer.further or not room(page.rows):
        return page
    return replace(page, rows=with_further(page.rows, *answer.further))


# --- what is refused -----------------------------------------------------------------------------


async def refused_page(context: TableContext, refusal: IllegalAction | Refused) -> Content:
    """Show why not, with what can be done instead, as the table is now."""
    words, table, seat = context.words, context.table, context.visit.seat
    intent = context.request.intent
    why = refusal_text(words, refusal, table)
    if isinstance(refusal, Refused) and refusal.refusal is Refusal.NOT_IN_GAME:
        return Content(why, rows=() if table.view is None else ((watch_button(words, table),),))
    opens = table.status is Status.LOBBY and context.person.user_id == table.opener_id
    if (page := ON_REFUSAL.get(type(intent))) and (opens if seat is None else seat.goes_on):
        answer = await page(context, intent, why)
        if answer is not None:
            return drawn(words, answer)
    if seat is None:
        return with_rule(words, Content(why), refusal)
    heading = _heading(words, seat, refusal, why)
    return drawn(words, Desk(seat, heading, rule_buttons(words, refusal)))


def refusal_page(words: Words, refusal: IllegalAction | Refused) -> Content:
    """Show why not, away from any table."""
    return with_rule(words, Content(refusal_text(words, refusal)), refusal)


def _heading(words: Words, seat: Seat, refusal: IllegalAction | Refused, why: str) -> str:
    """Say what the desk begins with; it says itself that the game is over."""
    if isinstance(refusal, Refused):
        if refusal.refusal is Refusal.GAME_OVER:
            return ""
        late = refusal.refusal is Refusal.STALE
    else:
        late = refusal.reason is Reason.NOT_YOUR_DECISION
    return (missed_line(words, seat) if late and not seat.decides else "") or why
