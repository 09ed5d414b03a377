"""Work queue: bounded concurrency, one worker per game."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable

AT_ONCE = 8
"""Games that are worked on at the same time: enough to reach Discord's limits."""
_GRACE = 5.0
"""Seconds for work under way at the end."""


class WorkQueue:
    """The games that have something to show, in order."""

    def __init__(self, work: Callable[[int], Awaitable[None]]) -> None:
        """*work* is called with a game, in a task of its own."""
        self._work = work
        self._waiting: deque[int] = deque()
        self._left_over: deque[int] = deque()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def add(self, table_id: int) -> None:
        """Queue a game, once however often it is added.

        If it is being worked on, :meth:`take_again` returns True.
        """
        if self._closed:
            return
        if table_id in self._running:
            self._again.add(table_id)
        elif table_id not in self._waiting:
            self._waiting.append(table_id)
            self._start_next()

    def add_left_over(self, table_ids: Iterable[int]) -> None:
        """Queue games behind all that :meth:`add` queues."""
        self._left_over.extend(table_ids)
        self._start_next()

    def take_again(self, table_id: int) -> bool:
        """Return True if a game that is being worked on was added since the last call."""
        if table_id not in self._again:
            return False
        self._again.discard(table_id)
        return True

    def __contains__(self, table_id: int) -> bool:
        """Return True if a game is queued or being worked on."""
        return any(table_id in each for each in (self._running, self._waiting, self._left_over))

    async def rest(self, table_id: int | None = None) -> None:
        """Wait until no work is left for a game, or for all."""
        while self._running if table_id is None else table_id in self:
            if table_id is not None and table_id in self._running:
                await asyncio.wait([self._running[table_id]])
            else:  # games before it in the queue are being worked on
                await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)

    def cancel_all(self) -> None:
        """Empty the queue, and cancel work under way at once."""
        self._waiting.clear()
        self._left_over.clear()
        self._again.clear()
        for each in self._running.values():
            each.cancel()

    async def close(self) -> None:
        """Start nothing more; work under way gets a moment."""
        self._closed = True
        self._waiting.clear()
        self._left_over.clear()
        await finish(self._running.values())

    def _start_next(self) -> None:
        """Start work on the next games while there is room."""
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
                self._run(table_id), name=f"deliver game {table_id}"
            )

    async def _run(self, table_id: int) -> None:
        try:
            await self._work(table_id)
        finally:
            self._again.discard(table_id)
            del self._running[table_id]
            self._start_next()


async def finish(tasks: Collection[asyncio.Task[None]]) -> None:
    """Give tasks a moment to end, then cancel them."""
    if not tasks:
        return
    _, late = await asyncio.wait(tasks, timeout=_GRACE)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
