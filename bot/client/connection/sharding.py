"""The sessions of a process with Discord's gateway, and when it may begin them."""

import asyncio
import logging
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import discord.client
import discord.shard
from discord.backoff import ExponentialBackoff

from bot.backoff import growing_pauses
from bot.cluster.shards import ALL_SHARDS, Shards
from bot.store import Store, StoreError
from bot.store.queries import claims

log = logging.getLogger(__name__)

_APART = timedelta(seconds=5.5)
"""Discord accepts one session per bucket in five seconds; the rest is for one that took longer on
its way than the next."""
_LONGEST_PAUSE = 40.0
"""Seconds between two connections that bring nothing: discord.py gives up one that takes 60."""
_LONGEST_BACKOFF = 5.0
_FAILING_AFTER = 60.0
"""Seconds in which every call has failed."""
_TRIED_AGAIN_WITHIN = 600.0
"""Seconds after the last failed call; after that the state is unknown."""


class _ShortBackoff(ExponentialBackoff[Literal[False]]):
    """The pauses that discord.py adds to ours.

    Its own grow to 17 minutes, and do not shrink while connections fail now and then.
    """

    def delay(self) -> float:
        return min(super().delay(), _LONGEST_BACKOFF)


for _module in (discord.client, discord.shard):
    vars(_module)["ExponentialBackoff"] = _ShortBackoff


class GatewayState:
    """The connections of a process, one for each of its shards."""

    def __init__(self) -> None:
        self.not_begun = ""
        """The reason why the last attempt to start failed; empty once one succeeded."""
        self._failed_since: float | None = None
        """The time of the first failure of a series of calls."""
        self._failed_at = 0.0
        self._begin_anew()
        self.connect_for(ALL_SHARDS, at_once=1)

    def _begin_anew(self) -> None:
        self._opened = 0
        """The number of connections opened since the last one that worked."""
        self._pauses = growing_pauses(longest=_LONGEST_PAUSE)

    def connect_for(self, shards: Shards, at_once: int) -> None:
        """Expect connections for these shards.

        Discord lets all processes begin *at_once* sessions at a time. Several shards are for a
        discord.AutoShardedClient.
        """
        self.shards = shards
        self.at_once = at_once
        self.lost_at: float | None = time.monotonic()
        """The monotonic time at which a shard was disconnected; None if all are connected."""
        self._away = set(shards.numbers)

    def mark_connected(self, shard: int) -> bool:
        """Note that a shard is connected. Returns True if all are."""
        self._begin_anew()
        self._away.discard(shard)
        if not self._away:
            self.lost_at = None
        return not self._away

    def mark_disconnected(self, shard: int) -> None:
        """Note that a shard is not connected any more."""
        self._away.add(shard)
        if self.lost_at is None:
            self.lost_at = time.monotonic()

    def record_call(self, status: int | None) -> None:
        """Note that a call was answered with that status, or, with None, not at all."""
        if status is not None and status < 500 and status != 401:
            self._failed_since = None
            return
        self._failed_at = time.monotonic()
        if self._failed_since is None:
            self._failed_since = self._failed_at

    @property
    def trouble(self) -> str:
        """The reason why Discord cannot be reached; empty if it can, as far as is known."""
        if self.not_begun or self._failed_since is None:
            return self.not_begun
        failing = self._failed_at - self._failed_since
        if failing < _FAILING_AFTER or time.monotonic() - self._failed_at > _TRIED_AGAIN_WITHIN:
            return ""
        return f"all calls have failed for {failing:.0f} seconds"

    def pause(self) -> float:
        """Return the seconds to wait before one more connection is opened.

        discord.py itself does not pause if Discord accepts a connection and closes it at once.
        """
        self._opened += 1
        return next(self._pauses) if self._opened > len(self.shards.numbers) else 0.0


@dataclass(frozen=True, slots=True)
class IdentifyQueue:
    """Waits for a turn to identify: turns that were taken are rows that all processes see."""

    store: Store
    at_once: int
    """The number of sessions that can begin at a time: Discord's ``max_concurrency``."""

    async def turn(self, shard: int) -> None:
        """Wait until the session of a shard may begin.

        While the database is in trouble that is unknown; then it waits as after a missed turn.
        """
        try:
            bucket = shard % self.at_once
            while (wait := await self.store.write(claims.take_turn, bucket, _APART)) is not None:
                log.info("shard %d begins its session in %.1f s", shard, wait.total_seconds())
                await asyncio.sleep(wait.total_seconds())
        except StoreError as error:
            log.warning("nobody knows if it is the turn of shard %d: %s", shard, error)
            await asyncio.sleep(_APART.total_seconds())
