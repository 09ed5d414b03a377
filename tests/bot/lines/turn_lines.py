"""Lines, and a table at which they can be played."""

from seated import WORDS, seat_at

from bot.commands.typed_line import LineReader
from engine import Dynasty, Game, parse_action
from tests.dice import bag_beginning

READER = LineReader.of(WORDS)
OPENING = "krrbgg" + "kkrrbb" + "kkrrbb"
"""The hands of Anna (A), Ben (B) and Cora (L)."""


START = Game.start([Dynasty.ARCHER, Dynasty.BULL, Dynasty.LION], bag_beginning(OPENING))
FIRST = seat_at(START)
"""Anna's seat, as the game begins."""


def line(text):
    """A line in notation."""
    return tuple(map(parse_action, text.split()))


def can_attack():
    """The seat of Ben, who can attack Anna's King: it is beside the temple on I7."""
    game = START
    for action in line("Ak@I6 end"):
        game = game.apply(0, action).game
    return seat_at(game)
