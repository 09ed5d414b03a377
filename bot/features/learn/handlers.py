"""Handlers of lessons, which have no table and are seen by no one else."""

from dataclasses import dataclass, replace

from bot.content.message import Content
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.features.learn.learner import Learner
from bot.features.learn.lesson_pages import (
    lesson_page,
    lessons_page,
    not_asked,
    space_page,
    with_instruction,
)
from bot.i18n import Words
from bot.intents import Intent, turn
from bot.intents.board import SeeDesk, SeeInWords, Zoom
from bot.intents.learn import BeginLesson, InLesson, PickLesson, SeeHint, SeeLesson, SeeLessons
from bot.parts.refusal_texts import refusal_text, with_rule
from bot.parts.turn.acting import page_or_actions
from bot.teaching.lesson import NotAsked, go_on, resume
from bot.teaching.lessons import LESSONS, Lessons
from bot.use_cases import LessonProgress, Services
from engine import N_, Action, Catastrophe, IllegalAction

_FURTHER_ON = N_("You're further on in your lessons. Here is your task.")
"""The answer to a press on a button of a finished task, or of another lesson."""


@dataclass(frozen=True, slots=True)
class LessonSession:
    """A user who learns; *can_open*: a game can be opened in the same place."""

    services: Services
    lessons: Lessons
    words: Words
    person: Person
    can_open: bool

    async def all_lessons(self, said: str = "") -> Content:
        """The list of lessons, with the learner's progress."""
        progress = await self.services.lessons.progress(self.person.user_id)
        every = self.lessons.every()
        return lessons_page(self.words, every, progress, can_open=self.can_open, said=said)

    async def go_on(self, said: str = "") -> Content:
        """Show the current lesson, or begin the next one."""
        progress = await self.services.lessons.progress(self.person.user_id)
        name = progress.lesson or self.lessons.first_of(progress.learnt)
        if name is None:
            return await self.all_lessons(said)
        if progress.lesson is None:
            return await self.begin(name)
        return await self._at(progress, said)

    async def begin(self, name: str, said: str = "") -> Content:
        """Begin a lesson, or begin it again."""
        if name not in self.lessons.names:
            return await self.all_lessons(self.words._("That lesson is gone. Choose another."))
        progress = await self.services.lessons.begin(self.person.user_id, name)
        return await self._at(progress, said)

    async def _at(self, progress: LessonProgress, said: str = "") -> Content:
        """The current lesson at its next task."""
        learner = await self._learner(progress)
        if learner is None:
            assert progress.lesson is not None
            return await self.begin(
                progress.lesson, self.words._("This lesson has changed, so it starts again.")
            )
        return self._page(learner, said)

    async def _learner(self, progress: LessonProgress) -> Learner | None:
        """The learner in the current lesson; None if the stored decisions no longer fit it."""
        assert progress.lesson is not None
        try:
            lesson = self.lessons.lesson(progress.lesson)
            course = resume(lesson, progress.decisions)
        except (LookupError, ValueError):
            return None
        habits = await self.services.preferences.habits(self.person.user_id)
        return Learner(self.words, self.person, lesson, course, habits.theme)

    def _page(self, learner: Learner, said: str = "") -> Content:
        every = self.lessons.every()
        return lesson_page(learner, every, can_open=self.can_open, said=said)

    # --- what is done in a lesson -----------------------------------------------------------------

    async def in_lesson(self, wanted: InLesson) -> Content:
        """Handle a press on a button of a game, unless the lesson has gone on since."""
        progress = await self.services.lessons.progress(self.person.user_id)
        if (progress.lesson, len(progress.decisions)) != (wanted.lesson, wanted.seen):
            if progress.lesson is None:
                return await self.begin(wanted.lesson)
            return await self._at(progress, self.words._(_FURTHER_ON))
        learner = await self._learner(progress)
        if learner is None:
            return await self._at(progress)
        try:
            return await self._done(learner, wanted.meant)
        except IllegalAction as illegal:
            why = refusal_text(self.words, illegal, learner.seat.table)
            return with_rule(self.words, self._page(learner, f"✋ {why}"), illegal)
        except NotAsked as other:
            return self._page(learner, not_asked(self.words, other.says))

    async def _done(self, learner: Learner, intent: Intent) -> Content:
        """Handle a press on a button of a game in the lesson.

        Raises IllegalAction if the rules forbid it, and NotAsked if the task is about something
        else.
        """
        match intent:
            case SeeDesk():
                return self._page(learner)
            case SeeHint():
                task = learner.task
                hint = "" if task is None else f"💡 {self.words.paragraphs(task.hint)}"
                return self._page(learner, hint)
            case turn.ChooseSpace(piece, column) | turn.ChooseRow(piece, column):
                return with_instruction(learner, space_page(learner, piece, column))
            case turn.ChooseCatastropheSpace():
                return with_instruction(learner, space_page(learner, Catastrophe(), None))
            case Zoom(piece=None) | SeeInWords() | turn.Tap() | turn.PlayLine():  # not in a lesson
                raise Refused(Refusal.STALE)
            case turn.Move(action):
                go_on(learner.lesson, learner.course, action)
        match page_or_actions(self.words, learner.seat, intent):
            case Content() as page:
                return with_instruction(learner, learner.adapted(page))
            case (action,):
                return await self._take(learner, action)
            case _:
                raise Refused(Refusal.STALE)

    async def _take(self, learner: Learner, action: Action) -> Content:
        """Take a decision that does the task, and go on."""
        lesson = learner.lesson
        course = go_on(lesson, learner.course, action)
        try:
            await self.services.lessons.take_step(
                self.person.user_id,
                lesson.name,
                learner.course.done,
                str(action),
                last=course.done == len(lesson.tasks),
            )
        except Refused:  # the same press came twice, and the other one was first
            return await self.go_on(self.words._(_FURTHER_ON))
        return self._page(replace(learner, course=course))


def _session(context: LocationContext) -> LessonSession:
    can_open = context.location.origin.guild_id is not None
    return LessonSession(context.services, LESSONS, context.words, context.person, can_open)


@handles
async def list_lessons(context: LocationContext, _: SeeLessons) -> Content:
    """Show the list of lessons."""
    return await _session(context).all_lessons()


@handles
async def see_lesson(context: LocationContext, _: SeeLesson) -> Content:
    """Show the current lesson."""
    return await _session(context).go_on()


@handles
async def begin(context: LocationContext, intent: BeginLesson | PickLesson) -> Content:
    """Begin a lesson."""
    return await _session(context).begin(intent.lesson)


@handles
async def in_lesson(context: LocationContext, intent: InLesson) -> Content:
    """Show the lesson after a press on a button of a game."""
    return await _session(context).in_lesson(intent)


@handles
async def refuse_hint(_context: LocationContext, _: SeeHint) -> Content:
    """Raise Refused: only a lesson has hints, through :class:`InLesson`."""
    raise Refused(Refusal.STALE)
