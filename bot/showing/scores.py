"""The points that only their player may see."""

from bot.showing.content import Content
from bot.showing.names import game_name
from bot.table import Seat
from bot.words import Words
from bot.words.alt import describe_score


def score_page(words: Words, seat: Seat) -> Content:
    """A player's own totals."""
    score = describe_score(words, seat.view.own_score)
    return Content(f"{game_name(seat.table)}: {score}")
