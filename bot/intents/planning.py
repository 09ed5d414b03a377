"""Intents about the plan of the next turn, and the note."""

from dataclasses import field

from bot.intents import Carried, Intent, Placement
from bot.intents.spelling import Chosen


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


class AskNote(Intent, word="note?", placement=Placement.WINDOW):
    """Open the window for the note."""


class KeepNote(Intent, word="note", changes_posts=True):
    """Save the note; an empty one deletes it."""

    note: Chosen[str] = field(repr=False)
