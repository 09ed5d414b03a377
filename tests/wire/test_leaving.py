"""Servers that the bot has to leave, and players who leave one, with the real process."""

import pytest

from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import asked, called, end_turn
from tests.stand_in.world import labels

ONCE_READY = "GET /applications/{application}/emojis"


@pytest.mark.slow
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
            await discord.until(lambda: discord.count(seen)[ONCE_READY])
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
