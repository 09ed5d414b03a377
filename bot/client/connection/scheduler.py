"""Waiting: until something is due, for a while, or for a thought.

It is done by events of the client's own that only this module dispatches: of these a simulated
Discord knows that the bot waits, so that it lets its time pass.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

import discord

_T = TypeVar("_T")

_DUE, _PAUSE, _THOUGHT = "due", "pause", "thought"


class Waking:
    """The one clock that looks for what is due: that is rows with their times."""

    def __init__(self, client: discord.Client, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock
        self._at: datetime | None = None

    def wake(self, at: datetime) -> None:
        """Wake at that time, if not sooner."""
        if self._at is None or at < self._at:
            self._at = at
            self._client.dispatch(_DUE)

    async def sleep(self) -> None:
        """Wait until it is time: once, as it wakes anew only when it is told to."""
        while True:
            at = self._at
            timeout = None if at is None else max(0.0, (at - self._clock()).total_seconds())
            try:
                await self._client.wait_for(_DUE, timeout=timeout)
            except TimeoutError:
                self._at = None
                return


async def pause(client: discord.Client, duration: timedelta) -> None:
    """Sleep for that long."""
    try:
        await client.wait_for(_PAUSE, check=lambda: False, timeout=duration.total_seconds())
    except TimeoutError:
        client.dispatch(_PAUSE)  # only then discord.py drops waits that have timed out


async def aside(client: discord.Client, thought: "asyncio.Future[_T]") -> _T:
    """Wait for a thought as for something that comes from outside, which takes its time."""
    thought.add_done_callback(lambda _: client.dispatch(_THOUGHT))
    while not thought.done():
        await client.wait_for(_THOUGHT)
    return thought.result()
