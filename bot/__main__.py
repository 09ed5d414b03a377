"""``python -m bot``: run the bot on Discord or, without a token, at a local table."""

import argparse
import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from datetime import timedelta
from enum import IntEnum
from functools import partial
from pathlib import Path

import discord
from discord.ext import tasks
from discord.gateway import ReconnectWebSocket
from discord.http import Route
from yarl import URL

from bot.app import TwoRivers
from bot.client.connection.api import use_api
from bot.client.running import run
from bot.cluster.shards import Shards
from bot.counting import UNCOUNTED
from bot.listening import CannotListen, listening
from bot.local.startup import CannotStart, run_local
from bot.log_format import LogFormat, set_up_log
from bot.metrics.status_server import StatusServer
from bot.ops import (
    backup,
    check,
    exclusive_use,
    export,
    import_from,
    log_database,
    repair,
    unattended,
)
from bot.services import GameLimits, Patience
from bot.settings import (
    Settings,
    SettingsError,
    load_check_settings,
    load_host_settings,
    load_local_settings,
    load_settings,
    log_format,
    token_given,
    unknown_settings,
)
from bot.store import StoreError, postgresql_urls
from render import use_fonts

log = logging.getLogger("bot")


class Exit(IntEnum):
    """The exit status, where it tells the service manager what to do; see docs/hosting.md.

    The numbers are those of sysexits.h, which Python does not have on Windows.
    """

    UNAVAILABLE = 69
    """Something is not available yet, or in the way: starting again may help."""
    CONFIG = 78
    """The host has to change something first."""


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
"""What it means if Discord closes the connection with one of these codes: it always will."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until stopped, or look after what is stored.

    The exit status: 0, one of :class:`Exit`, or 1 if something else is wrong.
    """
    wanted = _parser().parse_args(arguments)
    tell: Callable[[str], None] = partial(print, file=sys.stderr)
    unlocal = None
    try:
        if wanted.command is not None:
            return _look_after(wanted)
        form = log_format()
        set_up_log(form)
        if form is LogFormat.JSON:
            tell = log.critical
        if not (wanted.local or wanted.discord or token_given()):
            unlocal = unattended(os.environ)
        if wanted.local or not (wanted.discord or unlocal or token_given()):
            local = load_local_settings()
            _say_all(unknown_settings())
            run_local(local, _say, browser=wanted.browser)
            return 0
        return _run_on_discord(load_settings())
    except SettingsError as error:
        tell(str(error))
        if unlocal is not None:
            tell(f"As {unlocal} is set, only --local opens a local table.")
        return Exit.CONFIG
    except (CannotStart, CannotListen) as error:
        tell(str(error))
        return Exit.UNAVAILABLE
    except StoreError as error:
        tell(f"DATABASE_URL: {error}")
        return Exit.UNAVAILABLE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Tigris & Euphrates on Discord; without a token, at a local table in the "
        "browser. Settings come from the environment and .env, see .env.example.",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", action="store_true", help="the local table, token or not")
    where.add_argument("--discord", action="store_true", help="Discord, or nothing")
    parser.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open the browser"
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", help="without one, the bot or the local table runs"
    )
    check = commands.add_parser("check", help="say what is wrong, and how to fix it")
    repair = commands.add_parser("repair", help="rebuild a game from its log")
    repair.add_argument(
        "game", type=int, nargs="?", help="its number; without one, values that belong to no game"
    )
    backup = commands.add_parser("backup", help="copy everything into a file")
    backup.add_argument("file", type=Path, help="a new one, of SQLite's")
    export = commands.add_parser("export", help="write everything as text")
    export.add_argument("folder", type=Path, help="a new one")
    import_ = commands.add_parser("import", help="put everything into an empty database")
    import_.add_argument("place", type=Path, help="the folder of an export, or a backup")
    for command in (check, repair, backup, export, import_):
        command.add_argument(
            "--local",
            action="store_true",
            default=argparse.SUPPRESS,  # it may stand before the command, too
            help="at the local table, not on Discord",
        )
    return parser


def _look_after(wanted: argparse.Namespace) -> int:
    token = api = None
    if wanted.local:
        database_url = load_local_settings().local_database_url
    elif wanted.command == "check":
        settings = load_check_settings()
        database_url, api = settings.database_url, settings.discord_api
        token = settings.token
    else:
        database_url = load_host_settings().database_url
    _say_all(unknown_settings())
    match wanted.command:
        case "repair":
            doing = repair(database_url, wanted.game, _say)
        case "backup":
            doing = backup(database_url, wanted.file, _say)
        case "export":
            doing = export(database_url, wanted.folder, _say)
        case "import":
            doing = import_from(database_url, wanted.place, _say)
        case _:
            doing = check(database_url, token, _say, api=api)
    try:
        return asyncio.run(doing)
    except KeyboardInterrupt:
        _say("It was stopped.")
        return 1


def _say(text: str) -> None:
    print(text, flush=True)


def _say_all(lines: Iterable[str]) -> None:
    for line in lines:
        _say(line)


_TURN = 0.001
"""Seconds for which a thread that draws or stores may block the event loop: a fifth of Python's
default."""


_NEVER = 1_000_000_000
"""Collections of younger objects before Python makes a full one by itself."""
_FULL_COLLECTION = 600.0
"""Seconds between two full garbage collections."""
_PATIENCE = 60.0
"""Seconds for which one is put off until no work is under way."""


class _Program(TwoRivers):
    """The bot, as the only thing that runs in this process.

    A full garbage collection stops the process, for longer with more games in memory. So it runs
    when no work is under way, and leaves out the objects that exist from the start.
    """

    def __init__(self, settings: Settings, watch: StatusServer | None) -> None:
        most = GameLimits(
            settings.games_per_user, settings.games_per_server, settings.vacation_days
        )
        patience = Patience(settings.lobby_days, settings.idle_days, settings.finished_games_days)
        super().__init__(
            settings.database_url,
            most=most,
            patience=patience,
            on_discord=True,
            pause=settings.pause,
            connections=settings.database_connections,
            lease=timedelta(seconds=settings.lease_seconds),
            counts=UNCOUNTED if watch is None else watch.figures,
            calls_a_second=settings.calls_per_second,
            in_turn=settings.shards is not None or postgresql_urls.is_meant(settings.database_url),
        )
        self._api = settings.discord_api
        self.connects_for = settings.shards
        self._kept_at = settings.database_url
        self._watch = watch

    async def login(self, token: str) -> None:
        """Logs in and starts. The status address answers from before the first attempt.

        Raises discord.LoginFailure if the token is wrong, and StoreError.
        """
        if self._watch is not None:
            await self._watch.begin(self)
        await self.reach(partial(self._log_in, token))
        log_database(self._kept_at, os.environ)
        await super().setup_hook()
        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], _NEVER)
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
            await asyncio.wait_for(self.delivery.rest(), _PATIENCE)
        gc.collect()

    @_collect.before_loop
    async def _wait_for_garbage(self) -> None:
        await asyncio.sleep(_FULL_COLLECTION)


class _ShardedProgram(_Program, discord.AutoShardedClient):
    """The same, connected for several shards."""

    async def _log_in(self, token: str) -> None:
        """Ask also how many shards there should be, and take this process's part of them."""
        await super()._log_in(token)
        told = await self.http.request(Route("GET", "/gateway/bot"))
        shards = self.connects_for
        if not isinstance(shards, Shards):
            shards = Shards(0, told["shards"] - 1, told["shards"])
        self.shard_count = shards.count
        self.shard_ids = [*shards.numbers]
        self.connection.connect_for(shards, told["session_start_limit"]["max_concurrency"])

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard; if a reconnection closes at once, it is tried again."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        shard = self.shards[shard_id]._parent  # noqa: SLF001  # there is no other way in
        shard._handled_exceptions += (ReconnectWebSocket,)  # noqa: SLF001


def _run_on_discord(settings: Settings) -> int:
    """Run the bot until it is stopped.

    Raises SettingsError if Discord does not accept what is set, StoreError and CannotListen.
    """
    logging.getLogger().setLevel(settings.logging_level)
    for line in unknown_settings():
        log.warning(line)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no one speaks here
    sys.setswitchinterval(_TURN)
    use_fonts(settings.fonts)
    program = _Program if settings.shards is None else _ShardedProgram
    try:
        with exclusive_use(settings.database_url, _say), ExitStack() as taken:
            watch = None
            if settings.status_at is not None:  # which is free once the other process has ended
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
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
