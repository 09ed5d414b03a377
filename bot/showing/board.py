"""The board, as somebody looks at it."""

from bot.showing.buttons import rows_for
from bot.showing.content import MOST_ALT, Content
from bot.showing.names import game_name, safe
from bot.showing.pictures import board_picture
from bot.showing.status import status_line
from bot.table import Seat, Table
from bot.words import Words


def board_page(words: Words, table: Table, seat: Seat | None = None) -> Content:
    """The board now; with the buttons, and in the contrast, of the *seat* that looks."""
    viewer = None if seat is None else seat.player
    picture = board_picture(words, table, f"board-{table.id}", viewer=viewer)
    text = f"{game_name(table)} · {status_line(words, table)}"
    if len(picture.alt) > MOST_ALT:  # told in full for those who cannot see the picture
        text += "\n" + safe(picture.alt)
    return Content(text, picture, rows=() if seat is None else rows_for(words, seat))
