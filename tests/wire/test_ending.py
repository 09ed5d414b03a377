"""The real process is asked to end: what is being done is finished, and nothing is lost by it."""

import asyncio
import random
import re
import signal
import time
from pathlib import Path

import pytest

from bot.cluster import LEASE
from tests.databases import new_database
from tests.stand_in.at_rest import at_rest
from tests.stand_in.by_hand import called, people
from tests.stand_in.faults import slow_before, unanswered
from tests.stand_in.limits import Limits
from tests.stand_in.playing import Play
from tests.stand_in.process import Bot
from tests.stand_in.rows import connected
from tests.stand_in.server import Discord
from tests.stand_in.table import Table, gather
from tests.stand_in.trial import PACE
from tests.wire.test_leaving import end_turn

WITHIN = 10.0
"""Seconds: then a platform kills what has not ended."""

pytestmark = pytest.mark.slow


async def asked_to_end(bot: Bot, by: signal.Signals = signal.SIGTERM) -> float:
    """For how many seconds it goes on until it has ended well."""
    asked = time.perf_counter()
    bot.ask_to_end(by)
    assert await bot.left() == 0, bot.log.read_text()
    return time.perf_counter() - asked


async def told_once(discord: Discord, table: Table, *turns: int) -> None:
    """Wait until the last of these turns is told, and see that each is, once."""
    await discord.until(lambda: f"turn {turns[-1]}" in table.posts[-1]["content"])
    await discord.quiet(0.5)
    for number in turns:
        assert sum(f"turn {number}" in post["content"] for post in table.posts) == 1


async def test_asked_to_end_again_and_again_under_load(tmp_path: Path) -> None:
    """What was acknowledged is answered, and every call that was begun is waited for."""
    dice = random.Random(15)
    async with Discord(0.05, limits=lambda clock: Limits(clock, PACE)) as discord:
        bot = Bot(discord, tmp_path)
        await bot.start()
        await bot.connected()
        plays = []
        for _ in range(4):
            channel = await discord.new_channel(await discord.new_guild())
            table = await gather(discord, channel, people(discord, "ann", "bob", "cora"))
            await discord.until(lambda table=table: table.board)
            plays.append(Play(table, random.Random(dice.random())))
        playing = asyncio.gather(*(play.go_on(9) for play in plays))
        for _ in range(3):
            until = len(discord.calls) + dice.randint(20, 60)
            await discord.until(lambda until=until: len(discord.calls) >= until)
            assert await asked_to_end(bot) < WITHIN
            cut_off = [call.path for call in discord.calls if call.status is None]
            assert not cut_off
            for interaction in discord.interactions.values():
                assert interaction.acknowledged is None or interaction.answered is not None
            await bot.start()
            await bot.connected()
        await playing
        assert await at_rest(discord, plays, bot.database) == []
        assert await asked_to_end(bot) < WITHIN
    assert "ERROR" not in bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
async def test_what_is_being_sent_is_finished(tmp_path: Path, by: signal.Signals) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        await bot.start()
        await bot.connected()
        table = await called(discord, bot.database)
        discord.faults.plan(r"POST /channels/\d+/messages", slow_before(1.5), times=None)
        seen = len(discord.calls)
        await end_turn(table)
        sending = "POST /channels/{channel}/messages"
        await discord.until(lambda: discord.count(seen)[sending])
        assert await asked_to_end(bot, by) < WITHIN
        sent = [call for call in discord.calls[seen:] if call.route == sending]
        assert [call.status for call in sent] == [200] * len(sent)
        discord.faults.clear()
        async with bot:
            await told_once(discord, table, 2)
            assert all(len(person.directs) <= 1 for person in table.people)


async def showing_in_vain(discord: Discord, bot: Bot) -> Table:
    """Start a bot, and have it show something of a game that Discord never answers."""
    await bot.start()
    await bot.connected()
    table = await called(discord, bot.database)
    discord.faults.plan(r"(POST|PATCH|DELETE) /channels/.*", unanswered, times=None)
    seen = len(discord.calls)
    await end_turn(table)
    await discord.until(lambda: any("/channels/" in call.path for call in discord.calls[seen:]))
    return table


async def test_what_discord_never_answers_is_not_waited_for_too_long(tmp_path: Path) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        table = await showing_in_vain(discord, bot)
        assert await asked_to_end(bot) < WITHIN
        discord.faults.clear()
        async with bot:
            await told_once(discord, table, 2)


@pytest.mark.parametrize("route", ["GET /gateway/bot", "GET /users/@me", "PUT /.*/commands"])
async def test_asked_while_it_starts(tmp_path: Path, route: str) -> None:
    async with Discord() as discord:
        discord.faults.plan(route, unanswered, times=None)
        bot = Bot(discord, tmp_path)
        await bot.start()
        await discord.until(lambda: any(re.fullmatch(route, each) for each in discord.count()))
        assert await asked_to_end(bot) < WITHIN
    assert "Traceback" not in bot.log.read_text()


async def test_asked_right_after_it_has_connected(tmp_path: Path) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        for by in (signal.SIGINT, signal.SIGTERM):
            await bot.start()
            await bot.connected()
            assert await asked_to_end(bot, by) < WITHIN
    assert "Traceback" not in bot.log.read_text()


async def test_asked_twice_it_ends_at_once(tmp_path: Path) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path)
        await showing_in_vain(discord, bot)
        bot.ask_to_end()
        await discord.until(lambda: "asked to end" in bot.log.read_text())
        bot.ask_to_end()
        assert await bot.left() == -signal.SIGTERM  # and not of itself, after what it waits for


@pytest.mark.postgresql
async def test_its_games_are_given_back(tmp_path: Path) -> None:
    """Another process shows them at once: long before the lease of the one that ends is over."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        old, new = (
            Bot(discord, tmp_path, name=name, settings={"DATABASE_URL": url})
            for name in ("old", "new")
        )
        await old.start()
        await old.connected()
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
            await told_once(discord, table, 2, 3)
            assert time.perf_counter() - left < LEASE.total_seconds() / 2
    assert "ERROR" not in old.log.read_text() + new.log.read_text()


async def _owners(url: str) -> list[str]:
    async with connected(url) as connection:
        return [row["owner"] for row in await connection.fetch("SELECT owner FROM claim")]
