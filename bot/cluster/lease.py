"""The lease by which a program lives, as the others see it, and for how long that is believed."""

import secrets
import time
from collections.abc import Callable
from datetime import timedelta

from bot.cluster.shards import Shards
from bot.store import Store
from bot.store.queries import claims

_BELIEVED = 0.9
"""The part of a lease that is believed: clocks differ in speed, and calls take their time."""


def running_time() -> float:
    """Seconds on a clock that nobody sets, and that goes on while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Lease:
    """The lease of this program: none at first, and none once it was not renewed in time."""

    def __init__(
        self, store: Store, lasting: timedelta, clock: Callable[[], float] = running_time
    ) -> None:
        """It ends so long after it was last asked for. *clock* tells seconds from anywhere on."""
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
        """For how many more seconds the lease is believed."""
        return max(0.0, self._until - self._clock())

    async def renew(self) -> bool:
        """Put its end off; False if it has ended, or nobody knows: then it is not to be believed.

        Raises StoreError if the database is in trouble; what is left of the lease is left.
        """
        holder, asked = self.holder, self._clock()
        if holder is None:
            return False
        kept = await self._store.write(claims.renew, holder, self._lasting)
        if not kept or self.holder != holder:  # answered too late, somebody may have seen it end
            self._until = 0.0
            return False
        self._believe(asked)
        return True

    async def begin(self, shards: Shards, *, only: bool = False) -> None:
        """Begin a new life with these shards; *only* this program runs, if it knows so.

        Raises StoreError if the database is in trouble.
        """
        holder, asked = secrets.token_hex(8), self._clock()
        await self._store.write(claims.begin, holder, str(shards), self._lasting, only=only)
        self._holder = holder
        self._believe(asked)

    def _believe(self, asked: float) -> None:
        self._until = asked + self._lasting.total_seconds() * _BELIEVED
