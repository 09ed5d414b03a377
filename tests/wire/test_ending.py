"""The real process is asked to end: what is being done is finished, and nothing is lost by it."""

import asyncio
import os
import random
import re
import select
import signal
import time

import pytest

from bot.cluster import LEASE
from tests.databases import new_database
from tests.stand_in.at_rest import at_rest
from tests.stand_in.computers import begun
from tests.stand_in.faults import slow_before, unanswered
from tests.stand_in.limits import Limits
from tests.stand_in.people import people
from tests.stand_in.playing import Play
from tests.stand_in.process import Bot, sharing
from tests.stand_in.rows import connected
from tests.stand_in.server import Discord
from tests.stand_in.table import called, check_shown_once, end_turn, gather
from tests.stand_in.trial import PACE

WITHIN = 10.0
"""Seconds: then a platform kills what has not ended."""
SENDING = "POST /channels/{channel}/messages"

pytestmark = pytest.mark.slow


async def asked_to_end(bot, by=signal.SIGTERM):
    """Ask a process to end; return the seconds until it has ended well."""
    asked = time.perf_counter()
    bot.ask_to_end(by)
    assert await bot.left() == 0, bot.log.read_text()
    return time.perf_counter() - asked


async def test_asked_to_end_under_load(tmp_path):
    """Acknowledged presses are answered, and every call in progress is completed."""
    async with Discord(0.05, limits=lambda clock: Limits(clock, PACE)) as discord:
        bot = Bot(discord, tmp_path)
        await bot.come()
        plays = []
        for number in range(2):
            channel = await discord.new_channel(await discord.new_guild())
            table = await gather(discord, channel, people(discord, "ann", "bob", "cora"))
            await discord.until(lambda table=table: table.board)
            plays.append(Play(table, random.Random(number)))
        playing = asyncio.gather(*(play.go_on(4) for play in plays))
        until = len(discord.calls) + 30
        await discord.until(lambda: len(discord.calls) >= until)
        assert await asked_to_end(bot) < WITHIN
        assert not [call.path for call in discord.calls if call.status is None]
        for interaction in discord.interactions.values():
            assert interaction.acknowledged is None or interaction.answered is not None
        await bot.come()
        await playing
        assert await at_rest(discord, plays, bot.database) == []
        assert await asked_to_end(bot, signal.SIGINT) < WITHIN
    assert "ERROR" not in bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()


async def shown_in_vain(discord, table):
    """Let something be shown of a game that Discord never answers."""
    discord.faults.plan(r"(POST|PATCH|DELETE) /channels/.*", unanswered, times=None)
    seen = len(discord.calls)
    await end_turn(table)
    await discord.until(lambda: any("/channels/" in call.path for call in discord.calls[seen:]))


async def test_what_is_being_sent_is_finished_but_not_waited_for_too_long(tmp_path):
    """Asked twice, it ends at once; the next start shows what was not."""
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        await bot.come()
        table = await called(discord, bot.database)
        discord.faults.plan(r"POST /channels/\d+/messages", slow_before(1.5), times=None)
        seen = len(discord.calls)
        await end_turn(table)
        await discord.until(lambda: discord.count(seen)[SENDING])
        assert await asked_to_end(bot) < WITHIN
        sent = [call.status for call in discord.calls[seen:] if call.route == SENDING]
        assert sent == [200] * len(sent)
        discord.faults.clear()

        await bot.come()
        await check_shown_once(discord, table, 2)
        assert all(len(person.directs) <= 1 for person in table.people)
        await shown_in_vain(discord, table)
        assert await asked_to_end(bot) < WITHIN
        discord.faults.clear()

        await bot.come()
        await check_shown_once(discord, table, 2, 3)
        await shown_in_vain(discord, table)
        bot.ask_to_end()
        await discord.until(lambda: bot.log.read_text().count("asked to end") == 3)
        bot.ask_to_end()
        assert await bot.left() == -signal.SIGTERM  # and not of itself, after what it waits for


@pytest.mark.parametrize("route", ["GET /gateway/bot", "PUT /.*/commands", "GET /.*/emojis"])
async def test_asked_while_it_starts(tmp_path, route):
    """Emojis are looked at once it has connected."""
    async with Discord() as discord:
        discord.faults.plan(route, unanswered, times=None)
        bot = Bot(discord, tmp_path)
        await bot.start()
        await discord.until(lambda: any(re.fullmatch(route, each) for each in discord.count()))
        assert await asked_to_end(bot) < WITHIN
    assert "Traceback" not in bot.log.read_text()


@pytest.mark.postgresql
async def test_its_games_are_given_back(tmp_path):
    """Another process shows them at once: long before the lease of the one that ends is over."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        old, new = sharing(discord, tmp_path, url, "old", "new")
        await old.come()
        table = await called(discord, url)
        async with new:
            (shown_by,) = await _owners(url)
            discord.faults.plan(r"POST /channels/\d+/messages", slow_before(1.0))
            await end_turn(table)
            assert await asked_to_end(old) < WITHIN
            assert shown_by not in await _owners(url)
            left = time.perf_counter()
            await discord.until(lambda: "turn 2" in table.posts[-1]["content"])
            await end_turn(table)
            await check_shown_once(discord, table, 2, 3)
            assert time.perf_counter() - left < LEASE.total_seconds() / 2
    assert "ERROR" not in old.log.read_text() + new.log.read_text()


async def _owners(url):
    async with connected(url) as connection:
        return [row["owner"] for row in await connection.fetch("SELECT owner FROM claim")]


# --- with computers, who think in a process of their own ----------------------------------------


async def ended(pid):
    """True if a process soon ends by itself."""
    try:
        waiting = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([waiting], [], [], 30)[0])
    finally:
        os.close(waiting)


async def test_the_program_is_killed_while_computers_play(tmp_path):
    """It takes the engine worker along, and so does Control-C, while that thinks."""
    async with Discord(limits=lambda clock: Limits(clock, pace=10)) as discord:
        bot = Bot(discord, tmp_path)
        async with bot:
            channel = await discord.new_channel(await discord.new_guild())
            game = await begun(discord, channel, ["easy", "medium", "strong"])
            turn = await game.until_asked()
            await game.end_turn()
            worker = bot.processes[1:]  # it is started when it is first needed
            await bot.kill()
            assert all([await ended(mind) for mind in worker])
            await bot.come()
            turn = await game.until_asked(turn)
            await discord.quiet(1.0)
            assert game.turns == [*range(1, turn + 1)]
            for post in game.table.posts:
                if "Computer" in post["content"].splitlines()[0]:
                    assert "> **Computer (" in post["content"]
            await game.end_turn()
            _, mind = bot.processes
        assert await ended(mind)
        log = bot.log.read_text()
        assert "as little as possible" not in log
        assert "Traceback" not in log
