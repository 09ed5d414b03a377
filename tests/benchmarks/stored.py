"""The start of the real process with many games stored: ``python -m tests.benchmarks.stored``.

All of them are at rest. What a press costs then is told by ``tests.benchmarks.many``.
"""

import argparse
import asyncio
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select, text

from bot.store import Store
from bot.store.schema.tables import game
from tests.benchmarks.many import Program, copy_many
from tests.benchmarks.many import database as new_database
from tests.benchmarks.measuring import REST, at_rest
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord

_DECISIONS = 30
_OFTEN = 0.02


@asynccontextmanager
async def stored(kind, folder, games, running):
    """The URL of a database with so many games, of which some run still, each with its people."""
    async with new_database(kind, folder) as url:
        store = await Store.open(url)
        program = Program(store)
        from tabletop import PEOPLE  # noqa: PLC0415
        from timetable import BANK, paced  # noqa: PLC0415  # found once many.py has been imported

        runs, ended = [
            (await paced(program.services, BANK, name=name)).id for name in ("Ur", "Uruk")
        ]
        for number in (runs, ended):
            for _ in range(_DECISIONS):
                await program.press(number)
        for person in PEOPLE[:2]:
            await program.services.play.resign(ended, person.user_id)
        await program.delivery.rest()
        await copy_many(store, runs, running - 1)
        await copy_many(store, ended, games - running - 1)
        if kind == "postgresql":
            async with store.writing() as connection:
                await connection.execute(text("ANALYZE"))
        await program.delivery.close()
        await store.close()
        yield url


async def run(kind, games, running, folder):
    async with stored(kind, folder, games, running) as url, Discord(limits=None) as discord:
        store = await Store.open(url)
        async with store.reading() as connection:
            servers = (await connection.execute(select(game.c.guild_id).distinct())).scalars()
            for guild_id in map(str, servers):
                guild = discord.world.add_guild()
                del discord.world.guilds[guild["id"]]
                discord.world.guilds[guild_id] = guild | {"id": guild_id}
        await store.close()
        for each in ("cold", "warm"):
            bot = Bot(discord, folder, name=each, settings={"DATABASE_URL": url})
            began = time.perf_counter()
            async with bot:
                connected = time.perf_counter() - began
                while "connected as" not in bot.log.read_text():  # noqa: ASYNC110
                    await asyncio.sleep(_OFTEN)
                ready = time.perf_counter() - began
                await at_rest(discord, bot)
                rested = time.perf_counter() - began - 2 * REST
                memory = " + ".join(f"{one:.0f}" for one in bot.memory())
                calls = [call for call in discord.calls if "/channels/" in call.path]
                print(
                    f"{kind}, {games:,} games, {running:,} of them running, in "
                    f"{len(discord.world.guilds):,} servers: hears of presses after "
                    f"{connected:.1f} s, of all servers after {ready:.1f} s (discord.py waits 2 s "
                    f"for more of them), at rest after {rested:.1f} s, with {bot.cpu():.1f} s of "
                    f"CPU and {memory} MB; {len(calls)} calls about channels",
                    flush=True,
                )
            print("\n".join(sorted(set(bot.log.read_text().splitlines()))[:5]))


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.stored", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--running", type=int, default=10_000)
    given = parser.parse_args()
    with TemporaryDirectory(prefix="two-rivers-") as folder:
        asyncio.run(run(given.database, given.games, given.running, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
