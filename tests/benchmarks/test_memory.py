"""How much memory the program takes, with the engine worker of its computers, against a stand-in.

python -m pytest tests/benchmarks/test_memory.py -o addopts= -s

prints it: the most that each process has had, by Linux's reckoning, in which what they share
counts for each.
"""

from pathlib import Path

import pytest

from tests.stand_in.computers import begun
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord

ROUNDS = 3
"""So many turns everybody has in each game."""


@pytest.mark.parametrize("games", [1, 4])
async def test_memory(tmp_path: Path, games: int) -> None:
    """Strong computers have thought about a while of several games: 512 MB are enough."""
    async with Discord(limits=None) as discord, Bot(discord, tmp_path) as bot:
        alone = bot.memory()[0]
        guild = await discord.new_guild()
        for _ in range(games):
            game = await begun(discord, await discord.new_channel(guild), ["strong"] * 3)
            turn = await game.until_asked()
            for _ in range(ROUNDS):
                await game.end_turn()
                turn = await game.until_asked(turn)
        program, mind = bot.memory()
    print(
        f"\n{games} games against strong computers: the program {program:.0f} MB ({alone:.0f} at "
        f"its start), the engine worker {mind:.0f} MB, together {program + mind:.0f} MB"
    )
