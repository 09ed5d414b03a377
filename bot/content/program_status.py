"""How the program is, for its host."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class LoggedError:
    """An error in the log: no names in it, and nothing hidden."""

    at: datetime
    told: str
    """Its line, with the number that a player was told."""


@dataclass(frozen=True, slots=True)
class ProgramStatus:
    """How the program is."""

    since: datetime
    """When it was started."""
    servers: int
    running: int | None
    """How many games run; None if the database does not answer."""
    lobbies: int | None
    faults: Sequence[str]
    """What is wrong, in English sentences, as /healthz has them."""
    errors: Sequence[LoggedError]
    """The last ones, newest first."""
    under_way: int
    """How many presses are being answered, and games not shown as they are."""
