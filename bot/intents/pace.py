"""Intents about time: the pace of a table, and when a user plays."""

from typing import Annotated, TypeAlias

from bot.domain.game_lookup import Purpose
from bot.domain.pace import AtEnd
from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen

# --- the pace of a table ---------------------------------------------------------------------


class SeePace(Intent, word="pace", purpose=Purpose.PACE):
    """See how fast a table plays, and what else can be chosen."""


class ChoosePace(Intent, word="paces"):
    """Play at a pace, by its name."""

    name: Chosen[str]


class SetAtEnd(Intent, word="at-end"):
    """Let that happen when a player's time is up."""

    at_end: AtEnd


class AskOwnTimes(Intent, word="times?", placement=Placement.WINDOW):
    """Be asked for times of the table's own."""


class SetOwnTimes(Intent, word="times"):
    """Play with times of the table's own, as they were written; empty for none."""

    reminder: Chosen[str]
    """The time until the first reminder."""
    further: Chosen[str]
    """The time between further reminders."""
    each: Chosen[str]
    """The time for a decision."""
    bank: Chosen[str]
    """Each player's time bank."""


# --- when a user plays ------------------------------------------------------------------------

Hour: TypeAlias = Annotated[int, range(24)]


class SeeHours(Intent, word="hours"):
    """See when one is taken to play."""


class SeeZones(Intent, word="zones"):
    """See what time zones there are."""


class AskZone(Intent, word="zone?", placement=Placement.WINDOW):
    """Be asked for the user's time zone."""


class FindZone(Intent, word="found-zone"):
    """Be in the time zone that was written."""

    written: Chosen[str]


class SetZone(Intent, word="zone"):
    """Be in a time zone, by its name."""

    zone: Chosen[str]


class SetQuietFrom(Intent, word="quiet"):
    """Have quiet hours that begin at an hour of the day; None for none at all."""

    hour: Chosen[Hour | None]


class SetQuietUntil(Intent, word="quiet-until"):
    """Have quiet hours that end at an hour of the day."""

    hour: Chosen[Hour]


class SetDaysOff(Intent, word="days-off"):
    """Have these days of the week off, 0 for Monday, and no others."""

    days: Chosen[frozenset[Annotated[int, range(7)]]]


class TakeVacation(Intent, word="away"):
    """Be on vacation for so many days from now on."""

    days: Chosen[int]


class EndVacation(Intent, word="back"):
    """Be back from it."""
