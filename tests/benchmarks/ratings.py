"""Ratings of a large server: ``python -m tests.benchmarks.ratings``.

Recomputing all, comparing, one more result, a late one, and a page of the leaderboard.
"""

import asyncio
import statistics
import sys
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "bot"))

from tabletop import rated_results

from bot.changes import recompute_ratings, replace_results
from bot.features.ratings import leaderboard_page
from bot.i18n import Words
from bot.store import Store
from bot.store.queries import results
from bot.use_cases import compare_ratings
from bot.use_cases.people.ratings import Ratings
from tests.benchmarks.many import database
from tests.benchmarks.measuring import yardstick
from tests.options import options_of

GUILD = 2_000_000_000_000_000_000
FIRST = 1_000_000_000_000_000_000
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
TIMES = 20
WORDS = Words.of("en")


def rows(number, at, dice, people):
    """The results of a rated game of two to four people."""
    players = dice.choice((2, 3, 4))
    users = dice.sample(range(people), players)
    placed = ((FIRST + user, place) for place, user in enumerate(users, 1))
    return rated_results(number, GUILD, at, *placed)


@asynccontextmanager
async def timed(what):
    began, spent = time.perf_counter(), time.process_time()
    yield
    took, cpu = time.perf_counter() - began, time.process_time() - spent
    print(f"{what}: {took:.2f} s, of which {cpu:.2f} s of CPU")


async def run(kind, folder, games, people):
    dice = Random(1)
    every = timedelta(minutes=5)

    def fill(connection):
        for number in range(1, games + 1):
            results.replace(connection, number, rows(number, BEGAN + number * every, dice, people))

    async with database(kind, folder) as url:
        store = await Store.open(url)
        await store.write(fill)
        print(
            f"{kind}: {games:,} rated games of {people:,} people; a yardstick {yardstick():.3f} s"
        )
        async with timed("recomputing all, the first time"):
            await store.write(recompute_ratings, GUILD)
        async with timed("the same, nothing to write"):
            await store.write(recompute_ratings, GUILD)
        async with timed("comparing all"):
            report = await store.read(compare_ratings, GUILD)
        assert not report.wrong
        for what, before in (("one more result", 0), ("one that is 100 games late", 100)):
            at, number = BEGAN + (games - before) * every + every / 2, games + 1 + before
            async with timed(what):
                new = rows(number, at, dice, people)
                await store.write(replace_results, number, GUILD, new)
        services = Ratings(store)
        for page in (0, people // 20, people):
            taken, cpu = [], []
            for number in range(TIMES):
                began, spent = time.perf_counter(), time.process_time()
                board = await services.leaderboard(GUILD, FIRST + number, page)
                leaderboard_page(WORDS, board, "Ann")
                taken.append(1000 * (time.perf_counter() - began))
                cpu.append(1000 * (time.process_time() - spent))
            print(
                f"page {board.page + 1} of {board.pages}: {statistics.median(taken):.1f} ms, "
                f"{statistics.median(cpu):.1f} ms of CPU"
            )
        await store.close()


def main():
    parser = options_of("tests.benchmarks.ratings", __doc__, games=100_000, people=10_000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="two-rivers-") as folder:
        asyncio.run(run(options.database, Path(folder), options.games, options.people))


if __name__ == "__main__":
    main()
