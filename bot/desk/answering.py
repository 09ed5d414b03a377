"""The answer to a press: a handler's answer drawn as a message, or a refusal."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from bot.content.message import Answer, Back, Button, Content, Desk
from bot.content.pressing import back_to, room, with_further
from bot.desk.desk_page import desk_page
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import ON_REFUSAL
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.intents import Address, board, parse_custom_id
from bot.parts.buttons import directs_link, try_directs_button, watch_button
from bot.parts.refusal_texts import refusal_text, rule_buttons, with_rule
from bot.parts.status_line import missed_line
from engine import IllegalAction, Reason


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
    """The reason of a refusal, on the page or desk as it is now."""
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
    """The reason of a refusal, away from any table."""
    return with_rule(words, Content(refusal_text(words, refusal)), refusal)


def _heading(words: Words, seat: Seat, refusal: IllegalAction | Refused, why: str) -> str:
    """The first line of the desk; empty if the game is over, as the desk says so itself."""
    if isinstance(refusal, Refused):
        if refusal.refusal is Refusal.GAME_OVER:
            return ""
        late = refusal.refusal is Refusal.STALE
    else:
        late = refusal.reason is Reason.NOT_YOUR_DECISION
    return (missed_line(words, seat) if late and not seat.decides else "") or why


# --- ways home, which the client adds to each answer, so that no page can forget them ------------


def home_of(custom_ids: Iterable[str]) -> int | None:
    """The game whose desk a message shows or links to, by its components; None if there is none."""
    for custom_id in custom_ids:
        with suppress(ValueError):  # from another version
            request = parse_custom_id(custom_id)
            if isinstance(request.intent, board.SeeDesk | board.SeeMore):
                return request.game
    return None


def with_way_home(words: Words, page: Content, home: int | None, *, in_place: bool) -> Content:
    """An answer with a button to the desk of the game *home*, unless it has one or is that desk.

    *in_place*: the answer replaces the page that was pressed, so the button is *Back*.
    """
    if home is None:
        return page
    if (follows := page.later) is not None:

        async def later() -> Answer | None:
            following = await follows()
            if not isinstance(following, Content):
                return following
            return with_way_home(words, following, home, in_place=in_place)

        page = replace(page, later=later)
    leads_home = any(
        each.request.game == home
        and (isinstance(each, Back) or isinstance(each.request.intent, board.SeeDesk))
        for each in page.buttons
    )
    if page.shows or leads_home or not room(page.rows):
        return page
    desk = Address(home).to(board.SeeDesk())
    if in_place and not any(isinstance(each, Back) for each in page.buttons):
        way: Button = back_to(words, desk)
    else:
        way = Button(words.pgettext("button of a game", "Desk"), desk, emoji="🖐️")
    return replace(page, rows=with_further(page.rows, way))


def with_way_to_directs(words: Words, page: Content, table: Table, *, closed: bool) -> Content:
    """A page with a link to the direct messages in which its game is played.

    While they are *closed*, with the way to open them; without if there is no room.
    """
    if not room(page.rows):
        return page
    way = try_directs_button(words, table) if closed else directs_link(words, table)
    return replace(page, rows=with_further(page.rows, way))
