"""Calls and people without a bot, to try the stand-in itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from tests.stand_in.gateway import ALL, Shard
from tests.stand_in.server import Discord
from tests.stand_in.world import Json


@asynccontextmanager
async def api(discord: Discord) -> AsyncIterator[Any]:
    """Calls as a bot makes them: the status, and what was told."""
    async with aiohttp.ClientSession() as session:

        async def call(method: str, path: str, body: Any = None) -> tuple[int, Any]:
            async with session.request(method, discord.api + path, json=body) as answer:
                text = await answer.text()
                return answer.status, await answer.json() if text else None

        yield call


@asynccontextmanager
async def gateway(
    discord: Discord, shard: Shard = ALL, by: str = ""
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A bot that listens, and was told that it may."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord.gateway_for(by)) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"shard": [*shard]}})
        assert (await socket.receive_json())["t"] == "READY"
        yield socket


async def told_of(socket: aiohttp.ClientWebSocketResponse, event: str) -> Any:
    """The next thing of that kind that a bot is told."""
    while (told := await socket.receive_json())["t"] != event:
        pass
    return told["d"]


async def a_channel(discord: Discord) -> tuple[Json, str]:
    """A channel, and where its messages are."""
    channel = await discord.new_channel(await discord.new_guild())
    return channel, f"/channels/{channel['id']}/messages"
