"""The servers that the bot is in, as it knows them, wherever it is connected.

Of the servers of its own shards a process is told everything. Of others it knows nothing: it asks,
and believes the answer for a while. HTTP works from anywhere.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

import discord
from cachetools import LRUCache

from bot.cluster.shards import ALL, Shards

_HOLDS = timedelta(minutes=5)
"""How long an answer is believed: until then it is not known that a permission was given."""
_KEPT = 50


class Servers:
    """Looks servers up, or asks for them. One that is in an outage is asked for, too."""

    def __init__(
        self,
        client: discord.Client,
        clock: Callable[[], datetime] = discord.utils.utcnow,
        shards: Callable[[], Shards] = lambda: ALL,
        departed: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """*shards* are those for which the client is connected.

        *departed* tells of a server whether another process has noted that the bot was thrown out.
        """
        self._client = client
        self._clock = clock
        self._shards = shards
        self._departed = departed
        self._asked: LRUCache[int, tuple[discord.Guild, datetime]] = LRUCache(_KEPT)

    @property
    def all_told(self) -> bool:
        """Whether the client is told of every server that the bot is in."""
        return self._shards().share == 1

    def is_in(self, guild_id: int) -> bool:
        """Whether the bot is in a server, as far as anybody knows."""
        if self._shards().has(guild_id):
            return self._client.get_guild(guild_id) is not None
        return not self._departed(guild_id)

    def told(self, guild_id: int) -> discord.Guild | None:
        """A server with its roles, its channels and the bot as its member; None if it is unknown.

        It was told by the gateway, or asked for lately.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.me is not None and guild.get_role(guild.id) is not None:
            return guild  # else it is in an outage since before the client came
        asked = self._asked.get(guild_id)
        if asked is not None and timedelta(0) <= self._clock() - asked[1] < _HOLDS:
            return asked[0]
        return None

    async def known(self, guild_id: int) -> discord.Guild:
        """The same, asked for if need be. Raises what a call of Discord's may raise."""
        guild = self.told(guild_id)
        if guild is None:
            guild = await self._ask(guild_id)
            self._asked[guild_id] = guild, self._clock()
        return guild

    async def _ask(self, guild_id: int) -> discord.Guild:
        """Put together from three calls what the gateway tells of a server at once."""
        http, user = self._client.http, self._client.user
        assert user is not None
        told: dict[str, Any] = {
            **await http.get_guild(guild_id, with_counts=False),
            "channels": await http.get_all_guild_channels(guild_id),
            "members": [await http.get_member(guild_id, user.id)],
        }
        state = self._client._connection  # noqa: SLF001  # there is no other way to make a server
        return discord.Guild(data=cast("Any", told), state=state)
