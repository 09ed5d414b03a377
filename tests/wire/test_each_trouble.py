"""Each thing that goes wrong between the bot and Discord, by itself, and what people see of it."""

import json
import random
import re
import sqlite3
from contextlib import closing

import pytest

from tests.stand_in.faults import (
    cut_after,
    failed_after,
    limited,
    lost_after,
    lost_before,
    refused,
    reset_after,
)
from tests.stand_in.people import people
from tests.stand_in.process import TOKEN, Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import (
    COUNTS,
    TO_PLAY,
    asked,
    begun,
    called,
    end_turn,
    gather,
    until_shown,
)
from tests.stand_in.world import labels

pytestmark = pytest.mark.slow

ACKNOWLEDGING = "POST /interactions/.*/callback"
ANSWERING = "PATCH /webhooks/.*/messages/@original"
POSTING = "POST /channels/[^/]*/messages"
OPENING = "POST /channels/.*/threads"
EMOJIS = "GET /applications/{application}/emojis"
CALLBACK = "POST /interactions/{interaction}/{token}/callback"
LOST = (lost_before, lost_after, reset_after, cut_after)


async def test_what_gets_lost_on_the_way_to_an_answer_loses_nothing(tmp_path):
    """The press counts once and is answered, even if acknowledgement or answer are lost."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        table = await begun(discord)
        dice = random.Random(1)
        faults = [
            *((ACKNOWLEDGING, fault) for fault in (*LOST, failed_after(500))),
            *((ANSWERING, fault) for fault in (*LOST, limited(0.5, via=False))),
        ]
        for route, fault in faults:
            before = repr(table.board)
            decision = await table.next_decision(dice)
            discord.faults.plan(route, fault)
            answer = await table.decide(decision)
            assert answer.acknowledged is not None
            assert answer.content.startswith(COUNTS), answer.content
            await discord.until(lambda before=before: repr(table.board) != before)
            await until_shown(table, bot.database)
        assert "ERROR" not in bot.log.read_text()
        # where nothing can be answered any more, it is said in one line
        discord.faults.plan(ACKNOWLEDGING, lost_before)
        await table.people[0].begin_command(table.home, "tile", "colour", colour="")
        await discord.until(lambda: "autocomplete" in bot.log.read_text())
        assert "Traceback" not in bot.log.read_text()


async def test_a_game_has_one_thread_and_every_turn_once_and_in_order(tmp_path):
    """Even if many turns end before one is posted."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        guild = await discord.new_guild()
        for fault in (failed_after(500), lost_after, cut_after, refused(503)):
            channel = await discord.new_channel(guild)
            discord.faults.plan(OPENING, fault)
            table = await gather(discord, channel, people(discord, "ann", "bob"))
            await discord.until(lambda table=table: table.board)
            assert table.home["id"] == table.lobby_id
        assert len(discord.world.threads(guild["id"])) == 4

        lines = table.posts[1]["content"].splitlines()
        (awaited,) = (line for line in lines if TO_PLAY in line)
        seats = sorted(table.people, key=lambda one: not awaited.startswith(f"**{one.name}** "))
        faults = (refused(503), lost_after, limited(1, via=False), cut_after, lost_before)
        for turn, fault in enumerate(faults):
            discord.faults.plan(POSTING, fault)
            asked = await seats[turn % 2].slash(table.home, "end")
            await seats[turn % 2].press(asked.message, "End")
        await discord.until(lambda: len(table.posts) > len(faults) + 1)
        await until_shown(table, bot.database)
        await discord.quiet(0.5)
        turns = [re.search(r"turn (\d+)", post["content"])[1] for post in table.posts[1:]]
        assert turns == [str(turn) for turn in range(1, len(faults) + 2)]
        pressable = [bool(labels(post)) for post in table.posts[1:]]
        assert pressable == [False] * len(faults) + [True]
        for person in table.people:
            names = [each["attachments"][0]["filename"] for each in person.directs]
            assert len(names) == len(set(names))


async def test_doors_hands_and_logs(tmp_path):
    """Direct messages fail once; a hand is edited by the next program; nothing is revealed."""
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, log_level="DEBUG", settings={"LOG_FORMAT": "json"})
        async with bot:
            table = await begun(discord)
            for person in table.people:
                channel = discord.world.direct(person.id)["id"]
                for call in (f"POST /channels/{channel}/messages", f"PATCH /channels/{channel}/.*"):
                    discord.faults.plan(call, refused(403, 50007))
            dice = random.Random(3)
            board = table.board
            while table.board == board:
                await table.decide(await table.next_decision(dice))
            for person in table.people:
                await discord.until(lambda person=person: len(person.directs) == 1)
            assert not [post for post in table.posts if "Message me again" in labels(post)]
            for fault in (lost_after, cut_after, refused(500)):
                discord.faults.plan(ANSWERING, fault)
                for person in table.people:
                    await person.slash(table.home, "hand")
            discord.faults.plan(POSTING, refused(503))
            await discord.quiet(0.2)
        async with bot:
            await until_shown(table, bot.database)
            seen = len(discord.calls)
            await table.decide(await table.next_decision(random.Random(1)))
            await discord.until(lambda: "1 action left" in table.posts[-1]["content"])
            await discord.quiet(0.2)
            asked = {call.route for call in discord.calls[seen:] if call.method == "GET"}
            assert asked <= {EMOJIS}  # where a hand is, is known
        check_log_tells_nothing(discord, bot, table)


def check_log_tells_nothing(discord, bot, table):
    """At no level: no token, neither the bot's nor that of an answer, no hand and no bag."""
    records = [json.loads(line) for line in bot.log.read_text().splitlines()]
    assert {"INFO", "DEBUG"} <= {record["level"] for record in records}
    assert all({"time", "logger", "message"} <= record.keys() for record in records)
    values = "\n".join(str(value) for record in records for value in record.values())
    with closing(sqlite3.connect(bot.database)) as database:
        ((start,),) = database.execute("SELECT text FROM entry WHERE kind = 'started'")
        states = database.execute("SELECT state FROM snapshot").fetchall()
    bag = json.loads(start)["bag"]
    hands = [hand for (state,) in states for hand in json.loads(state)["hands"]]
    described = [
        attached["description"]
        for person in table.people
        for message in person.directs
        for attached in message["attachments"]
    ]
    assert hands
    assert described
    secrets = [TOKEN, bag[:20], bag[30:], *discord.interactions, *described]
    secrets += [form for hand in hands for form in (json.dumps(hand), str(tuple(hand)))]
    assert not [each for each in secrets if each in values]


# --- Discord tells of a press twice: two processes, as during a deploy, or one --------------------


async def acknowledged_by_another(call, carry_out):
    """Another process was quicker."""
    await carry_out()
    return await refused(400, 40060)(call, carry_out)


async def test_what_another_process_has_acknowledged_is_left_to_it_and_done_once(tmp_path):
    """Commands, presses and suggestions: nothing is stored, answered or logged as a fault."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        channel = await discord.new_channel(await discord.new_guild())
        table = await begun(discord)
        (eve,) = people(discord, "eve")
        decision = await table.next_decision(random.Random(1))
        await until_shown(table, bot.database)
        await discord.quiet(0.3)
        seen, board = len(discord.calls), repr(table.board)

        async def left_alone(begun):
            await discord.until(lambda: begun.acknowledged is not None)
            await discord.quiet(0.3)
            answers = {route for route in discord.count(seen) if "{token}" in route}
            assert answers == {CALLBACK}

        discord.faults.plan(ACKNOWLEDGING, acknowledged_by_another, times=None)
        await left_alone(await table.begin(decision))
        await left_alone(await eve.begin_command(channel, "open", name="Ur"))
        await left_alone(await eve.begin_command(table.home, "tile", "colour", colour=""))
        discord.faults.clear()
        assert repr(table.board) == board
        assert not lobbies(discord, channel)
        await discord.until(lambda: "left to another process" in bot.log.read_text())
        assert "autocomplete" not in bot.log.read_text()
        answer = await table.decide(await table.next_decision(random.Random(1)))
        assert "1 action left" in answer.content

        # Told twice, and it does not learn that the second acknowledgement was too late.
        acknowledging = []

        async def the_second_is_lost(call, carry_out):
            acknowledging.append(call)
            way = lost_before(call, carry_out) if len(acknowledging) == 2 else carry_out()
            return await way

        discord.repeats = 2
        discord.faults.plan(ACKNOWLEDGING, the_second_is_lost, times=None)
        await eve.slash(channel, "open", name="Ur")
        await discord.quiet(1.5)  # the second acknowledgement would be retried by then
        assert lobbies(discord, channel) == 1


def lobbies(discord, channel):
    posts = discord.world.messages[channel["id"]].values()
    return len([post for post in posts if "Join" in labels(post)])


# --- servers that the bot has to leave, and players who leave one --------------------------------


async def test_thrown_out_killed_and_admitted_again_and_a_player_who_has_left_is_replaced(tmp_path):
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        async with bot:
            table = await called(discord, bot.database)
            (guild,) = discord.world.guilds.values()
            await discord.throw_out(guild)
            await end_turn(table)
            await bot.kill()
        posts, seen = len(table.posts), len(discord.calls)
        async with bot:
            await discord.until(lambda: discord.count(seen)[EMOJIS])
            await discord.quiet(1.0)
            assert len(table.posts) == posts
            assert "ERROR" not in bot.log.read_text()
            await discord.admit(guild)
            await discord.until(lambda: "turn 2" in table.posts[-1]["content"])
            await discord.quiet(0.3)
            assert [bool(labels(post)) for post in table.posts] == [False, False, True]
            sent = discord.world.messages[table.channel["id"]].values()
            assert len([post for post in sent if "Check permissions" in labels(post)]) == 1

            present, _ = await asked(table)
            (gone,) = (person for person in table.people if person != present)
            discord.world.departed.add((guild["id"], gone.id))
            discord.world.closed[gone.id] = 50278
            await end_turn(table)
            free = await discord.until(
                lambda: next(
                    (post for post in table.posts if "Take the seat" in labels(post)), None
                )
            )
            assert f"**{gone.name}**" in free["content"]
            (cora,) = people(discord, "cora")
            await cora.press(free, "Take the seat")
            await discord.until(lambda: any("End turn" in labels(desk) for desk in cora.directs))
            await discord.until(lambda: free not in table.posts)
