"""Servers that the bot has to leave, and players who leave one, with the real process."""

from pathlib import Path

import pytest

from tests.stand_in.by_hand import called, people
from tests.stand_in.people import Person
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import Table
from tests.stand_in.world import Json, labels

ONCE_READY = "GET /applications/{application}/emojis"


async def asked(table: Table) -> tuple[Person, Json]:
    """Whoever must decide, and the desk, once that is to be seen."""

    def found() -> list[tuple[Person, Json]]:
        return [
            (person, desk)
            for person in table.people
            for desk in person.directs
            if "End turn" in labels(desk)
        ]

    await table.discord.until(lambda: len(found()) == 1)
    (one,) = found()
    return one


async def end_turn(table: Table) -> None:
    person, desk = await asked(table)
    answer = await person.press(desk, "End turn")
    assert answer.message is not None
    await person.press(answer.message, "End turn")


@pytest.mark.slow
async def test_thrown_out_killed_and_admitted_again(tmp_path: Path) -> None:
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
            await discord.until(lambda: discord.count(seen)[ONCE_READY])
            await discord.quiet(1.0)
            assert len(table.posts) == posts
            assert "ERROR" not in bot.log.read_text()
            await discord.admit(guild)
            await discord.until(lambda: "turn 2" in table.posts[-1]["content"])
            await discord.quiet(0.3)
            assert [bool(labels(post)) for post in table.posts] == [False, False, True]
            greetings = [
                post
                for post in discord.world.messages[table.channel["id"]].values()
                if "Check permissions" in labels(post)
            ]
            assert len(greetings) == 1
            await end_turn(table)
            await discord.until(lambda: "turn 3" in table.posts[-1]["content"])


@pytest.mark.slow
async def test_whoever_has_left_and_cannot_be_reached_can_be_replaced(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        table = await called(discord, bot.database)
        (guild,) = discord.world.guilds.values()
        present, _ = await asked(table)
        (gone,) = (person for person in table.people if person != present)
        discord.world.departed.add((guild["id"], gone.id))
        discord.world.closed[gone.id] = 50278
        await end_turn(table)
        free = await discord.until(
            lambda: next((post for post in table.posts if "Take the seat" in labels(post)), None)
        )
        assert f"**{gone.name}**" in free["content"]
        (cora,) = people(discord, "cora")
        await cora.press(free, "Take the seat")
        await discord.until(lambda: any("End turn" in labels(desk) for desk in cora.directs))
        await discord.until(lambda: free not in table.posts)
