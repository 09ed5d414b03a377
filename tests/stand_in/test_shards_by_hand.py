"""The stand-in's gateway with several bots: who is told what, and whose answer counts."""

from typing import Any

import aiohttp

from tests.stand_in.by_hand import gateway
from tests.stand_in.gateway import Shard
from tests.stand_in.interactions import Callback, Kind
from tests.stand_in.people import people
from tests.stand_in.server import Discord

_GAMES = {"id": "1", "name": "games", "contexts": [0, 1], "integration_types": [0]}


async def _told(socket: aiohttp.ClientWebSocketResponse, event: str) -> Any:
    """The next thing of that kind that a bot is told."""
    while (told := await socket.receive_json())["t"] != event:
        pass
    return told["d"]


async def test_each_shard_hears_of_its_own_servers() -> None:
    async with Discord() as discord:
        guilds = [await discord.new_guild() for _ in range(4)]
        shards = [Shard(number, 4) for number in range(4)]
        heard = []
        for shard in shards:
            async with gateway(discord, shard) as socket:
                heard.append((await _told(socket, "GUILD_CREATE"))["id"])
                channel = await discord.new_channel(
                    next(each for each in guilds if each["id"] == heard[-1])
                )
                assert (await _told(socket, "CHANNEL_CREATE"))["id"] == channel["id"]
        assert {*heard} == {each["id"] for each in guilds}


async def test_direct_messages_come_to_shard_0() -> None:
    async with Discord() as discord:
        (ann,) = people(discord, "ann")
        direct = discord.world.direct(ann.id)
        discord.world.commands = [_GAMES]
        async with (
            gateway(discord, Shard(0, 2), "first") as socket,
            gateway(discord, Shard(1, 2), "second"),
        ):
            asked = await discord.interact(Kind.COMMAND, ann.user, direct["id"], {"id": "1"})
            assert (await _told(socket, "INTERACTION_CREATE"))["id"] == asked.id
            assert asked.told == {"first"}


async def test_of_two_on_the_same_shard_the_first_to_acknowledge_answers() -> None:
    """As during a deploy, when the old process and the new one are connected."""
    async with Discord() as discord, aiohttp.ClientSession() as session:
        (ann,) = people(discord, "ann")
        direct = discord.world.direct(ann.id)
        discord.world.commands = [_GAMES]
        async with gateway(discord, by="old") as old, gateway(discord, by="new") as new:
            asked = await discord.interact(Kind.COMMAND, ann.user, direct["id"], {"id": "1"})
            statuses = []
            for by, socket in (("new", new), ("old", old)):
                token = (await _told(socket, "INTERACTION_CREATE"))["token"]
                address = f"{discord.api_for(by)}/interactions/{asked.id}/{token}/callback"
                async with session.post(address, json={"type": Callback.THINKING}) as answer:
                    statuses.append((answer.status, await answer.text()))
            assert [status for status, _ in statuses] == [204, 400]
            assert "40060" in statuses[1][1]
            assert (asked.acknowledged_by, asked.refused) == ("new", ["old"])
            assert [call.by for call in discord.calls] == ["new", "old"]
            assert all(call.path.startswith("/interactions/") for call in discord.calls)
            discord.bot_died("old")
            assert not asked.lost
            discord.bot_died("new")
            assert asked.lost


async def test_who_identifies_too_soon_is_sent_away() -> None:
    async with Discord() as discord, aiohttp.ClientSession() as session:
        discord.gateway.max_concurrency = 2
        discord.gateway.identifies_every = 60.0
        async with gateway(discord, Shard(0, 4)), gateway(discord, Shard(1, 4)):
            assert not discord.gateway.too_soon
            async with session.ws_connect(discord.gateway.url) as socket:
                await socket.receive_json()
                await socket.send_json({"op": 2, "d": {"shard": [2, 4]}})
                assert await socket.receive_json() == {"op": 9, "d": False}
            assert discord.gateway.too_soon == 1
