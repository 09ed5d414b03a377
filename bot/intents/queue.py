"""Intents about the queue of a server."""

from bot.domain.queue import Wish
from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, UserId


class SeeQueue(Intent, word="queue", placement=Placement.BELOW):
    """Show what a user can wait for, or waits for."""


class JoinQueue(Intent, word="play"):
    """Wait for any table, unless the user waits already."""


class WaitForTable(Intent, word="wait"):
    """Wait for a table."""

    wish: Wish


class StopWaiting(Intent, word="wait-no-more"):
    """Wait no longer."""


class WishSeats(Intent, word="wish-seats"):
    """Wish for one of these numbers of players; none: for any."""

    wish: Wish
    seats: Chosen[frozenset[int]]


class WishPaces(Intent, word="wish-paces"):
    """Wish for one of these paces, by their names; none: for any but live."""

    wish: Wish
    paces: Chosen[frozenset[str]]


class WishPresets(Intent, word="wish-presets"):
    """Wish for one of these presets, by their names; none: for any."""

    wish: Wish
    presets: Chosen[frozenset[str]]


class WishRated(Intent, word="wish-rated"):
    """Wish for a rated game, one that is not rated, or either."""

    wish: Wish


class Avoid(Intent, word="avoid"):
    """Avoid these users and no others; None for one who cannot play."""

    wish: Wish
    users: Chosen[tuple[UserId | None, ...]]
