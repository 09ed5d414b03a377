"""Why something is refused at a table, with what can be done instead."""

from bot.content.content import Content
from bot.desk.desk_page import desk_page
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import ON_REFUSAL
from bot.domain import Refusal, Refused, Seat, Status
from bot.i18n import Words
from bot.parts.buttons import watch_button
from bot.parts.refusal_texts import refusal_text, with_rule
from bot.parts.status_line import missed_line
from engine import IllegalAction, Reason


async def refused_page(context: TableContext, refusal: IllegalAction | Refused) -> Content:
    """Why not, with what can be done instead, as the table is now."""
    words, table, seat, intent = (
        context.words,
        context.table,
        context.visit.seat,
        context.request.intent,
    )
    why = refusal_text(words, refusal, table)
    if isinstance(refusal, Refused) and refusal.refusal is Refusal.NOT_IN_GAME:
        if table.view is None:
            return Content(why)
        return Content(why, rows=((watch_button(words, table),),))
    opens = table.status is Status.LOBBY and context.person.user_id == table.opener_id
    if (page := ON_REFUSAL.get(type(intent))) and (opens if seat is None else seat.goes_on):
        shown = await page(context, intent, why)
        if shown is not None:
            return shown
    if seat is None:
        return with_rule(words, Content(why), refusal)
    said = _first_line(words, seat, refusal, why)
    return with_rule(words, desk_page(words, seat, said=said), refusal)


def refusal_page(words: Words, refusal: IllegalAction | Refused) -> Content:
    """Why not, away from any table."""
    return with_rule(words, Content(refusal_text(words, refusal)), refusal)


def _first_line(words: Words, seat: Seat, refusal: IllegalAction | Refused, refused: str) -> str:
    """What the desk begins with; it says itself that the game is over."""
    if isinstance(refusal, Refused):
        if refusal.refusal is Refusal.GAME_OVER:
            return ""
        late = refusal.refusal is Refusal.STALE
    else:
        late = refusal.reason is Reason.NOT_YOUR_DECISION
    return (missed_line(words, seat) if late and not seat.decides else "") or refused
