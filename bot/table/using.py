"""What every use case needs: the store to read and to change, chance, and a clock."""

import random
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bot.store import Store
from bot.table.changing import Audience, Changes
from bot.table.reading import Reading


class Most(NamedTuple):
    """How many games there may be that are not over yet."""

    per_user: int = 25
    """That one user has opened."""
    per_server: int = 1000


class Using(Reading):
    """The use cases of a store, each in a class of its own that is one of these.

    *rng* seats the players and shuffles the bag, *clock* tells the time in UTC, *most* how many
    games can be open. A use case raises Refused, or the engine's IllegalAction, and has then
    changed nothing; what it answers is stored. Every one about one table raises Refused if there
    is none of that id, or if it is damaged.
    """

    def __init__(
        self,
        store: Store,
        rng: random.Random,
        clock: Callable[[], datetime],
        most: Most = Most(),  # noqa: B008  # a value
    ) -> None:
        super().__init__(store)
        self._most = most
        self._rng = rng
        self._clock = clock
        self._changes = Changes(store, self._loader, self._one, self._orders_at, clock)

    def tell(self, audience: Audience) -> None:
        """Tell *audience* of everything that is stored from now on."""
        self._changes.audience = audience
