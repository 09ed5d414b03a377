"""Bad luck, as it is wanted: the one place where the answer to a call can be another one.

A fault is given the call and the way to carry it out. It may carry it out or not, wait, raise
:class:`WireError` to refuse it, or :class:`ConnectionLost` to say nothing, or not all of it.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.stand_in.limits import too_many
from tests.stand_in.world import WireError

NOTHING = object()


class ConnectionLost(Exception):
    """The connection breaks: with a *reset*, or after half of *answer*."""

    def __init__(self, status=200, answer=NOTHING, *, reset=False):
        super().__init__()
        self.status, self.answer, self.reset = status, answer, reset


@dataclass
class _Planned:
    route: re.Pattern[str]
    fault: Callable
    times: int | None


class Faults:
    """The faults planned, the oldest first, and for all other calls their luck."""

    def __init__(self):
        self._planned = []
        self.luck = None
        """Chooses a fault with its name for a call; None, also as an answer, for no fault."""
        self.met = Counter()
        """The number of calls by fault."""

    def plan(self, route, fault, times=1):
        """Let the next calls of a route, as many as said, meet a fault; None: all of them.

        *route* is a pattern for a whole one, as in ``POST /channels/.*/messages``.
        """
        self._planned.append(_Planned(re.compile(route), fault, times))

    def clear(self):
        """Let everything go well from now on."""
        self._planned.clear()
        self.luck = None

    async def meet_planned(self, call, carry_out):
        """Carry a call out, or let it meet the fault that was planned for it."""
        for planned in self._planned:
            if planned.route.fullmatch(f"{call.method} {call.path}"):
                if planned.times is not None:
                    planned.times -= 1
                    if not planned.times:
                        self._planned.remove(planned)
                return await planned.fault(call, carry_out)
        return await carry_out()

    async def meet(self, call, carry_out):
        """Carry a call out, or let it meet its fault: a planned one, or one by chance."""
        return await self.meet_planned(call, partial(self._meet_luck, call, carry_out))

    async def _meet_luck(self, call, carry_out):
        if self.luck is not None and (bad := self.luck(call)):
            call.fault, fault = bad
            self.met[call.fault] += 1
            return await fault(call, carry_out)
        return await carry_out()


# --- nothing is answered -------------------------------------------------------------------------


async def lost_before(call, carry_out):
    """The connection breaks before anything is done."""
    raise ConnectionLost


async def lost_after(call, carry_out):
    """The call is carried out, but the connection breaks before the answer."""
    await carry_out()
    raise ConnectionLost


async def reset_before(call, carry_out):
    """The connection is reset before anything is done: ECONNRESET."""
    raise ConnectionLost(reset=True)


async def reset_after(call, carry_out):
    """The call is carried out, but the connection is reset before the answer."""
    await carry_out()
    raise ConnectionLost(reset=True)


async def unanswered(call, carry_out):
    """Nothing is done or answered, for as long as the bot waits."""
    await asyncio.Event().wait()


# --- half of it is answered ----------------------------------------------------------------------


async def cut_before(call, carry_out):
    """Nothing is done, and half of the error page arrives."""
    raise ConnectionLost(502, "<html><h1>502 Bad Gateway</h1></html>")


async def cut_after(call, carry_out):
    """The call is carried out, and half of the answer arrives."""
    raise ConnectionLost(answer=await carry_out())


# --- something else is answered ------------------------------------------------------------------


def answered(answer):
    """Nothing is done, and the answer is this error."""

    async def fault(call, carry_out):
        return answer

    return fault


def refused(status, code=0):
    """It is refused, with that status and that code of Discord's."""

    async def fault(call, carry_out):
        raise WireError(status, code)

    return fault


def failed_after(status):
    """The call is carried out, but answered with an error."""

    async def fault(call, carry_out):
        await carry_out()
        raise WireError(status)

    return fault


def limited(retry_after, *, is_global=False, via=True, in_body=True):
    """Refuse the call with 429, to be repeated after so many seconds."""

    async def fault(call, carry_out):
        raise too_many(retry_after, is_global=is_global, via=via, in_body=in_body)

    return fault


# --- it takes its time ---------------------------------------------------------------------------


def held_until(goes_on):
    """The call is carried out once *goes_on* is set."""

    async def fault(call, carry_out):
        await goes_on.wait()
        return await carry_out()

    return fault


def slow_before(seconds):
    """The call is carried out after so many seconds."""

    async def fault(call, carry_out):
        await asyncio.sleep(seconds)
        return await carry_out()

    return fault


def slow_after(seconds):
    """The call is carried out, and answered after so many seconds."""

    async def fault(call, carry_out):
        answer = await carry_out()
        await asyncio.sleep(seconds)
        return answer

    return fault
