"""Shared parts of benchmarks with the real process: games to begin with, rest, and a yardstick."""

import asyncio
import time

LATENCY = 0.05
"""Seconds that Discord takes for a call."""
REST = 0.5
"""Seconds without a call after which everything has been shown."""


def yardstick():
    """The seconds of CPU for a million additions, now: times drift with the machine."""
    times = []
    for _ in range(5):
        began = time.process_time()
        sum(number + 1 for number in range(1_000_000))
        times.append(time.process_time() - began)
    return min(times)


async def at_rest(discord, bot):
    """Wait until everything is shown, and the bot is idle."""
    while True:
        await discord.quiet(REST)
        spent = bot.cpu()
        await asyncio.sleep(REST)
        if bot.cpu() - spent < REST / 10:
            return


async def channel(discord):
    return await discord.new_channel(await discord.new_guild())


async def played(discord, table, decisions, dice):
    """Take a number of decisions, each of which is shown."""
    for _ in range(decisions):
        await discord.quiet(0.05)
        await table.decide(await table.next_decision(dice))
    await discord.quiet(REST)
