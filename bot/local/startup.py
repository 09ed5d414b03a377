"""Starting the local table: what must be installed, the port, the browser, and how it ends."""

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from importlib.util import find_spec

import discord

from bot.i18n import Words
from bot.settings import LocalSettings
from bot.store import StoreError
from render import use_fonts

HOST = "127.0.0.1"
_NEEDED = {
    "simcord": "simcord",
    "av": "av",
    "linkify_it": "linkify-it-py",
    "markdown_it": "markdown-it-py",
    "regex": "regex",
}
"""Modules of the optional group ``local``, and the packages that they come in."""
NEWEST = (3, 14)
"""The newest Python on which all of them can be installed."""


class CannotStart(Exception):
    """Something must be done before the local table can start; ``str`` says what."""


def run_local(settings: LocalSettings, say: Callable[[str], None], *, browser: bool) -> None:
    """Run until stopped, and *say* where. Raises CannotStart."""
    words = Words.of("en")
    _check_installed(words)
    with _listening(words, settings.local_port) as listening, suppress(KeyboardInterrupt):
        logging.getLogger().setLevel(settings.logging_level)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        use_fonts(settings.fonts)
        try:
            asyncio.run(_serve(settings, listening, words, say, browser=browser))
        except StoreError as error:
            raise CannotStart(f"LOCAL_DATABASE_URL: {error}") from None


def _check_installed(words: Words) -> None:
    missing = [package for module, package in _NEEDED.items() if find_spec(module) is None]
    if not missing:
        return
    if sys.version_info[:2] > NEWEST:
        needed = words._(
            "The local table needs Python {newest} or older, and this is {version}. The rest "
            "works.",
            newest=".".join(map(str, NEWEST)),
            version=".".join(map(str, sys.version_info[:2])),
        )
    else:
        needed = words._(
            "The local table needs {packages}. Install with pip install -e '.[local]'.",
            packages=words.listed(missing),
        )
    raise CannotStart(f"{needed}\n{_to_discord(words)}")


@contextmanager
def _listening(words: Words, port: int) -> Iterator[socket.socket]:
    """Take the port before anything else is touched: only one local table runs at a time."""
    try:
        taken = socket.create_server((HOST, port))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fault = words._(
                "{port} is taken. The local table may be running already, at {address}. "
                "Otherwise set LOCAL_PORT to another number.",
                port=port,
                address=f"http://{HOST}:{port}/",
            )
        else:
            fault = words._(
                "{port} can't be used ({reason}). Set LOCAL_PORT to another number.",
                port=port,
                reason=error.strerror,
            )
        raise CannotStart(f"LOCAL_PORT: {fault}") from None
    with taken:
        yield taken


async def _serve(
    settings: LocalSettings,
    listening: socket.socket,
    words: Words,
    say: Callable[[str], None],
    *,
    browser: bool,
) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows, where a KeyboardInterrupt comes instead
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    with _silent("discord.state"):  # simcord tries intents out when it is imported
        from bot.local.web_server import WebServer  # noqa: PLC0415  # it may not be installed
        from bot.local.world import World  # noqa: PLC0415
    async with AsyncExitStack() as running:
        world = World(settings.local_database_url, pause=settings.pause)
        running.push_async_callback(world.stop)
        await world.start()
        site = await running.enter_async_context(WebServer(world, listening))
        say(words._("Two Rivers, the local table: {address}", address=site.address))
        say(words._("Games are kept. Ctrl+C stops it."))
        say(_to_discord(words))
        if browser and _has_screen():
            await asyncio.to_thread(webbrowser.open, site.address)
        await stopped.wait()


def _to_discord(words: Words) -> str:
    return words._(
        "To play on Discord, set DISCORD_TOKEN. You get a token at {portal}: your application, "
        "Bot, Reset Token.",
        portal="https://discord.com/developers/applications",
    )


def _has_screen() -> bool:
    """Whether a browser would open a window, and not take the terminal over."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


@contextmanager
def _silent(name: str) -> Iterator[None]:
    logger = logging.getLogger(name)
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = False
