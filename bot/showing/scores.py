"""What a player alone may see: the own hand, the own points, and what an action led to."""

from bot.showing.content import Content
from bot.showing.names import game_name
from bot.table import Seat
from bot.words import Words
from bot.words.alt import describe_score


def score_page(words: Words, seat: Seat) -> Content:
    """A player's own totals."""
    score = describe_score(words, seat.view.own_score)
    return Content(f"{game_name(seat.table)}: {score}")


def draws_from_bag(words: Words) -> str:
    """To somebody who will not be asked any more where to draw from."""
    return words._(
        "From now on you draw from the bag in this game without being asked. A button under your "
        "`/hand` changes that."
    )


def draws_by_choice(words: Words) -> str:
    """To somebody who wants to be asked again where to draw from."""
    return words._("From now on you are asked where to draw from.")
