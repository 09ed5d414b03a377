"""The moves that are suggested to somebody who is to play."""

from bot.showing.content import Button
from bot.table import Seat
from bot.words import Words


def move_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:  # noqa: ARG001
    """At most five moves that matter, one press each."""
    return ()
