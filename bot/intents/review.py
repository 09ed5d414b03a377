"""Intents about a game that has ended."""

import re
from typing import Annotated, TypeAlias

from bot.intents import Carried, Intent, Turning
from bot.intents.spelling import Omitted, Spelling, spelling_of
from engine import Action

_SEPARATOR = "|"
"""Between a line and what is pressed after it, which have colons of their own."""

_ACTIONS = spelling_of(tuple[Action, ...])
_Line: TypeAlias = Annotated[
    tuple[Action, ...], Spelling(lambda text: _ACTIONS.read(text) if text else (), _ACTIONS.write)
]


class SeeCourse(Turning, word=("course", "back-to-course")):
    """See how the game went, and which turns mattered most.

    *turning*: in place of a page that leads there, and not below what was pressed.
    """


class SeeStep(Intent, word="step"):
    """See the game as it was after so many decisions.

    *button* keeps the buttons of a page different that lead to the same.
    """

    step: int
    button: Omitted[Annotated[str, re.compile("[a-z0-9]{1,8}")]] = ""


class WhatIf(Intent, word="if", separator=_SEPARATOR):
    """See what would have come of other decisions after that *step*; of none, what there was."""

    step: int
    line: _Line = ()


class InWhatIf(Intent, word="if", separator=_SEPARATOR):
    """Do what a button or a select of a turn means, after a *step* and a *line* that is tried.

    Nothing of it is done in the game.
    """

    step: int
    line: _Line
    meant: Carried
