"""Computers in the real program: it is killed while they think, and takes their process along."""

import os
import select

import pytest

from tests.stand_in.computers import begun
from tests.stand_in.limits import Limits
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord


async def ended(pid):
    """Whether a process ends before long that ends by itself."""
    try:
        waiting = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([waiting], [], [], 30)[0])
    finally:
        os.close(waiting)


@pytest.mark.slow
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
        said = bot.log.read_text()
        assert "as little as possible" not in said
        assert "Traceback" not in said
