"""Which sessions a process has with Discord's gateway, and when it may begin them."""

import asyncio
import logging
import time
from datetime import timedelta

from bot.claims.shards import ALL, Shards
from bot.store import Store, StoreError, identifying

log = logging.getLogger(__name__)

_APART = timedelta(seconds=5.5)
"""Discord takes so many sessions at once in five seconds, each of another bucket; the rest is for
one that was longer on its way than the next."""


class Connection:
    """Whether a process is connected for each of its shards, as far as it has been told."""

    def __init__(self) -> None:
        self.connect_for(ALL, at_once=1)

    def connect_for(self, shards: Shards, at_once: int) -> None:
        """Be about to be, for these; Discord lets all processes begin *at_once* sessions at a time.

        They are for a client that can have several, as discord.AutoShardedClient.
        """
        self.shards = shards
        self.at_once = at_once
        self.lost_at: float | None = time.monotonic()
        """Since when it is not connected for all of them; None if it is."""
        self._away = set(shards.numbers)

    def came(self, shard: int) -> bool:
        """One is connected; whether all are."""
        self._away.discard(shard)
        if not self._away:
            self.lost_at = None
        return not self._away

    def went(self, shard: int) -> None:
        """One is not connected any more."""
        self._away.add(shard)
        if self.lost_at is None:
            self.lost_at = time.monotonic()


class Identifying:
    """Waits until it is one's turn: the turns that were taken are rows that all processes see."""

    def __init__(self, store: Store, at_once: int) -> None:
        """*at_once* sessions can begin at a time: Discord's ``max_concurrency``."""
        self._store = store
        self._at_once = at_once

    async def turn(self, shard: int) -> None:
        """Wait until the session of a shard may begin.

        While the database is in trouble nobody knows; then it waits as if it had just missed one.
        """
        try:
            while (wait := await self._take(shard)) is not None:
                log.info("shard %d begins its session in %.1f s", shard, wait.total_seconds())
                await asyncio.sleep(wait.total_seconds())
        except StoreError as error:
            log.warning("nobody knows if it is the turn of shard %d: %s", shard, error)
            await asyncio.sleep(_APART.total_seconds())

    async def _take(self, shard: int) -> timedelta | None:
        bucket = shard % self._at_once
        return await self._store.write(identifying.take_turn, bucket, _APART)
