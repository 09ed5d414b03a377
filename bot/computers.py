"""Computer players: the engine worker's answers are stored like any other decision.

A game that waits has a row (:data:`bot.changes.COMPUTER`), nothing is kept in memory alone: after
a restart the next program goes on with it. One game is computed at a time, the one that has waited
longest first, each up to the end of the turn. Decisions are stored after a pause, so that their
time does not tell how long the computation took, in this game or another.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import Connection

from bot.backoff import pause_after
from bot.cluster import Alone, ChangeNotice, Claims
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Everyone
from bot.engine_worker import EngineWorker, Lane, NoAnswer, Waits, WantedDecision
from bot.store import DueRow, Store, StoreError
from bot.store.queries import due
from bot.use_cases import COMPUTER, Services, ToDecide
from engine import Action, AddDecision, IllegalAction, Level, least_action

log = logging.getLogger(__name__)

PAUSE = timedelta(seconds=4)
"""Pause before a conflict is answered: longer than the computation."""
TURN_PAUSES = {
    Level.EASY: timedelta(seconds=0.5),
    Level.MEDIUM: timedelta(seconds=0.5),
    Level.STRONG: timedelta(seconds=2),
}
"""Pause before a computer plays its turn: longer than the computation on a quiet machine."""
_TRIED_AGAIN_AFTER = timedelta(seconds=30)
_LONGEST_PAUSE = timedelta(hours=1)
_KEPT = 256
"""The most answers kept until they are due; the oldest beyond are computed again."""


class _Answer(NamedTuple):
    """The decisions of a computer, and when they are stored."""

    asked: ToDecide
    actions: tuple[Action, ...]
    at: datetime
    tries: int


class ComputerPlayers:
    """Decides for computers while any game waits for one."""

    def __init__(
        self,
        store: Store,
        services: Services,
        worker: EngineWorker,
        clock: Callable[[], datetime],
        *,
        alarm: Callable[[datetime], None],
        aside: Waits,
        pause: timedelta = PAUSE,
        claims: Claims | None = None,
    ) -> None:
        """*alarm* is called with the latest time for the next call of :meth:`look`.

        A conflict is answered after *pause*, a turn played after *pause* at most, independent of
        the hand and the computation. Decides in the games that this program holds.
        """
        self._store = store
        self._services = services
        self._worker = worker
        self._clock = clock
        self._alarm = alarm
        self._aside = aside
        self._pause = pause
        self._answers: LRUCache[int, _Answer] = LRUCache(_KEPT)
        """Decisions by game, until they are stored."""
        self._storing = asyncio.Lock()
        self._working: asyncio.Task[None] | None = None
        self._meanwhile: asyncio.Task[None] | None = None
        """Stores what is due while another game is computed."""
        self._more = False
        self._closed = False
        self._claims = claims = claims or Alone(store)
        claims.when_notified.append(self.notified)
        claims.when_lease_ends.append(self.lease_ended)

    # --- when to look ----------------------------------------------------------------------------

    def note(self, connection: Connection, everyone: Everyone) -> bool:
        """Note whether a table that has changed waits for a computer."""
        del connection
        return everyone.table.waits_for_computer

    def stored(self, table_id: int, noted: object) -> None:
        """Look, if a table that has changed waits for a computer, or if that is not known."""
        if noted is False:
            return
        if self._claims.holds(table_id):
            self.look()
        else:  # if it is claimed here later, it is due still
            self._claims.notify_others(table_id, computer=True)

    async def due(self, table_id: int) -> None:
        """Look: a game waits for a computer."""
        del table_id
        self.look()

    def notified(self, what: ChangeNotice, *, mine: bool) -> None:
        """Look, if another program has stored what a computer is to answer."""
        if mine and what.computer:
            self.look()

    def lease_ended(self) -> None:
        """Stop: another program goes on."""
        self._answers.clear()
        for task in self._tasks:
            task.cancel()

    def look(self) -> None:
        """Decide everything that is due by now, in a task of its own."""
        if self._closed:
            return
        self._more = True
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="computers")
        elif self._answers and (self._meanwhile is None or self._meanwhile.done()):
            self._meanwhile = asyncio.create_task(self._store_meanwhile(), name="computers decide")

    async def _store_meanwhile(self) -> None:
        try:
            await self._store_due()
        except StoreError as error:  # the row is due still
            log.error("what computers have decided: %s", error)  # noqa: TRY400

    @property
    def _tasks(self) -> list[asyncio.Task[None]]:
        tasks = (self._working, self._meanwhile)
        return [task for task in tasks if task is not None and not task.done()]

    async def rest(self) -> None:
        """Wait until no decision of a computer is due."""
        while tasks := self._tasks:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop; what is not decided is for the next start."""
        self._closed = True
        tasks = self._tasks
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- thinking ---------------------------------------------------------------------------------

    async def _work(self) -> None:
        while self._more:
            self._more = False
            try:
                await self._store_due()
                while (row := await self._next()) is not None:
                    answer = self._answers.get(row.game_id)
                    if answer is None:
                        await self._think(row)
                    elif answer.at > self._clock():  # the game was paused, and is asked for early
                        await self._put_off(answer)
                    await self._store_due()
            except StoreError as error:  # the row is due still
                log.error("what computers are to decide: %s", error)  # noqa: TRY400
                self._alarm(self._clock() + _TRIED_AGAIN_AFTER)

    async def _next(self) -> DueRow | None:
        """The game of this program that has waited longest for a computer."""
        program = self._claims.program
        if program is None:
            return None
        return await self._store.look(due.read_first, COMPUTER, self._clock(), program)

    async def _think(self, row: DueRow) -> None:
        """Compute what a computer decides until its turn is over or another seat must decide.

        Raises StoreError if what is due cannot be changed.
        """
        async with self._trying(row):
            asked = await self._services.computers.to_decide(row.game_id)
            if asked is None:
                await self._store.write(due.finish, COMPUTER, row.game_id, by=row.at)
                return
            actions: list[Action] = []
            further: ToDecide | None = asked
            while further is not None:
                actions.append(await self._ask_worker(further))
                try:
                    further = await self._services.computers.to_decide(row.game_id, actions)
                except IllegalAction:  # logged when it is stored
                    break
            answer = _Answer(asked, tuple(actions), self._answered_at(asked), row.tries)
            if answer.at > self._clock():
                await self._put_off(answer)
            self._answers[row.game_id] = answer

    async def _put_off(self, answer: _Answer) -> None:
        """Store in the row when an answer is due, for this program or another."""
        row = DueRow(COMPUTER, answer.asked.table_id, answer.at, answer.tries)
        await self._store.write(due.schedule, row)
        self._alarm(answer.at)

    async def _ask_worker(self, asked: ToDecide) -> Action:
        """The decision of the engine worker; the least possible one if it does not answer."""
        wanted = WantedDecision(asked.view, asked.scores, asked.level, asked.seed.number)
        try:
            return await self._aside(self._worker.ask(wanted, Lane.PLAY))
        except NoAnswer as error:
            if self._closed:
                raise
            log.warning(
                "game %d: a computer decides as little as possible: %s", asked.table_id, error
            )
            return least_action(asked.view)

    def _answered_at(self, asked: ToDecide) -> datetime:
        """The time at which a decision is stored: a pause after it was asked.

        If the computation took longer, after a whole number of pauses: so the time does not tell
        how long it took.
        """
        since, pause = asked.asked_at, self._pause
        if not isinstance(asked.view.decision, AddDecision):
            pause = min(pause, TURN_PAUSES[asked.level])
        if not pause:
            return since
        pauses = max(1, -((since - self._clock()) // pause))
        return since + pauses * pause

    # --- deciding --------------------------------------------------------------------------------

    async def _store_due(self) -> None:
        """Store the answers that are due, also while another one is computed.

        Raises StoreError if what is due cannot be changed.
        """
        async with self._storing:
            while (answer := self._due_answer()) is not None:
                table_id = answer.asked.table_id
                try:
                    async with self._trying(DueRow(COMPUTER, table_id, answer.at, answer.tries)):
                        await self._store_answer(answer)
                finally:
                    self._answers.pop(table_id, None)

    def _due_answer(self) -> _Answer | None:
        now = self._clock()
        return next((answer for answer in self._answers.values() if answer.at <= now), None)

    async def _store_answer(self, answer: _Answer) -> None:
        """Store an answer if the game still waits for it."""
        asked = answer.asked
        now = await self._services.computers.to_decide(asked.table_id)
        if now is None or now.seen != asked.seen or not self._claims.holds(asked.table_id):
            return  # what it waits for is due
        act = self._services.computers.act
        try:
            await act(asked.table_id, answer.actions, asked.seen)
        except IllegalAction:  # which says what is held
            log.error("game %d: what a computer decided is not legal", asked.table_id)  # noqa: TRY400
            await act(asked.table_id, [least_action(asked.view)], asked.seen)

    @asynccontextmanager
    async def _trying(self, row: DueRow) -> AsyncIterator[None]:
        """Put off what fails in here, each time for longer, unless its time has changed."""
        try:
            yield
        except Exception as error:
            if isinstance(error, Refused) and error.refusal is Refusal.MAINTENANCE:
                at = self._clock() + _TRIED_AGAIN_AFTER
                await self._store.write(due.schedule, replace(row, at=at))
            else:
                if not isinstance(error, Refused):  # the game has changed meanwhile, or is damaged
                    log.exception("game %d: what a computer decides is tried again", row.game_id)
                at = self._clock() + pause_after(row.tries, _TRIED_AGAIN_AFTER, _LONGEST_PAUSE)
                await self._store.write(due.retry, row, at)
            self._alarm(at)
