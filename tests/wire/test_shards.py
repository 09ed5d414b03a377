"""Several connections of the real process: each shard hears of its own, direct messages of all."""

import random
from pathlib import Path

import pytest

from tests.stand_in.gateway import Shard
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import begun, guild_on


@pytest.mark.slow
async def test_one_process_connects_as_often_as_discord_recommends(tmp_path: Path) -> None:
    """In turn, as Discord asks, and games go on wherever they are."""
    async with Discord() as discord:
        discord.gateway.shards = 3
        discord.gateway.max_concurrency = 2
        discord.gateway.identifies_every = 5.0
        bot = Bot(discord, tmp_path, settings={"SHARDS": "auto"}, shards=3)
        async with bot:
            assert not discord.gateway.too_soon
            for number in range(3):
                table = await begun(discord, await guild_on(discord, Shard(number, 3)))
                decision = await table.next_decision(random.Random(1), alone=1.0)
                assert "action left" in (await table.decide(decision)).content
                await discord.until(lambda table=table: "1 action left" in table.board["content"])
        told = bot.log.read_text()
        assert "shard 2 begins its session in" in told
        assert "ERROR" not in told
        assert discord.count()["PUT /applications/{application}/commands"] == 1


@pytest.mark.slow
async def test_a_connection_that_breaks_is_taken_up_again_by_itself(tmp_path: Path) -> None:
    async with Discord() as discord:
        discord.gateway.max_concurrency = 16
        bot = Bot(discord, tmp_path, settings={"SHARDS": "0-1/2"}, shards=2)
        async with bot:
            (ann,) = people(discord, "ann")
            channels = [
                await discord.new_channel(await guild_on(discord, Shard(number, 2)))
                for number in range(2)
            ]
            for trouble in (discord.gateway.send_away, discord.gateway.invalidate_all):
                came = discord.gateway.resumed + discord.gateway.identified
                await trouble()
                await discord.until(
                    lambda came=came: (
                        discord.gateway.resumed + discord.gateway.identified == came + 2
                    )
                )
                for channel in channels:
                    assert (await ann.slash(channel, "games")).content


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shards", "said"),
    [
        ("8", "SHARDS is not like 0-3/8 or 2/8: "),
        ("3-1/8", "SHARDS names shards that there are not: "),
        ("8/8", "SHARDS names shards that there are not: "),
        ("many", "SHARDS is not like 0-3/8 or 2/8: "),
    ],
)
async def test_shards_that_there_are_not(tmp_path: Path, shards: str, said: str) -> None:
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, settings={"SHARDS": shards})
        await bot.start()
        assert await bot.ended() == 78
        assert bot.log.read_text().startswith(said)
        assert not discord.calls
