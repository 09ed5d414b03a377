"""What a learner can want, as values: see lessons, do what one asks for, then open a game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.intents import VALUES, Carrying, Intent, Turning, chosen, form, register, written


@dataclass(frozen=True, slots=True)
class SeeLessons(Turning):
    """See all lessons, and which are done; *turning*: in place of the lesson that was shown."""

    turning: bool = False


@dataclass(frozen=True, slots=True)
class SeeLesson(Intent):
    """Go on where one was."""


@dataclass(frozen=True, slots=True)
class BeginLesson(Intent):
    """Begin a lesson, or begin it again; *chosen* from a select, or pressed on a button."""

    lesson: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SeeHint(Intent):
    """Be helped with what is asked. It is wanted only in a lesson."""


@dataclass(frozen=True, slots=True)
class InLesson(Carrying):
    """Do in a lesson what a button or a select of a game means.

    *seen* is how many tasks were done when the button was shown. What it means is kept as it was
    printed, a *text* and the *values* of a select: it is about no game that is stored.
    """

    lesson: str
    seen: int
    text: str
    values: tuple[str, ...] = ()


register(
    form("learn", SeeLessons),
    form("lessons", SeeLessons, turning=True),
    form("learning", SeeLesson),
    form("begin", BeginLesson, lesson=written(str)),
    form("begin", BeginLesson, lesson=chosen(str), chosen=True),
    form("hint", SeeHint),
    form(
        "lesson", InLesson, lesson=written(str), seen=written(int), text=written(str), values=VALUES
    ),
)
