"""Intents of a player who waits: try the next turn, and keep a note."""

from dataclasses import field

from bot.intents import Carried, Intent, Placement
from bot.intents.spelling import Chosen


class SeePlan(Intent, word="plan"):
    """See what one has planned for the next turn, and try on."""


class InPlan(Intent, word="plan"):
    """Do in a plan what a button or a select of a turn means.

    *steps* is how many decisions were planned when the button was shown.
    """

    steps: int
    meant: Carried = field(repr=False)


class StepBack(Intent, word="unplan"):
    """Take back the last of so many decisions that are planned."""

    steps: int


class ForgetPlan(Intent, word="forget", changes_posts=True):
    """Forget what was planned."""


class AskPlanned(Intent, word="planned"):
    """Play the turn as it was planned, if that is confirmed."""


class AskNote(Intent, word="note?", placement=Placement.WINDOW):
    """Be asked for a note to oneself."""


class KeepNote(Intent, word="note", changes_posts=True):
    """Keep this note to oneself; an empty one is none."""

    note: Chosen[str] = field(repr=False)
