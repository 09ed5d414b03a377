"""What a learner can want, as values: see lessons, do what one asks for, then open a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.forms import VALUES, Form, chosen, form, written

__all__ = [
    "AskToOpen",
    "BeginLesson",
    "InLesson",
    "Learning",
    "OpenGame",
    "SeeHint",
    "SeeLesson",
    "SeeLessons",
]


@dataclass(frozen=True, slots=True)
class SeeLessons:
    """See all lessons, with those that one has had."""


@dataclass(frozen=True, slots=True)
class SeeLesson:
    """Go on where one was."""


@dataclass(frozen=True, slots=True)
class BeginLesson:
    """Begin a lesson, or begin it again; *chosen* from a select, or pressed on a button."""

    lesson: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SeeHint:
    """Be helped with what is asked. It is wanted only in a lesson."""


@dataclass(frozen=True, slots=True)
class InLesson:
    """Do in a lesson what a button or a select of a game means.

    *seen* is how many tasks were done when the button was shown. What it means is kept as it was
    printed, a *text* and the *values* of a select: it is about no game that is stored.
    """

    lesson: str
    seen: int
    text: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskToOpen:
    """Be asked for the name of a game that is to be opened here."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open a first game here, under that name."""

    name: str


Learning: TypeAlias = SeeLessons | SeeLesson | BeginLesson | SeeHint | InLesson
"""What is done in lessons, at no table."""

FORMS: tuple[Form[Learning | AskToOpen | OpenGame], ...] = (
    form("learn", SeeLessons),
    form("learning", SeeLesson),
    form("begin", BeginLesson, lesson=written(str)),
    form("begin", BeginLesson, lesson=chosen(str), chosen=True),
    form("hint", SeeHint),
    form(
        "lesson", InLesson, lesson=written(str), seen=written(int), text=written(str), values=VALUES
    ),
    form("open?", AskToOpen),
    form("open", OpenGame, name=chosen(str)),
)
