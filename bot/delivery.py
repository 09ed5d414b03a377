"""Brings what is due to Discord: at once, again after a failure, and after a restart.

Delivery never decides what is true: it only shows what is stored.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from bot.delivery_round import Round
from bot.posts import Courier, PostsDue, TryLater
from bot.store import Store, posts
from bot.table import Refused, Tables

log = logging.getLogger(__name__)

_FIRST_DELAY = 2.0
_LONGEST_DELAY = 300.0
_GRACE = 5.0


class Delivery:
    """Keeps what is on Discord in step with the store, one worker for each table at most."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        courier: Courier,
        posts_due: PostsDue,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._tables = tables
        self._courier = courier
        self._posts_due = posts_due
        self._clock = clock
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._told_to_wait: set[int] = set()
        self._failures: dict[int, int] = {}
        self._problems: dict[int, str] = {}
        self._closed = False

    async def start(self) -> None:
        """Deliver what was left undelivered when the program ended."""
        for table_id in await self._store.read(posts.undelivered):
            self.nudge(table_id)

    def nudge(self, table_id: int) -> None:
        """Deliver a table soon; many nudges at once make one round."""
        if self._closed or table_id in self._told_to_wait:
            return
        if retry := self._retries.pop(table_id, None):
            retry.cancel()
        if table_id in self._workers:
            self._again.add(table_id)
        else:
            self._workers[table_id] = asyncio.create_task(
                self._work(table_id), name=f"deliver game {table_id}"
            )

    def problem(self, table_id: int) -> str | None:
        """The permission for want of which something of a table is not delivered."""
        return self._problems.get(table_id)

    async def idle(self) -> None:
        """Wait until everything that is under way is done; not for retries set for later."""
        while self._workers:
            await asyncio.wait(list(self._workers.values()))

    async def close(self) -> None:
        """End: what is under way gets a moment, what is left is for the next start."""
        self._closed = True
        for retry in self._retries.values():
            retry.cancel()
        self._retries.clear()
        workers = list(self._workers.values())
        if workers:
            await asyncio.wait(workers, timeout=_GRACE)
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        """Go round until nobody has nudged meanwhile; set a retry if the last round failed."""
        try:
            delay = await self._round(table_id)
            while table_id in self._again and table_id not in self._told_to_wait:
                self._again.discard(table_id)
                delay = await self._round(table_id)
        finally:
            self._again.discard(table_id)
            del self._workers[table_id]
        if delay is not None and not self._closed:
            loop = asyncio.get_running_loop()
            self._retries[table_id] = loop.call_later(delay, self._retry, table_id)

    def _retry(self, table_id: int) -> None:
        self._told_to_wait.discard(table_id)
        self.nudge(table_id)

    async def _round(self, table_id: int) -> float | None:
        """Make one round. Answers after how many seconds to try again, None if all is well."""
        try:
            report = await Round(
                self._store, self._tables, self._courier, self._posts_due, self._clock, table_id
            ).run()
        except TryLater as later:
            self._told_to_wait.add(table_id)
            return later.seconds
        except Refused as refused:
            log.error("nothing of game %d can be delivered: %s", table_id, refused)  # noqa: TRY400
            return None
        except Exception:
            log.exception("could not deliver game %d", table_id)
        else:
            if report.missing is None:
                self._problems.pop(table_id, None)
            else:
                self._problems[table_id] = report.missing
            if not report.failed:
                self._failures.pop(table_id, None)
                return None
        failures = self._failures[table_id] = self._failures.get(table_id, 0) + 1
        return min(_FIRST_DELAY * 2.0 ** (failures - 1), _LONGEST_DELAY)
