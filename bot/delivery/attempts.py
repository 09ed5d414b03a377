"""The failed attempts of a game's delivery, and its closed places, until the program ends."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

FEW = 5
"""After this many attempts the host is told of a fault, and a call goes to the next place."""
_MOST = 12
"""After this many, over some days, a message is tried only if it changes, or after a start."""
_FACTOR = 4.0
_LONGEST = 24 * 3600.0


@dataclass(slots=True)
class Attempts:
    """What Discord refuses of a game."""

    closed: set[int] = field(default_factory=set)
    """Channels and threads in which Discord accepts nothing."""
    waiting: dict[int, datetime] = field(default_factory=dict)
    """Until when to send nothing to channels, threads and users, by their numbers."""
    told: set[str] = field(default_factory=set)
    """Refusals that the host has been told of."""
    _failed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Failed messages, by key: their fingerprint, and the number of attempts."""

    def fail(self, key: str, fingerprint: str = "") -> int:
        """Count a failed attempt at a message, and return the number of attempts so far."""
        tries = self.tried(key, fingerprint) + 1
        self._failed[key] = fingerprint, tries
        return tries

    def tried(self, key: str, fingerprint: str = "") -> int:
        """The number of failed attempts at a message with this fingerprint."""
        shown, tries = self._failed.get(key, ("", 0))
        return tries if shown == fingerprint else 0

    def succeed(self, key: str) -> None:
        """Note that a message was delivered."""
        self._failed.pop(key, None)

    def gives_up(self, key: str, fingerprint: str = "") -> bool:
        """Whether a message is no longer tried."""
        return self.tried(key, fingerprint) >= _MOST

    def pause(self, keys: Collection[str]) -> float | None:
        """The seconds until one of these messages is tried again; None if none will be."""
        tries = [self._failed[key][1] for key in keys if key in self._failed]
        tried = [each for each in tries if each < _MOST]
        return min(_LONGEST, _FACTOR ** (min(tried) - 1)) if tried else None

    def settle(self) -> None:
        """Note that everything of the game is shown."""
        self._failed.clear()
