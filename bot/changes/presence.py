"""Players who are at it already, and need no call."""

from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.domain import Player
from bot.store import CalledIn

AT_IT = timedelta(minutes=3)
"""How long somebody who has pressed or decided is taken to be looking still."""
_KEPT = 10_000


class Presence:
    """Who has pressed lately in direct messages: known to this program only.

    After a restart everybody is taken to be away: then one call more is made.
    """

    def __init__(self) -> None:
        self._pressed: OrderedDict[tuple[int, int], datetime] = OrderedDict()

    def press(self, table_id: int, user_id: int, at: datetime) -> None:
        """Note that a user has pressed at the desk of a table."""
        self._pressed[table_id, user_id] = at
        self._pressed.move_to_end((table_id, user_id))
        while len(self._pressed) > _KEPT:
            self._pressed.popitem(last=False)

    def pressed(self, table_id: int, user_id: int) -> datetime | None:
        """When a user pressed last there; None if that is not known."""
        return self._pressed.get((table_id, user_id))


def at_it_until(
    table_id: int, player: Player, decided: Iterable[datetime], presence: Presence | None
) -> datetime | None:
    """Until when a player is taken to be at it; None for somebody who was never seen.

    *decided* are the times of the player's own decisions. For what is said in the thread, such as
    a call there, nothing else counts (no *presence*): its moment must not tell everybody who is
    looking.
    """
    seen = [*decided]
    direct = player.called_in is CalledIn.DIRECT and player.direct_closed_at is None
    if direct and presence is not None and player.user_id is not None:
        pressed = presence.pressed(table_id, player.user_id)
        seen += [pressed] if pressed else []
    return max(seen) + AT_IT if seen else None
