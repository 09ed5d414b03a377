"""Each thing that goes wrong between the bot and Discord, by itself, and what people see of it."""

import json
import random
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from tests.wire.by_hand import people
from tests.wire.faults import (
    cut_after,
    failed_after,
    limited,
    lost_after,
    lost_before,
    refused,
    reset_after,
)
from tests.wire.process import TOKEN, Bot
from tests.wire.server import Discord
from tests.wire.table import Table, gather
from tests.wire.world import labels

ACKNOWLEDGING = "POST /interactions/.*/callback"
ANSWERING = "PATCH /webhooks/.*/messages/@original"
POSTING = "POST /channels/[^/]*/messages"
OPENING = "POST /channels/.*/threads"


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Discord, Bot, Table]]:
    """A game of two whose board is to be seen."""
    async with Discord() as discord, Bot(discord, folder) as bot:
        channel = await discord.new_channel(await discord.new_guild())
        table = await gather(discord, channel, people(discord, "ann", "bob"))
        await discord.until(lambda: table.board)
        yield discord, bot, table


async def test_an_acknowledgement_that_gets_lost_loses_nothing(tmp_path: Path) -> None:
    """Whether it arrived or not, what was pressed is done once, and answered."""
    async with playing(tmp_path) as (discord, bot, table):
        dice = random.Random(1)
        for fault in (lost_before, lost_after, reset_after, cut_after, failed_after(500)):
            await discord.quiet(0.2)  # until the board shows what was decided before
            decision = await table.next_decision(dice)
            discord.faults.plan(ACKNOWLEDGING, fault)
            answer = await table.decide(decision)
            assert answer.content.startswith("**"), answer.content  # what was done, and by whom
            assert answer.acknowledged is not None
        assert "ERROR" not in bot.log.read_text()


async def test_an_answer_that_gets_lost_is_shown_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as (discord, bot, table):
        dice = random.Random(2)
        for fault in (lost_before, lost_after, cut_after, reset_after, limited(0.5, via=False)):
            await discord.quiet(0.2)  # until the board shows what was decided before
            decision = await table.next_decision(dice)
            discord.faults.plan(ANSWERING, fault)
            answer = await table.decide(decision)
            assert answer.content.startswith("**"), answer.content
        assert "ERROR" not in bot.log.read_text()


async def test_one_game_has_one_thread(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        guild = await discord.new_guild()
        for fault in (failed_after(500), lost_after, cut_after, refused(503)):
            channel = await discord.new_channel(guild)
            discord.faults.plan(OPENING, fault)
            table = await gather(discord, channel, people(discord, "ann", "bob"))
            await discord.until(lambda table=table: table.board)
            assert table.home["id"] == table.lobby_id
        assert len(discord.world.threads(guild["id"])) == 4


async def test_every_turn_is_posted_once_and_in_order(tmp_path: Path) -> None:
    """However many end before one is posted, and whatever comes back."""
    async with playing(tmp_path) as (discord, _bot, table):
        first = re.search(r"<@(\d+)> is to play|<@(\d+)>", table.posts[0]["content"])
        assert first
        seats = sorted(table.people, key=lambda person: person.id != (first[1] or first[2]))
        faults = (refused(503), lost_after, limited(1, via=False), cut_after, lost_before)
        for turn, fault in enumerate(faults):
            discord.faults.plan(POSTING, fault)
            asked = await seats[turn % 2].slash(table.home, "end")
            assert asked.message is not None
            await seats[turn % 2].press(asked.message, "End")
        await discord.until(lambda: len(table.posts) > len(faults))
        await discord.quiet(1)
        turns = [re.search(r"turn (\d+)", post["content"])[1] for post in table.posts]
        assert turns == [str(turn) for turn in range(1, len(faults) + 2)]
        assert [bool(labels(post)) for post in table.posts] == [False] * len(faults) + [True]
        for person in table.people:
            names = [each["attachments"][0]["filename"] for each in person.directs]
            assert len(names) == len(set(names))


async def test_a_closed_door_is_believed_at_the_second_time(tmp_path: Path) -> None:
    """Once, or on an edit, it may be a mistake; nobody has to be asked to be tried again."""
    async with playing(tmp_path) as (discord, _bot, table):
        directs = [discord.world.direct(person.id)["id"] for person in table.people]
        for channel in directs:
            for call in (f"POST /channels/{channel}/messages", f"PATCH /channels/{channel}/.*"):
                discord.faults.plan(call, refused(403, 50007))
        dice = random.Random(3)
        board = table.board
        while table.board == board:
            await table.decide(await table.next_decision(dice))
        for person in table.people:
            await discord.until(lambda person=person: len(person.directs) == 1)
        assert not [post for post in table.posts if "Try my DMs again" in labels(post)]


async def test_a_hand_is_edited_after_a_restart_without_asking_where_it_is(tmp_path: Path) -> None:
    async with Discord() as discord:
        async with Bot(discord, tmp_path) as bot:
            channel = await discord.new_channel(await discord.new_guild())
            table = await gather(discord, channel, people(discord, "ann", "bob"))
            await discord.until(lambda: table.board)
            await discord.quiet(0.3)
        async with bot:
            seen = len(discord.calls)
            await table.decide(await table.next_decision(random.Random(1)))
            await discord.until(
                lambda: any("1 action left" in post["content"] for post in table.posts)
            )
            await discord.quiet(0.3)
            asked = [call.route for call in discord.calls[seen:] if call.method == "GET"]
            assert asked == []


async def test_what_the_program_logs_tells_nothing(tmp_path: Path) -> None:
    """At no level: no token, neither the bot's nor that of an answer, no hand and no bag."""
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, log_level="DEBUG")
        async with bot:
            channel = await discord.new_channel(await discord.new_guild())
            table = await gather(discord, channel, people(discord, "ann", "bob"))
            await discord.until(lambda: table.board)
            for fault in (lost_after, cut_after, refused(500)):
                discord.faults.plan(ANSWERING, fault)
                for person in table.people:
                    await person.slash(table.home, "hand")
            discord.faults.plan(POSTING, refused(503))
            await table.decide(await table.next_decision(random.Random(1)))
            await discord.quiet(0.3)
        told = bot.log.read_text()
        assert "DEBUG" in told
        assert TOKEN not in told
        for token in discord.interactions:
            assert token not in told
        with closing(sqlite3.connect(bot.database)) as database:
            ((start,),) = database.execute("SELECT text FROM entry WHERE kind = 'started'")
            states = database.execute("SELECT state FROM snapshot").fetchall()
        bag = json.loads(start)["bag"]
        hands = [hand for (state,) in states for hand in json.loads(state)["hands"]]
        assert bag[30:] not in told
        assert bag[:20] not in told
        assert hands
        for hand in hands:
            assert json.dumps(hand) not in told
            assert str(tuple(hand)) not in told
        for person in table.people:
            for message in person.directs:
                for each in message["attachments"]:
                    assert (each["description"] or "?") not in told
