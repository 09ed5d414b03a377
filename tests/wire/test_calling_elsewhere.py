"""Calls of a process over HTTP outside its shard, and their rate."""

import asyncio
import time
from contextlib import asynccontextmanager

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client.base import RiversClient
from bot.client.connection.api import use_api
from bot.client.connection.servers import Servers
from bot.client.courier import DiscordCourier
from bot.client.messages.permissions import granted_in, lacking
from bot.delivery import SentMessage
from tests.stand_in.process import TOKEN
from tests.stand_in.server import Discord
from tests.stand_in.world import PERMISSIONS


@pytest.fixture(autouse=True)
def constants(monkeypatch):
    """Restore what :func:`use_api` changes."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@asynccontextmanager
async def logged_in(wire):
    """A client that can call, and is connected to no gateway."""
    async with RiversClient(intents=discord.Intents.none()) as client:
        await use_api(wire.api, TOKEN)
        await client.login(TOKEN)
        client.servers = Servers(client)
        yield client


async def test_permissions_in_a_server_of_another_process():
    """They are asked for, and believed for a while."""
    async with Discord(limits=None) as wire, logged_in(wire) as client:
        guild = await wire.new_guild()
        without, whole = [await wire.new_channel(guild) for _ in range(2)]
        denied = str(discord.Permissions(attach_files=True).value)
        everyone = {"id": guild["id"], "type": 0, "allow": "0", "deny": denied}
        without["permission_overwrites"] = [everyone]
        own = int(PERMISSIONS) & ~discord.Permissions(administrator=True).value
        guild["roles"][0]["permissions"] = str(own)
        guild["owner_id"] = "1"
        number = int(guild["id"])
        assert client.servers.get(number) is None
        known = await client.servers.fetch(number)
        asked = len(wire.calls)
        assert known is await client.servers.fetch(number) is client.servers.get(number)
        assert len(wire.calls) == asked
        assert known.me.id == int(wire.world.bot["id"])
        assert client.get_guild(known.id) is None
        found = []
        for channel in (without, whole):
            permissions = granted_in(known, await client.fetch_channel(int(channel["id"])))
            found.append([each.title for each in lacking(permissions, thread=False)])
        assert found == [["Attach Files"], []]


async def test_a_server_that_there_is_not_is_trouble_of_discords():
    async with Discord(limits=None) as wire, logged_in(wire) as client:
        guild = await wire.new_guild()
        await wire.throw_out(guild)
        with pytest.raises(discord.NotFound):
            await client.servers.fetch(int(guild["id"]))


async def begun_calls(wire, client, times):
    """The times at which simultaneous calls of the courier begin, in seconds."""
    channel = await wire.new_channel(await wire.new_guild())
    courier = DiscordCourier(client)
    sent = [
        SentMessage(int(channel["id"]), int(wire.world.post(channel["id"], {}, {})["id"]))
        for _ in range(times)
    ]
    seen, wanted = len(wire.calls), time.perf_counter()
    await asyncio.gather(*map(courier.remove, sent))
    return [call.began - wanted for call in wire.calls[seen:]]


async def test_no_more_calls_than_may_be_made_in_a_second(monkeypatch):
    """No wait for a time ends while the loop's clock stands still."""
    async with Discord(limits=None) as wire, logged_in(wire) as client:
        client.calls_a_second = 12.0
        began = await begun_calls(wire, client, 13)
        assert len(began) == 13
        assert began[-1] > 1.0
        client.calls_a_second = None  # any number
        loop = asyncio.get_running_loop()
        now = loop.time()
        with monkeypatch.context() as still:
            still.setattr(loop, "time", lambda: now)
            assert len(await begun_calls(wire, client, 13)) == 13
