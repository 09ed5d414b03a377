"""The lease by which a program lives, and how long the program believes it."""

import secrets
import time
from collections.abc import Callable
from datetime import timedelta

from bot.cluster.shards import Shards
from bot.store import Store
from bot.store.queries import claims

_BELIEVED = 0.9
"""The part of a lease that is believed: clocks differ in speed, and calls take time."""


def running_time() -> float:
    """Seconds on a monotonic clock that goes on while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Lease:
    """The lease of this program: none at first, and none after a late renewal."""

    def __init__(
        self, store: Store, lasting: timedelta, clock: Callable[[], float] = running_time
    ) -> None:
        """It ends *lasting* after the last request. *clock* tells seconds from any origin."""
        self._store = store
        self._lasting = lasting
        self._clock = clock
        self._holder = ""
        self._until = 0.0

    @property
    def holder(self) -> str | None:
        """The name under which this program lives; None while it has no lease."""
        return self._holder if self.left > 0 else None

    @property
    def left(self) -> float:
        """The seconds for which the lease is still believed."""
        return max(0.0, self._until - self._clock())

    async def renew(self) -> bool:
        """Extend it. Returns False if it has ended, or may have: then it is not believed.

        Raises StoreError if the database is in trouble; the rest of the lease remains.
        """
        holder, asked = self.holder, self._clock()
        if holder is None:
            return False
        kept = await self._store.write(claims.renew, holder, self._lasting)
        if not kept or self.holder != holder:  # answered too late: others may have seen it end
            self._until = 0.0
            return False
        self._believe(asked)
        return True

    async def begin(self, shards: Shards, *, only: bool = False) -> None:
        """Begin a new life with these shards; *only* if this is known to be the only program.

        Raises StoreError if the database is in trouble.
        """
        holder, asked = secrets.token_hex(8), self._clock()
        await self._store.write(claims.begin, holder, str(shards), self._lasting, only=only)
        self._holder = holder
        self._believe(asked)

    def _believe(self, asked: float) -> None:
        self._until = asked + self._lasting.total_seconds() * _BELIEVED
