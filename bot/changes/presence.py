"""Players who are currently looking at their game, and need no call."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from threading import Lock

from cachetools import LRUCache

from bot.domain.player import Player
from bot.store import CalledIn

LOOKS_FOR = timedelta(minutes=3)
"""Time after a press or a decision during which a player counts as looking."""
_SIZE = 10_000


class Presence:
    """Recent presses in direct messages, in memory only. Thread-safe.

    After a restart all users count as away, which costs one more call.
    """

    def __init__(self) -> None:
        self._pressed: LRUCache[tuple[int, int], datetime] = LRUCache(_SIZE)
        self._lock = Lock()

    def press(self, table_id: int, user_id: int, at: datetime) -> None:
        """Record a press at the desk of a table."""
        with self._lock:
            self._pressed[table_id, user_id] = at

    def pressed(self, table_id: int, user_id: int) -> datetime | None:
        """Return the time of a user's last press; None if unknown."""
        with self._lock:
            return self._pressed.get((table_id, user_id))


def looking_until(
    table_id: int, player: Player, decided: Iterable[datetime], presence: Presence | None
) -> datetime | None:
    """Return until when a player counts as looking; None if never seen.

    *decided* are the times of the player's decisions. Without *presence* nothing else counts: the
    time of a public message, such as a call in the thread, must not reveal who is looking.
    """
    seen = [*decided]
    direct = player.called_in is CalledIn.DIRECT and player.direct_closed_at is None
    if direct and presence is not None and player.user_id is not None:
        pressed = presence.pressed(table_id, player.user_id)
        seen += [pressed] if pressed else []
    return max(seen) + LOOKS_FOR if seen else None
