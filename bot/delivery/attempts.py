"""What was tried in vain of a game, and where nothing is taken: until the program ends."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

FEW = 5
"""After so many attempts a fault is told, and who is called by that message is called elsewhere."""
_MOST = 12
"""After so many, over some days, it is tried again only when it changes, or after a start."""
_FACTOR = 4.0
_LONGEST = 24 * 3600.0


@dataclass(slots=True)
class Attempts:
    """What Discord does not take of a game."""

    closed: set[int] = field(default_factory=set)
    """Channels and threads in which nothing is taken."""
    waiting: dict[int, datetime] = field(default_factory=dict)
    """Until when to leave channels, threads and users alone."""
    told: set[str] = field(default_factory=set)
    """What the host was told of Discord's refusals."""
    _failed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The messages that were tried in vain, by key: what they show, and how often."""

    def fail(self, key: str, fingerprint: str = "") -> int:
        """Note that a message was tried in vain, and return how often it was."""
        tries = self.tried(key, fingerprint) + 1
        self._failed[key] = fingerprint, tries
        return tries

    def tried(self, key: str, fingerprint: str = "") -> int:
        """How often a message was tried in vain as it is."""
        shown, tries = self._failed.get(key, ("", 0))
        return tries if shown == fingerprint else 0

    def succeed(self, key: str) -> None:
        """Note that a message was brought."""
        self._failed.pop(key, None)

    def gives_up(self, key: str, fingerprint: str = "") -> bool:
        """Whether a message is not tried any more."""
        return self.tried(key, fingerprint) >= _MOST

    def pause(self, keys: Collection[str]) -> float | None:
        """The seconds until one of these messages is tried again; None if none is."""
        tries = [self._failed[key][1] for key in keys if key in self._failed]
        tried = [each for each in tries if each < _MOST]
        return min(_LONGEST, _FACTOR ** (min(tried) - 1)) if tried else None

    def settle(self) -> None:
        """Note that all of the game is shown."""
        self._failed.clear()
