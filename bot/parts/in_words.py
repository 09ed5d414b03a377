"""A game in words, on pages, for users who cannot see its picture."""

from collections.abc import Sequence
from dataclasses import replace

from bot.content.message import MOST_TEXT, Button, Content, Picture
from bot.content.names import game_name, harmless, plain_names
from bot.content.pictures import desk_in_words
from bot.content.pressing import with_further
from bot.domain.seat import Seat
from bot.domain.table import Status, Table, Turn
from bot.i18n import Words
from bot.i18n.alt_text import board_in_words, describe_board, describe_hand, turn_ended
from bot.intents import Address, board
from bot.parts.buttons import rows_of_looking

_ROOM = MOST_TEXT - 200
"""Characters on a page, less what its heading takes."""


def in_words_page(
    words: Words,
    table: Table,
    seat: Seat | None = None,
    page: int = 0,
    turn: Turn | None = None,
) -> Content:
    """Describe the desk of *seat*, or the board for an onlooker; a *page* of it, from 0.

    With a *turn*, the board at its end. Of pages that there are not, the last.
    """
    if turn is None:
        described = in_words(words, table, seat)
    else:
        then = replace(table, view=turn.view, paused_seq=None)
        described = [turn_ended(words, turn.number), *in_words(words, then)]
    pages = _pages([harmless(line) for line in described])
    shown = min(page, len(pages) - 1)
    heading = words._("{game} in words", game=game_name(table))
    if len(pages) > 1:
        heading = words._(
            "{game} in words, page {page} of {pages}",
            game=game_name(table),
            page=shown + 1,
            pages=len(pages),
        )
    number = 0 if turn is None else turn.number
    further = (words_button(words, table, shown + 1, number),) if shown + 1 < len(pages) else ()
    rows = with_further(rows_of_looking(words, table, seat), *further)
    tells_now = turn is None and table.status is Status.RUNNING
    return Content("\n".join((heading, *pages[shown])), rows=rows, tells_now=tells_now)


def in_words(words: Words, table: Table, seat: Seat | None = None) -> list[str]:
    """All that pictures show of a game that has started, line by line; of *seat* the hand, too."""
    assert table.view is not None
    hand = [] if seat is None else [describe_hand(words, seat.view, beside_board=True)]
    paused = [words._("The game is paused.")] if table.paused else []
    return [*hand, *paused, *board_in_words(words, table.view, plain_names(table))]


def words_button(words: Words, table: Table, page: int = 0, turn: int = 0) -> Button:
    """To a *page* of the picture in words, of the one at the end of a *turn* if given."""
    label = words._("Next page") if page else words._("In words")
    return Button(label, Address(table.id).to(board.SeeInWords(page, turn)), emoji="💬")


def words_beside(
    words: Words, table: Table, picture: Picture, seat: Seat | None = None
) -> tuple[Button, ...]:
    """The button that shows the desk of *seat*, or the board, in words.

    Empty if the picture's description contains all of that, unless the player always wants it.
    """
    assert table.view is not None
    if seat is None:
        whole = describe_board(words, table.view, plain_names(table))
    else:
        whole = desk_in_words(words, seat)
    wanted = seat is not None and seat.player.habits.in_words
    return (words_button(words, table),) if wanted or picture.alt != whole else ()


def _pages(lines: Sequence[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    room = _ROOM
    for line in lines:
        if len(line) + 1 > room and pages[-1]:
            pages.append([])
            room = _ROOM
        pages[-1].append(line)
        room -= len(line) + 1
    return pages
