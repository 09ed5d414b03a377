"""Errands: what somebody wants at a table, with what is asked before it is done.

Nothing of Discord in here, nor where errands are carried out, topic by topic. Whatever depends on
a hand is asked of the own seat alone.
"""

from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

from bot.dispatch.hinter import Hinter
from bot.domain import (
    Person,
    Refusal,
    Refused,
    Seat,
    Status,
    Table,
    Visit,
    check_goes_on,
    check_not_paused,
)
from bot.engine_worker import Minds
from bot.i18n import Words
from bot.intents import Wish
from bot.services import ServerRules, Services

_T = TypeVar("_T")


@dataclass(slots=True)
class Errand:
    """What somebody wants at the table where it is wanted."""

    services: Services
    words: Words
    person: Person
    visit: Visit
    wish: Wish
    stored: bool = False
    """Whether something has been stored."""
    minds: Minds = field(default_factory=Minds)
    """Who can be asked for the best turns; one of its own starts only when it is."""
    hinter: Hinter = field(default_factory=Hinter)
    """Who keeps the hints of late."""

    @property
    def table(self) -> Table:
        """The table as everybody may know it."""
        return self.visit.table

    async def store(self, use_case: Awaitable[_T]) -> _T:
        """Await what stores something, and note that it has."""
        result = await use_case
        self.stored = True
        return result

    async def look_again(self) -> None:
        """Visit the table again, after something has changed."""
        self.visit = await self.services.visits.of(self.table.id, self.person.user_id)

    async def rules(self) -> ServerRules:
        """What is set for the server of the game."""
        return await self.services.servers.rules(self.table.place.guild_id)

    # --- whose seat it is ------------------------------------------------------------------------

    def check_started(self) -> None:
        """Raise Refused for a game that has not started."""
        if self.table.view is None:
            cancelled = self.table.status is Status.CANCELLED
            refusal = Refusal.CANCELLED if cancelled else Refusal.NOT_STARTED
            raise Refused(refusal, game=self.table.name)

    @property
    def seen(self) -> int | None:
        """The number of the last entry when the button was made; None for a command."""
        return None if self.wish.seen is None else self.table.entry_of(self.wish.seen)

    def check_seen(self) -> None:
        """Raise Refused if the button shows the game as it is no more."""
        if self.seen not in {None, self.table.state_version}:
            raise Refused(Refusal.STALE)

    def seat(self) -> Seat:
        """The own seat. Raises Refused unless the game has started, with this player."""
        self.check_started()
        if self.visit.seat is None:
            raise Refused(Refusal.NOT_IN_GAME, game=self.table.name)
        return self.visit.seat

    def playing(self) -> Seat:
        """The own seat. Raises Refused unless the game goes on for it."""
        seat = self.seat()
        check_goes_on(seat)
        return seat

    def asked(self) -> Seat:
        """The own seat. Raises IllegalAction, or Refused, for the button of another seat.

        While the game is paused, nothing is decided.
        """
        seat = self.playing()
        check_not_paused(seat.table)
        if self.wish.seat not in {None, seat.number}:
            raise seat.view.decision_refusal() or Refused(Refusal.STALE)
        return seat

    def acting(self) -> Seat:
        """The own seat, from which an action of the turn can be taken now."""
        seat = self.asked()
        seat.check_acts()
        self.check_seen()
        return seat
