"""Which games are not simply shown: put off after a failure, or lacking something."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from bot.backoff import pause_after
from bot.delivery.attempts import Attempts
from bot.delivery.report import Report
from bot.store import DueRow, Store, StoreError
from bot.store.queries import due
from bot.store.queries.due import AGAIN

log = logging.getLogger(__name__)

FIRST_PAUSE = 1.0
_COUNTED = 30
"""Further attempts are not counted: the pauses have long been the longest."""

Reach: TypeAlias = Callable[[int, bool], Awaitable[None]]
"""Called with a game's number and whether the player who must decide there can be called."""
Lacks: TypeAlias = Callable[[int, str | None], Awaitable[None]]
"""Called with a game's number and the missing permission; None if none is missing any more."""


@dataclass(slots=True)
class DeliveryStatus:
    """What keeps a game from being shown, as far as this program knows."""

    tries: int | None = None
    """How often it has failed, if it is put off."""
    told_to_wait: bool = False
    """Whether Discord has asked for patience."""
    not_put_off: bool = False
    """Whether it should be put off, but the store was in trouble itself."""
    missing: str | None = None
    """The missing permission because of which something of it is not shown."""
    left: bool = False
    """Whether the bot has left its server."""
    uncalled: bool = False
    """Whether a player must decide who could not be called."""
    reach_unsure: bool = False
    """Whether it is unknown what was reported about calls, as after a restart."""
    lack_unsure: bool = False
    """The same for permissions."""
    refused: bool = False
    """Whether Discord refuses something of it, for any reason."""
    attempts: Attempts = field(default_factory=Attempts)

    def take_in(self, report: Report) -> tuple[bool, bool]:
        """Take in how a round went. Returns whether there is news of calls, and of permissions."""
        assert report.uncalled is not None
        reach_changed = report.uncalled != self.uncalled or self.reach_unsure
        lack_changed = report.complete and (report.missing != self.missing or self.lack_unsure)
        self.left, self.uncalled, self.reach_unsure = report.left, report.uncalled, False
        self.refused = report.closed or bool(report.faults)
        if report.complete:
            self.lack_unsure = False
        if report.missing is not None or report.complete:
            self.missing = report.missing
        return reach_changed, lack_changed


class DeliveryStatuses:
    """The status of each game that is not simply shown.

    Stores when a game is tried again, and reports what has changed.
    """

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
        self._kept: dict[int, DeliveryStatus] = {}

    def get(self, table_id: int) -> DeliveryStatus:
        """The status of a game; a change of it counts only if the status is kept already."""
        return self._kept.get(table_id) or DeliveryStatus()

    def attempts(self, table_id: int) -> Attempts:
        """The failed attempts of a game; changes to them are kept."""
        return self._keep(table_id).attempts

    def load(self, table_ids: Collection[int], rows: Iterable[DueRow]) -> None:
        """Take over games as they were left, with the *rows* of those that were put off."""
        now = self._clock()
        for row in rows:
            if row.game_id not in table_ids:
                continue
            status = self._keep(row.game_id)
            status.tries = row.tries
            status.reach_unsure = status.lack_unsure = True
            if not row.tries and row.at > now:
                status.told_to_wait = True

    def forget(self, table_id: int) -> None:
        """Drop the status of a game."""
        self._kept.pop(table_id, None)

    def clear(self) -> None:
        """Drop the status of every game."""
        self._kept.clear()

    def tidy(self, table_id: int) -> None:
        """Drop the status of a game that is simply shown."""
        if self._kept.get(table_id) == DeliveryStatus():
            self.forget(table_id)

    def with_missing_permission(self) -> list[int]:
        """The games of which something is not shown because of a missing permission."""
        return [table_id for table_id, each in self._kept.items() if each.missing is not None]

    def take_not_put_off(self) -> list[int]:
        """The games that could not be put off; each is returned once, to be tried now."""
        games = [table_id for table_id, each in self._kept.items() if each.not_put_off]
        for table_id in games:
            self._kept[table_id].not_put_off = self._kept[table_id].told_to_wait = False
        return games

    async def wait(self, table_id: int, seconds: float) -> None:
        """Deliver a game only after as long as Discord has asked to wait."""
        self._keep(table_id).told_to_wait = True
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
        tries = self._keep(table_id).tries or 0
        pause = max(shortest, pause_after(tries, FIRST_PAUSE, longest))
        pause = pause if most is None else min(pause, most)
        await self._put_off(table_id, pause, tries=min(tries + 1, _COUNTED))

    async def _put_off(self, table_id: int, seconds: float, *, tries: int) -> None:
        status = self._keep(table_id)
        status.tries = tries
        row = DueRow(AGAIN, table_id, self._clock() + timedelta(seconds=seconds), tries)
        try:
            await self._store.write(due.schedule, row)
        except StoreError as error:
            log.error("game %d: that it is tried again: %s", table_id, error)  # noqa: TRY400
            status.not_put_off = True
        self._alarm(row.at)

    async def settle(self, table_id: int) -> None:
        """Note that a game is delivered: it need not be tried again."""
        status = self.get(table_id)
        status.attempts.settle()
        if status.tries is None:
            return
        status.tries = None
        try:
            await self._store.write(due.finish, AGAIN, table_id)
        except StoreError as error:  # then it is delivered once more
            log.error("game %d: that it is delivered: %s", table_id, error)  # noqa: TRY400

    async def report(self, table_id: int, report: Report) -> None:
        """Report what a round has found to be new about calls and permissions."""
        if report.uncalled is None:
            return
        status = self._keep(table_id)
        if report.left and not status.left:
            log.info("game %d waits: the bot is not in its server", table_id)
        reach_changed, lack_changed = status.take_in(report)
        try:
            if reach_changed:
                await self._reach(table_id, not report.uncalled)
            if lack_changed:
                await self._lacks(table_id, report.missing)
        except Exception:
            log.exception("how game %d stands could not be told", table_id)
            status.reach_unsure = status.lack_unsure = True
            await self.put_off(table_id, FIRST_PAUSE)  # it is reported after that

    def _keep(self, table_id: int) -> DeliveryStatus:
        return self._kept.setdefault(table_id, DeliveryStatus())
