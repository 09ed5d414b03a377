"""The stand-in itself: a few minutes of a game with the real process, and what it answers."""

import asyncio
import json
import random
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.stand_in.by_hand import api, gateway
from tests.stand_in.copies import copies, number_games_high
from tests.stand_in.faults import lost_after, lost_before, refused
from tests.stand_in.interactions import Callback, Interaction, Kind
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.routes import ROUTES
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.table import Table, begun, gather
from tests.stand_in.world import EPHEMERAL, Json, labels


@pytest.mark.slow
async def test_a_game_is_opened_joined_played_and_given_up(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        ann, bob = people(discord, "ann", "bob")
        channel = await discord.new_channel(await discord.new_guild())
        lobby = (await gather(discord, channel, [ann], seats=2)).lobby
        options = await ann.press(lobby, "Options")
        assert options.message is not None
        chosen = await ann.choose(options.message, "advanced")
        assert chosen.message is options.message
        await discord.until(lambda: "Advanced board" in lobby["content"])

        await bob.press(lobby, "Join")
        table = Table(discord, [ann, bob], channel, lobby["id"])
        await discord.until(lambda: table.board)
        _, board = table.posts
        assert "turn 1" in board["content"]
        assert board["attachments"][0]["description"]
        assert discord.world.files[board["attachments"][0]["id"]].startswith(b"\x89PNG")
        for person in table.people:
            await discord.until(lambda person=person: person.directs)

        hand = await ann.press(board, "Desk")
        assert hand.message is not None
        assert hand.message["flags"] & EPHEMERAL
        assert hand.message["attachments"]
        assert hand.message not in table.posts

        decision = await table.next_decision(random.Random(1))
        answer = await table.decide(decision)
        assert "1 action left" in answer.content
        await discord.until(lambda: "1 action left" in board["content"])
        assert table.posts[1:] == [board]

        question = await ann.slash(table.home, "resign")
        assert question.message is not None
        await ann.press(question.message, "Resign")
        await discord.until(lambda: len(table.posts) == 3)
        kinds = [each["filename"].rpartition(".")[2] for each in table.posts[2]["attachments"]]
        assert kinds == ["png", "gif", "te"]
        assert not labels(board)

        assert "ERROR" not in bot.log.read_text()


@pytest.mark.slow
async def test_what_was_left_undelivered_is_delivered_by_the_next_process(tmp_path: Path) -> None:
    """And a copy of a game is a game: others play it, with the same hands."""
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, watched=True)
        async with bot:
            number_games_high(bot.database)
            table = await begun(discord)
            decision = await table.next_decision(random.Random(1))
            discord.faults.plan("PATCH /channels/.*", refused(403, 50013), times=None)
            await table.decide(decision)
            await bot.kill()
        discord.faults.clear()
        (copy,) = copies(table, bot.database, 1)
        assert copy.home["id"] != table.home["id"]
        async with bot:
            for each in (table, copy):
                await discord.until(lambda each=each: "1 action left" in each.board["content"])
            answer = await copy.decide(await copy.next_decision(random.Random(2)))
            assert "both actions used. End your turn?" in answer.content
            late, own = await bot.lateness()
            assert late >= own >= 0


# --- without a bot -------------------------------------------------------------------------------


async def test_what_is_missing_is_a_fault_of_the_test() -> None:
    discord = Discord()
    await discord.__aenter__()
    async with api(discord) as call:
        assert (await call("GET", "/voice/regions"))[0] == 404
    with pytest.raises(AssertionError, match="no such route here"):
        await discord.__aexit__(None)


FOLLOW_UP = "/webhooks/{application}/{token}"
WRONG: dict[str, tuple[Any, str]] = {
    "PUT /applications/{application}/commands": ([{"name": "turn", "type": "x"}], "0/type"),
    "POST /applications/{application}/emojis": ({"name": 5}, "image"),
    "POST /interactions/{interaction}/{token}/callback": (
        {"type": 4, "data": {"content": "x" * 4001}},
        "data/content",
    ),
    f"POST {FOLLOW_UP}": ({"content": 7}, "content"),
    f"PATCH {FOLLOW_UP}/messages/@original": ({"attachments": {}}, "attachments"),
    f"PATCH {FOLLOW_UP}/messages/{{message}}": ({"embeds": [{}] * 11}, "embeds"),
    "POST /users/@me/channels": ({"recipient_id": "ann"}, "recipient_id"),
    "PATCH /channels/{channel}": ({"name": 7}, "name"),
    "POST /channels/{channel}/threads": (
        {"name": "Ur", "auto_archive_duration": 7},
        "auto_archive_duration",
    ),
    "POST /channels/{channel}/messages/{message}/threads": ({"name": ""}, "name"),
    "POST /channels/{channel}/messages": ({"content": "x" * 4001}, "content"),
    "PATCH /channels/{channel}/messages/{message}": ({"flags": "silent"}, "flags"),
}
"""For each route a body that Discord refuses, and where the fault is."""
FIXED = frozenset({"GET", "DELETE"})
"""The methods that have no body."""


@pytest.mark.parametrize("route", [f"{method} {path}" for method, path, _ in ROUTES])
async def test_what_discord_does_not_allow_is_refused_and_ends_the_test(route: str) -> None:
    """On every route that the bot uses: a new one needs a wrong body above."""
    method, template = route.split(" ")
    path = re.sub(r"\{\w+\}", "1", template)
    body, why = ({"x": 1}, "it has a body") if method in FIXED else WRONG[route]
    discord = Discord()
    await discord.__aenter__()
    async with api(discord) as call:
        status, told = await call(method, path, body)
    assert (status, told["code"]) == (400, 50035)
    with pytest.raises(AssertionError, match=re.escape(f"{method} {path} is not allowed")) as ended:
        await discord.__aexit__(None)
    assert why in str(ended.value)


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/channels/1/messages?limit=101", "limit in the query"),
        ("/channels/1/messages?most=3", "there is no most in the query"),
        ("/channels/ur/messages", "channel_id in the path cannot be 'ur'"),
    ],
)
async def test_what_is_not_allowed_in_an_address_is_refused_too(path: str, why: str) -> None:
    discord = Discord()
    await discord.__aenter__()
    async with api(discord) as call:
        assert (await call("GET", path))[0] == 400
    with pytest.raises(AssertionError, match=why):
        await discord.__aexit__(None)


async def test_a_form_with_files_is_checked_too() -> None:
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps({"content": 7}))
    form.add_field("files[12]", b"", filename="board.png")
    discord = Discord()
    await discord.__aenter__()
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{discord.api}/channels/1/messages", data=form) as answer,
    ):
        assert (await answer.json())["code"] == 50035
    with pytest.raises(AssertionError, match=r"at content.*a file is called files\[12\]"):
        await discord.__aexit__(None)


async def test_things_that_are_not_there() -> None:
    async with Discord() as discord, api(discord) as call:
        guild = await discord.new_guild()
        channel = await discord.new_channel(guild)
        unknown = [
            ("/channels/1", 10003),
            (f"/channels/{channel['id']}/messages/1", 10008),
            ("/webhooks/1/token/messages/@original", 10015),
        ]
        for path, code in unknown:
            status, told = await call("GET", path)
            assert (status, told["code"]) == (404, code)


async def test_an_interaction_is_acknowledged_once() -> None:
    async with Discord() as discord, api(discord) as call, gateway(discord) as socket:
        channel = await discord.new_channel(await discord.new_guild())
        (ann,) = people(discord, "ann")
        data = {"custom_id": "x", "component_type": 2}
        interaction = await discord.interact(Kind.COMPONENT, ann.user, channel["id"], data)
        while (told := await socket.receive_json())["t"] != "INTERACTION_CREATE":
            pass
        path = f"/interactions/{told['d']['id']}/{told['d']['token']}/callback?with_response=1"
        body = {"type": Callback.THINKING, "data": {"flags": EPHEMERAL}}
        status, told = await call("POST", path, body)
        assert (status, told["interaction"]["response_message_ephemeral"]) == (200, True)
        status, told = await call("POST", path, body | {"type": Callback.MESSAGE})
        assert (status, told["code"]) == (400, 40060)

        assert not interaction.done.is_set()
        original = f"/webhooks/{discord.world.application}/{interaction.token}/messages/@original"
        await call("PATCH", original, {"content": "done"})
        assert interaction.content == "done"
        assert not discord.world.messages[channel["id"]]
        assert (await call("DELETE", original))[0] == 204
        for method, body in (("PATCH", {"content": "again"}), ("DELETE", None)):
            status, told = await call(method, original, body)
            assert (status, told["code"]) == (404, 10008)


async def with_button(discord: Discord, call: Any) -> tuple[Json, Json]:
    """A message that the bot has sent, and its button."""
    channel = await discord.new_channel(await discord.new_guild())
    button = {"type": 2, "label": "Join", "style": 1, "custom_id": "te:1:-:-:join"}
    body = {"components": [{"type": 1, "components": [button]}]}
    _, told = await call("POST", f"/channels/{channel['id']}/messages", body)
    return discord.world.message(channel["id"], told["id"]), button


async def test_the_bot_does_not_hear_of_a_button_that_is_not_there_any_more() -> None:
    async with Discord() as discord, api(discord) as call, gateway(discord):
        message, button = await with_button(discord, call)
        (ann,) = people(discord, "ann")
        assert not (await ann.begin_use(message, button)).lost
        path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        await call("PATCH", path, {"components": []})
        assert (await ann.begin_use(message, button)).lost


async def test_a_press_needs_no_answer_once_a_later_one_on_the_message_is_answered() -> None:
    """However late it is acknowledged: that may be under way while the later one is answered."""
    async with Discord() as discord, api(discord) as call, gateway(discord):
        message, button = await with_button(discord, call)
        (ann,) = people(discord, "ann")
        early, late, later = [await ann.begin_use(message, button) for _ in range(3)]

        async def acknowledge(press: Interaction) -> None:
            path = f"/interactions/{press.id}/{press.token}/callback"
            await call("POST", path, {"type": Callback.LATER})

        await acknowledge(early)
        await acknowledge(later)
        original = f"/webhooks/{discord.world.application}/{later.token}/messages/@original"
        await call("PATCH", original, {"content": "done"})
        assert (early.done.is_set(), late.done.is_set()) == (True, False)
        await acknowledge(late)
        assert late.done.is_set()
        assert (early.overtaken, late.overtaken, later.overtaken) == (True, True, False)


async def test_a_press_may_be_answered_below_the_message() -> None:
    async with Discord() as discord, api(discord) as call, gateway(discord):
        message, button = await with_button(discord, call)
        (ann,) = people(discord, "ann")
        press = await ann.begin_use(message, button)
        path = f"/interactions/{press.id}/{press.token}/callback"
        await call("POST", path, {"type": Callback.LATER})
        assert press.answered is None
        below = {"content": "Try again.", "flags": EPHEMERAL}
        await call("POST", f"/webhooks/{discord.world.application}/{press.token}", below)
        assert press.answered is not None
        assert press.content == "Try again."


async def test_history_and_nonces() -> None:
    async with Discord() as discord, api(discord) as call:
        channel = await discord.new_channel(await discord.new_guild())
        path = f"/channels/{channel['id']}/messages"
        ids = []
        for number in range(4):
            body = {"content": str(number), "nonce": str(number // 2), "enforce_nonce": True}
            ids.append((await call("POST", path, body))[1]["id"])
        first, again, second, _ = ids
        assert first == again
        assert [each["id"] for each in (await call("GET", path))[1]] == [second, first]
        for limits, expected in ((f"after={first}", [second]), (f"before={second}", [first])):
            _, told = await call("GET", f"{path}?limit=1&{limits}")
            assert [each["id"] for each in told] == expected


async def test_a_message_has_one_thread() -> None:
    async with Discord() as discord, api(discord) as call, gateway(discord):
        guild = await discord.new_guild()
        channel = await discord.new_channel(guild)
        _, message = await call("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
        path = f"/channels/{channel['id']}/messages/{message['id']}/threads"
        status, thread = await call("POST", path, {"name": "Ur"})
        assert (status, thread["id"], thread["parent_id"]) == (200, message["id"], channel["id"])
        status, told = await call("POST", path, {"name": "Ur"})
        assert (status, told["code"]) == (400, 160004)
        _, told = await call("GET", f"/guilds/{guild['id']}/threads/active")
        assert told["threads"] == [thread]


async def test_a_fault_meets_the_calls_it_is_planned_for() -> None:
    async with Discord() as discord, api(discord) as call:
        channel = await discord.new_channel(await discord.new_guild())
        path = f"/channels/{channel['id']}/messages"
        discord.faults.plan("POST /channels/.*", refused(503))
        discord.faults.plan("POST /channels/.*", lost_after)
        assert (await call("POST", path, {"content": "refused"}))[0] == 503
        discord.faults.plan("POST /channels/.*", lost_before)
        for lost in ("after", "before"):
            with pytest.raises(aiohttp.ServerDisconnectedError):
                await call("POST", path, {"content": lost})
        assert (await call("POST", path, {"content": "well"}))[0] == 200
        _, told = await call("GET", path)
        assert [each["content"] for each in told] == ["well", "after"]
        assert discord.count() == {
            "POST /channels/{channel}/messages": 4,
            "GET /channels/{channel}/messages": 1,
        }
        await asyncio.wait_for(discord.quiet(0), PATIENCE)


# --- who has added the bot, and where ------------------------------------------------------------


async def test_it_writes_to_those_who_share_a_server_or_have_added_it() -> None:
    async with Discord() as discord, api(discord) as call:
        (ann,) = people(discord, "ann")
        directs = f"/channels/{discord.world.direct(ann.id)['id']}/messages"
        discord.foreign_channel()
        assert (await call("POST", directs, {"content": "!"}))[1]["code"] == 50278
        discord.world.installs.add(ann.id)
        assert (await call("POST", directs, {"content": "!"}))[0] == 200
        discord.world.installs.clear()
        await discord.new_guild()
        assert (await call("POST", directs, {"content": "!"}))[0] == 200


async def test_it_writes_nowhere_where_it_is_not() -> None:
    async with Discord() as discord, api(discord) as call:
        ann, ben = people(discord, "ann", "ben")
        discord.world.installs.add(ann.id)
        for place in (discord.world.add_group(ann.user, ben.user), discord.foreign_channel()):
            posted = await call("POST", f"/channels/{place['id']}/messages", {"content": "!"})
            assert posted[1]["code"] == 50001


async def test_direct_messages_are_reached_again_once_they_were_opened_again() -> None:
    async with Discord() as discord, api(discord) as call:
        (ann,) = people(discord, "ann")
        discord.world.installs.add(ann.id)
        directs = f"/channels/{discord.world.direct(ann.id)['id']}/messages"
        discord.world.stale.add(ann.id)
        for _ in range(2):
            assert (await call("POST", directs, {"content": "!"}))[1]["code"] == 50001
        await call("POST", "/users/@me/channels", {"recipient_id": ann.id})
        assert (await call("POST", directs, {"content": "!"}))[0] == 200


async def test_where_only_a_user_has_added_it_five_messages_follow_an_answer() -> None:
    async with Discord() as discord, api(discord) as call, gateway(discord) as socket:
        (ann,) = people(discord, "ann")
        discord.world.installs.add(ann.id)
        discord.world.commands = [
            {"id": "1", "name": "solo", "contexts": [0, 1, 2], "integration_types": [0, 1]}
        ]
        asked = await ann.begin_command(discord.foreign_channel(), "solo")
        told = (await socket.receive_json())["d"]
        assert (told["context"], told["authorizing_integration_owners"]) == (0, {"1": ann.id})
        answer = {"type": 4, "data": {"content": "!", "flags": 64}}
        await call("POST", f"/interactions/{asked.id}/{asked.token}/callback", answer)
        follow = f"/webhooks/{discord.world.application}/{asked.token}"
        answers = [await call("POST", follow, {"content": "!", "flags": 64}) for _ in range(6)]
        assert [status for status, _ in answers] == [200] * 5 + [400]
        assert answers[-1][1]["code"] == 40094
