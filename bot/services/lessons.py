"""Lessons: how far somebody has come is kept, what is in them is not known here.

A lesson is played alone: there is no table, and nobody else sees anything of it.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from bot.domain import Refusal, Refused
from bot.store import LearnerRow, Store
from bot.store.queries import learning


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody has come with the lessons."""

    lesson: str | None = None
    """The one that was begun last; None if none ever was."""
    decisions: tuple[str, ...] = ()
    """The learner's own decisions in it so far, in notation: one for each task that is done."""
    learnt: frozenset[str] = frozenset()
    """The lessons that were played to their end."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """How far users have come with the lessons."""

    _store: Store

    async def progress(self, user_id: int) -> Progress:
        """Read how far somebody has come."""
        return await self._store.look(progress_of, user_id)

    async def begin(self, user_id: int, lesson: str) -> Progress:
        """Begin a lesson, or begin it again; another that was under way is left."""

        def write(connection: Connection) -> Progress:
            progress = Progress(lesson, (), progress_of(connection, user_id).learnt)
            _keep(connection, user_id, progress)
            return progress

        return await self._store.write(write)

    async def take_step(
        self, user_id: int, lesson: str, seen: int, decision: str, *, last: bool
    ) -> Progress:
        """Keep a decision that did the task number *seen*, from 0, the *last* one or not.

        Raises Refused if the learner is at another one by now: the same press may come twice.
        """

        def write(connection: Connection) -> Progress:
            was = progress_of(connection, user_id)
            if (was.lesson, len(was.decisions)) != (lesson, seen):
                raise Refused(Refusal.STALE)
            learnt = was.learnt | {lesson} if last else was.learnt
            progress = Progress(lesson, (*was.decisions, decision), learnt)
            _keep(connection, user_id, progress)
            return progress

        return await self._store.write(write)


def progress_of(connection: Connection, user_id: int) -> Progress:
    """Read how far somebody has come."""
    row = learning.read_learner(connection, user_id)
    if row is None:
        return Progress()
    return Progress(row.lesson, tuple(row.decisions), frozenset(row.learnt))


def _keep(connection: Connection, user_id: int, progress: Progress) -> None:
    assert progress.lesson is not None
    row = LearnerRow(progress.lesson, list(progress.decisions), sorted(progress.learnt))
    learning.write_learner(connection, user_id, row)
