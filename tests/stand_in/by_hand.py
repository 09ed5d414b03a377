"""Calls and people without a bot, to try the stand-in itself."""

from contextlib import asynccontextmanager

import aiohttp

from tests.stand_in.gateway import ALL


@asynccontextmanager
async def api(discord):
    """Calls as a bot makes them: the status, and what was told."""
    async with aiohttp.ClientSession() as session:

        async def call(method, path, body=None):
            async with session.request(method, discord.api + path, json=body) as answer:
                text = await answer.text()
                return answer.status, await answer.json() if text else None

        yield call


@asynccontextmanager
async def gateway(discord, shard=ALL, by=""):
    """A bot that listens, and was told that it may."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord.gateway_for(by)) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"shard": [*shard]}})
        assert (await socket.receive_json())["t"] == "READY"
        yield socket


async def told_of(socket, event):
    """The next thing of that kind that a bot is told."""
    while (told := await socket.receive_json())["t"] != event:
        pass
    return told["d"]


async def a_channel(discord):
    """A channel, and where its messages are."""
    channel = await discord.new_channel(await discord.new_guild())
    return channel, f"/channels/{channel['id']}/messages"
