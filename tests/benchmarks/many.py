"""The cost of a press and of a start with many stored games, on either database.

    python -m tests.benchmarks.many --database postgresql --games 100000 --running 10000

Games are copied by SQL: of every ten one runs, or whatever is asked for.
"""

import asyncio
import statistics
import sys
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from sqlalchemy import text

sys.path.insert(0, str(Path(__file__).parents[1] / "bot"))

from post_box import PostBox, posts_due
from tabletop import ANNA, PEOPLE, PLACE
from timetable import BANK, paced

from bot.delivery import Delivery
from bot.domain.table import Status
from bot.store import Store
from bot.store.queries import due, outbox
from bot.store.schema.tables import metadata
from bot.use_cases import ENDED, Services
from bot.use_cases.inside import changes_of
from tests.databases import new_database, use_server
from tests.options import options_of
from tests.postgres import server

OPTIONS = {"database": "sqlite", "games": 100_000, "running": 10_000}
_KEYS = {"game": "id"}
_PRESSES = 60
_CHUNK = 250
_DECISIONS = 40


def now():
    return datetime.now(UTC)


async def copy_many(store, source, times):
    """Copy it that often, a chunk at a time."""
    for done in range(0, times, _CHUNK):
        await copy(store, source, min(_CHUNK, times - done))


async def copy(store, source, times):
    """Copy a game's rows a number of times, each in its own server and with its own people."""
    async with store.writing() as connection:
        sqlite = connection.dialect.name == "sqlite"
        (first,) = (await connection.execute(text("SELECT max(id) + 1 FROM game"))).one()
        numbers = (
            f"WITH RECURSIVE copy(number) AS (SELECT {first} UNION ALL SELECT number + 1 FROM copy"
            f" WHERE number < {first + times - 1})"
        )
        for table in metadata.sorted_tables:
            key = _KEYS.get(table.name, "game_id")
            if key not in table.c or table.name == "claim":
                continue
            columns = [each.name for each in table.c if each.name != "id" or key == "id"]
            values = [_copied(name, key) for name in columns]
            named = ", ".join(f'"{name}"' for name in columns)
            into = f"INSERT INTO {table.name} ({named})"
            select = (
                f"SELECT {', '.join(values)} FROM copy CROSS JOIN {table.name} AS old"
                f" WHERE old.{key} = {source}"
            )
            await connection.execute(
                text(f"{numbers} {into} {select}" if sqlite else f"{into} {numbers} {select}")
            )
        people = [each.name for each in metadata.tables["person"].c][1:]
        theirs = ", ".join(f"old.{name}" for name in people)
        select = (
            f"SELECT old.user_id + copy.number * 10, {theirs} FROM copy"
            " CROSS JOIN person AS old WHERE old.user_id IN"
            f" (SELECT user_id FROM player WHERE game_id = {source})"
        )
        into = f"INSERT INTO person (user_id, {', '.join(people)})"
        await connection.execute(
            text(f"{numbers} {into} {select}" if sqlite else f"{into} {numbers} {select}")
        )
        if not sqlite:
            await connection.execute(
                text("SELECT setval('game_id_seq', (SELECT max(id) FROM game))")
            )


def _copied(name, key):
    if name == key:
        return "copy.number"
    if name in {"user_id", "opener_id", "guild_id", "channel_id", "home_id", "message_id"}:
        spread = "copy.number / 20" if name == "guild_id" else "copy.number * 10"
        return f'old."{name}" + ({spread})'
    return f'old."{name}"'


@asynccontextmanager
async def database(kind, folder):
    if kind == "sqlite":
        yield await new_database(folder / "games.sqlite3")
        return
    async with server(autovacuum="on") as here:
        use_server(here)
        yield await here.new_database()


class Box(PostBox):
    """A post box that knows the messages of copies, too."""

    async def retire(self, sent):
        """Do nothing about the message."""

    async def edit(self, post, sent):
        """Do nothing about the message."""
        return sent


async def fill(program, kind, originals, games, running):
    """Copy games up to that number; the last original ends first, the others run."""
    *going, ended = originals
    for each in going:
        await copy_many(program.store, each, running // len(going))
    for person in PEOPLE[:2]:  # of three
        await program.services.play.resign(ended, person.user_id)
    await program.delivery.rest()
    await copy_many(program.store, ended, games - running)
    if kind == "postgresql":
        async with program.store.writing() as connection:
            await connection.execute(text("ANALYZE"))


class Program:
    """A program's work on its tables, without Discord."""

    def __init__(self, store):
        self.store = store
        self.services = Services(store, Random(7), now)
        self.delivery = Delivery(store, self.services, Box(), posts_due, now, alarm=lambda _: None)
        self.services.notify(self.delivery, alarm=self.delivery.alarm)
        self.chance = Random(3)

    async def begun(self, number):
        """A number of running games."""
        made = [await paced(self.services, BANK, name=f"Ur {each}") for each in range(number)]
        for table in made:
            for _ in range(_DECISIONS):
                await self.press(table.id)
        return [table.id for table in made]

    async def close(self):
        await self.delivery.close()
        await self.store.close()

    async def press(self, number):
        """Return the milliseconds until a decision is stored, and those of the work after it.

        The game is not in memory.
        """
        changes_of(self.services).reader.loader.forget()
        began, worked = time.perf_counter(), time.process_time()
        table = await self.services.games.get(number)
        loaded = changes_of(self.services).reader.loader.latest(number)
        action = self.chance.choice(loaded.game.legal_actions())
        await self.services.play.act(number, table.decider.user_id, action)
        took, work = time.perf_counter() - began, time.process_time() - worked
        await self.delivery.rest()
        return took * 1000, work * 1000

    async def start(self):
        """Milliseconds that each of the questions takes which a program asks as it starts."""
        store = self.store
        asked = {
            "due": lambda: store.look(due.read_due, now()),
            "undelivered": lambda: store.look(outbox.undelivered, Status.RUNNING),
            "servers": lambda: store.look(outbox.servers, ENDED),
            "older games": self.services.expiry.watch_older_games,
            "games of somebody": lambda: self.services.games.of_user(ANNA.user_id + 50_000),
            "games of a server": lambda: self.services.games.in_server(PLACE.guild_id + 40),
            "games that gather there": lambda: self.services.games.joinable(1, PLACE.guild_id + 40),
            "games in a channel": lambda: self.services.games.at(PLACE.channel_id + 50_000),
        }
        times = {}
        for name, ask in asked.items():
            began = time.perf_counter()
            await ask()
            times[name] = (time.perf_counter() - began) * 1000
        return times


async def measure(kind, games, running):
    with TemporaryDirectory() as folder:
        async with database(kind, Path(folder)) as url:
            program = Program(await Store.open(url))
            originals = await program.begun(10)
            await report(program, "ten games", originals)
            await fill(program, kind, originals, games, running)
            few = [originals[0] + 10 + 7 * number for number in range(running // 10)]
            await report(program, f"{games:,} games, {running:,} of them running", few)
            await program.close()


async def report(program, title, games):
    for number in games[:5]:
        await program.press(number)
    chance = Random(1)
    pressed = [await program.press(chance.choice(games)) for _ in range(_PRESSES)]
    took, work = (statistics.median(each) for each in zip(*pressed, strict=True))
    print(f"{title}: a press takes {took:.1f} ms, {work:.1f} ms of them the program's own work")
    for name, took in (await program.start()).items():
        print(f"   {name:25} {took:8.1f} ms")


if __name__ == "__main__":
    given = options_of("tests.benchmarks.many", __doc__, **OPTIONS).parse_args()
    asyncio.run(measure(given.database, given.games, given.running))
