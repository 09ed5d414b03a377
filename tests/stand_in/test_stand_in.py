"""The stand-in itself: refusals, rate limits and failures."""

import json
import re
from contextlib import asynccontextmanager

import aiohttp
import pytest

from tests.stand_in import faults
from tests.stand_in.gateway import ALL, Shard
from tests.stand_in.interactions import Callback, Kind
from tests.stand_in.limits import Limits
from tests.stand_in.luck import FAULTS, RandomFaults
from tests.stand_in.people import people
from tests.stand_in.routes import ROUTES
from tests.stand_in.server import Discord

BROKEN = aiohttp.ServerDisconnectedError
RESET = aiohttp.ClientOSError
CUT = aiohttp.ClientPayloadError


@asynccontextmanager
async def api(discord):
    """Calls of a bot: each returns the status and the answer."""
    async with aiohttp.ClientSession() as session:

        async def call(method, path, body=None):
            async with session.request(method, discord.api + path, json=body) as answer:
                text = await answer.text()
                return answer.status, await answer.json() if text else None

        yield call


@asynccontextmanager
async def gateway(discord, shard=ALL, by=""):
    """A bot that listens and is identified."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(discord.gateway_for(by)) as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"shard": [*shard]}})
        assert (await socket.receive_json())["t"] == "READY"
        yield socket


async def told_of(socket, event):
    """The next event of that kind that a bot receives."""
    while (received := await socket.receive_json())["t"] != event:
        pass
    return received["d"]


async def a_channel(discord):
    """A channel, and where its messages are."""
    channel = await discord.new_channel(await discord.new_guild())
    return channel, f"/channels/{channel['id']}/messages"


# --- calls that Discord's description does not allow ----------------------------------------------


async def test_what_discord_does_not_allow_is_refused_and_ends_the_test():
    """On every route that the bot uses."""
    discord = Discord(limits=None)
    await discord.__aenter__()
    expected = ["GET .*/voice/regions: no such route here"]
    async with api(discord) as call:
        assert (await call("GET", "/voice/regions"))[0] == 404
        for method, template, _ in ROUTES:
            path = re.sub(r"\{\w+\}", "1", template)
            status, received = await call(method, path, ["neither an object nor commands"])
            assert (status, received["code"]) == (400, 50035)
            why = "it has a body" if method in {"GET", "DELETE"} else "in its body at"
            expected.append(re.escape(f"{method} {path} is not allowed: {why}"))
        path = "/channels/1/messages"
        for method, address, body, why in (
            ("GET", f"{path}?limit=101", None, "limit in the query"),
            ("GET", f"{path}?most=3", None, "there is no most in the query"),
            ("GET", "/channels/ur/messages", None, "channel_id in the path cannot be 'ur'"),
            ("POST", path, {"content": "x" * 4001}, "at content"),
            ("PATCH", f"{path}/1", {"flags": "silent"}, "at flags"),
        ):
            assert (await call(method, address, body))[0] == 400
            expected.append(why)
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps({"content": 7}))
    form.add_field("files[12]", b"", filename="board.png")
    async with aiohttp.ClientSession() as session:
        await session.post(f"{discord.api}{path}", data=form)
    expected.append(r"at content.*a file is called files\[12\]")
    with pytest.raises(AssertionError):
        await discord.__aexit__(None)
    for pattern, amiss in zip(expected, discord.amiss, strict=True):
        assert re.search(pattern, amiss)


async def test_what_is_gone_closed_or_not_to_be_seen():
    async with Discord(limits=None) as discord, api(discord) as call:
        world = discord.world
        ann, ben = people(discord, "ann", "ben")
        channel, path = await a_channel(discord)
        directs = f"/channels/{world.direct(ann.id)['id']}/messages"
        _, message = await call("POST", path, {"content": "x"})
        x = {"content": "x"}

        async def codes(*asked):
            received = [await call(*each) for each in asked]
            return [each["code"] if status >= 400 else None for status, each in received]

        unknown = [("GET", each, None) for each in ("/channels/1", f"{path}/1")]
        unknown.append(("PATCH", "/webhooks/1/token/messages/@original", x))
        assert await codes(*unknown) == [10003, 10008, 10015]

        to_ann = ("POST", directs, x)
        world.closed[ann.id] = 50007
        assert await codes(to_ann) == [50007]
        world.closed.clear()
        world.without_bot.add(channel["guild_id"])
        assert await codes(to_ann, ("POST", path, x)) == [50278, 50001]
        world.installs.add(ann.id)
        group, foreign = world.add_group(ann.user, ben.user), discord.foreign_channel()
        nowhere = [("POST", f"/channels/{each['id']}/messages", x) for each in (group, foreign)]
        assert await codes(to_ann, *nowhere) == [None, 50001, 50001]
        world.stale.add(ann.id)
        open_again = ("POST", "/users/@me/channels", {"recipient_id": ann.id})
        assert await codes(to_ann, to_ann, open_again, to_ann) == [50001, 50001, None, None]
        world.without_bot.clear()

        open_thread = ("POST", f"{path}/{message['id']}/threads", {"name": "Ur"})
        assert await codes(open_thread, open_thread) == [None, 160004]


# --- limits, by a stopped clock: the caller may be slow -------------------------------------------


async def test_how_often_something_may_be_done():
    """Five messages and five edits in five seconds, three of old ones in six; fifty calls in one.

    But any number of answers. A faster Discord has the same limits in less time.
    """
    async with (
        Discord(limits=lambda clock: Limits(clock, pace=10)) as discord,
        api(discord) as call,
    ):
        clock = discord.world.clock
        clock.stop()
        _, path = await a_channel(discord)
        _, other = await a_channel(discord)
        received = [await call("POST", path, {"content": "x"}) for _ in range(6)]
        assert [status for status, _ in received] == [200] * 5 + [429]
        headers = discord.calls[-1].headers
        assert headers["X-RateLimit-Remaining"] == "0"
        assert headers["Retry-After"] == "1"
        assert received[-1][1]["retry_after"] == 0.5
        assert (await call("POST", other, {"content": "x"}))[0] == 200
        edited = f"{path}/{received[0][1]['id']}"
        assert [(await call("PATCH", edited, {}))[0] for _ in range(6)] == [200] * 5 + [429]
        clock.forward(2 * 3600)
        received = [await call("PATCH", edited, {}) for _ in range(4)]
        assert [status for status, _ in received] == [200] * 3 + [429]
        assert received[-1][1]["code"] == 30046

        clock.forward(1)
        statuses = [(await call("GET", "/users/@me"))[0] for _ in range(51)]
        assert statuses == [200] * 50 + [429]
        assert discord.calls[-1].headers["X-RateLimit-Global"] == "true"
        assert (await call("POST", "/interactions/1/x/callback", {"type": 5}))[0] == 404
        clock.forward(0.11)  # a second at that pace, whatever floating point makes of it
        assert (await call("GET", "/users/@me"))[0] == 200


async def test_history_and_nonces():
    async with Discord() as discord, api(discord) as call:
        _, path = await a_channel(discord)
        ids = []
        for number in (0, 0, 1):
            body = {"content": "x", "nonce": str(number), "enforce_nonce": True}
            ids.append((await call("POST", path, body))[1]["id"])
        first, again, second = ids
        assert first == again
        for limits, expected in (("", [second, first]), (f"after={first}", [second])):
            _, received = await call("GET", f"{path}?limit=2&{limits}")
            assert [each["id"] for each in received] == expected
        discord.world.clock.forward(180)
        assert (await call("POST", path, body))[1]["id"] != second


# --- people ---------------------------------------------------------------------------------------


async def test_an_interaction_is_acknowledged_once_in_time_and_answered():
    async with Discord() as discord, api(discord) as call, gateway(discord) as socket:
        channel, path = await a_channel(discord)
        (ann,) = people(discord, "ann")
        button = {"type": 2, "label": "Join", "style": 1, "custom_id": "te:1:-:-:join"}
        body = {"components": [{"type": 1, "components": [button]}]}
        _, received = await call("POST", path, body)
        message = discord.world.message(channel["id"], received["id"])
        early, late, later, slow = [await ann.begin_use(message, button) for _ in range(4)]
        assert (await told_of(socket, "INTERACTION_CREATE"))["id"] == early.id

        async def acknowledge(press):
            where = f"/interactions/{press.id}/{press.token}/callback"
            status, received = await call("POST", where, {"type": Callback.LATER})
            return status, received and received["code"]

        assert [await acknowledge(early) for _ in range(2)] == [(204, None), (400, 40060)]
        await acknowledge(later)
        original = f"/webhooks/1/{later.token}/messages/@original"
        await call("PATCH", original, {"content": "done"})
        assert later.content == "done"
        assert (early.done.is_set(), late.done.is_set()) == (True, False)
        await acknowledge(late)  # it needs no answer any more
        assert late.done.is_set()
        assert (early.overtaken, late.overtaken, later.overtaken) == (True, True, False)
        discord.world.clock.forward(3)
        assert await acknowledge(slow) == (404, 10062)
        await call("PATCH", f"{path}/{message['id']}", {"components": []})
        assert (await ann.begin_use(message, button)).lost  # it is not there any more
        discord.world.clock.forward(900)
        assert (await call("PATCH", original, {"content": "x"}))[1]["code"] == 50027


# --- bad luck -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "met", "done"),
    [
        (faults.lost_before, BROKEN, False),
        (faults.lost_after, BROKEN, True),
        (faults.reset_before, RESET, False),
        (faults.reset_after, RESET, True),
        (faults.cut_before, CUT, False),
        (faults.cut_after, CUT, True),
        (faults.refused(503), 503, False),
        (faults.failed_after(500), 500, True),
        (faults.limited(0.5, via=False), 429, False),
        (faults.slow_after(0.01), 200, True),
    ],
)
async def test_a_fault_meets_the_call_it_is_planned_for(fault, met, done):
    async with Discord() as discord, api(discord) as call:
        channel, path = await a_channel(discord)
        discord.faults.plan("POST .*", fault)
        if isinstance(met, int):
            assert (await call("POST", path, {"content": "x"}))[0] == met
        else:
            with pytest.raises(met):
                await call("POST", path, {"content": "x"})
        assert bool(discord.world.messages[channel["id"]]) is done
        assert (await call("POST", path, {"content": "well"}))[0] == 200


async def test_the_same_seed_brings_the_same_weather():
    met = []
    for seed in (1, 1, 2):
        async with Discord(limits=None) as discord, api(discord) as call:
            kinds = {kind: FAULTS[kind] for kind in ("5xx before", "429")}
            discord.faults.luck = RandomFaults(seed, 0.5, kinds)
            path = f"/channels/{(await a_channel(discord))[0]['id']}"
            met.append([(await call("GET", path))[0] for _ in range(30)])
            assert (await call("GET", "/users/@me"))[0] == 200  # spared
    assert met[0] == met[1] != met[2]


# --- the gateway ----------------------------------------------------------------------------------


async def test_missed_events_are_sent_after_a_reconnection():
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
        back = {"op": 6, "d": {"session_id": ready["d"]["session_id"], "seq": 2}}
        async with session.ws_connect(discord.gateway.url) as socket:
            await socket.receive_json()
            await socket.send_json(back)
            missed = await socket.receive_json()
            assert (missed["t"], missed["s"]) == ("CHANNEL_CREATE", 3)
            assert missed["d"]["id"] == channel["id"]
            assert (await socket.receive_json())["t"] == "RESUMED"
            await discord.gateway.invalidate(resumable=False)
            assert await socket.receive_json() == {"op": 9, "d": False}
            await socket.send_json(back)
            assert await socket.receive_json() == {"op": 9, "d": False}


async def test_each_shard_hears_of_its_own_and_none_may_come_too_soon():
    async with Discord() as discord, aiohttp.ClientSession() as session:
        discord.gateway.max_concurrency, discord.gateway.identifies_every = 2, 60.0
        guilds = {(await discord.new_guild())["id"] for _ in range(2)}
        async with (
            gateway(discord, Shard(0, 2), "first") as first,
            gateway(discord, Shard(1, 2), "second") as second,
            session.ws_connect(discord.gateway.url) as soon,
        ):
            assert {
                (await told_of(each, "GUILD_CREATE"))["id"] for each in (first, second)
            } == guilds
            (ann,) = people(discord, "ann")
            asked = await discord.interact(
                Kind.COMPONENT, ann.user, discord.world.direct(ann.id)["id"], {}
            )
            assert asked.receivers == {"first"}
            await soon.receive_json()
            await soon.send_json({"op": 2, "d": {"shard": [0, 2]}})
            assert await soon.receive_json() == {"op": 9, "d": False}
            assert discord.gateway.too_soon == 1
