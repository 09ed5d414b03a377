"""Servers that the bot has left: noted by the process that receives the event, for the others."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy import Connection

from bot.cluster.shards import Shards
from bot.store import Store, StoreError
from bot.store.queries import outbox, servers

log = logging.getLogger(__name__)


class LeftServers:
    """Notes that the bot has left a server or is back, and knows what other processes noted."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._left: frozenset[int] = frozenset()

    def __contains__(self, guild_id: int) -> bool:
        """Whether the bot has left a server, as of the last reading."""
        return guild_id in self._left

    async def left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server; after an error the next start notes it."""
        try:
            await self._store.write(servers.note_left, guild_id, self._clock())
        except StoreError as error:
            log.error("that server %d was left: %s", guild_id, error)  # noqa: TRY400
        else:
            self._left |= {guild_id}

    async def back(self, guild_id: int) -> None:
        """Note that the bot is in a server; after an error the next start notes it."""
        try:
            await self._store.write(servers.note_back, guild_id)
        except StoreError as error:
            log.error("that the bot is back in server %d: %s", guild_id, error)  # noqa: TRY400
        else:
            self._left -= {guild_id}

    async def compare(self, shards: Shards, there: Collection[int]) -> None:
        """Note what has changed while the program was down: the bot is in the servers *there*.

        After an error the next start notes it.
        """
        now = self._clock()

        def write(connection: Connection) -> frozenset[int]:
            gone = servers.left(connection)
            for guild_id in gone.keys() & there:
                servers.note_back(connection, guild_id)
            known = {*outbox.servers(connection, ()), *servers.known(connection)}
            lost = {each for each in known if shards.has(each)}
            for guild_id in lost - gone.keys() - {*there}:
                servers.note_left(connection, guild_id, now)
            return frozenset(servers.left(connection))

        try:
            self._left = await self._store.write(write)
        except StoreError as error:
            log.error("which servers the bot is in is not noted: %s", error)  # noqa: TRY400

    async def look(self) -> None:
        """Read what other processes have noted. After an error the former answer stays."""
        try:
            self._left = frozenset(await self._store.read(servers.left))
        except StoreError as error:
            log.warning("which servers were left cannot be read: %s", error)
