"""What Discord does not allow, as the stand-in has it: how often, how late, where, and to whom."""

from typing import Any

import pytest

from tests.stand_in.by_hand import api, gateway
from tests.stand_in.interactions import Callback, Kind
from tests.stand_in.limits import Limits
from tests.stand_in.people import people
from tests.stand_in.server import Discord
from tests.stand_in.world import Json

HOUR = 3600.0


async def a_channel(discord: Discord) -> tuple[Json, str]:
    """A channel, and where its messages are."""
    channel = await discord.new_channel(await discord.new_guild())
    return channel, f"/channels/{channel['id']}/messages"


# --- how often, by a clock that stands still: whoever calls may be as slow as it is ---------------


async def test_five_messages_in_five_seconds_a_channel() -> None:
    async with Discord() as discord, api(discord) as call:
        discord.world.clock.stop()
        _, path = await a_channel(discord)
        _, other = await a_channel(discord)
        for left in (4, 3, 2, 1, 0):
            status, _ = await call("POST", path, {"content": "x"})
            headers = discord.calls[-1].headers
            assert (status, headers["X-RateLimit-Remaining"]) == (200, str(left))
        status, told = await call("POST", path, {"content": "x"})
        assert status == 429
        assert not told["global"]
        assert 0 < told["retry_after"] <= 5
        headers = discord.calls[-1].headers
        assert told["retry_after"] <= int(headers["Retry-After"]) <= 5
        assert headers["X-RateLimit-Remaining"] == "0"
        assert (await call("POST", other, {"content": "x"}))[0] == 200
        discord.world.clock.forward(told["retry_after"])
        assert (await call("POST", path, {"content": "x"}))[0] == 200
        assert discord.statuses() == {200: 7, 429: 1}


async def test_edits_are_counted_apart_and_those_of_old_messages_once_more() -> None:
    async with Discord() as discord, api(discord) as call:
        discord.world.clock.stop()
        _, path = await a_channel(discord)
        _, message = await call("POST", path, {"content": "x"})
        edited = f"{path}/{message['id']}"
        statuses = [(await call("PATCH", edited, {"content": "y"}))[0] for _ in range(6)]
        assert statuses == [200] * 5 + [429]
        discord.world.clock.forward(2 * HOUR)
        for expected in (200, 200, 200, 429):
            status, told = await call("PATCH", edited, {"content": "z"})
            assert status == expected
        assert told["code"] == 30046
        assert discord.calls[-1].headers["X-RateLimit-Remaining"] == "1"
        assert 0 < told["retry_after"] <= 6


async def test_fifty_calls_a_second_but_any_number_of_answers() -> None:
    async with Discord() as discord, api(discord) as call:
        discord.world.clock.stop()
        for _ in range(50):
            assert (await call("GET", "/users/@me"))[0] == 200
        status, told = await call("GET", "/users/@me")
        assert (status, told["global"]) == (429, True)
        assert 0 < told["retry_after"] <= 1
        assert discord.calls[-1].headers["X-RateLimit-Global"] == "true"
        assert (await call("POST", "/interactions/1/x/callback", {"type": 5}))[0] == 404
        discord.world.clock.forward(1)
        assert (await call("GET", "/users/@me"))[0] == 200


async def test_a_faster_discord_has_the_same_limits_in_less_time() -> None:
    faster = Discord(limits=lambda clock: Limits(clock, pace=100))
    async with faster as discord, api(discord) as call:
        discord.world.clock.stop()
        _, path = await a_channel(discord)
        told = [(await call("POST", path, {"content": "x"}))[1] for _ in range(6)]
        assert [each.get("retry_after") for each in told] == [None] * 5 + [0.05]


# --- how late ------------------------------------------------------------------------------------


async def acknowledged(call: Any, interaction: Any) -> tuple[int, Any]:
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    return await call("POST", path, {"type": Callback.THINKING})


async def test_an_acknowledgement_that_is_too_late() -> None:
    async with Discord() as discord, api(discord) as call, gateway(discord):
        channel, _ = await a_channel(discord)
        (ann,) = people(discord, "ann")
        interaction = await discord.interact(Kind.COMPONENT, ann.user, channel["id"], {})
        original = f"/webhooks/1/{interaction.token}/messages/@original"
        status, told = await call("PATCH", original, {"content": "x"})
        assert (status, told["code"]) == (404, 10015)
        discord.world.clock.forward(3)
        status, told = await acknowledged(call, interaction)
        assert (status, told["code"]) == (404, 10062)
        assert interaction.late >= 3

        interaction = await discord.interact(Kind.COMPONENT, ann.user, channel["id"], {})
        assert (await acknowledged(call, interaction))[0] == 204
        original = f"/webhooks/1/{interaction.token}/messages/@original"
        discord.world.clock.forward(14 * 60)
        assert (await call("PATCH", original, {"content": "x"}))[0] == 200
        discord.world.clock.forward(60)
        status, told = await call("PATCH", original, {"content": "y"})
        assert (status, told["code"]) == (401, 50027)
        assert interaction.content == "x"


async def test_a_nonce_is_remembered_for_some_minutes() -> None:
    async with Discord() as discord, api(discord) as call:
        _, path = await a_channel(discord)
        body = {"content": "x", "nonce": "1", "enforce_nonce": True}
        first, second = [(await call("POST", path, body))[1]["id"] for _ in range(2)]
        assert first == second
        discord.world.clock.forward(180)
        assert (await call("POST", path, body))[1]["id"] != first
        assert (await call("POST", path, body | {"nonce": "1" * 26}))[0] == 400
        discord.amiss.clear()  # else the test would fail


# --- where, and to whom --------------------------------------------------------------------------


@pytest.mark.parametrize("code", [50007, 50278])
async def test_somebody_who_takes_no_direct_messages(code: int) -> None:
    async with Discord() as discord, api(discord) as call:
        ann, bob = people(discord, "ann", "bob")
        await discord.new_guild()  # which they share with the bot
        discord.world.closed[ann.id] = code
        for person, expected in ((ann, (403, code)), (bob, (200, None))):
            _, channel = await call("POST", "/users/@me/channels", {"recipient_id": person.id})
            path = f"/channels/{channel['id']}/messages"
            status, told = await call("POST", path, {"content": "x"})
            assert (status, told.get("code")) == expected
        del discord.world.closed[ann.id]
        path = f"/channels/{discord.world.directs[ann.id]}/messages"
        assert (await call("POST", path, {"content": "x"}))[0] == 200


async def test_channels_in_which_something_is_not_permitted() -> None:
    async with Discord() as discord, api(discord) as call:
        channel, path = await a_channel(discord)
        _, message = await call("POST", path, {"content": "x"})
        edit = ("PATCH", f"{path}/{message['id']}", {"content": "y"})
        post = ("POST", path, {"content": "x"})
        thread = ("POST", f"{path}/{message['id']}/threads", {"name": "Ur"})
        look = ("GET", path, None)
        for code, refused in ((50013, (post, thread)), (50001, (post, thread, edit, look))):
            discord.world.barred[channel["id"]] = code
            for asked in (post, thread, edit, look):
                status, told = await call(*asked)
                expected = (403, code) if asked in refused else (200, None)
                assert (status, told.get("code") if asked in refused else None) == expected


async def test_an_archived_thread() -> None:
    """Nothing is edited in it, but a message brings it back, unless it is locked."""
    async with Discord() as discord, api(discord) as call, gateway(discord) as socket:
        _, path = await a_channel(discord)
        _, first = await call("POST", path, {"content": "x"})
        _, thread = await call("POST", f"{path}/{first['id']}/threads", {"name": "Ur"})
        inside = f"/channels/{thread['id']}/messages"
        _, message = await call("POST", inside, {"content": "x"})
        thread = discord.world.channel(thread["id"])

        await discord.archive(thread)
        status, told = await call("PATCH", f"{inside}/{message['id']}", {"content": "y"})
        assert (status, told["code"]) == (400, 50083)
        assert (await call("POST", inside, {"content": "z"}))[0] == 200
        assert (await call("PATCH", f"{inside}/{message['id']}", {"content": "y"}))[0] == 200
        await discord.archive(thread)
        assert (await call("PATCH", f"/channels/{thread['id']}", {"archived": False}))[0] == 200
        assert not thread["thread_metadata"]["archived"]

        await discord.archive(thread, locked=True)
        for asked, code in (
            (("PATCH", f"{inside}/{message['id']}", {"content": "y"}), 50083),
            (("POST", inside, {"content": "y"}), 160005),
            (("PATCH", f"/channels/{thread['id']}", {"archived": False}), 50013),
        ):
            assert (await call(*asked))[1]["code"] == code

        archived = []
        while len(archived) < 5:
            event = await socket.receive_json()
            if event["t"] == "THREAD_UPDATE":
                archived.append(event["d"]["thread_metadata"]["archived"])
        assert archived == [True, False, True, False, True]
