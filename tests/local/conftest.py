import socket
import sys
from contextlib import asynccontextmanager
from ipaddress import ip_address

import aiohttp
import pytest
from local_table import LocalTable

from bot.local.startup import NEWEST, _own_addresses
from bot.local.web_server import WebServer
from bot.local.world import World
from tests.configuring import nothing_set
from tests.databases import new_database

__all__ = ["nothing_set"]

if sys.version_info[:2] > NEWEST:
    collect_ignore_glob = ["*"]  # what the local table needs is not there


@pytest.fixture
def start(tmp_path):
    @asynccontextmanager
    async def started(host="127.0.0.1", key=None):
        world = World(await new_database(tmp_path / "local.sqlite3"))
        try:
            await world.start()
            with socket.create_server((host, 0)) as listening:
                jar = aiohttp.CookieJar(unsafe=True)  # keeps those of addresses, as browsers do
                async with (
                    WebServer(world, listening, key).serving() as site,
                    aiohttp.ClientSession(cookie_jar=jar) as client,
                ):
                    yield LocalTable(world, site, client)
        finally:
            await world.stop()

    return started


@pytest.fixture
async def table(start):
    async with start() as running:
        yield running


@pytest.fixture
def here():
    """An address of this machine at which others reach it."""
    (address,) = _own_addresses(ip_address("0.0.0.0"))
    if ip_address(address).is_loopback:
        pytest.skip("this machine has no network")
    return address
