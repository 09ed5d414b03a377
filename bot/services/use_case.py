"""What every use case needs: the store to read and to change, chance, and a clock."""

import random
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NamedTuple, TypeAlias

from bot.changes import Advise, Audience, Changes, Draft, Teacher, no_advice, read_hours
from bot.counting import UNCOUNTED, Counts
from bot.domain import Hours, Refusal, Refused
from bot.services.reading import Reading
from bot.services.reviews import Reviews
from bot.services.server_rules import ServerRules
from bot.store import DueRow, Store
from bot.store.queries import due


class Most(NamedTuple):
    """How much a host allows: games that are not over yet, and vacation."""

    per_user: int = 25
    """That one user has opened."""
    per_server: int = 1000
    vacation_days: int = 30
    """That one user can take in a year: days, and no games."""


Members: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Finds out whether a user is still a member of a server; None if that cannot be told."""


async def unknown_members(_guild_id: int, _user_id: int) -> bool | None:
    """Where nobody can be asked."""
    return None


class Patience(NamedTuple):
    """After so many days something is taken to be over; 0: never."""

    lobby: int = 0
    """For a table that has not started, since the last time that something happened there."""
    idle: int = 0
    """For a game that nobody has touched, which is asked about first."""
    finished: int = 0
    """For a game that has ended: then nothing of it is kept."""


PATIENCE = Patience(lobby=14, idle=45)
"""What a host has who sets nothing."""


class Using(Reading):
    """The use cases of a store, each in a class of its own that is one of these.

    *rng* seats the players and shuffles the bag, *clock* tells the time in UTC, *most* how many
    games can be open, *patience* how long one lasts that nobody plays, *advise* which advice fits
    in somebody's first games, *members* who is still in a server. A use case raises Refused, or
    the engine's IllegalAction, and has then changed nothing; what it answers is stored. Every one
    about one table raises Refused if there is none of that id, or if it is damaged.
    """

    def __init__(
        self,
        store: Store,
        rng: random.Random,
        clock: Callable[[], datetime],
        most: Most = Most(),  # noqa: B008  # a value
        *,
        advise: Advise = no_advice,
        members: Members = unknown_members,
        patience: Patience = Patience(),  # noqa: B008  # a value
        counts: Counts = UNCOUNTED,
    ) -> None:
        super().__init__(store)
        self.reviews = Reviews(store, self)
        self._most = most
        self._patience = patience
        self._rng = rng
        self._members = members
        self._clock = clock
        teacher = Teacher(advise)
        self._changes = Changes(
            store, self._loader, self._one, self._orders_at, clock, teacher=teacher, counts=counts
        )

    def _check_room(self, rules: ServerRules, in_server: int) -> None:
        """Raise Refused if as many games are under way in a server as there may be."""
        most = self._most.per_server
        if rules.most_games is not None:
            most = min(most, rules.most_games)
        if in_server >= most:
            raise Refused(Refusal.MANY_IN_SERVER, limit=most)

    async def hours_at(self, draft: Draft, user_id: int | None) -> Hours:
        """A user's hours at a table, as they are set right now; all hours for a computer."""
        return await self._store.look(read_hours, user_id, draft.table)

    async def is_quiet_for(self, user_id: int | None, draft: Draft) -> bool:
        """Whether what a draft brings to a user is brought without a sound, in quiet hours."""
        return not (await self.hours_at(draft, user_id)).include(draft.at)

    async def _put_off(self, kind: str, table_id: int, at: datetime) -> None:
        """Have it done at another time, what is due of that kind at a table."""
        await self._store.write(due.schedule, DueRow(kind, table_id, at))
        self._changes.audience.expect(at)

    def tell(self, audience: Audience) -> None:
        """Tell *audience* of everything that is stored from now on."""
        self._changes.audience = audience
