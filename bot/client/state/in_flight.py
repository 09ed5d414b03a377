"""Interactions that are being answered: they are finished before the program ends."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from cachetools import FIFOCache

_REMEMBERED = 10_000
"""Interactions to remember: more than come while a connection is lost for minutes."""


class InFlight:
    """Counts the answers under way."""

    def __init__(self) -> None:
        self.count = 0
        """The number of answers under way."""
        self._begun = FIFOCache[int, None](_REMEMBERED)
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count an answer that is made in this context."""
        self.count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self._idle.set()

    def begins(self, interaction_id: int) -> bool:
        """Return True for a new interaction, and remember it: Discord may send it twice."""
        if interaction_id in self._begun:
            return False
        self._begun[interaction_id] = None
        return True

    async def rest(self, seconds: float) -> bool:
        """Wait until there is no answer under way. Returns False if that takes longer."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
