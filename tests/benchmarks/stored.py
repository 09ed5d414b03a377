"""The start of the real process with many games stored: ``python -m tests.benchmarks.stored``.

All of them are at rest. What a press costs then is told by ``tests.benchmarks.many``.
"""

import asyncio
import time
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select

from bot.store import Store
from bot.store.schema.tables import game
from tests.benchmarks.many import OPTIONS, Program, fill
from tests.benchmarks.many import database as new_database
from tests.benchmarks.measuring import REST, at_rest
from tests.options import options_of
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord

_OFTEN = 0.02


@asynccontextmanager
async def stored(kind, folder, games, running):
    """Return the URL of a database with a number of games, some of which are running."""
    async with new_database(kind, folder) as url:
        program = Program(await Store.open(url))
        await fill(program, kind, await program.begun(2), games, running)
        await program.close()
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
    given = options_of("tests.benchmarks.stored", __doc__, **OPTIONS).parse_args()
    with TemporaryDirectory(prefix="two-rivers-") as folder:
        asyncio.run(run(given.database, given.games, given.running, Path(folder)))


if __name__ == "__main__":
    main()
