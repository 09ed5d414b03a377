"""Bad luck, as it is wanted: the one place where the answer to a call can be another one.

A fault is given the call and the way to carry it out. It may carry it out or not, wait, raise
:class:`WireError` to refuse it, or :class:`ConnectionLost` to say nothing at all.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.wire.world import WireError

if TYPE_CHECKING:
    from tests.wire.server import Call

CarryOut: TypeAlias = Callable[[], Awaitable[Any]]
Fault: TypeAlias = "Callable[[Call, CarryOut], Awaitable[Any]]"


class ConnectionLost(Exception):
    """The bot hears nothing of its call any more."""


@dataclass
class _Planned:
    route: re.Pattern[str]
    fault: Fault
    times: int | None


class Faults:
    """The faults planned, the oldest first."""

    def __init__(self) -> None:
        self._planned: list[_Planned] = []

    def plan(self, route: str, fault: Fault, times: int | None = 1) -> None:
        """Let the next calls of a route, as many as said, meet a fault; None: all of them.

        *route* is a pattern for a whole one, as in ``POST /channels/.*/messages``.
        """
        self._planned.append(_Planned(re.compile(route), fault, times))

    def clear(self) -> None:
        """Let everything go well from now on."""
        self._planned.clear()

    async def meet(self, call: "Call", carry_out: CarryOut) -> Any:
        """Carry a call out, or let it meet its fault."""
        for planned in self._planned:
            if planned.route.fullmatch(f"{call.method} {call.path}"):
                if planned.times is not None:
                    planned.times -= 1
                    if not planned.times:
                        self._planned.remove(planned)
                return await planned.fault(call, carry_out)
        return await carry_out()


def refused(status: int, code: int = 0) -> Fault:
    """It is refused, with that status and that code of Discord's."""

    async def fault(call: "Call", carry_out: CarryOut) -> Any:
        raise WireError(status, code)

    return fault


async def lost_before(call: "Call", carry_out: CarryOut) -> Any:
    """The connection breaks before anything is done."""
    raise ConnectionLost


async def lost_after(call: "Call", carry_out: CarryOut) -> Any:
    """It is carried out, but the connection breaks before the answer."""
    await carry_out()
    raise ConnectionLost


async def unanswered(call: "Call", carry_out: CarryOut) -> Any:
    """Nothing is done, and nothing said, for as long as somebody waits."""
    await asyncio.Event().wait()
