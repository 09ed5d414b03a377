"""Bad luck itself: each fault as it looks from outside, by chance, and on the gateway."""

from pathlib import Path

import aiohttp
import pytest

from tests.stand_in.by_hand import api
from tests.stand_in.faults import (
    Fault,
    cut_after,
    cut_before,
    failed_after,
    limited,
    lost_after,
    lost_before,
    refused,
    reset_after,
    reset_before,
    slow_after,
    slow_before,
)
from tests.stand_in.interactions import Kind
from tests.stand_in.limits import Limits
from tests.stand_in.luck import FAULTS, Weather
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord

BROKEN = aiohttp.ServerDisconnectedError
RESET = aiohttp.ClientOSError
CUT = aiohttp.ClientPayloadError


@pytest.mark.parametrize(
    ("fault", "met", "done"),
    [
        (lost_before, BROKEN, False),
        (lost_after, BROKEN, True),
        (reset_before, RESET, False),
        (reset_after, RESET, True),
        (cut_before, CUT, False),
        (cut_after, CUT, True),
        (refused(503), 503, False),
        (failed_after(500), 500, True),
        (limited(0.5), 429, False),
        (slow_before(0.01), 200, True),
        (slow_after(0.01), 200, True),
    ],
)
async def test_a_fault(fault: Fault, met: type[Exception] | int, done: bool) -> None:
    async with Discord() as discord, api(discord) as call:
        channel = await discord.new_channel(await discord.new_guild())
        path = f"/channels/{channel['id']}/messages"
        discord.faults.plan("POST .*", fault)
        if isinstance(met, int):
            assert (await call("POST", path, {"content": "x"}))[0] == met
        else:
            with pytest.raises(met):
                await call("POST", path, {"content": "x"})
        assert bool(discord.world.messages[channel["id"]]) is done


@pytest.mark.parametrize("via", [True, False])
@pytest.mark.parametrize("in_body", [True, False])
async def test_a_limit_out_of_the_blue(via: bool, in_body: bool) -> None:
    fault = limited(1.25, is_global=True, via=via, in_body=in_body)
    async with Discord() as discord, aiohttp.ClientSession() as session:
        discord.faults.plan("GET .*", fault)
        async with session.get(f"{discord.api}/users/@me") as answer:
            assert answer.status == 429
            assert ("Via" in answer.headers) is via
            assert answer.headers["Retry-After"] == "2"
            assert answer.headers["X-RateLimit-Global"] == "true"
            if in_body:
                told = await answer.json()
                assert (told["retry_after"], told["global"]) == (1.25, True)
            else:
                assert answer.content_type == "text/html"


async def test_the_same_seed_brings_the_same_weather() -> None:
    met = []
    for seed in (1, 1, 2):
        async with Discord(limits=lambda clock: Limits(clock, pace=1000)) as discord:
            weather = Weather(seed, 0.5, {kind: FAULTS[kind] for kind in ("5xx before", "429")})
            discord.faults.luck = weather
            async with api(discord) as call:
                channel = await discord.new_channel(await discord.new_guild())
                statuses = []
                for _ in range(30):
                    statuses.append((await call("GET", f"/channels/{channel['id']}"))[0])
                    assert (await call("GET", "/users/@me"))[0] == 200  # spared
                met.append(statuses)
                assert discord.faults.met.total() == 30 - statuses.count(200)
                assert discord.faults.met["429"] == statuses.count(429) > 0
    assert met[0] == met[1] != met[2]


# --- the gateway ---------------------------------------------------------------------------------


async def test_what_was_missed_is_told_to_who_comes_back() -> None:
    async with Discord() as discord, aiohttp.ClientSession() as session:
        guild = await discord.new_guild()
        async with session.ws_connect(discord.gateway.url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {}})
            ready = await socket.receive_json()
            assert (await socket.receive_json())["t"] == "GUILD_CREATE"
            discord.gateway.drop()
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSED
        channel = await discord.new_channel(guild)
        back = {"session_id": ready["d"]["session_id"], "seq": 2}
        async with session.ws_connect(discord.gateway.url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 6, "d": back})
            missed = await socket.receive_json()
            assert (missed["t"], missed["s"]) == ("CHANNEL_CREATE", 3)
            assert missed["d"]["id"] == channel["id"]
            assert (await socket.receive_json())["t"] == "RESUMED"
            await discord.gateway.send_away()
            assert (await socket.receive_json())["op"] == 7
            await discord.gateway.invalidate(resumable=False)
            assert await socket.receive_json() == {"op": 9, "d": False}
            await socket.send_json({"op": 6, "d": back})
            assert await socket.receive_json() == {"op": 9, "d": False}


@pytest.mark.slow
async def test_a_bot_is_told_of_everything_however_often_it_must_come_back(
    tmp_path: Path,
) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        channel = await discord.new_channel(await discord.new_guild())
        (ann,) = people(discord, "ann")
        world = discord.gateway

        async def resumed(times: int) -> None:
            await discord.until(lambda: world.resumed == times)

        world.drop()
        command = next(each for each in discord.world.commands if each["name"] == "games")
        data = {"id": command["id"], "name": "games", "type": 1}
        asked = await discord.interact(Kind.COMMAND, ann.user, channel["id"], data)
        await ann.answered(asked)
        await resumed(1)
        await world.send_away()
        await resumed(2)
        await world.invalidate(resumable=True)
        await resumed(3)
        await world.invalidate(resumable=False)
        await discord.until(lambda: world.identified == 2)
        assert (await ann.slash(channel, "games")).content == asked.content
