"""What can be wanted about time, as values: the pace of a table, and when somebody plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.table.pace import AtEnd

__all__ = [
    "AskOwnTimes",
    "AskOwnZone",
    "ChoosePace",
    "EndVacation",
    "FindZone",
    "Pacing",
    "SeeHours",
    "SeePace",
    "SeeZones",
    "SetAtEnd",
    "SetDaysOff",
    "SetOwnTimes",
    "SetQuietFrom",
    "SetQuietUntil",
    "SetZone",
    "SettingHours",
    "TakeVacation",
    "Timing",
]


# --- the pace of a table ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeePace:
    """See how fast a table plays, and what else can be chosen."""


@dataclass(frozen=True, slots=True)
class ChoosePace:
    """Play at a pace, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetAtEnd:
    """Let that happen when somebody's time is up."""

    at_end: AtEnd


@dataclass(frozen=True, slots=True)
class AskOwnTimes:
    """Be asked for times of the table's own."""


@dataclass(frozen=True, slots=True)
class SetOwnTimes:
    """Play with times of the table's own, as they were written; empty for none."""

    reminder: str
    """After how long a player is reminded."""
    further: str
    """How often from then on."""
    each: str
    """How long there is for a decision."""
    bank: str
    """How much everybody has besides."""


# --- when somebody plays ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeeHours:
    """See when one is taken to play."""


@dataclass(frozen=True, slots=True)
class SeeZones:
    """See what time zones there are."""


@dataclass(frozen=True, slots=True)
class AskOwnZone:
    """Be asked for a time zone."""


@dataclass(frozen=True, slots=True)
class FindZone:
    """Be in the time zone that was written."""

    written: str


@dataclass(frozen=True, slots=True)
class SetZone:
    """Be in a time zone, by its name."""

    zone: str


@dataclass(frozen=True, slots=True)
class SetQuietFrom:
    """Have quiet hours that begin at an hour of the day; None for none at all."""

    hour: int | None


@dataclass(frozen=True, slots=True)
class SetQuietUntil:
    """Have quiet hours that end at an hour of the day."""

    hour: int


@dataclass(frozen=True, slots=True)
class SetDaysOff:
    """Have these days of the week off, 0 for Monday, and no others."""

    days: frozenset[int]


@dataclass(frozen=True, slots=True)
class TakeVacation:
    """Be on vacation for so many days from now on."""

    days: int


@dataclass(frozen=True, slots=True)
class EndVacation:
    """Be back from it."""


Pacing: TypeAlias = SeePace | ChoosePace | SetAtEnd | SetOwnTimes
"""What is chosen about the pace of a table."""
SettingHours: TypeAlias = (
    SeeHours
    | SeeZones
    | FindZone
    | SetZone
    | SetQuietFrom
    | SetQuietUntil
    | SetDaysOff
    | TakeVacation
    | EndVacation
)
"""What is set about when somebody plays, for all games."""
Timing: TypeAlias = Pacing | SettingHours | AskOwnTimes | AskOwnZone
"""What can be wanted about time."""
