"""Several connections to Discord, of one process or of two on one database at a server."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.domain.pace import UNHURRIED, Limit, Pace
from bot.store.queries import markers
from tests.databases import new_database, opened_at
from tests.patience import LONG
from tests.stand_in.faults import refused
from tests.stand_in.gateway import Shard
from tests.stand_in.people import people
from tests.stand_in.process import Bot, sharded, sharing
from tests.stand_in.rows import connected
from tests.stand_in.server import Discord
from tests.stand_in.table import COUNTS, begun, gather, guild_on, until_shown
from tests.stand_in.trial import another_program, set_pace

pytestmark = pytest.mark.slow
OPENING = "POST /channels/.*/threads"
ROUTE_OPENING = "POST /channels/{channel}/messages/{message}/threads"
REGISTERING = "PUT /applications/{application}/commands"


async def test_one_process_connects_as_often_as_discord_recommends(tmp_path):
    """Shards log in in turn, as Discord asks; games in all servers go on; each session resumes."""
    async with Discord() as discord:
        gateway = discord.gateway
        gateway.shards, gateway.max_concurrency, gateway.identifies_every = 3, 2, 5.0
        bot = Bot(discord, tmp_path, settings={"SHARDS": "auto"}, shards=3)
        async with bot:
            assert not gateway.too_soon
            tables = []
            for number in range(3):
                table = await begun(discord, await guild_on(discord, Shard(number, 3)))
                decision = await table.next_decision(random.Random(1), alone=1.0)
                assert "action left" in (await table.decide(decision)).content
                await discord.until(lambda table=table: "1 action left" in table.board["content"])
                tables.append(table)
            gateway.identifies_every = 0.0
            for trouble in (gateway.send_away, partial(gateway.invalidate, resumable=False)):
                came = gateway.resumed + gateway.identified
                await trouble()
                await discord.until(
                    lambda came=came: gateway.resumed + gateway.identified == came + 3
                )
                for table in tables:
                    assert (await table.people[0].slash(table.home, "games")).content
        log = bot.log.read_text()
        assert "shard 2 begins its session in" in log
        assert "ERROR" not in log
        assert discord.count()[REGISTERING] == 1


# --- two of them ----------------------------------------------------------------------------------


@pytest.mark.postgresql
async def test_each_with_its_own_shard(tmp_path):
    """A game on the second shard is also played in direct messages, which the first receives."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        discord.gateway.max_concurrency = 1
        discord.gateway.identifies_every = 5.0
        first, second = sharded(discord, tmp_path, url, "first", "second")
        async with first, second:
            assert not discord.gateway.too_soon
            registered = [call.by for call in discord.calls if call.route == REGISTERING]
            assert registered == ["first"]

            table = await begun(discord, await guild_on(discord, Shard(1, 2)))
            dice = random.Random(1)
            counted = [await _play(table, url, dice, each) for each in (0.0, 1.0, 1.0)]
            (ann, _) = table.people
            log = await ann.slash(discord.world.direct(ann.id), "hand")
            assert log.acknowledged_by == "first"
            assert "Ur" in log.content
            await until_shown(table, url)
            interactions = discord.interactions.values()
            assert {each.acknowledged_by for each in interactions} == {"first", "second"}
            assert not any(each.refused for each in interactions)
            assert await _decided(url) == sum(counted) > 1
            assert _sent_by(table) == {"second"}
        assert _quiet(first, second)


@pytest.mark.postgresql
async def test_a_home_is_opened_in_a_server_of_the_process_that_has_died(tmp_path):
    """The successor has no events of that server: it asks for its permissions there."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        discord.gateway.max_concurrency = 16
        first, second = sharded(discord, tmp_path, url, "first", "second", LEASE_SECONDS="3")
        async with first, second:
            guild = await guild_on(discord, Shard(1, 2))
            channel = await discord.new_channel(guild)
            discord.faults.plan(OPENING, refused(503), times=None)
            table = await gather(discord, channel, people(discord, "ann", "bob"))
            await discord.until(lambda: discord.count()[ROUTE_OPENING])
            await second.kill()
            discord.faults.clear()
            await discord.until(lambda: table.board)
            await until_shown(table, url)
            assert table.home["id"] == table.lobby_id  # a thread, as that is permitted
            assert _sent_by(table) == {"first"}
            asked = {call.by for call in discord.calls if call.path == f"/guilds/{guild['id']}"}
            assert asked == {"first"}
            assert _quiet(first)


@pytest.mark.postgresql
async def test_both_with_the_same_during_a_deploy(tmp_path):
    """Both receive all events: one of them acts, no matter which.

    Maintenance, which a start ends, lasts until the process beside it has ended.
    """
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        old, new = sharing(discord, tmp_path, url, "old", "new", LEASE_SECONDS="10")
        async with AsyncExitStack() as running:
            async with old:
                table = await begun(discord)
                dice = random.Random(1)
                counted = [await _play(table, url, dice)]
                await running.enter_async_context(new)
                counted += [await _play(table, url, dice) for _ in range(4)]
                both = [each for each in discord.interactions.values() if len(each.receivers) == 2]
                assert len(both) >= 4
                await discord.until(lambda: all(each.refused for each in both))
            while "new" not in _sent_by(table):
                counted.append(await _play(table, url, dice))
                await until_shown(table, url)
            async with opened_at(url) as store:
                until = datetime.now(UTC) + timedelta(minutes=10)
                await store.write(markers.begin_maintenance, until)
            async with old:
                await discord.quiet(3.0)
                assert await _maintained(url)
                await new.kill()
                async with asyncio.timeout(LONG):
                    while await _maintained(url):  # noqa: ASYNC110
                        await asyncio.sleep(0.5)
        assert await _decided(url) == sum(counted) > 3
        assert _sent_by(table) == {"old", "new"}
        assert _quiet(old, new)


@pytest.mark.postgresql
async def test_a_players_time_ends_at_its_second_in_the_middle_of_a_deploy(tmp_path):
    """Once, at the time that was shown, though the process that showed it has ended."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        old, new = sharing(discord, tmp_path, url, "old", "new", LEASE_SECONDS="10")
        async with old:
            table = await begun(discord)
            await until_shown(table, url)
            async with another_program(url) as services:
                await set_pace(services, 1, Pace(limit=Limit(timedelta(seconds=30)), live=True))
                ends = (await services.games.get(1)).time_up_at
            shown = f"Time ends <t:{int(ends.timestamp())}:R>"
            await discord.until(lambda: shown in table.board["content"])
            await new.come()
        async with new:
            await discord.until(lambda: any("turn 2" in post["content"] for post in table.posts))
            async with another_program(url) as services:
                history = await services.games.history(1)
                await set_pace(services, 1, UNHURRIED)
            first, *_ = (entry for entry in history if entry.kind == "time up")
            assert (first.turn, first.seat) == (1, 0)
            assert ends <= first.at <= ends + timedelta(seconds=10)
            await until_shown(table, url)
        assert sum("turn 1" in post["content"] for post in table.posts) == 1
        assert _quiet(old, new)


async def _maintained(url):
    """True if maintenance lasts."""
    async with opened_at(url) as store:
        return await store.look(markers.maintenance_end) is not None


async def _decided(url):
    """The number of stored decisions. No two can have the same number."""
    async with connected(url) as connection:
        return int(await connection.fetchval("SELECT count(*) FROM entry WHERE kind = 'acted'"))


def _quiet(*bots):
    return not any("ERROR" in bot.log.read_text() for bot in bots)


def _sent_by(table):
    """The processes that have sent messages of a game: each once."""
    discord = table.discord
    places = [table.home["id"], *(discord.world.directs[person.id] for person in table.people)]
    paths = [f"/channels/{place}/messages" for place in places]
    sent = [each for each in discord.calls if each.method == "POST" and each.path in paths]
    nonces = Counter(call.body["nonce"] for call in sent)
    assert not [nonce for nonce, times in nonces.items() if times > 1]
    return {call.by for call in sent}


async def _play(table, url, dice, alone=0.0):
    """Decide something; whether it counts."""
    await until_shown(table, url)
    answer = await table.decide(await table.next_decision(dice, alone=alone))
    assert not answer.lost
    assert answer.content
    return answer.content.startswith(COUNTS)
