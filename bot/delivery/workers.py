"""Brings what is due to Discord: at once, again after a failure, and after a restart.

Delivery never decides what is true: it only shows what is stored. When a failure is made good is
a row with its time, for which somebody with a clock looks: there are no timers in here.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.delivery.posts import Courier, InTrouble, PostsDue, TryLater
from bot.delivery.presses import Presses
from bot.delivery.round import Round, note, plan_for
from bot.store import Store, StoreError, due, outbox
from bot.store.rows import DueRow
from bot.table import Everyone, Refusal, Refused, Status, Tables

log = logging.getLogger(__name__)

AT_ONCE = 8
"""How many tables are delivered at the same time: enough to reach Discord's limits."""
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 300.0
_LONGEST_WITHOUT_PERMISSION = 3600.0
"""Somebody has to give it first, and Discord counts what it refuses."""
_GRACE = 5.0
_COUNTED = 30
"""Further attempts are not counted: the pauses are the longest long since."""
AGAIN = "delivery"
"""The kind of row that says when a game is delivered again."""


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
        *,
        alarm: Callable[[datetime], None],
    ) -> None:
        """*alarm* is called with a time at which, at the latest, it is to look what is due."""
        self._store = store
        self._tables = tables
        self._courier = courier
        self._posts_due = posts_due
        self._clock = clock
        self._alarm = alarm
        self._untried: set[int] = set()
        self._waiting: deque[int] = deque()
        self._left_over: deque[int] = deque()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._tries: dict[int, int] = {}
        """The tables that are put off, and how often they have failed."""
        self._told_to_wait: set[int] = set()
        """Those for which Discord has asked for patience."""
        self._not_put_off: set[int] = set()
        """Those that should be, but the store was in trouble itself."""
        self._problems: dict[int, str] = {}
        self._closed = False
        self.presses = Presses()

    async def start(self) -> None:
        """Deliver what was left undelivered when the program ended.

        First where a decision is waited for, and what has waited longest. What had failed is tried
        at once; where Discord has asked for patience, it is not.
        """
        rows = await self._store.read(due.read_kind, AGAIN)
        self._tries = {row.game_id: row.tries for row in rows}
        now = self._clock()
        self._told_to_wait = {row.game_id for row in rows if not row.tries and row.at > now}
        left = await self._store.read(outbox.undelivered, Status.RUNNING)
        self._left_over.extend(each for each in left if each not in self._told_to_wait)
        self._set_to_work()

    async def again(self, table_id: int) -> None:
        """Deliver a table that was put off: it is time."""
        self._told_to_wait.discard(table_id)
        self.nudge(table_id)

    def again_unnoted(self) -> None:
        """Deliver the tables that should be put off, but for the store, which was in trouble."""
        self._told_to_wait -= self._not_put_off
        for table_id in self._not_put_off:
            self.nudge(table_id)
        self._not_put_off.clear()

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

    def expect(self, at: datetime) -> None:
        """Have it looked at that time for what is due."""
        self._alarm(at)

    def nudge(self, table_id: int) -> None:
        """Deliver a table soon; many nudges at once make one round."""
        if self._closed or table_id in self._told_to_wait:
            return
        if table_id in self._running:
            self._again.add(table_id)
        elif table_id not in self._waiting:
            self._waiting.append(table_id)
            self._set_to_work()

    # --- how it stands --------------------------------------------------------------------------

    def nudge_problems(self) -> None:
        """Deliver soon what was not delivered for want of a permission: there may be news."""
        for table_id in self._problems:
            self.nudge(table_id)

    def problem(self, table_id: int) -> str | None:
        """The permission for want of which something of a table is not delivered."""
        return self._problems.get(table_id)

    async def rest(self, table_id: int | None = None) -> None:
        """Wait until nothing of a table, or of all, is under way; not for what is put off."""
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
        """Go round until nobody has nudged meanwhile."""
        try:
            await self._round(table_id)
            while table_id in self._again and table_id not in self._told_to_wait:
                self._again.discard(table_id)
                await self._round(table_id)
        finally:
            self._again.discard(table_id)
            del self._running[table_id]
            self._set_to_work()

    async def _round(self, table_id: int) -> None:
        """Make one round, and put off what has failed."""
        longest = _LONGEST_PAUSE
        try:
            report = await Round(
                self._store,
                self._tables,
                self._courier,
                self._posts_due,
                self._clock,
                table_id,
                self._untried,
                self.presses,
            ).run()
        except TryLater as later:
            log.warning("game %d: %s", table_id, later)
            self._told_to_wait.add(table_id)
            await self._put_off(table_id, later.seconds, failed=False)
            return
        except InTrouble as trouble:
            log.warning("game %d: %s", table_id, trouble)
        except Refused as refused:
            if refused.refusal is not Refusal.UNREADABLE:  # which was said when it was read
                log.error("nothing of game %d can be delivered: %s", table_id, refused)  # noqa: TRY400
            return
        except StoreError as error:
            log.error("game %d: %s", table_id, error)  # noqa: TRY400
        except Exception:
            log.exception("could not deliver game %d", table_id)
        else:
            if report.missing is None:
                self._problems.pop(table_id, None)
            else:
                self._problems[table_id] = report.missing
                longest = _LONGEST_WITHOUT_PERMISSION
            if not report.failed:
                await self._settle(table_id)
                return
        pause = min(_FIRST_PAUSE * 2.0 ** self._tries.get(table_id, 0), longest)
        await self._put_off(table_id, pause, failed=True)

    async def _put_off(self, table_id: int, seconds: float, *, failed: bool) -> None:
        """Have a table delivered again in so many seconds, whatever happens until then."""
        tries = min(self._tries.get(table_id, 0) + 1, _COUNTED) if failed else 0
        self._tries[table_id] = tries
        row = DueRow(AGAIN, table_id, self._clock() + timedelta(seconds=seconds), tries)
        try:
            await self._store.write(due.put_off, row)
        except StoreError as error:
            log.error("game %d: that it is tried again: %s", table_id, error)  # noqa: TRY400
            self._not_put_off.add(table_id)
        self._alarm(row.at)

    async def _settle(self, table_id: int) -> None:
        if self._tries.pop(table_id, None) is None:
            return
        try:
            await self._store.write(due.settle, AGAIN, table_id)
        except StoreError as error:  # then it will be looked at once more
            log.error("game %d: that it is delivered: %s", table_id, error)  # noqa: TRY400
