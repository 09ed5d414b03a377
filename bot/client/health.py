"""The health of the program, for /healthz, metrics and the owner's page."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from bot import __version__
from bot.client.base import RiversClient
from bot.store import DiskSpace, Store, StoreError, Trouble
from bot.store.queries.due import AGAIN
from bot.store.queries.overview import Overview, read_overview

log = logging.getLogger(__name__)

FRESH = 5.0
"""Seconds for which a snapshot is used again."""
PATIENCE = 2.0
"""Seconds after which a database counts as not answering."""
CONNECTED_WITHIN = 60.0
"""Seconds without a connection after which something is wrong: reconnecting is normal."""
DELIVERED_WITHIN = 600.0
"""Seconds after which something is wrong if a game that could be shown is not."""

REFUSED_WITHIN = 30.0
"""Seconds after a refused change in which something is wrong, even if changes are stored."""
ROOM = 1 << 18
"""Bytes that must be free on the database's disk: a decision needs more than a lease."""


class DatabaseSnapshot(NamedTuple):
    """The state of the database at a moment."""

    overview: Overview | None
    room: DiskSpace | None
    seconds: float
    """The duration of the reading, or the time without an answer."""
    at: datetime
    trouble: str = ""
    """The reason why nothing is known: the rest of a sentence about the database."""


class DatabaseMonitor:
    """Takes snapshots of a program's store once it is open, one at a time."""

    def __init__(
        self,
        program: RiversClient,
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


class Health(NamedTuple):
    """The health of the program."""

    details: Mapping[str, object]
    """Everything, for JSON."""
    faults: tuple[str, ...]
    """The faults, in sentences."""


def examine(program: RiversClient, look: DatabaseSnapshot, started_at: datetime) -> Health:
    """Examine the health of a program that was started at that time."""
    lost_at = program.connection.lost_at
    lost = 0.0 if lost_at is None else time.monotonic() - lost_at
    waited = _waited(look, started_at)
    claims = program.claims
    faults = []
    if program.connection.trouble:
        faults.append(f"Discord cannot be reached: {program.connection.trouble}.")
    elif not program.is_ready():
        faults.append("There is no connection to Discord yet.")
    elif lost > CONNECTED_WITHIN:
        faults.append(f"There has been no connection to Discord for {lost:.0f} seconds.")
    if look.trouble:
        faults.append(f"The database {look.trouble}.")
    elif (trouble := _refusing(program.store, look)) is not None:
        faults.append(f"Changes are not stored: {trouble.value}.")
    if claims is not None and program.is_ready() and not claims.lease.left:
        faults.append("Its lease has ended, as the database did not answer: it shows no game.")
    if waited > DELIVERED_WITHIN:
        faults.append(f"Discord has not been shown a game as it is for {waited:.0f} seconds.")
    details: dict[str, object] = {
        "version": __version__,
        "healthy": not faults,
        "faults": faults,
        "gateway": {
            "connected": lost_at is None,
            "lost_seconds": round(lost, 3),
            "latency_seconds": _finite(program.latency),
            "servers": len(program.guilds),
        },
        "database": {"answers": not look.trouble, "seconds": round(look.seconds, 6)},
    }
    if claims is not None:
        details["lease"] = {"left_seconds": round(claims.lease.left, 3), "games": claims.held}
    if program.backups is not None:  # no fault: starting again would not help
        made = program.backups.made
        details["backups"] = {
            "last": made[-1].made_at.isoformat(timespec="seconds") if made else None,
            "kept": len(made),
            "dated_ahead": [each.file.name for each in program.backups.ahead],
            "trouble": program.backups.trouble,
        }
    if look.overview is not None:
        details["undelivered"] = {
            "games": look.overview.own.number,
            "oldest_seconds": round(waited, 3),
            "put_off": look.overview.put_off.number,
        }
    return Health(details, tuple(faults))


def _refusing(store: Store | None, look: DatabaseSnapshot) -> Trouble | None:
    """The reason why changes are refused. A small one may be stored although others would not."""
    if store is None or store.last_refusal is None:
        return None
    trouble, at = store.last_refusal
    left = None if look.room is None else look.room.left
    is_over = (
        store.stored_at > at
        and time.monotonic() - at > REFUSED_WITHIN
        and (left is None or left >= ROOM)
    )
    return None if is_over else trouble


def _waited(look: DatabaseSnapshot, started_at: datetime) -> float:
    """The seconds that a game of this program has waited to be shown since it was started."""
    if look.overview is None or look.overview.own.since is None:
        return 0.0
    since = max(look.overview.own.since, started_at)
    return max(0.0, (look.at - since).total_seconds())


def _finite(seconds: float) -> float | None:
    return round(seconds, 3) if math.isfinite(seconds) else None
