"""What users can want who look back on a game that has ended, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from bot.intents import VALUES, Carrying, Intent, Turning, form, register, written
from engine import Action, parse_action


@dataclass(frozen=True, slots=True)
class SeeCourse(Turning):
    """See how the game went, and which turns mattered most.

    *turning*: in place of a page that leads there, and not below what was pressed.
    """

    turning: bool = False


@dataclass(frozen=True, slots=True)
class SeeStep(Intent):
    """See the game as it was after so many decisions.

    *button* tells the buttons of a page apart that may lead to the same.
    """

    step: int
    button: str = ""


@dataclass(frozen=True, slots=True)
class WhatIf(Intent):
    """See what would have come of other decisions after that *step*; of none, what there was."""

    step: int
    line: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class InWhatIf(Carrying):
    """Do what a button or a select of a turn means, after a *step* and a *line* that is tried.

    What it means is kept as it was printed, a *text* and the *values* of a select: nothing of it is
    done in the game.
    """

    step: int
    line: tuple[Action, ...]
    text: str
    values: tuple[str, ...] = field(default=())


def _line(text: str) -> tuple[Action, ...]:
    return tuple(map(parse_action, text.split(";"))) if text else ()


def _row(line: tuple[Action, ...]) -> str:
    return ";".join(map(str, line))


def _button(text: str) -> str:
    if re.fullmatch("[a-z0-9]{1,8}", text) is None:
        raise ValueError(f"{text!r} is no button of that page")
    return text


_APART = "|"
"""Between a line and what is pressed after it, which have colons of their own."""

register(
    form("course", SeeCourse),
    form("back-to-course", SeeCourse, turning=True),
    form("step", SeeStep, step=written(int)),
    form("step", SeeStep, step=written(int), button=written(_button)),
    form("if", WhatIf, _APART, step=written(int), line=written(_line, _row)),
    form(
        "if",
        InWhatIf,
        _APART,
        step=written(int),
        line=written(_line, _row),
        text=written(str),
        values=VALUES,
    ),
)
