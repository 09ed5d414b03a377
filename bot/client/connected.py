"""The client as far as it is about its connection to Discord's gateway."""

import asyncio
from contextlib import suppress

import discord

from bot.claims import Shards
from bot.client.base import RiversClient
from bot.client.sharding import Connection, Identifying

_LEAVES_WITHIN = 0.5
"""Seconds for the gateway to take note that the bot goes."""


class ConnectedClient(RiversClient):
    """A client with one connection, or, with discord.AutoShardedClient, one for each shard.

    Of one discord.py tells without a shard's number, of several with it: here it is all the same.
    """

    connection: Connection
    identifying: Identifying | None = None
    """The turns of all processes, where Discord has them wait for each other; None: it is alone."""

    def own_shards(self) -> Shards:
        """Those of which this process is told what happens."""
        return self.connection.shards

    @property
    def connection_lost_at(self) -> float | None:
        """Since when, by :func:`time.monotonic`, it is not connected everywhere; None if it is."""
        return self.connection.lost_at

    @property
    def _is_one(self) -> bool:
        return not isinstance(self, discord.AutoShardedClient)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until it is this one's turn, among all processes; alone, as long as is usual."""
        if self.identifying is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.identifying.turn(shard_id or 0)

    async def on_ready(self) -> None:
        """Go on where there is one connection."""
        if self._is_one:
            await self.on_shard_ready(0)

    async def on_resumed(self) -> None:
        """Go on where there is one connection."""
        if self._is_one:
            await self.on_shard_resumed(0)

    async def on_disconnect(self) -> None:
        """Stop where there is one connection."""
        if self._is_one:
            await self.on_shard_disconnect(0)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Go on."""
        await self._came(shard_id, resumed=False)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Go on."""
        await self._came(shard_id, resumed=True)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop, until all are connected again."""
        self.connection.went(shard_id)
        self.cut_off()

    async def _came(self, shard_id: int, *, resumed: bool) -> None:
        self.counts.connected(resumed=resumed)
        if self.connection.came(shard_id):
            await self.connected()

    async def connected(self) -> None:
        """Know that it is connected everywhere, perhaps again."""

    def cut_off(self) -> None:
        """Know that it is not connected everywhere."""

    async def leave_gateway(self) -> None:
        """Let Discord tell this process of nothing more; not for long, if it does not answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LEAVES_WITHIN):
                if isinstance(self, discord.AutoShardedClient):
                    for shard in self.shards.values():
                        await shard.disconnect()
                elif self.ws is not None and self.ws.open:
                    await self.ws.close(code=1000)
