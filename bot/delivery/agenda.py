"""Runs jobs that are due at a time: rows with that time, found by one query."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.backoff import pause_after
from bot.cluster import Alone, Claims
from bot.domain.refusals import Refusal, Refused
from bot.store import DueRow, Store, StoreError
from bot.store.queries import due, markers
from bot.store.queries.due import AGAIN, ANNOUNCE, SHOW

log = logging.getLogger(__name__)

_LOOKED_AGAIN_AFTER = timedelta(seconds=30)
_LONGEST_PAUSE = timedelta(hours=1)
_SHOWING = frozenset({AGAIN, SHOW, ANNOUNCE})
"""Kinds of jobs that only show something: they run during maintenance, too."""
_LEFT = frozenset({Refusal.UNKNOWN_GAME, Refusal.MAINTENANCE})
"""Refusals after which a row is left: its game was removed with it, or maintenance has begun."""
_AT_ONCE = 8
"""Games worked on at the same time: some wait for Discord, and all for the database."""


async def _leave(_until: datetime) -> None:
    """Do not end maintenance."""


class Agenda:
    """Runs the jobs that are due by now, when called: it has no timers of its own."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime],
        doing: Mapping[str, Callable[[int], Awaitable[None]]],
        alarm: Callable[[datetime], None],
        claims: Claims | None = None,
        *,
        end_maintenance: Callable[[datetime], Awaitable[None]] = _leave,
    ) -> None:
        """*alarm* is called with the latest time for the next call of :meth:`look`.

        *end_maintenance* is called with the end of one that is over.

        *doing* maps a kind to the function that runs such a job of a game, and removes its row.
        Jobs run for games that this program holds or can claim.
        """
        self._store = store
        self._clock = clock
        self._doing = doing
        self._alarm = alarm
        self._claims = claims or Alone(store)
        self._end_maintenance = end_maintenance
        self._unknown: set[tuple[str, int]] = set()
        """Rows of unknown kinds that are in the log already."""

    async def look(self) -> None:
        """Run the jobs that are due by now, and set the alarm for the next.

        Those of one game run in order, one after the other; several games are worked on at once,
        so that none waits for another one's answer. The caller waits until all are done before
        it looks again.
        """
        program = self._claims.program
        if program is None:
            return
        now = self._clock()
        of_games: dict[int, list[DueRow]] = {}
        try:
            until, rows = await self._store.look(_read, now, program)
            if until is not None and until <= now:  # its end moves the times of jobs
                await self._end_maintenance(until)
                until, rows = await self._store.look(_read, now, program)
            if until is not None:
                self._alarm(until)
            for row in rows:
                if row.kind not in self._doing:
                    self._log_unknown(row)
                elif until is not None and row.kind not in _SHOWING:
                    continue
                elif row.at > now:
                    self._alarm(row.at)
                else:
                    of_games.setdefault(row.game_id, []).append(row)
            ours = await self._claims.take(of_games)
        except Exception:
            log.exception("what is due cannot be read")
            self._alarm(now + _LOOKED_AGAIN_AFTER)
            return
        turn = asyncio.Semaphore(_AT_ONCE)
        async with asyncio.TaskGroup() as working:
            for game_id, of_game in of_games.items():
                if game_id in ours:
                    working.create_task(self._do_all(of_game, turn))

    def _log_unknown(self, row: DueRow) -> None:
        """Log a row of an unknown kind: once, as it stays."""
        if (row.kind, row.game_id) not in self._unknown:
            self._unknown.add((row.kind, row.game_id))
            log.error("something is due of game %d that this version does not know", row.game_id)

    async def _do_all(self, of_game: Sequence[DueRow], turn: asyncio.Semaphore) -> None:
        async with turn:
            for row in of_game:
                if self._claims.holds(row.game_id):  # still
                    await self._do(row)

    async def _do(self, row: DueRow) -> None:
        try:
            await self._doing[row.kind](row.game_id)
        except Exception as error:
            if isinstance(error, Refused) and error.refusal in _LEFT:
                return
            # A damaged game was logged when it was read. It may be repaired one day.
            if not (isinstance(error, Refused) and error.refusal is Refusal.UNREADABLE):
                log.exception("what is due of game %d (%s) is tried again", row.game_id, row.kind)
            await self._try_again(row)

    async def _try_again(self, row: DueRow) -> None:
        """Put off a row that has failed, each time for longer."""
        pause = pause_after(row.tries, _LOOKED_AGAIN_AFTER, _LONGEST_PAUSE)
        at = self._clock() + pause
        try:
            await self._store.write(due.retry, row, at)
        except StoreError as error:  # then it is still due
            log.error("game %d: that it is tried again: %s", row.game_id, error)  # noqa: TRY400
            at = self._clock() + _LOOKED_AGAIN_AFTER
        self._alarm(at)


def _read(
    connection: Connection, now: datetime, program: str
) -> tuple[datetime | None, list[DueRow]]:
    """Return the end of maintenance, over or not, and the jobs that are due."""
    until = markers.maintenance_end(connection)
    return until, due.read_due(connection, now, program)
