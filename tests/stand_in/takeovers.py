"""The duration of takeovers: ``python -m tests.stand_in.takeovers --deaths 20``.

Two processes have a shard each, and leases of the usual length. Again and again the second dies
with a decision that is acknowledged and not yet shown: every other time at the worst moment, just
after it has renewed its lease, else at any moment.
"""

import asyncio
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.options import options_of
from tests.postgres import server
from tests.stand_in.faults import refused
from tests.stand_in.gateway import Shard
from tests.stand_in.process import sharded
from tests.stand_in.rows import connected
from tests.stand_in.server import Discord
from tests.stand_in.table import begun, guild_on, until_shown

WANTED = 25.0
"""Seconds: what is promised, with a margin."""
_SHOWING = "(POST|PATCH) /channels/.*"
_ANY_MOMENT = 3.0
"""Seconds between two renewals of a lease."""
_LOOK_AGAIN = 0.02
"""Seconds."""


async def takeovers(folder, url, deaths, seed):
    """The seconds from each death until all is shown."""
    dice = random.Random(f"{seed} takeovers")
    async with Discord() as discord, AsyncExitStack() as ending:
        discord.gateway.max_concurrency = 16
        first, second = sharded(discord, folder, url, "first", "second")
        await ending.enter_async_context(first)
        for number in range(deaths):
            await second.start()
            ending.push_async_callback(second.kill)
            await second.connected()
            table = await begun(discord, await guild_on(discord, Shard(1, 2)))
            await until_shown(table, url)
            owner = await _owner(url, table)
            discord.faults.plan(_SHOWING, refused(503), times=None)
            answer = await table.decide(await table.next_decision(dice))
            assert answer.acknowledged_by == "second"
            await _renewed(url, owner)
            await asyncio.sleep(dice.uniform(0, number % 2 * _ANY_MOMENT))
            died = time.monotonic()
            await second.kill()
            discord.faults.clear()
            await until_shown(table, url)
            yield time.monotonic() - died
            assert await _owner(url, table) != owner


async def _renewed(url, owner):
    """Wait until a process renews its lease."""
    until = "SELECT until FROM program WHERE id = $1"
    async with connected(url) as connection:
        before = await connection.fetchval(until, owner)
        while True:
            if await connection.fetchval(until, owner) != before:
                return
            await asyncio.sleep(_LOOK_AGAIN)


async def _owner(url, table):
    """The process that shows a game."""
    of_game = "SELECT owner FROM claim JOIN game ON game.id = game_id WHERE home_id = $1"
    async with connected(url) as connection:
        return str(await connection.fetchval(of_game, int(table.home["id"])))


async def _run(wanted):
    found = []
    with tempfile.TemporaryDirectory(prefix="two-rivers-") as folder:
        async with server() as here:
            url = await here.new_database()
            async for seconds in takeovers(Path(folder), url, wanted.deaths, wanted.seed):
                found.append(seconds)
                print(f"death {len(found)}: shown after {seconds:.1f} s", flush=True)
    return found


def main():
    wanted = options_of("tests.stand_in.takeovers", __doc__, deaths=20, seed="1").parse_args()
    found = asyncio.run(_run(wanted))
    in_time = sum(seconds <= WANTED for seconds in found)
    print(f"{in_time} of {len(found)} within {WANTED:g} s; {max(found):.1f} s at most")
    return in_time < len(found)


if __name__ == "__main__":
    sys.exit(main())
