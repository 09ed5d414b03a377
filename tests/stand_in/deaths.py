"""Sudden deaths: at calls that are drawn by a seed, before, in, and soon after them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.stand_in.faults import CarryOut, ConnectionLost, Fault, Luck

if TYPE_CHECKING:
    from tests.stand_in.server import Call

_SOON = 0.3
"""Seconds within which one dies after a call, at any moment of what it does then."""
_SHORT, _LONG = 12, 80
"""Calls in a short life, which is mostly a start, and in a long one."""


class Deaths:
    """Lets the process that calls *die* so many *times*, told its name, whenever it *may*.

    All other calls meet what *otherwise* has it.
    """

    def __init__(
        self,
        die: Callable[[str], None],
        seed: object,
        times: int,
        otherwise: Luck | None = None,
        may: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._die = die
        self._dice = random.Random(f"{seed} deaths")
        self._otherwise = otherwise
        self._may = may
        self._in = self._life()
        self._dying: asyncio.Task[None] | None = None
        self.left = times

    def __call__(self, call: Call) -> tuple[str, Fault] | None:
        if (self._dying is None or self._dying.done()) and self._may(call.by):
            self._in -= 1
        if self._in or not self.left:
            return self._otherwise(call) if self._otherwise is not None else None
        self._in = self._life()
        self.left -= 1
        kinds = {"death before": self._before, "death after": self._after, "death soon": self._soon}
        kind = self._dice.choice(sorted(kinds))
        return kind, kinds[kind]

    async def over(self) -> None:
        """Wait until it has died for the last time."""
        if self._dying is not None:
            await self._dying

    def _life(self) -> int:
        return self._dice.randint(1, self._dice.choice((_SHORT, _LONG)))

    async def _before(self, call: Call, carry_out: CarryOut) -> Any:
        self._die(call.by)
        raise ConnectionLost

    async def _after(self, call: Call, carry_out: CarryOut) -> Any:
        await carry_out()
        self._die(call.by)
        raise ConnectionLost

    async def _soon(self, call: Call, carry_out: CarryOut) -> Any:
        self._dying = asyncio.create_task(self._die_soon(call.by))
        return await carry_out()

    async def _die_soon(self, name: str) -> None:
        await asyncio.sleep(self._dice.uniform(0, _SOON))
        self._die(name)
