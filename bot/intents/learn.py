"""Intents about lessons."""

from bot.intents import Carried, Intent, Turning
from bot.intents.spelling import Chosen


class SeeLessons(Turning, word=("learn", "lessons")):
    """Show the list of lessons; *turning*: it replaces the lesson that was shown."""


class SeeLesson(Intent, word="learning"):
    """Continue the current lesson."""


class BeginLesson(Intent, word="begin"):
    """Begin a lesson, or begin it again."""

    lesson: str


class PickLesson(Intent, word="begin"):
    """As :class:`BeginLesson`, for a lesson chosen from a list."""

    lesson: Chosen[str]


class SeeHint(Intent, word="hint"):
    """Show how to do the task; only in a lesson."""


class InLesson(Intent, word="lesson"):
    """Press a button or a select of a game in a lesson.

    *seen* is the number of tasks done when the button was shown.
    """

    lesson: str
    seen: int
    meant: Carried
