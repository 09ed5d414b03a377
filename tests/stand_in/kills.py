"""Sudden deaths of some of several processes: ``python -m tests.stand_in.kills --kills 300``.

Three processes share a database and a Discord; people play on, and again and again one of the
processes dies in the middle of a call, and comes back after a while. After each round everything
must be as it is promised: each decision that was acknowledged is in the log once, and each message
is there once. For how long nothing of a game was shown that had something to show is printed.
"""

import argparse
import asyncio
import random
import shutil
import sys
import tempfile
import time
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import asyncpg

from bot.client.client import CALLS_A_SECOND
from tests.postgres import server
from tests.stand_in.failing import failing
from tests.stand_in.process import NO_DATABASE, ROOT, Crew
from tests.stand_in.rows import connected
from tests.stand_in.trial import PACE, Hardship, Trial

OFTEN = 0.1
"""Seconds between two looks at what is not shown yet."""
_BEHIND = """
    SELECT game.id, delivered_version, owner FROM game LEFT JOIN claim ON game_id = game.id
    WHERE delivered_version < version
"""


@dataclass
class Lags:
    """For how long nothing of a game was shown that had something to show."""

    longest: float = 0.0
    """Seconds, whoever was to show it: one that has taken a game over may die as well."""
    with_one: float = 0.0
    """The same with one process, dead or alive, that was to show it."""
    _since: dict[int, tuple[int, float]] = field(default_factory=dict)
    _with_one: dict[int, tuple[tuple[int, str | None], float]] = field(default_factory=dict)

    def look(self, behind):
        """*behind*: the games with something to show, with what of it is shown, and the owner."""
        found = list(behind)
        self._since = _since(self._since, {game: shown for game, shown, _ in found})
        self._with_one = _since(self._with_one, {game: (shown, by) for game, shown, by in found})
        self.longest = max(self.longest, _longest(self._since))
        self.with_one = max(self.with_one, _longest(self._with_one))


def _since(before, state):
    """The states of games, each with the moment since when it is as it is."""
    new = time.monotonic()
    return {
        game: (now, before[game][1] if game in before and before[game][0] == now else new)
        for game, now in state.items()
    }


def _longest(since):
    now = time.monotonic()
    return max((now - at for _, at in since.values()), default=0.0)


@asynccontextmanager
async def watched(url):
    """Look again and again what is not shown yet."""
    lags = Lags()

    async def watch():
        async with connected(url) as connection:
            while True:
                lags.look([tuple(row) for row in await connection.fetch(_BEHIND)])
                await asyncio.sleep(OFTEN)

    async def watch_on():
        while True:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await watch()
            await asyncio.sleep(OFTEN)  # the server fails

    watching = asyncio.create_task(watch_on())
    try:
        yield lags
    finally:
        watching.cancel()
        await asyncio.wait([watching])


@dataclass(frozen=True)
class Wanted:
    """What the processes go through."""

    kills: int
    lease: float = 3.0
    processes: int = 3
    a_round: int = 10
    """Deaths in each round."""
    tables: int = 6
    seed: str = "1"
    root: Path = ROOT


@dataclass
class Figures:
    """What came of it."""

    kills: int = 0
    decisions: int = 0
    longest: float = 0.0
    """Seconds for which nothing of a game was shown that had something to show."""
    with_one: float = 0.0
    """The same as long as one process was to show it."""
    amiss: list[str] = field(default_factory=list)


async def killed(wanted, folder, url, database=None):
    """Let processes on a database die so many times, or until something is amiss.

    A *database* that can fail does so meanwhile, again and again.
    """
    dice = random.Random(wanted.seed)
    reached = url if database is None else database.url

    def crew(discord):
        # as many calls as Discord takes here, where the seconds of its limits pass faster
        calls = CALLS_A_SECOND * PACE / wanted.processes
        settings = {"LEASE_SECONDS": str(wanted.lease), "CALLS_PER_SECOND": str(calls)}
        made = Crew.on_postgresql(
            discord, folder, reached, wanted.processes, wanted.root, **settings
        )
        made.database = url
        if database is not None:
            made.ends |= {NO_DATABASE}
        made.away, made.dice = 2 * wanted.lease, dice
        return made

    def meanwhile():
        return nullcontext() if database is None else database.again_and_again(dice)

    figures = Figures()
    async with Trial(folder, wanted.seed, crew, meanwhile) as trial, watched(url) as lags:
        for number in count(1):
            deaths = min(wanted.a_round, wanted.kills - trial.deaths)
            hardship = Hardship(
                decisions=6,
                deaths=deaths,
                services=wanted.tables,
                crowded=0.05,
                impatient=0.2,
                eager=0.3,
            )
            amiss = await trial.round(number, hardship)
            amiss += _tracebacks(folder)
            figures = Figures(trial.deaths, trial.decisions, lags.longest, lags.with_one, amiss)
            print(f"round {number}: {figures}", flush=True)
            if amiss or trial.deaths >= wanted.kills:
                break
    trial.write_calls(folder / "calls.txt")
    return figures


def _tracebacks(folder):
    """The logs that have a traceback."""
    logs = {log.name: log.read_text(errors="replace") for log in folder.glob("*.log")}
    return [f"{name} has a traceback" for name, text in logs.items() if "Traceback" in text]


async def _run(wanted, folder, server_fails):
    if server_fails is not None:
        async with failing(pooled=server_fails == "pooled") as database:
            return await killed(wanted, folder, database.direct, database)
    async with server() as here:
        return await killed(wanted, folder, await here.new_database())


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tests.stand_in.kills", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--lease", type=float, default=3.0, help="seconds of a claim")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--a-round", type=int, default=10, help="deaths in each round")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of another version")
    parser.add_argument(
        "--server-fails",
        choices=("directly", "pooled"),
        help="it is killed, restarted, cut off and hangs meanwhile, with a pooler or without",
    )
    wanted = vars(parser.parse_args())
    server_fails = wanted.pop("server_fails")
    folder = Path(tempfile.mkdtemp(prefix="two-rivers-"))
    began = time.monotonic()
    figures = asyncio.run(_run(Wanted(**wanted), folder, server_fails))
    print(
        f"{figures.kills} kills, {figures.decisions} decisions in {time.monotonic() - began:.0f} s"
    )
    print(
        f"nothing was shown for {figures.with_one:.1f} s at most where one process was to show "
        f"something; {figures.longest:.1f} s if others that took it over died as well"
    )
    for each in figures.amiss:
        print(f"amiss: {each}")
    if figures.amiss:
        print(f"the logs and calls are in {folder}")
    else:
        shutil.rmtree(folder)
    return bool(figures.amiss)


if __name__ == "__main__":
    sys.exit(main())
