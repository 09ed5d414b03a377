"""The state of the program, for its host."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class LoggedError:
    """An error in the log: no names in it, and nothing hidden."""

    at: datetime
    line: str
    """Its line, with the number that the player was shown."""


@dataclass(frozen=True, slots=True)
class ProgramStatus:
    """The state of the program."""

    since: datetime
    """The time of its start."""
    servers: int
    running: int | None
    """The number of running games; None if the database does not answer."""
    lobbies: int | None
    faults: Sequence[str]
    """Faults in English sentences, as /healthz lists them."""
    errors: Sequence[LoggedError]
    """The last ones, newest first."""
    under_way: int
    """The number of presses that are being answered, and of undelivered games."""
