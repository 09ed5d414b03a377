"""Interactions that are being answered: they are finished before the program ends."""

import asyncio
from types import TracebackType

_REMEMBERED = 10_000
"""Interactions to remember: more than come while a connection is lost for minutes."""


class InFlight:
    """Counts the answers under way: each is made in this context."""

    def __init__(self) -> None:
        self._begun: dict[int, None] = {}
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def __enter__(self) -> None:
        self._count += 1
        self._idle.clear()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._count -= 1
        if not self._count:
            self._idle.set()

    def begins(self, interaction_id: int) -> bool:
        """Return True for a new interaction, and remember it: Discord may send it twice."""
        if interaction_id in self._begun:
            return False
        self._begun[interaction_id] = None
        if len(self._begun) > _REMEMBERED:
            del self._begun[next(iter(self._begun))]
        return True

    @property
    def count(self) -> int:
        """The number of answers under way."""
        return self._count

    async def rest(self, seconds: float) -> bool:
        """Wait until there is no answer under way. Returns False if that takes longer."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
