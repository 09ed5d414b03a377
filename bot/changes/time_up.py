"""What follows when a player's time is up: the smallest decisions, or more time."""

from bot.changes.draft import Draft
from bot.changes.handing_over import offer_seat
from bot.domain import Kind, Why

MOST_MISSED = 3
"""After so many times in a row that the time was up a seat is offered."""


async def decide_for(draft: Draft, seat: int) -> None:
    """Decide as little as possible for a seat whose time is up, as long as it is asked.

    A seat for which that was done several times in a row is offered to anybody: before, as what
    is decided may end the turn.
    """
    player = draft.table.player(seat)
    missed = player.clock.missed + 1
    draft.timely.missed = seat
    draft.add_entry(Kind.TIME_UP, player.user_id, seat=seat, missed=missed)
    if missed >= MOST_MISSED and not player.offered:
        offer_seat(draft, player, to=None, why=Why.TIME)
    draft.decide_least(seat)
    await draft.go_on()


def wait_longer(draft: Draft, seat: int) -> None:
    """Give a seat whose time is up as much of it as for one decision."""
    draft.timely.longer = seat
