"""Brings what is due to Discord: at once, again after a failure, and after a restart.

Delivery never decides what is true: it only shows what is stored.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from bot.delivery.posts import Courier, PostsDue, TryLater
from bot.delivery.round import Round, note, plan_for
from bot.store import Store, outbox
from bot.table import Everyone, Refusal, Refused, Tables

log = logging.getLogger(__name__)

AT_ONCE = 8
"""How many tables are delivered at the same time: enough to reach Discord's limits."""
_FIRST_DELAY = 2.0
_LONGEST_DELAY = 300.0
_GRACE = 5.0


class Delivery:
    """Keeps what is on Discord in step with the store, with a few tables at a time.

    What was just stored goes before what was left when the program ended.
    """

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
        self._untried: set[int] = set()
        self._waiting: deque[int] = deque()
        self._left_over: deque[int] = deque()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._retries: dict[int, asyncio.TimerHandle] = {}
        self._told_to_wait: set[int] = set()
        self._failures: dict[int, int] = {}
        self._problems: dict[int, str] = {}
        self._closed = False

    async def start(self) -> None:
        """Deliver what was left undelivered when the program ended."""
        self._left_over.extend(await self._store.read(outbox.undelivered))
        self._set_to_work()

    # --- what is stored is told -----------------------------------------------------------------

    def note(self, connection: Connection, everyone: Everyone) -> set[int]:
        """Note in the transaction that stores something which messages will tell of it.

        Whatever is wrong with the messages, it is stored. Answers the ids of their rows.
        """
        rows = outbox.read_posts(connection, everyone.table.id)
        try:
            now = self._clock()
            plan = plan_for(everyone, rows, self._posts_due, now)
        except Exception:
            log.exception("what is due of game %d cannot be told", everyone.table.id)
            return set()
        if everyone.table.home is None:
            plan = plan.without_home()
        return set(note(connection, plan, now).values())

    def stored(self, table_id: int, noted: object) -> None:
        """Deliver a table that has changed; *noted* is what :meth:`note` answered, if known."""
        if isinstance(noted, set):
            self._untried |= noted
        self.nudge(table_id)

    def nudge(self, table_id: int) -> None:
        """Deliver a table soon; many nudges at once make one round."""
        if self._closed or table_id in self._told_to_wait:
            return
        if retry := self._retries.pop(table_id, None):
            retry.cancel()
        if table_id in self._running:
            self._again.add(table_id)
        elif table_id not in self._waiting:
            self._waiting.append(table_id)
            self._set_to_work()

    # --- how it stands --------------------------------------------------------------------------

    def problem(self, table_id: int) -> str | None:
        """The permission for want of which something of a table is not delivered."""
        return self._problems.get(table_id)

    async def rest(self, table_id: int | None = None) -> None:
        """Wait until nothing of a table, or of all, is under way; not for retries set for later."""
        while self._busy(table_id):  # then somebody is at work, if only on something before it
            await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)

    def _busy(self, table_id: int | None) -> bool:
        under_way = {*self._running, *self._waiting, *self._left_over}
        return bool(under_way) if table_id is None else table_id in under_way

    async def close(self) -> None:
        """End: what is under way gets a moment, what is left is for the next start."""
        self._closed = True
        self._waiting.clear()
        self._left_over.clear()
        for retry in self._retries.values():
            retry.cancel()
        self._retries.clear()
        workers = list(self._running.values())
        if workers:
            await asyncio.wait(workers, timeout=_GRACE)
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)

    # --- work -----------------------------------------------------------------------------------

    def _set_to_work(self) -> None:
        """Begin with the next tables, as long as there are hands for them."""
        while len(self._running) < AT_ONCE and not self._closed:
            if self._waiting:
                table_id = self._waiting.popleft()
            elif self._left_over:
                table_id = self._left_over.popleft()
            else:
                return
            if table_id in self._running:
                self._again.add(table_id)
                continue
            self._running[table_id] = asyncio.create_task(
                self._work(table_id), name=f"deliver game {table_id}"
            )

    async def _work(self, table_id: int) -> None:
        """Go round until nobody has nudged meanwhile; set a retry if the last round failed."""
        try:
            delay = await self._round(table_id)
            while table_id in self._again and table_id not in self._told_to_wait:
                self._again.discard(table_id)
                delay = await self._round(table_id)
        finally:
            self._again.discard(table_id)
            del self._running[table_id]
            self._set_to_work()
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
                self._store,
                self._tables,
                self._courier,
                self._posts_due,
                self._clock,
                table_id,
                self._untried,
            ).run()
        except TryLater as later:
            self._told_to_wait.add(table_id)
            return later.seconds
        except Refused as refused:
            if refused.refusal is not Refusal.UNREADABLE:  # which was said when it was read
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
