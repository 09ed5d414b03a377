"""Gives every page that is reached from a desk a way back to it.

The client applies this to each answer, so that no page can forget it.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from bot.content.content import Answer, Back, Button, Content
from bot.content.pressing import back_to, room, with_further
from bot.domain import Table
from bot.i18n import Words
from bot.intents import Address, parse_custom_id
from bot.intents.board import SeeDesk, SeeMore
from bot.parts.buttons import directs_link, try_directs_button


def home_of(custom_ids: Iterable[str]) -> int | None:
    """The game whose desk a message shows or links to, by its components; None if there is none."""
    for custom_id in custom_ids:
        with suppress(ValueError):  # from another version
            request = parse_custom_id(custom_id)
            if isinstance(request.intent, SeeDesk | SeeMore):
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
    if page.shows or _leads(page, home) or not room(page.rows):
        return page
    desk = Address(home).to(SeeDesk())
    if in_place and not any(isinstance(each, Back) for each in _buttons(page)):
        way: Button = back_to(words, desk)
    else:
        way = Button(words.pgettext("button of a game", "Desk"), desk, emoji="🖐️")
    return replace(page, rows=with_further(page.rows, way))


def _leads(page: Content, home: int) -> bool:
    return any(
        each.request.game == home
        and (isinstance(each, Back) or isinstance(each.request.intent, SeeDesk))
        for each in _buttons(page)
    )


def _buttons(page: Content) -> Iterator[Button]:
    for row in page.rows:
        if isinstance(row, tuple):
            yield from (each for each in row if isinstance(each, Button))


def with_way_to_directs(words: Words, page: Content, table: Table, *, closed: bool) -> Content:
    """A page of a game that is played in direct messages, shown elsewhere: with the way there.

    While they are *closed*, with the way to open them; without if there is no room.
    """
    if not room(page.rows):
        return page
    way = try_directs_button(words, table) if closed else directs_link(words, table)
    return replace(page, rows=with_further(page.rows, way))
