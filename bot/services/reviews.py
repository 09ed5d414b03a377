"""Looking back on games that have ended: what happened is read once, what it was worth is kept."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TypeVar

from cachetools import LRUCache

from bot.domain import (
    Acted,
    Analysis,
    Playback,
    Refusal,
    Refused,
    Review,
    Started,
    Status,
    Table,
    Then,
    decoding_game,
)
from bot.domain.entries import without_undone
from bot.domain.stored import load_log
from bot.engine_worker import (
    EngineWorker,
    Lane,
    NoAnswer,
    Request,
    WantedExpectations,
    WantedFirstLook,
    WantedJudgement,
    WorkerDied,
    WorkerLate,
)
from bot.services.visits import RECORDED, Games
from bot.store import Damaged, Store
from bot.store.queries import analyses, logs
from engine import (
    Expectation,
    FormatError,
    Judgement,
    PlayedTurn,
    questions_worth_asking,
    read_game,
    turns_that_mattered,
)

log = logging.getLogger(__name__)

_A = TypeVar("_A")
_KEPT = 16
"""So many games are kept in memory, some 2 MB each."""
_AT_ONCE = 8
"""Moments in one request to the engine worker."""
_PATIENCE = 4.0
"""Seconds that a user waits for what can be expected at a few moments."""
_CLOSELY = 3
"""How many of the turns that lost most, and of those that missed most, get a close look."""
_CLOSE = 10
"""How many quick looks take as long as a close one."""
_NOT_OVER = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.NOT_REVIEWED_YET,
    Status.CANCELLED: Refusal.CANCELLED,
    Status.REMOVED: Refusal.UNKNOWN_GAME,
}


@dataclass(slots=True)
class _Study:
    """An analysis that is being worked out."""

    task: asyncio.Task[Analysis]
    of: int
    """In so many pieces, of which are done:"""
    done: int = field(default=0)


class _Checked(Review):
    __slots__ = ()

    def _is_checked(self) -> None:
        """Nothing: see :class:`Review`."""


class Reviews:
    """Looking back on games that have ended. Used by one event loop."""

    def __init__(self, store: Store, games: Games) -> None:
        self._store, self._games = store, games
        self._playbacks: LRUCache[tuple[int, int], Playback] = LRUCache(_KEPT)
        self._studies: dict[tuple[int, int], _Study] = {}

    async def of(self, table_id: int) -> Review:
        """A game that has ended. Raises Refused for any other, or if it cannot be played again."""
        table = await self._games.get(table_id)
        if table.status not in RECORDED:
            raise Refused(_NOT_OVER[table.status], game=table.name)
        key = table.id, table.state_version
        playback = self._playbacks.get(key)
        if playback is None:
            self._playbacks[key] = playback = await self._read(table)
        return _Checked(table, playback)

    async def _read(self, table: Table) -> Playback:
        record = await self._games.record(table.id)
        try:
            rows = await self._store.look(logs.read_log, table.id)
            with decoding_game("the log"):
                entries = without_undone(load_log(rows), len(table.players))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None
        decided = [entry for entry in entries if isinstance(entry, Started | Acted)]
        try:
            playback = await asyncio.to_thread(
                lambda: Playback.of(tuple(read_game(record)), decided)
            )
        except FormatError as error:
            log.warning("game %d cannot be played again: %s", table.id, error)
            raise Refused(Refusal.NOT_REPLAYABLE, game=table.name) from None
        if not playback.turns:
            raise Refused(Refusal.NOTHING_PLAYED, game=table.name)
        return playback

    # --- what it was worth -----------------------------------------------------------------------

    async def stored(self, review: Review) -> Analysis | None:
        """What was worked out about a game before; None if nothing was."""
        key = review.table.id, review.table.state_version
        try:
            text = await self._store.look(analyses.read_analysis, *key)
        except Damaged:  # it can be worked out again
            return None
        return None if text is None else Analysis.load(text, review.turns)

    async def analysis(self, review: Review, worker: EngineWorker) -> Analysis:
        """What there is to know about a game: kept, or worked out once for all who ask.

        A caller who stops waiting does not end it. Raises NoAnswer if it cannot be worked out now.
        """
        stored = await self.stored(review)
        if stored is not None:
            return stored
        key = review.table.id, review.table.state_version
        study = self._studies.get(key)
        if study is None:
            task = asyncio.create_task(self._work_out(review, worker))
            study = self._studies[key] = _Study(
                task, 2 * len(review.turns) + 1 + 2 * _CLOSELY * _CLOSE
            )
            task.add_done_callback(lambda done: self._end(key, done))
        return await worker.wait(asyncio.shield(study.task))

    def progress(self, review: Review) -> int:
        """How much of an analysis is done, in per cent: 0 if it is not being worked out."""
        study = self._studies.get((review.table.id, review.table.state_version))
        return 0 if study is None else min(99, 100 * study.done // study.of)

    async def expected(
        self, worker: EngineWorker, *moments: Then
    ) -> tuple[tuple[Expectation, ...], ...]:
        """What every seat can expect at each of these moments. Raises NoAnswer."""
        asked = WantedExpectations(tuple(then.moment for then in moments))
        told = await worker.answer(asked, Lane.ASKED, within=_PATIENCE)
        if len(told) < len(moments):
            raise NoAnswer("not all was answered in time")
        return told

    async def close(self) -> None:
        """Stop working anything out."""
        tasks = [study.task for study in self._studies.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, key: tuple[int, int], task: asyncio.Task[Analysis]) -> None:
        del self._studies[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("game %d is not analysed: %s", key[0], error)

    async def _work_out(self, review: Review, worker: EngineWorker) -> Analysis:
        """In pieces, none longer than a decision of a computer's: others come in between."""
        table, turns = review.table, review.turns
        study = self._studies[table.id, table.state_version]
        moments = review.moments
        course: list[tuple[Expectation, ...]] = []
        while len(course) < len(moments):
            piece = moments[len(course) : len(course) + _AT_ONCE]
            told = await _asked(worker, WantedExpectations(piece))
            course += told
            study.done = len(course)
        missed: list[float] = []
        for turn in turns:
            missed.append(await _asked(worker, WantedFirstLook(review.asked(turn))))
            study.done += 1
        judged: list[tuple[PlayedTurn, Judgement]] = []
        closer = questions_worth_asking(turns, course, missed, _CLOSELY)
        study.of = study.done + _CLOSE * len(closer)
        for at in closer:
            found = await _asked(worker, WantedJudgement(review.asked(turns[at])))
            judged.append((turns[at], found))
            course[turns[at].number - 1 : turns[at].number + 1] = found.before, found.after
            study.done += _CLOSE
        analysis = Analysis(tuple(course), turns_that_mattered(judged))
        await self._store.write(
            analyses.write_analysis, table.id, table.state_version, analysis.dump()
        )
        return analysis


async def _asked(worker: EngineWorker, request: Request[_A]) -> _A:
    """Have a piece worked out; once more, if the engine worker has died of something else.

    Raises NoAnswer.
    """
    try:
        (answer,) = await worker.study([request])
    except (WorkerDied, WorkerLate):
        (answer,) = await worker.study([request])
    return answer
