"""What can be wanted about time, as values: the pace of a table, and when a user plays."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain import AtEnd, Purpose
from bot.intents import Chosen, Intent, Placement, chosen, form, register, written

# --- the pace of a table ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeePace(Intent, purpose=Purpose.PACE):
    """See how fast a table plays, and what else can be chosen."""


@dataclass(frozen=True, slots=True)
class ChoosePace(Intent):
    """Play at a pace, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetAtEnd(Intent):
    """Let that happen when a player's time is up."""

    at_end: AtEnd


@dataclass(frozen=True, slots=True)
class AskOwnTimes(Intent, placement=Placement.WINDOW):
    """Be asked for times of the table's own."""


@dataclass(frozen=True, slots=True)
class SetOwnTimes(Intent):
    """Play with times of the table's own, as they were written; empty for none."""

    reminder: str
    """After how long a player is reminded."""
    further: str
    """How often from then on."""
    each: str
    """How long there is for a decision."""
    bank: str
    """How much everybody has besides."""


# --- when a user plays ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeeHours(Intent):
    """See when one is taken to play."""


@dataclass(frozen=True, slots=True)
class SeeZones(Intent):
    """See what time zones there are."""


@dataclass(frozen=True, slots=True)
class AskZone(Intent, placement=Placement.WINDOW):
    """Be asked for the user's time zone."""


@dataclass(frozen=True, slots=True)
class FindZone(Intent):
    """Be in the time zone that was written."""

    written: str


@dataclass(frozen=True, slots=True)
class SetZone(Intent):
    """Be in a time zone, by its name."""

    zone: str


@dataclass(frozen=True, slots=True)
class SetQuietFrom(Intent):
    """Have quiet hours that begin at an hour of the day; None for none at all."""

    hour: int | None


@dataclass(frozen=True, slots=True)
class SetQuietUntil(Intent):
    """Have quiet hours that end at an hour of the day."""

    hour: int


@dataclass(frozen=True, slots=True)
class SetDaysOff(Intent):
    """Have these days of the week off, 0 for Monday, and no others."""

    days: frozenset[int]


@dataclass(frozen=True, slots=True)
class TakeVacation(Intent):
    """Be on vacation for so many days from now on."""

    days: int


@dataclass(frozen=True, slots=True)
class EndVacation(Intent):
    """Be back from it."""


def _hour(text: str) -> int:
    return range(24)[int(text)]


def _weekday(text: str) -> int:
    return range(7)[int(text)]


register(
    form("pace", SeePace),
    form("paces", ChoosePace, name=chosen(str)),
    form("at-end", SetAtEnd, at_end=written(AtEnd)),
    form("times?", AskOwnTimes),
    form(
        "times",
        SetOwnTimes,
        reminder=chosen(str),
        further=chosen(str, at=1),
        each=chosen(str, at=2),
        bank=chosen(str, at=3),
    ),
    form("hours", SeeHours),
    form("zones", SeeZones),
    form("zone?", AskZone),
    form("found-zone", FindZone, written=chosen(str)),
    form("zone", SetZone, zone=chosen(str)),
    form("quiet", SetQuietFrom, hour=chosen(_hour, none="-")),
    form("quiet-until", SetQuietUntil, hour=chosen(_hour)),
    form(
        "days-off",
        SetDaysOff,
        days=Chosen(
            lambda values: frozenset(map(_weekday, values)), lambda days: map(str, sorted(days))
        ),
    ),
    form("away", TakeVacation, days=chosen(int)),
    form("back", EndVacation),
)
