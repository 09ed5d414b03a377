"""Calls and people without a bot, to try the stand-in itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.stand_in.gateway import ALL, Shard
from tests.stand_in.people import Person
from tests.stand_in.rows import game_at
from tests.stand_in.server import Discord
from tests.stand_in.table import Table, gather
from tests.stand_in.world import Json


def people(discord: Discord, *names: str) -> list[Person]:
    return [Person(discord, discord.world.add_user(name)) for name in names]


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


async def guild_on(discord: Discord, shard: Shard) -> Json:
    """A server that belongs to a shard."""
    while not shard.hears_of((guild := await discord.new_guild())["id"]):
        pass
    return guild


async def begun(discord: Discord, guild: Json | None = None) -> Table:
    """A game of two whose board is to be seen: in that server, or in a new one."""
    channel = await discord.new_channel(guild or await discord.new_guild())
    table = await gather(discord, channel, people(discord, "ann", "bob"))
    await discord.until(lambda: table.board)
    return table


async def until_shown(table: Table, database: Path | str) -> None:
    """Wait until all of a game that is stored is to be seen."""

    def is_shown() -> bool:
        stored = game_at(database, table.home["id"])
        return stored is not None and not stored.is_behind

    await table.discord.until(is_shown)


async def called(discord: Discord, database: Path | str) -> Table:
    """Such a game, once somebody was asked for the first decision, and nothing else is sent."""
    table = await begun(discord)
    await until_shown(table, database)
    await discord.quiet(0.3)
    return table
