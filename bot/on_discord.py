"""The bot on Discord, as the only thing that runs in its process."""

import asyncio
import ctypes
import gc
import logging
import os
import sys
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import tasks
from discord.gateway import ReconnectWebSocket
from discord.http import Route
from yarl import URL

from bot import __version__
from bot.app import TwoRivers
from bot.client import ClientOptions
from bot.client.connection.api import use_api
from bot.client.messages.permissions import adding_link
from bot.client.running import run
from bot.cluster.shards import Shards
from bot.counting import UNCOUNTED
from bot.listening import listening
from bot.ops.hosting import exclusive_use, log_database
from bot.settings import Settings, SettingsError, unknown_settings
from bot.store import postgresql_urls
from bot.use_cases import GameLimits, Patience
from render import use_fonts

if TYPE_CHECKING:
    from bot.metrics.status_server import StatusServer

log = logging.getLogger("bot")

_UPDATE = "Discord does not take this version of the bot any more (it says {}): update the bot."
_TOKEN = (
    "DISCORD_TOKEN: Discord does not accept it. Copy it again from "
    "https://discord.com/developers/applications: your application, Bot, Reset Token."
)
_NOT_ACCEPTED = {
    4004: _TOKEN,
    4010: "SHARDS: Discord knows no such shards.",
    4011: "SHARDS: the bot is in so many servers that Discord wants more: write auto, or a higher "
    "number behind the slash.",
    4012: _UPDATE.format("4012: its gateway has another version"),
    4013: _UPDATE.format("4013: invalid intents"),
    4014: _UPDATE.format("4014: disallowed intents"),
}
"""The causes for which Discord closes the connection, by its codes: retrying cannot help."""

_TURN = 0.001
"""Seconds for which a thread that draws or stores may block the event loop: a fifth of Python's
default."""


_YOUNG = 5_000
"""Objects from one collection of the youngest to the next: fewer find more that is still in use."""
_NEVER = 1_000_000_000
"""Collections of younger objects before Python makes a full one by itself."""
_FIRST_COLLECTION = 60.0
"""Seconds from the start to the first full garbage collection."""
_FULL_COLLECTION = 600.0
"""Seconds between two of them."""
_PATIENCE = 60.0
"""Seconds for which one is put off until no work is under way."""


class _Program(TwoRivers):
    """The bot, as the only thing that runs in this process.

    A full garbage collection stops the process, for longer with more games in memory. So it runs
    when no work is under way, and leaves out the objects that exist from the start.
    """

    def __init__(self, settings: Settings, watch: "StatusServer | None") -> None:
        limits = GameLimits(
            settings.games_per_user, settings.games_per_server, settings.vacation_days
        )
        patience = Patience(settings.lobby_days, settings.idle_days, settings.finished_games_days)
        options = ClientOptions(
            settings.database_url,
            limits=limits,
            patience=patience,
            backups=settings.backups,
            on_discord=True,
            pause=settings.pause,
            connections=settings.database_connections,
            lease=timedelta(seconds=settings.lease_seconds),
            counts=UNCOUNTED if watch is None else watch.figures,
            calls_a_second=settings.calls_per_second,
            update_notes=bool(settings.update_notes),
            in_turn=settings.shards is not None or postgresql_urls.is_meant(settings.database_url),
        )
        super().__init__(options)
        self._api = settings.discord_api
        self.connects_for = settings.shards
        self._watch = watch

    async def login(self, token: str) -> None:
        """Logs in and starts. The status address answers from before the first attempt.

        Raises discord.LoginFailure if the token is wrong, and StoreError.
        """
        if self._watch is not None:
            await self._watch.begin(self)
        await self.reach(partial(self._log_in, token))
        log.info("Two Rivers %s", __version__)
        if self.application_id is not None:
            log.info("to add it to a server: %s", adding_link(self.application_id))
        log_database(self.options.database_url, os.environ)
        await super().setup_hook()
        _collect_garbage()
        gc.freeze()
        gc.set_threshold(_YOUNG, gc.get_threshold()[1], _NEVER)
        self._collect.start()

    async def _log_in(self, token: str) -> None:
        """Ask Discord what must be known at the start; called again if it could not be reached."""
        if self._api is not None:
            await use_api(self._api, token)
        await super().login(token)

    async def setup_hook(self) -> None:
        """Do nothing yet: the login may have to be tried again."""

    async def close(self) -> None:
        """Stop; the status address answers until the end."""
        self._collect.cancel()
        if self._watch is not None:
            await self._watch.leave_database()
        try:
            await super().close()
        finally:
            if self._watch is not None:
                await self._watch.end()

    @tasks.loop(seconds=_FULL_COLLECTION)
    async def _collect(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self.delivery.rest()
        _collect_garbage()

    @_collect.before_loop
    async def _wait_for_garbage(self) -> None:
        await asyncio.sleep(_FIRST_COLLECTION)


def _collect_garbage() -> None:
    """Collect garbage, and give free memory back to the system, where the C library can: glibc."""
    gc.collect()
    if sys.platform == "linux":
        with suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)


class _ShardedProgram(_Program, discord.AutoShardedClient):
    """The bot, connected for several shards."""

    async def _log_in(self, token: str) -> None:
        """Ask also how many shards there should be, and take this process's part of them."""
        await super()._log_in(token)
        gateway = await self.http.request(Route("GET", "/gateway/bot"))
        shards = self.connects_for
        if not isinstance(shards, Shards):
            shards = Shards(0, gateway["shards"] - 1, gateway["shards"])
        self.shard_count = shards.count
        self.shard_ids = [*shards.numbers]
        self.connection.connect_for(shards, gateway["session_start_limit"]["max_concurrency"])

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard; if a reconnection closes at once, it is tried again."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        shard = self.shards[shard_id]._parent  # noqa: SLF001  # there is no other way in
        shard._handled_exceptions += (ReconnectWebSocket,)  # noqa: SLF001


def run_on_discord(settings: Settings) -> None:
    """Run the bot until it is stopped.

    Raises SettingsError if Discord does not accept what is set, StoreError and CannotListen.
    """
    logging.getLogger().setLevel(settings.log_level)
    for line in unknown_settings():
        log.warning(line)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no one speaks here
    sys.setswitchinterval(_TURN)
    use_fonts(settings.fonts)
    program = _Program if settings.shards is None else _ShardedProgram
    try:
        with exclusive_use(settings.database_url, log.warning), ExitStack() as taken:
            watch = None
            if settings.status_at is not None:  # which is free once the other process has ended
                from bot.metrics.status_server import StatusServer  # noqa: PLC0415  # 4 MB

                listener = taken.enter_context(listening(settings.status_at))
                watch = StatusServer(listener, discord.utils.utcnow)
            bot = program(settings, watch)
            asyncio.run(run(bot, settings.discord_token.get_secret_value()))
    except discord.LoginFailure:
        raise SettingsError(_TOKEN) from None
    except discord.PrivilegedIntentsRequired:
        raise SettingsError(_NOT_ACCEPTED[4014]) from None
    except discord.ConnectionClosed as error:
        if error.code not in _NOT_ACCEPTED:
            raise
        raise SettingsError(_NOT_ACCEPTED[error.code]) from None
    except KeyboardInterrupt:  # while it waits for another process to end
        pass
