"""Who is worked on next: a few at a time, and nobody by two at once."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable

AT_ONCE = 8
"""So many at the same time: enough to reach Discord's limits."""
_GRACE = 5.0
"""Seconds for what is under way at the end."""


class Turns:
    """The tables that have something to show, each in its turn."""

    def __init__(self, work: Callable[[int], Awaitable[None]]) -> None:
        """*work* on a table is done in a task of its own."""
        self._work = work
        self._waiting: deque[int] = deque()
        self._left_over: deque[int] = deque()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def add(self, table_id: int) -> None:
        """Have a table worked on soon; many times make one.

        If it is being worked on, :meth:`nudged` tells.
        """
        if self._closed:
            return
        if table_id in self._running:
            self._again.add(table_id)
        elif table_id not in self._waiting:
            self._waiting.append(table_id)
            self._set_to_work()

    def add_left_over(self, table_ids: Iterable[int]) -> None:
        """Have tables worked on once nobody else waits."""
        self._left_over.extend(table_ids)
        self._set_to_work()

    def nudged(self, table_id: int) -> bool:
        """Whether a table that is being worked on was added since this was last asked."""
        if table_id not in self._again:
            return False
        self._again.discard(table_id)
        return True

    def has(self, table_id: int) -> bool:
        """Whether a table is worked on, or will be."""
        return any(table_id in each for each in (self._running, self._waiting, self._left_over))

    async def rest(self, table_id: int | None = None) -> None:
        """Wait until there is nothing to do for a table, or for all."""
        while self._running if table_id is None else self.has(table_id):
            if table_id is not None and table_id in self._running:
                await asyncio.wait([self._running[table_id]])
            else:  # somebody is at work on what comes before it
                await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)

    def cut_off(self) -> None:
        """Let go of all of them at once."""
        self._waiting.clear()
        self._left_over.clear()
        self._again.clear()
        for each in self._running.values():
            each.cancel()

    async def close(self) -> None:
        """Begin nothing more; what is under way gets a moment."""
        self._closed = True
        self._waiting.clear()
        self._left_over.clear()
        await ended(self._running.values())

    def _set_to_work(self) -> None:
        """Begin with the next ones, as long as there is room."""
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
                self._work_on(table_id), name=f"deliver game {table_id}"
            )

    async def _work_on(self, table_id: int) -> None:
        try:
            await self._work(table_id)
        finally:
            self._again.discard(table_id)
            del self._running[table_id]
            self._set_to_work()


async def ended(tasks: Collection[asyncio.Task[None]]) -> None:
    """Give what is under way a moment, and cut it off then."""
    if not tasks:
        return
    _, late = await asyncio.wait(tasks, timeout=_GRACE)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
