"""Tables at which computers are played against at once: ``python -m tests.benchmarks.live_tables``.

At each table a person plays against one computer, and ends a turn some seconds after it began, by
chance. The real process has a core of its own. It prints how long a computer's answer takes, until
it is shown: its whole turn, or up to a conflict in which the person decides.
"""

import asyncio
import os
import random
import tempfile
import time
from itertools import chain
from pathlib import Path

from tests.benchmarks.load import quantiles
from tests.benchmarks.staging import BOTS, OTHERS
from tests.options import options_of
from tests.stand_in.computers import PATIENCE, begun
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord


async def played(game, seconds, pace, dice):
    """Play for *seconds*, a turn each *pace* seconds on average; return the times of answers."""
    answers = []
    until = time.perf_counter() + seconds
    turn = await game.until_asked()
    while time.perf_counter() < until:
        await asyncio.sleep(dice.uniform(0.5, 1.5) * pace)
        await game.end_turn()
        began = time.perf_counter()
        await game.table.discord.until(lambda after=turn: game.has_news(after), PATIENCE)
        answers.append(time.perf_counter() - began)
        turn = await game.until_asked(turn)
    return answers


async def run(wanted, folder):
    """Seconds of each answer at all tables, in order."""
    os.sched_setaffinity(0, {OTHERS})
    dice = random.Random(1)
    async with Discord(limits=None) as discord, Bot(discord, folder, core=BOTS):
        guild = await discord.new_guild()
        games = [
            await begun(discord, await discord.new_channel(guild), [wanted.level])
            for _ in range(wanted.tables)
        ]
        each = await asyncio.gather(
            *(played(game, wanted.seconds, wanted.pace, dice) for game in games)
        )
        return sorted(chain.from_iterable(each))


def main():
    wanted = options_of(
        "tests.benchmarks.live_tables", __doc__, tables=20, level="strong", pace=30.0, seconds=120.0
    ).parse_args()
    with tempfile.TemporaryDirectory(prefix="two-rivers-") as folder:
        answers = asyncio.run(run(wanted, Path(folder)))
    print(f"{wanted.tables} tables, {len(answers)} answers: {quantiles(answers)}")


if __name__ == "__main__":
    main()
