"""Contexts of handlers. They know nothing of Discord but through a location.

Whatever depends on a hand is asked of the user's own seat alone.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from bot.content.message import Answer, Content
from bot.dispatch.hint_cache import HintCache
from bot.dispatch.location import Location
from bot.domain.checks import check_configures, check_goes_on, check_not_paused
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat, Visit
from bot.domain.table import Status, Table
from bot.engine_worker import EngineWorker
from bot.i18n import Words
from bot.intents import UserRequest
from bot.store import Unavailable
from bot.use_cases import Services

log = logging.getLogger(__name__)

_T = TypeVar("_T")


class AnswerInstead(Exception):
    """A question back to the player, or a refusal that needs no game: the content to show."""

    def __init__(self, content: Content) -> None:
        super().__init__(content.text)
        self.content = content


@dataclass(slots=True)
class Context:
    """A user's request, and the services to answer it."""

    services: Services
    words: Words
    person: Person
    request: UserRequest
    worker: EngineWorker = field(default_factory=EngineWorker, kw_only=True)
    """Computes the best turns; one of its own starts only when it is asked."""
    hint_cache: HintCache = field(default_factory=HintCache, kw_only=True)
    """Keeps recent hints."""
    location: Location | None = field(default=None, kw_only=True)
    """The place where the user is; None without Discord."""
    stored: bool = field(default=False, init=False)
    """True once a change that the user wanted is stored."""
    game: int | None = field(default=None, init=False)
    """The number of the game that it is about, once that is known."""

    async def store(self, change: Awaitable[_T]) -> _T:
        """Wait for a service to make a *change* that the user wants, and note that it is stored."""
        result = await change
        self.stored = True
        return result

    def once_delivered(
        self, table_id: int, content: Content, then: Callable[[Visit], Answer | None]
    ) -> Content:
        """An answer that is replaced by the result of *then* once the game's messages are sent."""
        location, visits = self.location, self.services.visits
        if location is None:
            return content

        async def later() -> Answer | None:
            await location.delivered(table_id)
            return then(await visits.of(table_id, self.person.user_id))

        return replace(content, later=later)

    def use_language(self, chosen: str | None) -> None:
        """Answer in the language that the user has *chosen*; None: in Discord's."""
        self.person = replace(self.person, chosen_language=chosen)
        self.words = Words.of(self.person.language)


@dataclass(slots=True)
class LocationContext(Context):
    """A request about no game, or one yet to be found, with its place."""

    location: Location = field(kw_only=True)

    async def use_chosen_language(self, visit: Visit | None = None) -> None:
        """Answer in the language that the user has chosen, rather than in Discord's.

        It is read only if there are several, and the *visit* is not that of a player.
        """
        if not Words.languages():
            return
        player = None if visit is None else visit.table.player_of(self.person.user_id)
        try:
            habits = (
                await self.services.preferences.habits(self.person.user_id)
                if player is None
                else player.habits
            )
        except Unavailable as error:  # no reason not to do what the user has come for
            log.warning("the language of a user is not known: %s", error)
            return
        self.use_language(habits.chosen_language)

    def at(self, visit: Visit) -> TableContext:
        """The same request at the table that was found."""
        return TableContext(
            self.services,
            self.words,
            self.person,
            self.request,
            worker=self.worker,
            hint_cache=self.hint_cache,
            location=self.location,
            visit=visit,
        )


@dataclass(slots=True)
class TableContext(Context):
    """A request about one game."""

    visit: Visit = field(kw_only=True)

    @property
    def table(self) -> Table:
        """The table as everybody may know it."""
        return self.visit.table

    async def seat_after(self, change: Awaitable[object]) -> Seat:
        """Make a *change* as :meth:`store` does. Returns the player's seat as it is then."""
        await self.store(change)
        await self.look_again()
        return self.seat()

    async def look_again(self) -> None:
        """Visit the table again, after something has changed."""
        self.visit = await self.services.visits.of(self.table.id, self.person.user_id)

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
        return None if self.request.seen is None else self.table.entry_of(self.request.seen)

    def check_seen(self) -> None:
        """Raise Refused if the button shows the game as it is no more."""
        if self.seen not in {None, self.table.state_version}:
            raise Refused(Refusal.STALE)

    def seat(self) -> Seat:
        """The player's seat. Raises Refused unless the game has started, with this player."""
        self.check_started()
        if self.visit.seat is None:
            raise Refused(Refusal.NOT_IN_GAME, game=self.table.name)
        return self.visit.seat

    def playing(self) -> Seat:
        """The player's seat. Raises Refused unless the game goes on for it."""
        seat = self.seat()
        check_goes_on(seat)
        return seat

    def proposes(self) -> bool:
        """True if the user can propose a change of the table, False if the user chooses it.

        Raises Refused for users who can do neither.
        """
        if self.table.status is Status.LOBBY:
            check_configures(self.table, self.person)
            return False
        self.playing()
        return True

    def asked(self) -> Seat:
        """The player's seat. Raises IllegalAction, or Refused, for the button of another seat.

        While the game is paused, nothing is decided.
        """
        seat = self.playing()
        check_not_paused(seat.table)
        if self.request.seat not in {None, seat.number}:
            raise seat.view.decision_refusal() or Refused(Refusal.STALE)
        return seat

    def acting(self) -> Seat:
        """The player's seat, checked to be on turn."""
        seat = self.asked()
        seat.check_acts()
        self.check_seen()
        return seat
