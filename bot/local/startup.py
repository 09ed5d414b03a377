"""Starting the local table: what must be installed, the port, the browser, and how it ends."""

import asyncio
import errno
import logging
import os
import re
import secrets
import signal
import socket
import sys
import webbrowser
from base64 import b32encode
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from importlib.util import find_spec
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import discord

from bot.i18n import Words
from bot.settings import LocalSettings
from bot.store import StoreError, file_at
from render import use_fonts

_NEEDED = {
    "simcord": "simcord",
    "av": "av",
    "jinja2": "jinja2",
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
    host, port = settings.local_host, settings.local_port
    with _listening(words, host, port) as listening, suppress(KeyboardInterrupt):
        key = None if host.is_loopback else _load_key(words, settings.local_database_url)
        logging.getLogger().setLevel(settings.log_level)
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        use_fonts(settings.fonts)
        try:
            asyncio.run(_serve(settings, listening, key, words, say, browser=browser))
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
            "The local table needs {packages}. To install: pip install -r requirements/local.txt",
            packages=words.listed(missing),
        )
    raise CannotStart(f"{needed}\n{_to_discord(words)}")


@contextmanager
def _listening(words: Words, host: IPv4Address | IPv6Address, port: int) -> Iterator[socket.socket]:
    """Take the port before anything else is touched: only one local table runs at a time."""
    version_6 = host.version == 6
    try:
        taken = socket.create_server(
            (str(host), port),
            family=socket.AF_INET6 if version_6 else socket.AF_INET,
            dualstack_ipv6=version_6 and host.is_unspecified and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            fault = words._("{host} isn't an address of this machine.", host=str(host))
            raise CannotStart(f"LOCAL_HOST: {fault}") from None
        if error.errno == errno.EADDRINUSE:
            fault = words._(
                "Port {port} is in use. The local table may already be running, at {address}. "
                "Otherwise set LOCAL_PORT to another number.",
                port=port,
                address=_url(_own_addresses(host)[0], port),
            )
        else:
            fault = words._(
                "Port {port} can't be used ({reason}). Set LOCAL_PORT to another number.",
                port=port,
                reason=error.strerror,
            )
        raise CannotStart(f"LOCAL_PORT: {fault}") from None
    with taken:
        yield taken


def _load_key(words: Words, database_url: str) -> str:
    database = file_at(database_url)
    file = None if database is None else Path(f"{database}.key")
    try:
        return load_key(file)
    except OSError as error:
        fault = words._(
            "{file} can't be used ({reason}).", file=str(file), reason=error.strerror or ""
        )
    except ValueError:
        fault = words._("{file} holds no key. Delete it, and I'll make a new one.", file=str(file))
    raise CannotStart(f"LOCAL_HOST: {fault}")


def load_key(file: Path | None) -> str:
    """The key to a table that other machines can reach: from *file*, or a new one without a file.

    The file is made if need be, and the key stays the same, so that bookmarks go on working. Raises
    OSError, and ValueError if something else is in the file.
    """
    new = b32encode(secrets.token_bytes(10)).decode("ascii").lower()  # 80 bits, easy to type
    if file is None:
        return new
    try:
        key = file.read_bytes().decode("ascii").strip()
    except FileNotFoundError:
        key = new
        file.touch(0o600, exist_ok=False)
        file.write_text(f"{key}\n", "ascii")
    if not re.fullmatch("[a-z2-7]{16}", key):
        raise ValueError
    return key


def _own_addresses(host: IPv4Address | IPv6Address) -> list[str]:
    """The addresses at which a browser finds what listens at *host*."""
    if not host.is_unspecified:
        return [str(host)]
    ways = [(socket.AF_INET, "192.0.2.1")]
    if host.version == 6:
        ways.append((socket.AF_INET6, "2001:db8::1"))
    found = []
    for family, elsewhere in ways:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((elsewhere, 9))  # which sends nothing
            found.append(str(way.getsockname()[0]))
    return found or ["127.0.0.1"]


def _url(address: str, port: int) -> str:
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


async def _serve(
    settings: LocalSettings,
    listening: socket.socket,
    key: str | None,
    words: Words,
    say: Callable[[str], None],
    *,
    browser: bool,
) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows, where a KeyboardInterrupt comes instead
            asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    noisy = logging.getLogger("discord.state")
    noisy.disabled = True  # simcord tries intents out when it is imported
    try:
        from bot.local.web_server import KEY, WebServer  # noqa: PLC0415  # it may not be installed
        from bot.local.world import World  # noqa: PLC0415
    finally:
        noisy.disabled = False
    async with AsyncExitStack() as running:
        world = World(settings.local_database_url, pause=settings.pause)
        running.push_async_callback(world.stop)
        await world.start()
        await running.enter_async_context(WebServer(world, listening, key).serving())
        port = listening.getsockname()[1]
        query = "" if key is None else f"?{KEY}={key}"
        addresses = [_url(each, port) + query for each in _own_addresses(settings.local_host)]
        for address in addresses:
            say(words._("Two Rivers, the local table: {address}", address=address))
        if key is not None:
            say(
                words._(
                    "Anyone with this address can see every hand and play every seat. Nothing "
                    "is encrypted, so use it only in a network that you trust."
                )
            )
        say(words._("Games are kept. Ctrl+C stops the table."))
        say(_to_discord(words))
        if browser and _has_screen():
            await asyncio.to_thread(webbrowser.open, addresses[0])
        await stopped.wait()


def _to_discord(words: Words) -> str:
    return words._(
        "To play on Discord, set DISCORD_TOKEN. You get a token at {portal}: your application, "
        "Bot, Reset Token.",
        portal="https://discord.com/developers/applications",
    )


def _has_screen() -> bool:
    """True if a browser would open a window instead of running in the terminal."""
    return sys.platform != "linux" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
