"""The client as far as it is about its connection to Discord's gateway."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import aiohttp
import discord

from bot.client.base import RiversClient
from bot.client.connection.api import NoApi
from bot.client.connection.sharding import Connection, Identifying
from bot.client.connection.trouble import TROUBLE, growing_pauses, pause_wanted, sentence
from bot.cluster import Shards

log = logging.getLogger(__name__)

ANSWERED_WITHIN = 30.0
"""Seconds for what is asked at the start: longer than discord.py asks again by itself."""
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

    async def reach(self, log_in: Callable[[], Awaitable[None]]) -> None:
        """Log in, and again after growing pauses as long as Discord cannot be reached.

        Raises discord.LoginFailure if the token is wrong: waiting would not help.
        """
        for pause in growing_pauses():
            try:
                async with asyncio.timeout(ANSWERED_WITHIN):
                    await log_in()
            except (*TROUBLE, NoApi) as error:
                if isinstance(error, discord.HTTPException) and error.status == 401:
                    raise discord.LoginFailure from error
                wait = pause_wanted(error) or pause
                why = self.connection.not_begun = sentence(error)
                log.warning("Discord cannot be reached: %s; trying again in %.1f s", why, wait)
                await self.http.close()
                self.http.connector = discord.utils.MISSING  # which was closed, too
                await asyncio.sleep(wait)
            else:
                self.connection.not_begun = ""
                return

    async def connect(self, *, reconnect: bool = True) -> None:
        """Be connected to the gateway, until it is left.

        Raises discord.ConnectionClosed, or discord.PrivilegedIntentsRequired, if Discord does not
        accept what it is told of the bot.
        """
        open_connection = self.http.ws_connect

        async def open_after_pause(
            url: str, *, compress: int = 0
        ) -> aiohttp.ClientWebSocketResponse:
            await asyncio.sleep(self.connection.pause())
            return await open_connection(url, compress=compress)

        self.http.ws_connect = open_after_pause  # type: ignore[method-assign]
        while True:
            try:
                await super().connect(reconnect=reconnect)
            except AttributeError as error:
                if error.name != "sequence":
                    raise
                # The first connection failed, and discord.py fails as it looks for an older one.
            else:
                return

    @property
    def connection_lost_at(self) -> float | None:
        """Since when, by :func:`time.monotonic`, it is not connected everywhere; None if it is."""
        return self.connection.lost_at

    @property
    def connection_trouble(self) -> str:
        """Why Discord cannot be reached; empty if it can, as far as anybody knows."""
        return self.connection.trouble

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
