"""Handlers of what learners want."""

from bot.content.content import Content
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain import Refusal, Refused
from bot.features.learn.lesson_session import LessonSession
from bot.intents.learn import BeginLesson, InLesson, PickLesson, SeeHint, SeeLesson, SeeLessons
from bot.teaching.lessons import LESSONS


def _session(context: LocationContext) -> LessonSession:
    can_open = context.location.origin.guild_id is not None
    return LessonSession(context.services, LESSONS, context.words, context.person, can_open)


@handles
async def list_lessons(context: LocationContext, _: SeeLessons) -> Content:
    """All lessons."""
    return await _session(context).all_lessons()


@handles
async def go_on(context: LocationContext, _: SeeLesson) -> Content:
    """The lesson in which the learner is."""
    return await _session(context).go_on()


@handles
async def begin(context: LocationContext, intent: BeginLesson | PickLesson) -> Content:
    """A lesson from its beginning."""
    return await _session(context).begin(intent.lesson)


@handles
async def in_lesson(context: LocationContext, intent: InLesson) -> Content:
    """Show what comes of a press in a lesson."""
    return await _session(context).in_lesson(intent)


@handles
async def refuse_hint(_context: LocationContext, _: SeeHint) -> Content:
    """Raise Refused: there is one only in a lesson."""
    raise Refused(Refusal.STALE)
