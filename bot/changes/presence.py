"""Players who are looking at their game already, and need no call."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from threading import Lock

from cachetools import LRUCache

from bot.domain import Player
from bot.store import CalledIn

LOOKS_FOR = timedelta(minutes=3)
"""How long after a press or a decision a player counts as looking."""
_KEPT = 10_000


class Presence:
    """Who has pressed lately in direct messages: known to this program only.

    May be used by several threads. After a restart all users count as away: one call more is made.
    """

    def __init__(self) -> None:
        self._pressed: LRUCache[tuple[int, int], datetime] = LRUCache(_KEPT)
        self._lock = Lock()

    def press(self, table_id: int, user_id: int, at: datetime) -> None:
        """Note that a user has pressed at the desk of a table."""
        with self._lock:
            self._pressed[table_id, user_id] = at

    def pressed(self, table_id: int, user_id: int) -> datetime | None:
        """When a user pressed last there; None if that is not known."""
        with self._lock:
            return self._pressed.get((table_id, user_id))


def looking_until(
    table_id: int, player: Player, decided: Iterable[datetime], presence: Presence | None
) -> datetime | None:
    """Until when a player counts as looking; None for one who was never seen.

    *decided* are the times of the player's own decisions. For what is said in the thread, such as
    a call there, nothing else counts (no *presence*): its moment must not tell everybody who is
    looking.
    """
    seen = [*decided]
    direct = player.called_in is CalledIn.DIRECT and player.direct_closed_at is None
    if direct and presence is not None and player.user_id is not None:
        pressed = presence.pressed(table_id, player.user_id)
        seen += [pressed] if pressed else []
    return max(seen) + LOOKS_FOR if seen else None
