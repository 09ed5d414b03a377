"""Each thing that goes wrong between the bot and Discord, by itself, and what people see of it."""

import json
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

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
from tests.stand_in.table import COUNTS, TO_PLAY, Table, begun, gather, until_shown
from tests.stand_in.world import labels

ACKNOWLEDGING = "POST /interactions/.*/callback"
ANSWERING = "PATCH /webhooks/.*/messages/@original"
POSTING = "POST /channels/[^/]*/messages"
OPENING = "POST /channels/.*/threads"
EMOJIS = "GET /applications/{application}/emojis"
LOST = (lost_before, lost_after, reset_after, cut_after)


@pytest.mark.slow
async def test_what_gets_lost_on_the_way_to_an_answer_loses_nothing(tmp_path: Path) -> None:
    """Whether the acknowledgement or the answer arrived: it counts once, and is answered."""
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


@pytest.mark.slow
async def test_a_game_has_one_thread_and_every_turn_once_and_in_order(tmp_path: Path) -> None:
    """However many turns end before one is posted, and whatever comes back."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        guild = await discord.new_guild()
        for fault in (failed_after(500), lost_after, cut_after, refused(503)):
            channel = await discord.new_channel(guild)
            discord.faults.plan(OPENING, fault)
            table = await gather(discord, channel, people(discord, "ann", "bob"))
            await discord.until(lambda table=table: table.board)
            assert table.home["id"] == table.lobby_id
        assert len(discord.world.threads(guild["id"])) == 4

        told = table.posts[1]["content"].splitlines()
        (awaited,) = (line for line in told if TO_PLAY in line)
        seats = sorted(table.people, key=lambda one: not awaited.startswith(f"**{one.name}** "))
        faults = (refused(503), lost_after, limited(1, via=False), cut_after, lost_before)
        for turn, fault in enumerate(faults):
            discord.faults.plan(POSTING, fault)
            asked = await seats[turn % 2].slash(table.home, "end")
            assert asked.message is not None
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


@pytest.mark.slow
async def test_doors_hands_and_logs(tmp_path: Path) -> None:
    """A door is closed once by mistake; a hand is edited by the next program; nothing is told."""
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, log_level="DEBUG")
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


def check_log_tells_nothing(discord: Discord, bot: Bot, table: Table) -> None:
    """At no level: no token, neither the bot's nor that of an answer, no hand and no bag."""
    told = bot.log.read_text()
    assert "DEBUG" in told
    assert TOKEN not in told
    for token in discord.interactions:
        assert token not in told
    with closing(sqlite3.connect(bot.database)) as database:
        ((start,),) = database.execute("SELECT text FROM entry WHERE kind = 'started'")
        states = database.execute("SELECT state FROM snapshot").fetchall()
    bag = json.loads(start)["bag"]
    assert bag[:20] not in told
    assert bag[30:] not in told
    hands = [hand for (state,) in states for hand in json.loads(state)["hands"]]
    assert hands
    for hand in hands:
        assert json.dumps(hand) not in told
        assert str(tuple(hand)) not in told
    described = [
        attached["description"]
        for person in table.people
        for message in person.directs
        for attached in message["attachments"]
    ]
    assert described
    assert not [each for each in described if each in told]
