"""Start and memory of the real process with nothing to do: ``python -m tests.benchmarks.idle``.

At the second start, as the first one makes the database. With ``--computers`` some have thought:
``--computers strong`` takes most.
Memory is what Linux counts as resident, shared libraries too.
"""

import asyncio
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.options import options_of
from tests.stand_in.computers import begun
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord

_QUIET = 1.0
"""Seconds without a call to Discord."""
_IDLE = 65.0
"""Seconds with nothing to do."""
_RUNS = 3


async def run(folder, level):
    """Seconds until connected; MB now and at most, of the bot and of the engine worker."""
    async with Discord(limits=None) as discord:
        guild = await discord.new_guild()
        bot = Bot(discord, folder)
        async with bot:
            await discord.quiet(_QUIET)
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
            await asyncio.sleep(_IDLE)
            return connected, bot.memory(now=True), bot.memory()


async def main():
    parser = options_of("tests.benchmarks.idle", __doc__)
    parser.add_argument("--computers", nargs="?", const="medium", metavar="LEVEL")
    level = parser.parse_args().computers
    seconds, now, most = [], [], []
    for _ in range(_RUNS):
        with TemporaryDirectory(prefix="two-rivers-") as folder:
            values = await run(Path(folder), level)
        for figures, value in zip((seconds, now, most), values, strict=True):
            figures.append(value)
    print(f"connected after {statistics.median(seconds):.2f} s (medians of {_RUNS} runs)")
    for name, of_process in zip(("bot", "engine worker"), zip(*now, strict=True), strict=False):
        print(f"{name}: {statistics.median(of_process):.0f} MB now")
    both, peak = (statistics.median(map(sum, each)) for each in (now, most))
    print(f"together {both:.0f} MB, {peak:.0f} at most")


if __name__ == "__main__":
    asyncio.run(main())
