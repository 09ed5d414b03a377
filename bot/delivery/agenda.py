"""What is due at a time, of whatever kind: rows with that time, found by one query."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from bot.store import Store, due
from bot.store.rows import DueRow

log = logging.getLogger(__name__)

_LOOKED_AGAIN_AFTER = timedelta(seconds=30)


class Agenda:
    """Has done what is due by now. Somebody with a clock calls: there are no timers in here."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        doing: Mapping[str, Callable[[int], Awaitable[None]]],
        alarm: Callable[[datetime], None],
    ) -> None:
        """*alarm* is called with a time at which, at the latest, :meth:`look` is to be called.

        *doing* says by kind what is done for a game; that sees to it that the row goes.
        """
        self._store = store
        self._clock = clock
        self._doing = doing
        self._alarm = alarm

    async def look(self) -> None:
        """Do what is due by now, and set the alarm for what is due next."""
        now = self._clock()
        try:
            rows = await self._store.read(due.read_due, now)
        except Exception:
            log.exception("what is due cannot be read")
            self._alarm(now + _LOOKED_AGAIN_AFTER)
            return
        for row in rows:
            if row.at > now:
                self._alarm(row.at)
            else:
                await self._do(row)

    async def _do(self, row: DueRow) -> None:
        try:
            await self._doing[row.kind](row.game_id)
        except Exception:
            log.exception("what is due of game %d (%s) is tried again", row.game_id, row.kind)
            self._alarm(self._clock() + _LOOKED_AGAIN_AFTER)
