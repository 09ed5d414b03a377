"""What a player can want while waiting, as values: to try the next turn, and to keep a note."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.intents import VALUES, Carrying, Intent, Placement, chosen, form, register, written


@dataclass(frozen=True, slots=True)
class SeePlan(Intent):
    """See what one has planned for the next turn, and try on."""


@dataclass(frozen=True, slots=True)
class InPlan(Carrying):
    """Do in a plan what a button or a select of a turn means.

    *steps* is how many decisions were planned when the button was shown. What it means is kept as
    it was printed, a *text* and the *values* of a select: nothing of it is done in the game.
    """

    steps: int
    text: str = field(repr=False)
    values: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class StepBack(Intent):
    """Take back the last of so many decisions that are planned."""

    steps: int


@dataclass(frozen=True, slots=True)
class ForgetPlan(Intent, changes_posts=True):
    """Forget what was planned."""


@dataclass(frozen=True, slots=True)
class AskPlanned(Intent):
    """Play the turn as it was planned, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class AskNote(Intent, placement=Placement.WINDOW):
    """Be asked for a note to oneself."""


@dataclass(frozen=True, slots=True)
class KeepNote(Intent, changes_posts=True):
    """Keep this note to oneself; an empty one is none."""

    note: str = field(repr=False)


register(
    form("plan", SeePlan),
    form("plan", InPlan, steps=written(int), text=written(str), values=VALUES),
    form("unplan", StepBack, steps=written(int)),
    form("forget", ForgetPlan),
    form("planned", AskPlanned),
    form("note?", AskNote),
    form("note", KeepNote, note=chosen(str)),
)
