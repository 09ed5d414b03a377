"""The servers that the bot is in, of any shard.

The gateway tells a process everything about the servers of its own shards. About others it asks
over HTTP, and believes the answer for a while.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

import discord
from cachetools import LRUCache

from bot.cluster.shards import ALL_SHARDS, Shards

_HOLDS = timedelta(minutes=5)
"""How long an answer is believed: a permission that is granted meanwhile stays unknown."""
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

        *departed* returns whether another process has noted that the bot has left a server.
        """
        self._client = client
        self._clock = clock
        self._shards = shards
        self._departed = departed
        self._asked: LRUCache[int, tuple[discord.Guild, datetime]] = LRUCache(_KEPT)

    @property
    def all_told(self) -> bool:
        """Whether the client receives events of every server that the bot is in."""
        return self._shards().share == 1

    def is_in(self, guild_id: int) -> bool:
        """Whether the bot is in a server, as far as is known."""
        if self._shards().has(guild_id):
            return self._client.get_guild(guild_id) is not None
        return not self._departed(guild_id)

    def told(self, guild_id: int) -> discord.Guild | None:
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

    async def known(self, guild_id: int) -> discord.Guild:
        """The same, asked for if unknown. Raises what a call of Discord may raise."""
        guild = self.told(guild_id)
        if guild is None:
            guild = await self._ask(guild_id)
            self._asked[guild_id] = guild, self._clock()
        return guild

    async def _ask(self, guild_id: int) -> discord.Guild:
        """Combine three calls into what the gateway tells about a server."""
        http, user = self._client.http, self._client.user
        assert user is not None
        told: dict[str, Any] = {
            **await http.get_guild(guild_id, with_counts=False),
            "channels": await http.get_all_guild_channels(guild_id),
            "members": [await http.get_member(guild_id, user.id)],
        }
        state = self._client._connection  # noqa: SLF001  # there is no other way to make a server
        return discord.Guild(data=cast("Any", told), state=state)
