"""Intents about lessons."""

from bot.intents import Carried, Intent, Turning
from bot.intents.spelling import Chosen


class SeeLessons(Turning, word=("learn", "lessons")):
    """See all lessons, and which are done; *turning*: in place of the lesson that was shown."""


class SeeLesson(Intent, word="learning"):
    """Go on where one was."""


class BeginLesson(Intent, word="begin"):
    """Begin a lesson, or begin it again."""

    lesson: str


class PickLesson(Intent, word="begin"):
    """The same, of a lesson that is chosen from a list."""

    lesson: Chosen[str]


class SeeHint(Intent, word="hint"):
    """Be helped with what is asked. It is wanted only in a lesson."""


class InLesson(Intent, word="lesson"):
    """Do in a lesson what a button or a select of a game means.

    *seen* is how many tasks were done when the button was shown.
    """

    lesson: str
    seen: int
    meant: Carried
