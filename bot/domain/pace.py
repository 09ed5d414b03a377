"""The pace of a table: when players are reminded, and how long they have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import Field, PlainSerializer, TypeAdapter

from bot.domain.hours import Hours


class AtEnd(StrEnum):
    """What happens when a player's time is up."""

    DECIDE = "decide"
    """The smallest decision is made for that player."""
    ASK = "ask"
    """The others are asked whether to go on waiting."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player has: for each decision, or in a bank with something added for each.

    A decision is all that a player is asked at a stretch: from the call to when the table waits
    for another player.
    """

    each: timedelta
    """For a decision; with a bank, what each one adds to it."""
    bank: timedelta | None = None
    """What everybody has at the start, and keeps what is left of; None: each for itself."""
    at_end: AtEnd = AtEnd.DECIDE


@dataclass(frozen=True, slots=True)
class Reminders:
    """When a player is reminded who does not decide, in the player's own hours."""

    after: timedelta
    each: timedelta
    """How often from then on."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table plays; with nothing set, as fast as it likes, and nobody is reminded."""

    reminders: Reminders | None = None
    limit: Limit | None = None
    live: bool = False
    """True if everybody is there while it is played: no hours are quiet, and no day is off."""

    def counted(self, hours: Hours) -> Hours:
        """What of a player's *hours* counts: at a live table the vacation alone."""
        return Hours(away=hours.away) if self.live else hours

    def grants_as(self, other: Pace) -> bool:
        """True if players have the same time as at the other; reminders are something else."""
        return (self.limit, self.live) == (other.limit, other.live)

    def dump(self) -> str:
        """Return a text that :meth:`load` reads; empty if nothing is set."""
        stored = _Stored(live=self.live or None)
        if self.reminders is not None:
            stored.reminders = self.reminders.after, self.reminders.each
        if self.limit is not None:
            stored.limit, stored.at_end = (self.limit.each, self.limit.bank), self.limit.at_end
        text = _STORED.dump_python(stored, mode="json", exclude_none=True)
        return json.dumps(text) if text else ""

    @classmethod
    def load(cls, text: str) -> Pace:
        """Read that. Raises ValueError for anything else."""
        stored = _STORED.validate_json(text or "{}")
        reminders = Reminders(*stored.reminders) if stored.reminders else None
        limit = Limit(*stored.limit, AtEnd(stored.at_end or "")) if stored.limit else None
        return cls(reminders, limit, live=bool(stored.live))


_Seconds: TypeAlias = Annotated[
    timedelta,
    Field(ge=timedelta(0), le=timedelta(days=366)),
    PlainSerializer(lambda duration: round(duration.total_seconds())),
]


@dataclass(slots=True)
class _Stored:
    """A pace as it is stored; what is None is left out."""

    reminders: tuple[_Seconds, Annotated[_Seconds, Field(gt=timedelta(0))]] | None = None
    limit: tuple[_Seconds, _Seconds | None] | None = None
    at_end: AtEnd | None = None
    live: bool | None = None


_STORED = TypeAdapter(_Stored)

UNHURRIED = Pace()
"""No reminders, no limit: as all games were before there was a pace."""
_TWELVE_HOURS = timedelta(hours=12)
PACES: dict[str, Pace] = {
    "relaxed": Pace(Reminders(timedelta(days=1), timedelta(days=2))),
    "daily": Pace(Reminders(_TWELVE_HOURS, timedelta(hours=6)), Limit(timedelta(days=1))),
    "bank": Pace(
        Reminders(_TWELVE_HOURS, _TWELVE_HOURS),
        Limit(timedelta(hours=8), timedelta(days=3)),
    ),
    "live": Pace(
        Reminders(timedelta(minutes=2), timedelta(minutes=2)),
        Limit(timedelta(minutes=5)),
        live=True,
    ),
    "unhurried": UNHURRIED,
}
"""What can be chosen, by name."""
USUAL_PACE = "relaxed"
"""The one of them at which a game is played if nothing is chosen."""
