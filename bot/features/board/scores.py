"""The points that only their player may see."""

from bot.content.content import Content
from bot.content.names import game_name
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.alt_text import describe_score


def score_page(words: Words, seat: Seat) -> Content:
    """A player's own totals."""
    score = describe_score(words, seat.view.own_score)
    return Content(f"{game_name(seat.table)}: {score}", tells_now=seat.goes_on)
