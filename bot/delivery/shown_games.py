"""The state of delivery of each game, in memory; only the time of the next attempt is stored."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.backoff import pause_after
from bot.delivery.plan import DeliveryPlan
from bot.delivery.steps import Attempts, Steps
from bot.domain.table import Table
from bot.store import DueRow, Store, StoreError
from bot.store.queries import due
from bot.store.queries.due import AGAIN

log = logging.getLogger(__name__)

FIRST_PAUSE = 1.0
_COUNTED = 30
"""Further attempts are not counted: the pauses have long been the longest."""

_UNKNOWN = ""
"""A missing permission that is unknown, as after a restart."""
Reach: TypeAlias = Callable[[int, bool], Awaitable[None]]
"""Called with a game's number, and True if the player who must decide there can be called."""
Lacks: TypeAlias = Callable[[int, str | None], Awaitable[None]]
"""Called with a game's number and the missing permission; None if none is missing any more."""


@dataclass(slots=True)
class ShownGame:
    """The state of delivery of one game."""

    plan: DeliveryPlan | None = None
    """The plan that the last change has made; None if it must be read."""
    is_read: bool = False
    """True if all data beside the log was read since it changed: settings, notifications, rows."""
    changes: int = 0
    """The number of such changes."""
    version: int = 0
    """The version of the game in the latest plan."""
    unversioned: bool = False
    """True if messages may be due to change though the version is the same."""
    changed_at: float | None = None
    """The time of a monotonic clock since which it waits to be shown completely."""
    untried: set[str] = field(default_factory=set)
    """The keys of messages noted for this program that were never sent: no search is needed."""
    unread: bool = False
    """True if it was claimed, and it is not read yet whether it was put off."""
    from_others: bool = False
    """True if another program has notified us of it."""
    found_at: int | None = None
    """The version at which it was found undelivered."""
    tries: int | None = None
    """The number of failures, if it is put off."""
    must_wait: bool = False
    """True if Discord has asked to wait."""
    not_put_off: bool = False
    """True if it should be put off, but the store was in trouble itself."""
    attempts: Attempts = field(default_factory=Attempts)
    missing: str | None = None
    """The missing permission because of which something of it is not shown."""
    left: bool = False
    """True if the bot has left its server."""
    refused: bool = False
    """True if Discord refuses something of it, for any reason."""
    reported_uncalled: bool | None = False
    """True if it was reported last that the deciding player could not be called; None if unknown,
    as after a restart."""
    reported_missing: str | None = None
    """The missing permission that was reported last, or _UNKNOWN."""

    def outdate(self) -> None:
        """Note that something has changed beside the log: the plan must be read."""
        self.have_written()
        self.is_read = False

    def have_written(self) -> None:
        """Note that the rows of messages have changed."""
        self.changes += 1
        self.plan = None

    def follow(self, plan: DeliveryPlan, changes: int) -> bool:
        """Take over a plan made after so many *changes*. Returns False if it is outdated."""
        if self.changes != changes or plan.table.version <= self.version:
            return False
        self.plan, self.version = plan, plan.table.version
        return True

    def have_read(self, table: Table, changes: int) -> None:
        """Note that a plan of *table* was read after so many *changes*."""
        self.version = max(self.version, table.version)
        self.is_read = self.changes == changes


class ShownGames:
    """The games with a state; stores the times of next attempts, and reports changes."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        alarm: Callable[[datetime], None],
        reach: Reach,
        lacks: Lacks,
    ) -> None:
        """*alarm* is called with the latest time at which a game is to be tried again."""
        self._store = store
        self._clock = clock
        self._alarm = alarm
        self._reach = reach
        self._lacks = lacks
        self._games: dict[int, ShownGame] = {}

    def __getitem__(self, table_id: int) -> ShownGame:
        """Return the state of a game; a new one is remembered."""
        return self._games.setdefault(table_id, ShownGame())

    def get(self, table_id: int) -> ShownGame:
        """Return the state of a game; a new one is not remembered. Thread-safe."""
        return self._games.get(table_id) or ShownGame()

    def take(self, table_ids: Iterable[int]) -> None:
        """Begin with claimed games, whose attempts are not read yet."""
        for table_id in table_ids:
            was = self.get(table_id)
            self._games[table_id] = ShownGame(
                unread=True, changed_at=was.changed_at, untried=was.untried
            )

    def load(self, table_ids: Collection[int], rows: Iterable[DueRow]) -> None:
        """Take over the attempts at games, from the *rows* of those that were put off."""
        now = self._clock()
        for table_id in table_ids:
            self[table_id].unread = False
        for row in rows:
            if row.game_id not in table_ids:
                continue
            game = self[row.game_id]
            game.tries = row.tries
            game.reported_uncalled, game.reported_missing = None, _UNKNOWN
            if not row.tries and row.at > now:
                game.must_wait = True

    def forget(self, table_id: int) -> None:
        """Drop the state of a game."""
        self._games.pop(table_id, None)

    def clear(self) -> None:
        """Drop all states."""
        self._games.clear()

    def with_missing_permission(self) -> list[int]:
        """Return the games of which something is not shown because of a missing permission."""
        return [table_id for table_id, each in self._games.items() if each.missing is not None]

    def take_not_put_off(self) -> list[int]:
        """Return the games that could not be put off, each once: to be tried now."""
        games = [table_id for table_id, each in self._games.items() if each.not_put_off]
        for table_id in games:
            self._games[table_id].not_put_off = self._games[table_id].must_wait = False
        return games

    async def wait(self, table_id: int, seconds: float) -> None:
        """Deliver a game only after as long as Discord has asked to wait."""
        self[table_id].must_wait = True
        await self._put_off(table_id, seconds, tries=0)

    async def put_off(
        self,
        table_id: int,
        longest: float,
        *,
        shortest: float = FIRST_PAUSE,
        most: float | None = None,
    ) -> None:
        """Deliver a game again after a failure, with pauses that grow up to *longest* seconds.

        A pause is never longer than *most* seconds, if given.
        """
        tries = self[table_id].tries or 0
        pause = max(shortest, pause_after(tries, FIRST_PAUSE, longest))
        pause = pause if most is None else min(pause, most)
        await self._put_off(table_id, pause, tries=min(tries + 1, _COUNTED))

    async def _put_off(self, table_id: int, seconds: float, *, tries: int) -> None:
        self[table_id].tries = tries
        row = DueRow(AGAIN, table_id, self._clock() + timedelta(seconds=seconds), tries)
        try:
            await self._store.write(due.schedule, row)
        except StoreError as error:
            log.error("game %d: that it is tried again: %s", table_id, error)  # noqa: TRY400
            self[table_id].not_put_off = True
        self._alarm(row.at)

    async def finish(self, table_id: int) -> None:
        """Note that a game is delivered: it need not be tried again."""
        game = self[table_id]
        game.attempts.failed.clear()
        if game.tries is None:
            return
        game.tries = None
        try:
            await self._store.write(due.finish, AGAIN, table_id)
        except StoreError as error:  # then it is delivered once more
            log.error("game %d: that it is delivered: %s", table_id, error)  # noqa: TRY400

    async def report(self, table_id: int, steps: Steps) -> None:
        """Report changes in calls and permissions that a round has found."""
        if steps.uncalled is None:
            return
        game = self[table_id]
        if steps.left and not game.left:
            log.info("game %d waits: the bot is not in its server", table_id)
        game.left, game.refused = steps.left, steps.closed or bool(steps.faults)
        if steps.missing is not None or steps.complete:
            game.missing = steps.missing
        before = game.reported_uncalled, game.reported_missing
        game.reported_uncalled = steps.uncalled
        if steps.complete:
            game.reported_missing = steps.missing
        try:
            if game.reported_uncalled != before[0]:
                await self._reach(table_id, not steps.uncalled)
            if game.reported_missing != before[1]:
                await self._lacks(table_id, steps.missing)
        except Exception:
            log.exception("how game %d stands could not be told", table_id)
            game.reported_uncalled, game.reported_missing = None, _UNKNOWN
            await self.put_off(table_id, FIRST_PAUSE)  # it is reported after that
