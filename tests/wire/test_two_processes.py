"""Two real processes on one database at a server: each with its own shards, or both with one."""

import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.databases import new_database
from tests.stand_in.faults import refused
from tests.stand_in.gateway import Shard
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.rows import connected
from tests.stand_in.server import Discord
from tests.stand_in.table import COUNTS, Table, begun, gather, guild_on, until_shown
from tests.wire.test_each_trouble import OPENING

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]
ROUTE_OPENING = "POST /channels/{channel}/messages/{message}/threads"
REGISTERING = "PUT /applications/{application}/commands"


async def _decided(url: str) -> int:
    """How many decisions are stored. No two can have the same number."""
    async with connected(url) as connection:
        return int(await connection.fetchval("SELECT count(*) FROM entry WHERE kind = 'acted'"))


def _quiet(*bots: Bot) -> bool:
    return not any("ERROR" in bot.log.read_text() for bot in bots)


async def test_each_with_its_own_shard(tmp_path: Path) -> None:
    """A game on the second is played in direct messages as well, which the first hears of."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        discord.gateway.max_concurrency = 1
        discord.gateway.identifies_every = 5.0
        first, second = (
            Bot(
                discord,
                tmp_path,
                name=name,
                settings={"SHARDS": f"{number}/2", "DATABASE_URL": url},
            )
            for number, name in enumerate(("first", "second"))
        )
        async with first, second:
            assert not discord.gateway.too_soon
            registered = [call.by for call in discord.calls if call.route == REGISTERING]
            assert registered == ["first"]

            table = await begun(discord, await guild_on(discord, Shard(1, 2)))
            dice = random.Random(1)
            counted = [await _play(table, url, dice, each) for each in (0.0, 1.0, 0.0, 1.0, 1.0)]
            (ann, _) = table.people
            told = await ann.slash(discord.world.direct(ann.id), "hand")
            assert told.acknowledged_by == "first"
            assert "Ur" in told.content
            await until_shown(table, url)
            interactions = discord.interactions.values()
            assert {each.acknowledged_by for each in interactions} == {"first", "second"}
            assert not any(each.refused for each in interactions)
            assert await _decided(url) == sum(counted) > 2
            assert _sent_by(table) == {"second"}
        assert _quiet(first, second)


async def test_a_home_is_opened_in_a_server_of_the_process_that_has_died(tmp_path: Path) -> None:
    """Who takes over is told nothing of that server: what it may do there it asks."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        discord.gateway.max_concurrency = 16
        first, second = (
            Bot(
                discord,
                tmp_path,
                name=name,
                settings={"SHARDS": f"{number}/2", "DATABASE_URL": url, "LEASE_SECONDS": "3"},
            )
            for number, name in enumerate(("first", "second"))
        )
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


async def test_both_with_the_same_during_a_deploy(tmp_path: Path) -> None:
    """Both are told of everything: one of them acts, and who it is does not matter."""
    url = await new_database(tmp_path / "games")
    async with Discord() as discord:
        old, new = (
            Bot(discord, tmp_path, name=name, settings={"DATABASE_URL": url})
            for name in ("old", "new")
        )
        async with AsyncExitStack() as running:
            async with old:
                table = await begun(discord)
                dice = random.Random(1)
                counted = [await _play(table, url, dice) for _ in range(2)]
                await running.enter_async_context(new)
                counted += [await _play(table, url, dice) for _ in range(6)]
                both = [each for each in discord.interactions.values() if len(each.told) == 2]
                assert len(both) >= 6
                await discord.until(lambda: all(each.refused for each in both))
            while "new" not in _sent_by(table):
                counted.append(await _play(table, url, dice))
                await until_shown(table, url)
        assert await _decided(url) == sum(counted) > 5
        assert _sent_by(table) == {"old", "new"}
        assert _quiet(old, new)


def _sent_by(table: Table) -> set[str]:
    """The processes that have sent messages of a game: each once."""
    discord = table.discord
    places = [table.home["id"], *(discord.world.directs[person.id] for person in table.people)]
    paths = [f"/channels/{place}/messages" for place in places]
    sent = [each for each in discord.calls if each.method == "POST" and each.path in paths]
    nonces = Counter(call.body["nonce"] for call in sent)
    assert not [nonce for nonce, times in nonces.items() if times > 1]
    return {call.by for call in sent}


async def _play(table: Table, url: str, dice: random.Random, alone: float = 0.0) -> bool:
    """Decide something; whether it counts."""
    await until_shown(table, url)
    answer = await table.decide(await table.next_decision(dice, alone=alone))
    assert not answer.lost
    assert answer.content
    return answer.content.startswith(COUNTS)
