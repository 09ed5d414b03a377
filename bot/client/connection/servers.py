"""The servers that the bot is in, of any shard.

The gateway tells a process everything about the servers of its own shards. About others it asks
over HTTP, and believes the answer for a while. That the bot has left a server is noted by the
process that receives the event, for the others.
"""

import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any, cast

import discord
from cachetools import LRUCache
from sqlalchemy import Connection

from bot.cluster.shards import ALL_SHARDS, Shards
from bot.store import Store, StoreError
from bot.store.queries import outbox, servers

log = logging.getLogger(__name__)

_HOLDS = timedelta(minutes=5)
"""The time for which an answer is believed: a permission granted meanwhile stays unknown."""
_KEPT = 50


class Servers:
    """Looks servers up, or asks for them, also for one in an outage."""

    def __init__(
        self,
        client: discord.Client,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        shards: Callable[[], Shards] = lambda: ALL_SHARDS,
        departed: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """*shards* returns those for which the client is connected.

        *departed* returns True if another process has noted that the bot has left a server.
        """
        self._client = client
        self._clock = clock
        self._shards = shards
        self._departed = departed
        self._asked: LRUCache[int, tuple[discord.Guild, datetime]] = LRUCache(_KEPT)

    @property
    def sees_all(self) -> bool:
        """True if the client receives events of every server that the bot is in."""
        return self._shards().share == 1

    def is_in(self, guild_id: int) -> bool:
        """True if the bot is in a server, as far as is known."""
        if self._shards().has(guild_id):
            return self._client.get_guild(guild_id) is not None
        return not self._departed(guild_id)

    def get(self, guild_id: int) -> discord.Guild | None:
        """A server with its roles, its channels and the bot as its member; None if it is unknown.

        It comes from the gateway, or was asked for lately.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.me is not None and guild.get_role(guild.id) is not None:
            return guild  # else it is in an outage since before the client came
        asked = self._asked.get(guild_id)
        if asked is not None and timedelta(0) <= self._clock() - asked[1] < _HOLDS:
            return asked[0]
        return None

    async def fetch(self, guild_id: int) -> discord.Guild:
        """The same, asked for if unknown. Raises what a call of Discord may raise."""
        guild = self.get(guild_id)
        if guild is None:
            guild = await self._ask(guild_id)
            self._asked[guild_id] = guild, self._clock()
        return guild

    async def _ask(self, guild_id: int) -> discord.Guild:
        """Combine three calls into what the gateway tells about a server."""
        http, user = self._client.http, self._client.user
        assert user is not None
        data: dict[str, Any] = {
            **await http.get_guild(guild_id, with_counts=False),
            "channels": await http.get_all_guild_channels(guild_id),
            "members": [await http.get_member(guild_id, user.id)],
        }
        state = self._client._connection  # noqa: SLF001  # there is no other way to make a server
        return discord.Guild(data=cast("Any", data), state=state)


class LeftServers:
    """Notes that the bot has left a server or is back, and knows what other processes noted."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._left: frozenset[int] = frozenset()

    def __contains__(self, guild_id: int) -> bool:
        """True if the bot has left a server, as of the last reading."""
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
