"""A start with much that is due: ``python -m tests.benchmarks.due --games 2000``.

The process died while nothing could be shown of so many games; now it comes back, within Discord's
limits. When it is there, when the first of them was shown anew, when all of them were, how that
compares with what the limits allow, and how often Discord had to say "too many".
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.benchmarks.test_wire import LATENCY, Delivery, left_undelivered
from tests.stand_in.limits import GLOBAL, Limits
from tests.stand_in.server import Discord

QUIET = 30.0
"""Seconds without a call, longer than it may have been told to wait."""
PATIENCE = 3600.0


async def run(games: int, folder: Path) -> None:
    async with Discord(limits=None) as discord:
        bot, services, *_ = await left_undelivered(discord, folder, games)
        for messages in discord.world.messages.values():
            for message in messages.values():
                discord.world.age(message)  # a copy is as old as the first look
        discord.limits = Limits(discord.world.clock)
        discord.latency = LATENCY
        delivery, seen, began = Delivery(discord, services), len(discord.calls), time.perf_counter()
        async with bot:
            connected = time.perf_counter() - began
            await discord.until(delivery.begun, PATIENCE)
            first = time.perf_counter() - began
            await discord.until(delivery.done, PATIENCE)
            something = time.perf_counter() - began
            await discord.quiet(QUIET)
            memory, cpu = bot.memory(), bot.cpu()
        calls = discord.calls[seen:]
    ended = max(call.ended or 0.0 for call in calls) - began
    counted = [call for call in calls if not call.path.startswith(("/interactions/", "/webhooks/"))]
    most, seconds = GLOBAL
    allowed = len(counted) / most * seconds
    refused = Counter(call.status for call in calls)[429]
    print(
        f"{games} games due: connected after {connected:.1f} s, the first shown after {first:.1f} "
        f"s, something of each after {something:.0f} s, all of it after {ended:.0f} s; "
        f"{len(counted)} calls, for which Discord's limits allow {allowed:.0f} s: × "
        f"{ended / allowed:.2f}; {refused} answered 429 ({refused / len(calls):.2%}); {cpu:.0f} s "
        f"of CPU, {' + '.join(f'{each:.0f}' for each in memory)} MB"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.due", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--games", type=int, default=2000)
    with tempfile.TemporaryDirectory(prefix="two-rivers-") as folder:
        asyncio.run(run(parser.parse_args().games, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
