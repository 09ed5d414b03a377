"""Start and memory of the real process with nothing to do: ``python -m tests.benchmarks.idle``.

At the second start, as the first one makes the database. With ``--computers`` some have thought:
``--computers strong`` takes most.
Memory is what Linux counts as resident, shared libraries too.
"""

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.stand_in.computers import begun
from tests.stand_in.process import ROOT, Bot
from tests.stand_in.server import Discord

_QUIET = 1.0
"""Seconds without a call to Discord."""


async def run(folder, root, python, idle, level):
    """Seconds until connected; MB now and at most, of the bot and of the engine worker."""
    async with Discord(limits=None) as discord:
        guild = await discord.new_guild()
        async with Bot(discord, folder, root, python=python):
            await discord.quiet(_QUIET)
        bot = Bot(discord, folder, root, python=python)
        started = time.perf_counter()
        async with bot:
            connected = time.perf_counter() - started
            await discord.quiet(_QUIET)
            if level is not None:
                game = await begun(discord, await discord.new_channel(guild), [level] * 2)
                turn = await game.until_asked()
                await game.end_turn()
                await game.until_asked(turn)
                await discord.quiet(_QUIET)
            await asyncio.sleep(idle)
            return connected, bot.memory(now=True), bot.memory()


async def main():
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.idle", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--computers", nargs="?", const="medium", metavar="LEVEL")
    parser.add_argument("--idle", type=float, default=65.0, help="seconds with nothing to do")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of the bot's code")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--python", default=sys.executable, help="with what the bot needs")
    given = parser.parse_args()
    seconds, now, most = [], [], []
    for _ in range(given.runs):
        with TemporaryDirectory(prefix="two-rivers-") as folder:
            told = await run(Path(folder), given.root, given.python, given.idle, given.computers)
        for kept, value in zip((seconds, now, most), told, strict=True):
            kept.append(value)
    print(f"connected after {statistics.median(seconds):.2f} s (medians of {given.runs} runs)")
    for name, of_process in zip(("bot", "engine worker"), zip(*now, strict=True), strict=False):
        print(f"{name}: {statistics.median(of_process):.0f} MB now")
    both, peak = (statistics.median(map(sum, each)) for each in (now, most))
    print(f"together {both:.0f} MB, {peak:.0f} at most")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
