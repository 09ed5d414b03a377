"""The board, as somebody looks at it."""

from bot.showing.buttons import back, help_button
from bot.showing.content import MOST_ALT, Content
from bot.showing.names import game_name, safe
from bot.showing.pictures import board_picture
from bot.showing.status import status_line
from bot.table import Seat, Table
from bot.words import Words


def board_page(words: Words, table: Table, seat: Seat | None = None) -> Content:
    """The board now; for the player of a *seat* in the own contrast, with the way back."""
    viewer = None if seat is None else seat.player
    ways = () if seat is None else ((back(words, table), help_button(words, table)),)
    picture = board_picture(words, table, f"board-{table.id}", viewer=viewer)
    text = f"{game_name(table)} · {status_line(words, table)}"
    if len(picture.alt) > MOST_ALT:  # told in full for those who cannot see the picture
        text += "\n" + safe(picture.alt)
    return Content(text, picture, rows=ways)
