"""Intents about time: the pace of a table, and a user's hours."""

from datetime import date
from typing import Annotated, TypeAlias

from bot.domain.game_lookup import Purpose
from bot.domain.pace import CAPS, AtEnd
from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, Omitted, Page, Spelling
from bot.store import OwnReminders

# --- the pace of a table ---------------------------------------------------------------------


class SeePace(Intent, word="pace", purpose=Purpose.PACE):
    """Show the pace of a table, and the others."""


class ChoosePace(Intent, word="paces"):
    """Play at a pace, by its name."""

    name: Chosen[str]


class SetAtEnd(Intent, word="at-end"):
    """Choose the action when a player's time is up."""

    at_end: AtEnd


class SetCap(Intent, word="cap"):
    """Choose how much time a bank can hold, as a multiple of its start."""

    cap: Annotated[int, CAPS]


class AskOwnTimes(Intent, word="times?", placement=Placement.WINDOW):
    """Open the window for custom times."""


class SetOwnTimes(Intent, word="times"):
    """Play with custom times, as typed; empty for none."""

    reminder: Chosen[str]
    """The time until the first reminder."""
    further: Chosen[str]
    """The time between further reminders."""
    each: Chosen[str]
    """The time for a decision."""
    bank: Chosen[str]
    """Each player's time bank."""


# --- a user's hours ---------------------------------------------------------------------------

Hour: TypeAlias = Annotated[int, range(24)]


class SeeHours(Intent, word="hours"):
    """Show the user's hours."""


class SeeZones(Intent, word="zones"):
    """Show time zones to choose from."""


class AskZone(Intent, word="zone?", placement=Placement.WINDOW):
    """Open the window for a time zone."""


class FindZone(Intent, word="found-zone"):
    """Set a typed time zone."""

    written: Chosen[str]


class SetZone(Intent, word="zone"):
    """Set a time zone by its name."""

    zone: Chosen[str]


class SetQuietFrom(Intent, word="quiet"):
    """Set the hour at which quiet hours begin; None for none at all."""

    hour: Chosen[Hour | None]


class SetQuietUntil(Intent, word="quiet-until"):
    """Set the hour at which quiet hours end."""

    hour: Chosen[Hour]


class SetReminders(Intent, word="reminders"):
    """Set when the user is reminded."""

    own: Chosen[OwnReminders]


class SetDaysOff(Intent, word="days-off"):
    """Set the days off in the week; 0 is Monday."""

    days: Chosen[frozenset[Annotated[int, range(7)]]]


NOW = "now"
Day: TypeAlias = Annotated[date, Spelling(date.fromisoformat, date.isoformat, none=NOW)]
"""The first day of a planned vacation; None for one from now on."""


class SeeFirstDays(Intent, word="vacation"):
    """Show when a vacation can begin."""

    page: Page = 0


class ChooseFirstDay(Intent, word="vacation-from"):
    """Choose when a vacation begins."""

    first: Chosen[Day | None]


class SeeLastDays(Intent, word="vacation-until"):
    """Show how long a vacation can last."""

    first: Day | None
    page: Page = 0


class TakeVacation(Intent, word="away"):
    """Take or plan a vacation of so many days."""

    days: Chosen[int]
    first: Omitted[Day | None] = None


class EndVacation(Intent, word="back"):
    """End the vacation, or call off a planned one."""
