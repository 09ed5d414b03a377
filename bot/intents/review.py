"""Intents about a game that has ended."""

import re
from dataclasses import field
from typing import Annotated, TypeAlias

from bot.intents import Carried, Intent, Placement, Turning
from bot.intents.spelling import Chosen, Omitted, Spelling, spelling_of
from engine import Action

_SEPARATOR = "|"
"""Between a line and what is pressed after it, which have colons of their own."""

_ACTIONS = spelling_of(tuple[Action, ...])
_Line: TypeAlias = Annotated[
    tuple[Action, ...], Spelling(lambda text: _ACTIONS.read(text) if text else (), _ACTIONS.write)
]


class SeeCourse(Turning, word=("course", "back-to-course")):
    """Show the course of a game.

    *turning*: it replaces the page that leads there, instead of coming below it.
    """


class SeeStory(Turning, word=("story", "back-to-story")):
    """Show the story of a game, or of one seat in it."""

    seat: Omitted[int | None] = None


class SeeStep(Intent, word="step"):
    """Show the game after so many decisions.

    *button* distinguishes the buttons of a page that lead to the same step.
    """

    step: int
    button: Omitted[Annotated[str, re.compile("[a-z0-9]{1,8}")]] = ""


class WhatIf(Intent, word="if", separator=_SEPARATOR):
    """Show the outcome of other decisions, *line*, after that *step*."""

    step: int
    line: _Line = ()

    def pressed(self, meant: Intent) -> "InWhatIf":
        """A press on a button of a turn there."""
        return InWhatIf(self.step, self.line, meant)


class InWhatIf(Intent, word="if", separator=_SEPARATOR):
    """Press a button or a select of a turn after a *step* and a *line* that is tried.

    The game does not change.
    """

    step: int
    line: _Line
    meant: Carried


class Study(Intent, word="study"):
    """Show the record that the user has imported, and how to import one."""


class AskImport(Intent, word="import?", placement=Placement.WINDOW):
    """Open the window to import a record."""


class ImportRecord(Intent, word="import"):
    """Import the record that was uploaded, or else the *text*."""

    text: Chosen[str] = field(repr=False)
