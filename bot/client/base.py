"""The base of the client, for all of its parts: tables, delivery, and the connection."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

import aiohttp
import discord

from bot.backoff import growing_pauses
from bot.client.admin_notices import AdminNotices
from bot.client.application_team import ApplicationTeam
from bot.client.connection.api import NoApi
from bot.client.connection.servers import Servers
from bot.client.connection.sharding import GatewayState, IdentifyQueue
from bot.client.connection.trouble import TROUBLE, explain, pause_wanted
from bot.client.messages.emojis import Emojis
from bot.client.nightly_backups import NightlyBackups
from bot.client.state.in_flight import InFlight
from bot.client.state.private_messages import PrivateMessages
from bot.client.state.rate_limits import RateLimits
from bot.cluster import Claims, Shards
from bot.content.program_status import ProgramStatus
from bot.counting import UNCOUNTED, Counts, GatewayConnection
from bot.delivery import Delivery
from bot.dispatch.hint_cache import HintCache
from bot.engine_worker import EngineWorker
from bot.store import Store
from bot.use_cases import Services

log = logging.getLogger(__name__)

ANSWERED_WITHIN = 30.0
"""Seconds for what is asked at the start: longer than discord.py asks again by itself."""
_LEAVES_WITHIN = 0.5
"""Seconds for the gateway to take note that the bot goes."""


class RiversClient(discord.Client):
    """A client with its tables, and the delivery that shows them, once it has been set up.

    It has one connection, or, with discord.AutoShardedClient, one for each shard. discord.py has
    events of their own for several; here both are handled alike.
    """

    connection: GatewayState
    identifying: IdentifyQueue | None = None
    """The turns of all processes, if they have to wait for each other; None for a single one."""
    store: Store | None = None
    """The store, once it is open."""
    claims: Claims | None = None
    """The games that this program shows; None if it is alone, or has not begun."""
    backups: NightlyBackups | None = None
    """The nightly backups; None if none are made."""
    services: Services
    delivery: Delivery
    worker: EngineWorker
    hint_cache: HintCache
    piece_emojis: Emojis
    admin_notices: AdminNotices
    app_team: ApplicationTeam
    servers: Servers
    on_discord: bool = False
    """True for Discord itself, where calls are limited and can hang, and users are strangers."""
    counts: Counts = UNCOUNTED
    """Counts what is done."""
    in_flight: InFlight
    private_messages: PrivateMessages
    rate_limits: RateLimits | None = None
    """Limits what users do; None where there are no strangers."""
    calls_a_second: float | None = None
    """The most calls in any second to bring posts; None: any number."""
    ending: bool = False
    """True if nothing new is begun any more."""

    async def program_status(self) -> ProgramStatus:
        """Return the state of the program, for its host."""
        raise NotImplementedError

    async def register_commands_again(self) -> None:
        """Register the commands again, as Discord shows those of another version."""

    async def has_rivals(self) -> bool:
        """True if another process may receive the same presses, as during a deploy."""
        return False

    def within(self, seconds: float) -> asyncio.Timeout:
        """Limit the wait for Discord; not for a simulated one, which answers at once."""
        return asyncio.timeout(seconds if self.on_discord else None)

    # --- the gateway --------------------------------------------------------------------------

    def own_shards(self) -> Shards:
        """The shards whose events this process receives."""
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
                why = self.connection.not_begun = explain(error)
                log.warning("Discord cannot be reached: %s; trying again in %.1f s", why, wait)
                await self.http.close()
                self.http.connector = discord.utils.MISSING  # which was closed, too
                await asyncio.sleep(wait)
            else:
                self.connection.not_begun = ""
                return

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected to the gateway until :meth:`leave_gateway`.

        Raises discord.ConnectionClosed, or discord.PrivilegedIntentsRequired, if Discord does not
        accept the bot's settings.
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
    def _is_one(self) -> bool:
        return not isinstance(self, discord.AutoShardedClient)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this process's turn to identify; a single one waits as discord.py does."""
        if self.identifying is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.identifying.turn(shard_id or 0)

    async def on_ready(self) -> None:
        """Handle the event of a single connection as that of a shard."""
        if self._is_one:
            await self.on_shard_ready(0)

    async def on_resumed(self) -> None:
        """Handle the event of a single connection as that of a shard."""
        if self._is_one:
            await self.on_shard_resumed(0)

    async def on_disconnect(self) -> None:
        """Handle the event of a single connection as that of a shard."""
        if self._is_one:
            await self.on_shard_disconnect(0)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note that a shard is connected."""
        await self._shard_connected(shard_id, resumed=False)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a shard is connected."""
        await self._shard_connected(shard_id, resumed=True)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a shard is not connected."""
        self.connection.mark_disconnected(shard_id)
        self.cut_off()

    async def _shard_connected(self, shard_id: int, *, resumed: bool) -> None:
        self.counts.count(GatewayConnection.RESUMED if resumed else GatewayConnection.NEW)
        if self.connection.mark_connected(shard_id):
            await self.connected()

    async def connected(self) -> None:
        """Called when all shards are connected, perhaps again."""

    def cut_off(self) -> None:
        """Called when a shard is not connected any more."""

    async def leave_gateway(self) -> None:
        """Disconnect, so that Discord sends no more events; do not wait long for an answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LEAVES_WITHIN):
                if isinstance(self, discord.AutoShardedClient):
                    for shard in self.shards.values():
                        await shard.disconnect()
                elif self.ws is not None and self.ws.open:
                    await self.ws.close(code=1000)


Interaction: TypeAlias = discord.Interaction[RiversClient]
