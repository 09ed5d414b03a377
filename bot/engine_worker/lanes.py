"""The queue of the engine worker: requests wait in lanes, which take turns.

There is one worker, which thinks about one thing at a time. Each lane is bounded: a caller that
finds no room asks again later.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.engine_worker.process import NoAnswer, WorkerBusy, WorkerProcess
from bot.engine_worker.requests import Request, WantedTurns, dump
from engine import BestTurn, Level, Score, SeatView

_A = TypeVar("_A")

LATE = 10.0
"""Seconds after which the worker is killed if it has not answered. By its own clock it answers much
earlier; this leaves room for a machine with much to do."""
_ROOM = 16
"""Requests that may wait in each lane."""


class Lane(Enum):
    """The purpose of a request."""

    ASKED = "asked"
    """A user has pressed something, and waits."""
    PLAY = "play"
    """A computer is to decide, and a table waits."""
    STUDY = "study"
    """A piece of something longer."""


_TURNS = (Lane.ASKED, Lane.PLAY, Lane.ASKED, Lane.PLAY, Lane.STUDY)
"""Whose turn it is when several lanes wait. One that does not is left out."""


class _Waiting(NamedTuple):
    """A request that waits, or is being thought about."""

    message: bytes
    answer: asyncio.Future[Any]


Thought: TypeAlias = Callable[[Lane, float, bool], None]
"""Called with a lane, the seconds that a request took there, and whether it was answered."""


def _uncounted(_lane: Lane, _seconds: float, _answered: bool) -> None:  # noqa: FBT001  (a port's)
    """Count nothing."""


class Waits(Protocol):
    """Waits for an answer of the worker."""

    def __call__(self, answer: "asyncio.Future[_A]", /) -> Awaitable[_A]:
        """Return the answer. Raises NoAnswer."""


class EngineWorker:
    """The worker, for all that ask it. Used by one event loop."""

    def __init__(
        self,
        *,
        late: float = LATE,
        thought: Thought = _uncounted,
        waits: Waits | None = None,
    ) -> None:
        """*late*: seconds after which a thought is cut off. *thought* is called after each.

        With another *late* than usual, the seconds of requests and of :meth:`answer` change in
        proportion.
        :meth:`wait` awaits through *waits*, if given.
        """
        self._late = late
        self._thought = thought
        self._waits = waits
        self._patience = late / LATE
        self._process = WorkerProcess(self._patience)
        self._lanes: dict[Lane, deque[_Waiting]] = {lane: deque() for lane in Lane}
        self._turn = 0
        self._thinking: asyncio.Task[object] | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the worker's process; None while there is none."""
        return self._process.pid

    # --- asking ----------------------------------------------------------------------------------

    def ask(self, request: Request[_A], lane: Lane) -> "asyncio.Future[_A]":
        """Ask something: the answer, or NoAnswer, comes by the future.

        Cancelled before its turn, it is not thought about. Raises WorkerBusy if there is no room.
        """
        waiting = self._lanes[lane]
        if self._closed:
            raise WorkerBusy("the program ends")
        if len(waiting) >= _ROOM:
            raise WorkerBusy(f"{len(waiting)} requests are waiting already ({lane.value})")
        answer: asyncio.Future[_A] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(partial(self._count, lane, time.monotonic()))
        waiting.append(_Waiting(dump(request), answer))
        self._go_on()
        return answer

    def _count(self, lane: Lane, asked_at: float, answer: "asyncio.Future[Any]") -> None:
        """Count an answer. Looks at its error, so that an unwanted one is not logged."""
        if not answer.cancelled():
            answered = answer.exception() is None
            self._thought(lane, time.monotonic() - asked_at, answered)

    def waiting(self) -> dict[str, int]:
        """The number of requests that wait in each lane."""
        return {lane.value: len(waiting) for lane, waiting in self._lanes.items()}

    async def answer(self, request: Request[_A], lane: Lane, *, within: float | None = None) -> _A:
        """Ask, and wait for the answer, for no more seconds than *within*. Raises NoAnswer."""
        try:
            async with asyncio.timeout(None if within is None else within * self._patience):
                return await self.wait(self.ask(request, lane))
        except TimeoutError:
            raise NoAnswer("no answer in time") from None

    async def wait(self, answer: "asyncio.Future[_A]") -> _A:
        """Wait for an answer, or for what comes of several. Raises NoAnswer."""
        return await (answer if self._waits is None else self._waits(answer))

    async def best_turns(
        self,
        view: SeatView,
        scores: Sequence[Score],
        seated: tuple[Level | None, ...],
        most: int,
        *,
        level: Level = Level.STRONG,
        seed: int,
        lane: Lane = Lane.ASKED,
    ) -> tuple[BestTurn, ...]:
        """The best turns of a seat. Raises NoAnswer."""
        return await self.answer(WantedTurns(view, scores, seated, most, level, seed), lane)

    async def study(self, requests: Sequence[Request[_A]]) -> list[_A]:
        """The answers to many requests, one after the other.

        Between two of them the other lanes have their turn. Raises NoAnswer.
        """
        return [await self.answer(request, Lane.STUDY) for request in requests]

    # --- thinking --------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Have the next request thought about, if none is."""
        if self._thinking is None and (following := self._next()) is not None:
            thought = self._process.ask(following.message, self._late)
            # in a context of its own: it is no part of the press that happens to come first
            self._thinking = Context().run(asyncio.create_task, thought)
            self._thinking.add_done_callback(partial(self._answered, following))

    def _next(self) -> _Waiting | None:
        """Return the next request whose answer is still wanted."""
        for step in range(len(_TURNS)):
            lane = self._lanes[_TURNS[(self._turn + step) % len(_TURNS)]]
            while lane:
                waiting = lane.popleft()
                if not waiting.answer.done():
                    self._turn = (self._turn + step + 1) % len(_TURNS)
                    return waiting
        return None

    def _answered(self, waiting: _Waiting, thought: asyncio.Task[object]) -> None:
        self._thinking = None
        ended = NoAnswer("the program ends") if thought.cancelled() else thought.exception()
        if not waiting.answer.done():
            if ended is None:
                waiting.answer.set_result(thought.result())
            else:
                waiting.answer.set_exception(ended)
        self._go_on()

    async def close(self) -> None:
        """End the process. Every request that waits fails with NoAnswer."""
        self._closed = True
        for lane in self._lanes.values():
            for waiting in lane:
                if not waiting.answer.done():
                    waiting.answer.set_exception(NoAnswer("the program ends"))
            lane.clear()
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.wait([self._thinking])
        await self._process.close()
