"""Snapshots of the database taken now and then; a dead database blocks nothing."""

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from bot.health.program import Program
from bot.store import DiskSpace, Store, StoreError
from bot.store.queries.due import AGAIN
from bot.store.queries.overview import Overview, read_overview

log = logging.getLogger(__name__)

FRESH = 5.0
"""Seconds for which a snapshot is used again."""
PATIENCE = 2.0
"""Seconds after which a database counts as not answering."""


class DatabaseSnapshot(NamedTuple):
    """What the database held at a moment."""

    overview: Overview | None
    room: DiskSpace | None
    seconds: float
    """How long reading took, or for how long there has been no answer."""
    at: datetime
    trouble: str = ""
    """Why nothing is known: the rest of a sentence about the database."""


class DatabaseMonitor:
    """Takes snapshots of a program's store once it is open, one at a time."""

    def __init__(
        self,
        program: Program,
        clock: Callable[[], datetime],
        fresh: float = FRESH,
        patience: float = PATIENCE,
    ) -> None:
        self._program = program
        self._clock = clock
        self._fresh = fresh
        self._patience = patience
        self._reading: asyncio.Task[DatabaseSnapshot] | None = None
        self._began = 0.0
        self._ended = False
        self.last = DatabaseSnapshot(None, None, 0.0, clock(), "is not open yet")

    async def look(self) -> DatabaseSnapshot:
        """The current snapshot, or the last one if it is fresh."""
        now = time.monotonic()
        if self._ended:
            return self.last._replace(overview=None, room=None, trouble="is looked at no more")
        if self._reading is None or (self._reading.done() and now - self._began > self._fresh):
            store = self._program.store
            if store is None:
                return self.last
            self._began = now
            self._reading = asyncio.create_task(self._read(store), name="look at the database")
        patience = max(0.0, self._began + self._patience - now)
        done, _ = await asyncio.wait([self._reading], timeout=patience)
        if done:
            self.last = self._reading.result()
        else:
            trouble = "does not answer"
            self.last = DatabaseSnapshot(
                None, None, time.monotonic() - self._began, self._clock(), trouble
            )
        return self.last

    async def _read(self, store: Store) -> DatabaseSnapshot:
        now = self._clock()
        overview, room, trouble = None, None, ""
        try:
            claims = self._program.claims
            name = None if claims is None else claims.program
            overview = await store.look(read_overview, now, AGAIN, name)
            room = await store.room()
        except StoreError:
            trouble = "cannot be read"
        except Exception:
            log.exception("how everything stands cannot be read")
            trouble = "cannot be read"
        return DatabaseSnapshot(overview, room, time.monotonic() - self._began, now, trouble)

    async def end(self) -> None:
        """Take no more snapshots: the store will be closed."""
        self._ended = True
        if self._reading is not None:
            await asyncio.wait([self._reading])
