"""Reviews of finished games: the playback is cached, the analysis stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from cachetools import LRUCache

from bot.changes import Changes
from bot.domain.ended.imported import RECORD_KEPT, file_name, playback_of, table_of, text_of
from bot.domain.ended.review import Analysis, Playback, Review, imported_number
from bot.domain.entries import without_undone
from bot.domain.player import OwnNumber
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Then
from bot.domain.stored import decoding_game, load_log
from bot.domain.table import Status, Table
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
from bot.store import Damaged, Ending, ImportedRow, ResultRow, Store
from bot.store.queries import analyses, imported, logs
from bot.use_cases.visits import RECORDED, Games
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
OwnStory: TypeAlias = Mapping[str, Any]
"""What a user did in a game, as JSON (``engine/notation/README.md``)."""
OWN_STORIES = 20
"""The number of games with a story in a user's data; each is replayed for it."""
_CACHED = 16
"""Number of games in memory, some 2 MB each."""
_AT_ONCE = 8
"""Number of moments per request to the engine worker."""
_PATIENCE = 4.0
"""Seconds that a user waits for expectations at a few moments."""
_CLOSELY = 3
"""Number of turns that lost most, and of those that missed most, to examine closely."""
_CLOSE = 10
"""Duration of a close look in quick looks."""
_NOT_OVER = {
    Status.LOBBY: Refusal.NOT_STARTED,
    Status.RUNNING: Refusal.NOT_REVIEWED_YET,
    Status.CANCELLED: Refusal.CANCELLED,
    Status.REMOVED: Refusal.UNKNOWN_GAME,
}


@dataclass(slots=True)
class _Study:
    """An analysis in progress."""

    task: asyncio.Task[Analysis]
    of: int
    """Number of pieces."""
    done: int = field(default=0)


class _Checked(Review):
    __slots__ = ()

    def _is_checked(self) -> None:
        """Do nothing; see :class:`Review`."""


class Reviews:
    """Reviews of finished games. Used by one event loop."""

    def __init__(self, store: Store, changes: Changes, games: Games) -> None:
        self._store, self._changes, self._games = store, changes, games
        self._playbacks: LRUCache[tuple[int, int], Playback] = LRUCache(_CACHED)
        self._studies: dict[tuple[int, int], _Study] = {}

    async def of(self, table_id: int) -> Review:
        """Return the review of a finished game. Raises Refused for others, or if not replayable."""
        table = await self._games.get(table_id)
        if table.status not in RECORDED:
            raise Refused(_NOT_OVER[table.status], game=table.name)
        key = table.id, table.state_version
        playback = self._playbacks.get(key)
        if playback is None:
            self._playbacks[key] = playback = await self._read(table)
        return _Checked(table, playback)

    async def own_stories(self, results: Sequence[ResultRow]) -> Mapping[int, OwnStory]:
        """Return what a user did in their latest games, by the numbers of the games.

        *results* are the user's, latest first. There is none for a seat that others also held.
        """
        stories: dict[int, OwnStory] = {}
        own = [each for each in results if not each.holder and each.ending is not Ending.LEFT]
        for result in own[:OWN_STORIES]:
            with suppress(Refused):  # it can no longer be replayed
                review = await self.of(result.game_id)
                stories[result.game_id] = review.playback.story.dump_seat(result.seat)
        return stories

    # --- records of one user ---------------------------------------------------------------------

    async def kept(self, user_id: OwnNumber) -> ImportedRow | None:
        """Return the record that a user has imported; None without one."""
        row = await self._store.look(imported.read_record, user_id)
        return None if row is None or row.at + RECORD_KEPT <= self._changes.clock() else row

    async def imported(self, user_id: OwnNumber, number: int | None = None) -> Review:
        """Return the review of the record that a user has imported.

        Raises Refused if it is not kept any more, or not the one with that *number*.
        """
        row = await self.kept(user_id)
        if row is None or number not in {None, imported_number(row.at)}:
            raise Refused(Refusal.RECORD_NOT_KEPT)
        key = -user_id, imported_number(row.at)
        playback = self._playbacks.get(key)
        if playback is None:
            return await self._imported(user_id, row)
        table = table_of(playback, row.name, row.text, row.at)
        return _Checked(table, playback, user_id)

    async def keep(self, user_id: OwnNumber, name: str, data: bytes) -> Review:
        """Keep a user's record in place of an earlier one. Raises Refused if it cannot be read."""
        at = self._changes.clock().replace(microsecond=0)
        row = ImportedRow(file_name(name), text_of(data), at)
        review = await self._imported(user_id, row)
        kept = await self._changes.write(imported.write_record, user_id, row)
        return review if kept == row else await self._imported(user_id, kept)

    async def _imported(self, user_id: OwnNumber, row: ImportedRow) -> Review:
        playback = await asyncio.to_thread(playback_of, row.text, row.at)
        review = _Checked(table_of(playback, row.name, row.text, row.at), playback, user_id)
        self._playbacks[review.key] = playback
        return review

    async def forget_imported(self) -> None:
        """Delete records that have been kept long enough."""
        await self._store.write(imported.delete_before, self._changes.clock() - RECORD_KEPT)

    async def _read(self, table: Table) -> Playback:
        record = await self._games.record(table.id)
        try:
            rows = await self._store.look(logs.read_log, table.id)
            with decoding_game("the log"):
                entries = without_undone(load_log(rows), len(table.players))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None
        try:
            playback = await asyncio.to_thread(
                lambda: Playback.of(tuple(read_game(record)), entries)
            )
        except FormatError as error:
            log.warning("game %d cannot be played again: %s", table.id, error)
            raise Refused(Refusal.NOT_REPLAYABLE, game=table.name) from None
        if not playback.turns:
            raise Refused(Refusal.NOTHING_PLAYED, game=table.name)
        return playback

    # --- analysis --------------------------------------------------------------------------------

    async def stored(self, review: Review) -> Analysis | None:
        """Return the stored analysis of a game; None without one."""
        try:
            if review.importer is None:
                text = await self._store.look(analyses.read_analysis, *review.key)
            else:
                of_record = review.importer, review.table.created_at
                text = await self._store.look(imported.read_analysis, *of_record)
        except Damaged:  # it can be computed again
            return None
        return None if text is None else Analysis.load(text, review.turns)

    async def analysis(self, review: Review, worker: EngineWorker) -> Analysis:
        """Return the analysis of a game: stored, or computed once for all who ask.

        A cancelled caller does not stop it. Raises NoAnswer if it cannot be computed now.
        """
        stored = await self.stored(review)
        if stored is not None:
            return stored
        key = review.key
        study = self._studies.get(key)
        if study is None:
            if review.importer is not None and any(each[0] == key[0] for each in self._studies):
                raise NoAnswer("an earlier record of the same user is being analysed")
            task = asyncio.create_task(self._analyse(review, worker))
            study = self._studies[key] = _Study(
                task, 2 * len(review.turns) + 1 + 2 * _CLOSELY * _CLOSE
            )
            task.add_done_callback(lambda done: self._end(key, done))
        return await worker.wait(asyncio.shield(study.task))

    def progress(self, review: Review) -> int:
        """Return the progress of an analysis in per cent; 0 if not in progress."""
        study = self._studies.get(review.key)
        return 0 if study is None else min(99, 100 * study.done // study.of)

    async def expected(
        self, worker: EngineWorker, *moments: Then
    ) -> tuple[tuple[Expectation, ...], ...]:
        """Return each seat's expectations at these moments. Raises NoAnswer."""
        asked = WantedExpectations(tuple(then.moment for then in moments))
        expected = await worker.answer(asked, Lane.ASKED, within=_PATIENCE)
        if len(expected) < len(moments):
            raise NoAnswer("not all was answered in time")
        return expected

    async def close(self) -> None:
        """Cancel all analyses."""
        tasks = [study.task for study in self._studies.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, key: tuple[int, int], task: asyncio.Task[Analysis]) -> None:
        del self._studies[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            what = "an imported record" if key[0] < 0 else f"game {key[0]}"
            log.warning("%s is not analysed: %s", what, error)

    async def _analyse(self, review: Review, worker: EngineWorker) -> Analysis:
        """Analyse in pieces no longer than a computer's decision, to serve others in between."""
        turns, study = review.turns, self._studies[review.key]
        moments = review.moments
        course: list[tuple[Expectation, ...]] = []
        while len(course) < len(moments):
            piece = moments[len(course) : len(course) + _AT_ONCE]
            expected = await _asked(worker, WantedExpectations(piece))
            course += expected
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
        text = analysis.dump()
        if review.importer is None:
            await self._store.write(analyses.write_analysis, *review.key, text)
        else:
            of_record = review.importer, review.table.created_at
            await self._store.write(imported.write_analysis, *of_record, text)
        return analysis


async def _asked(worker: EngineWorker, request: Request[_A]) -> _A:
    """Compute a piece; retry once if the engine worker died. Raises NoAnswer."""
    try:
        (answer,) = await worker.study([request])
    except (WorkerDied, WorkerLate):
        (answer,) = await worker.study([request])
    return answer
