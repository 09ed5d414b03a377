"""Intents about the plan of the next turn, about trying decisions, and the note."""

import re
from collections.abc import Sequence
from dataclasses import field
from typing import Annotated, TypeAlias

from bot.intents import Carried, Intent, Placement
from bot.intents.spelling import Chosen, Omitted, Spelling
from engine import Action, parse_action

DEALS = 100
"""The number of ways in which hidden tiles are dealt for :class:`Try`."""
_SEPARATOR = "|"
"""Between a line and what is pressed after it, which have colons of their own."""


def _read(text: str) -> tuple[Action, ...]:
    texts = re.sub(r"(?<=[krbgx])(?=[A-P]\d)", "@", text).replace(".", ";end;").split(";")
    return tuple(parse_action(each) for each in texts if each)


def _write(line: Sequence[Action]) -> str:
    """Write ``Ak@E5;r@E6;end`` as ``AkE5;rE6.``, so that a ``custom_id`` carries more turns."""
    ended = re.sub(";?end;?", ".", ";".join(map(str, line)))
    return re.sub(r"(?<=[krbgx])@(?=[A-P]\d)", "", ended)


_Line: TypeAlias = Annotated[tuple[Action, ...], Spelling(_read, _write)]


class SeePlan(Intent, word="plan"):
    """Show the plan of the next turn."""


class InPlan(Intent, word="plan"):
    """Press a button or a select of a turn in the plan.

    *steps* is the number of decisions planned when the button was shown.
    """

    steps: int
    meant: Carried = field(repr=False)


class StepBack(Intent, word="unplan"):
    """Take back the last of so many planned decisions."""

    steps: int


class ForgetPlan(Intent, word="forget", changes_posts=True):
    """Delete the plan."""


class AskWhetherItPlays(Intent, word="plays?"):
    """Show what happens if a plan of so many decisions plays itself."""

    steps: int


class LetItPlay(Intent, word=("asks", "plays")):
    """Let a plan of so many decisions play itself or, not *by_itself*, ask as usual."""

    by_itself: bool
    steps: int


class AskPlanned(Intent, word="planned"):
    """Show the confirmation of the planned turn."""


class Try(Intent, word="try", separator=_SEPARATOR):
    """Show the outcome of decisions of everybody, *line*, in the position as it is now.

    Nothing is stored. *deal* determines what the player does not see.
    """

    deal: Omitted[Annotated[int, range(DEALS)]] = 0
    line: Omitted[_Line] = field(default=(), repr=False)

    def pressed(self, meant: Intent) -> "InTry":
        """A press on a button of a turn there."""
        return InTry(self.deal, self.line, meant)


class InTry(Intent, word="try", separator=_SEPARATOR):
    """Press a button or a select of a turn after a *line* that is tried with that *deal*."""

    deal: Annotated[int, range(DEALS)]
    line: _Line = field(repr=False)
    meant: Carried = field(repr=False)


class AskNote(Intent, word="note?", placement=Placement.WINDOW):
    """Open the window for the note."""


class KeepNote(Intent, word="note", changes_posts=True):
    """Save the note; an empty one deletes it."""

    note: Chosen[str] = field(repr=False)
