"""Who asks the mind, and in which order it answers.

There is one mind, which thinks about one thing at a time. What waits is bounded: whoever finds no
room comes again. Nobody's requests hold up the others': each lane has its turn.
"""

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from bot.engine_worker.errors import MindBusy, NoAnswer
from bot.engine_worker.process import MindProcess
from bot.engine_worker.requests import Request, WantedDecision, WantedTurns, dumped
from engine import Action, BestTurn, Level, Score, SeatView

_A = TypeVar("_A")

LATE = 10.0
"""Seconds after which the mind is ended if it has not answered. It should long before, by its own
clock; this leaves room for a machine with much to do."""
_ROOM = 16
"""Requests that may wait in each lane."""


class Lane(Enum):
    """What a request is for."""

    ASKED = "asked"
    """Somebody has pressed something, and waits."""
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


Thought: TypeAlias = Callable[[str, float, bool], None]
"""Told of a lane, for how many seconds something was asked there, and whether it was answered."""


def _nobody_counts(_lane: str, _seconds: float, _answered: bool) -> None:  # noqa: FBT001  (a port's)
    """Tell nobody."""


class Waits(Protocol):
    """How to wait for an answer of the mind."""

    def __call__(self, answer: "asyncio.Future[_A]", /) -> Awaitable[_A]:
        """Return the answer. Raises NoAnswer."""


class Minds:
    """The mind, for everybody who asks it. Used by one event loop."""

    def __init__(
        self,
        *,
        late: float = LATE,
        thought: Thought = _nobody_counts,
        waits: Waits | None = None,
    ) -> None:
        """*late*: after so many seconds a thought is cut off. *thought* is told of each.

        :meth:`wait` awaits through *waits*, if given.
        """
        self._late = late
        self._thought = thought
        self._waits = waits
        self._process = MindProcess()
        self._lanes: dict[Lane, deque[_Waiting]] = {lane: deque() for lane in Lane}
        self._turn = 0
        self._thinking = False
        self._closed = False
        self._to_thread: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The number of the mind's process; None while there is none."""
        return self._process.pid

    # --- asking ----------------------------------------------------------------------------------

    def ask(self, request: Request[_A], lane: Lane) -> "asyncio.Future[_A]":
        """Ask something: the answer, or NoAnswer, comes by the future.

        Cancelled before its turn, it is not thought about. Raises MindBusy if there is no room.
        """
        waiting = self._lanes[lane]
        if self._closed:
            raise MindBusy("the program ends")
        if len(waiting) >= _ROOM:
            raise MindBusy(f"{len(waiting)} requests are waiting already ({lane.value})")
        answer: asyncio.Future[_A] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(partial(self._taken_note_of, lane, time.monotonic()))
        waiting.append(_Waiting(dumped(request), answer))
        self._go_on()
        return answer

    def _taken_note_of(self, lane: Lane, asked_at: float, answer: "asyncio.Future[Any]") -> None:
        """Count an answer, and let it be no fault if nobody waits any more for one that fails."""
        if not answer.cancelled():
            answered = answer.exception() is None
            self._thought(lane.value, time.monotonic() - asked_at, answered)

    def waiting(self) -> dict[str, int]:
        """How many requests wait in each lane."""
        return {lane.value: len(waiting) for lane, waiting in self._lanes.items()}

    async def answer(self, request: Request[_A], lane: Lane) -> _A:
        """Ask, and wait for the answer. Raises NoAnswer."""
        return await self.wait(self.ask(request, lane))

    async def wait(self, answer: "asyncio.Future[_A]") -> _A:
        """Wait for an answer, or for what comes of several. Raises NoAnswer."""
        return await (answer if self._waits is None else self._waits(answer))

    async def decide(
        self, view: SeatView, scores: Sequence[Score], level: Level, *, seed: int
    ) -> Action:
        """What a computer of that level decides. Raises NoAnswer."""
        return await self.answer(WantedDecision(view, scores, level, seed), Lane.PLAY)

    async def best_turns(
        self,
        view: SeatView,
        scores: Sequence[Score],
        most: int,
        *,
        level: Level = Level.STRONG,
        seed: int,
        lane: Lane = Lane.ASKED,
    ) -> tuple[BestTurn, ...]:
        """The best turns for whoever may know that. Raises NoAnswer."""
        return await self.answer(WantedTurns(view, scores, most, level, seed), lane)

    async def study(self, requests: Sequence[Request[_A]]) -> list[_A]:
        """The answers to a longer row of requests, one after the other.

        Between two of them whatever else is asked has its turn. Raises NoAnswer.
        """
        return [await self.answer(request, Lane.STUDY) for request in requests]

    # --- thinking --------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Have the next request thought about, if none is."""
        if self._thinking or self._closed:
            return
        following = self._next()
        if following is None:
            return
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(
                target=self._think, args=(loop,), name="mind", daemon=True
            )
            self._thread.start()
        self._thinking = True
        self._to_thread.put(following)

    def _next(self) -> _Waiting | None:
        """The next request that somebody still waits for."""
        for step in range(len(_TURNS)):
            lane = self._lanes[_TURNS[(self._turn + step) % len(_TURNS)]]
            while lane:
                waiting = lane.popleft()
                if not waiting.answer.done():
                    self._turn = (self._turn + step + 1) % len(_TURNS)
                    return waiting
        return None

    def _think(self, loop: asyncio.AbstractEventLoop) -> None:
        """In the thread: ask the process one thing after the other."""
        while (waiting := self._to_thread.get()) is not None:
            answer: object
            try:
                answer = self._process.ask(waiting.message, self._late)
            except Exception as error:  # noqa: BLE001  # it goes to whoever has asked
                answer = error
            try:
                loop.call_soon_threadsafe(partial(self._answered, waiting, answer))
            except RuntimeError:  # the loop is closed: nobody waits any more
                return

    def _answered(self, waiting: _Waiting, answer: object) -> None:
        self._thinking = False
        if not waiting.answer.done():
            if isinstance(answer, Exception):
                waiting.answer.set_exception(answer)
            else:
                waiting.answer.set_result(answer)
        self._go_on()

    async def close(self) -> None:
        """End the process. Whoever waits is told that there is no answer."""
        self._closed = True
        for lane in self._lanes.values():
            for waiting in lane:
                if not waiting.answer.done():
                    waiting.answer.set_exception(NoAnswer("the program ends"))
            lane.clear()
        self._process.kill()
        if self._thread is not None:
            self._to_thread.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None
        self._process.close()
