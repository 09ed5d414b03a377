"""The turns since a player's last one: in three lines, one by one, and as an animation."""

from collections.abc import Sequence

from bot.content.message import MOST_TEXT, Button, Content, Picture, Row, Style
from bot.content.names import Names, game_name, plain_name, plain_names
from bot.content.pictures import turn_picture, turns_picture
from bot.content.pressing import in_rows
from bot.content.shortening import shorten
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles
from bot.domain.calls import since_own_turn
from bot.domain.entries import Acted
from bot.domain.seat import Seat
from bot.domain.table import Turn
from bot.i18n import PublicText, Words, join_texts
from bot.i18n.alt_text import describe_board
from bot.i18n.short_events import in_a_line
from bot.intents import Address, UserRequest
from bot.intents.board import SeeMissed
from bot.parts.buttons import back, turn_buttons
from bot.parts.in_words import words_button
from bot.parts.log_lines import log_lines, turn_text
from bot.parts.news import news_of_turns

_LINE, _HEADING = 400, 250
"""Characters for a line of news, and for the heading of a turn."""


@handles
async def see_missed(context: TableContext, intent: SeeMissed) -> Content:
    """Show the turns since the player's last one."""
    seat = context.seat()
    turns = await context.services.games.turns(seat.table)
    return missed_page(context.words, seat, turns, intent.turn, animated=intent.animated)


def missed_page(
    words: Words, seat: Seat, turns: Sequence[Turn], number: int = 0, *, animated: bool = False
) -> Content:
    """The turns since the player's last one, of all *turns*, and the one with that *number*.

    The first if the number is too small, the last if it is too large.
    """
    table = seat.table
    entries = [entry for turn in turns for entry in turn.entries]
    since = since_own_turn(table, seat.number, entries)
    missed = [each for each in turns if each.number >= since and _is_shown(words, seat, each)]
    if not missed:
        text = words._("No turn in {game} since your last one.", game=game_name(table))
        return Content(text, rows=((back(words, table),),))
    at = max((at for at, each in enumerate(missed) if each.number <= number), default=0)
    news = (f"> {shorten(line, _LINE)}" for line in news_of_turns(words, seat, missed))
    head = "\n".join((_title(words, missed), *news))
    if animated:
        picture = turns_picture(words, table, missed, _in_lines(words, seat, missed), seat.player)
        return Content(head, picture, rows=_rows(words, seat, missed, at, animated=True))
    room = MOST_TEXT - len(head) - _HEADING
    text = turn_text(words, table, missed[at], room)
    picture = turn_picture(words, table, missed[at], seat.player)
    rows = _rows(words, seat, missed, at, in_words=_in_words(words, seat, missed[at], picture))
    return Content(f"{head}\n\n{text}", picture, rows=rows)


def _in_words(words: Words, seat: Seat, turn: Turn, picture: Picture) -> bool:
    """True if the picture's description is not all of it, or the player wants it in words."""
    assert turn.view is not None
    whole = describe_board(words, turn.view, plain_names(seat.table))
    return seat.player.habits.in_words or whole not in picture.alt


def _title(words: Words, missed: Sequence[Turn]) -> str:
    first, last = missed[0].number, missed[-1].number
    if first == last:
        return words._("What you missed: turn {number}", number=first)
    return words._("What you missed: turns {first} to {last}", first=first, last=last)


def _is_shown(words: Words, seat: Seat, turn: Turn) -> bool:
    """True unless nothing but passing has happened in a turn."""
    entries = [each for each in turn.entries if not (isinstance(each, Acted) and each.passing)]
    return bool(log_lines(words, seat.table, entries))


def _in_lines(words: Words, seat: Seat, turns: Sequence[Turn]) -> PublicText:
    """All *turns*, each in a line, for the description of a picture."""
    names = Names(seat.table, plain_name)
    lines = (
        in_a_line(words, turn.seat, turn.events, names.at(turn.entries[-1].seq)) for turn in turns
    )
    return join_texts(" ", [*filter(None, lines)])


def _rows(
    words: Words,
    seat: Seat,
    missed: Sequence[Turn],
    at: int,
    *,
    animated: bool = False,
    in_words: bool = False,
) -> tuple[Row, ...]:
    """Buttons through the turns, at fixed places, to the animation, and home."""
    table, address = seat.table, Address(seat.table.id)

    def to(there: int) -> UserRequest:
        return address.to(SeeMissed(turn=missed[max(0, min(there, len(missed) - 1))].number))

    ways: tuple[Button, ...] = ()
    if len(missed) > 1:
        all_of_them = address.to(SeeMissed(animated=True, turn=missed[at].number))
        style = Style.CHOSEN if animated else Style.PLAIN
        ways = (
            *turn_buttons(words, to(at - 1), to(at + 1)),
            Button(words._("Animation"), all_of_them, style, "🎬"),
        )
    beside = (words_button(words, table, turn=missed[at].number),) if in_words else ()
    return in_rows((*ways, *beside, back(words, table)))
