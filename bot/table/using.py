"""What every use case needs: the store to read and to change, chance, and a clock."""

import random
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bot.store import Store
from bot.table.changing import Audience, Changes
from bot.table.reading import Reading
from bot.table.teacher import Advise, Teacher, no_advice


class Most(NamedTuple):
    """How many games there may be that are not over yet."""

    per_user: int = 25
    """That one user has opened."""
    per_server: int = 1000


class Using(Reading):
    """The use cases of a store, each in a class of its own that is one of these.

    *rng* seats the players and shuffles the bag, *clock* tells the time in UTC, *most* how many
    games can be open, *advise* which advice fits in somebody's first games. A use case raises
    Refused, or the engine's IllegalAction, and has then changed nothing; what it answers is
    stored. Every one about one table raises Refused if there is none of that id, or if it is
    damaged.
    """

    def __init__(
        self,
        store: Store,
        rng: random.Random,
        clock: Callable[[], datetime],
        most: Most = Most(),  # noqa: B008  # a value
        *,
        advise: Advise = no_advice,
    ) -> None:
        super().__init__(store)
        self._most = most
        self._rng = rng
        self._clock = clock
        teacher = Teacher(advise)
        self._changes = Changes(
            store, self._loader, self._one, self._orders_at, clock, teacher=teacher
        )

    def tell(self, audience: Audience) -> None:
        """Tell *audience* of everything that is stored from now on."""
        self._changes.audience = audience
