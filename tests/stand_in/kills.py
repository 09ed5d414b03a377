"""Sudden deaths of some of several processes: ``python -m tests.stand_in.kills --kills 300``.

Three processes share a database and a Discord; people play on, and again and again one of the
processes dies in the middle of a call, and comes back after a while. After each round everything
must be as it is promised: each decision that was acknowledged is in the log once, and each message
is there once. For how long nothing of a game was shown that had something to show is printed.
"""

import asyncio
import random
import shutil
import sys
import tempfile
import time
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path

import asyncpg

from bot.client.game_client import CALLS_A_SECOND
from tests.options import options_of
from tests.postgres import server
from tests.stand_in.failing import failing
from tests.stand_in.process import NO_DATABASE, Crew
from tests.stand_in.rows import connected
from tests.stand_in.trial import PACE, Conditions, Trial

PROCESSES = 3
HARDSHIP = Conditions(decisions=6, crowded=0.05, impatient=0.2, eager=0.3, boards=True)
OFTEN = 0.1
"""Seconds between two looks at what is not shown yet."""
_BEHIND = """
    SELECT game.id, delivered_version, owner FROM game LEFT JOIN claim ON game_id = game.id
    WHERE delivered_version < version
"""


@dataclass
class Lags:
    """The longest time in which a game with something to show was not shown."""

    longest: float = 0.0
    """Seconds, with one process, dead or alive, that was to show it."""
    _since: dict[int, tuple[object, float]] = field(default_factory=dict)

    def look(self, behind):
        """*behind*: the games with something to show, with what of it is shown, and the owner."""
        now, before = time.monotonic(), self._since
        self._since = {
            game: before[game] if before.get(game, ())[:1] == (state,) else (state, now)
            for game, *state in behind
        }
        self.longest = max([self.longest, *(now - since for _, since in self._since.values())])


@asynccontextmanager
async def watched(url):
    """Look again and again what is not shown yet."""
    lags = Lags()

    async def watch():
        while True:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                async with connected(url) as connection:
                    while True:
                        lags.look([tuple(row) for row in await connection.fetch(_BEHIND)])
                        await asyncio.sleep(OFTEN)
            await asyncio.sleep(OFTEN)  # the server fails

    watching = asyncio.create_task(watch())
    try:
        yield lags
    finally:
        watching.cancel()
        await asyncio.wait([watching])


@dataclass(frozen=True)
class Options:
    """The options of a run."""

    kills: int = 300
    a_round: int = 10
    """Deaths in each round."""
    lease: float = 3.0
    """Seconds of a claim."""
    seed: str = "1"
    tables: int = 6


@dataclass
class Figures:
    """The results of a run."""

    kills: int
    decisions: int
    longest: float
    """Seconds for which nothing of a game was shown, while one process was to show it."""
    amiss: list[str]


async def killed(wanted, folder, url, database=None):
    """Let processes on one database die a number of times, or until there is a fault.

    A *database* that can fail does so meanwhile, again and again.
    """
    dice = random.Random(wanted.seed)
    reached = url if database is None else database.url

    def crew(discord):
        # as many calls as Discord takes here, where the seconds of its limits pass faster
        calls = CALLS_A_SECOND * PACE / PROCESSES
        settings = {"LEASE_SECONDS": str(wanted.lease), "CALLS_PER_SECOND": str(calls)}
        made = Crew.on_postgresql(discord, folder, reached, PROCESSES, **settings)
        made.database = url
        if database is not None:
            made.ends |= {NO_DATABASE}
        made.away, made.dice = 2 * wanted.lease, dice
        return made

    def meanwhile():
        return nullcontext() if database is None else database.again_and_again(dice)

    async with Trial(folder, wanted.seed, crew, meanwhile) as trial, watched(url) as lags:
        for number in count(1):
            deaths = min(wanted.a_round, wanted.kills - trial.deaths)
            amiss = await trial.round(
                number, replace(HARDSHIP, deaths=deaths, services=wanted.tables)
            )
            amiss += _tracebacks(folder)
            figures = Figures(trial.deaths, trial.decisions, lags.longest, amiss)
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
    parser = options_of("tests.stand_in.kills", __doc__, **asdict(Options()))
    parser.add_argument(
        "--server-fails",
        choices=("directly", "pooled"),
        help="it is killed, restarted, cut off and hangs meanwhile, with a pooler or without",
    )
    wanted = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="two-rivers-"))
    began = time.monotonic()
    figures = asyncio.run(_run(wanted, folder, wanted.server_fails))
    print(
        f"{figures.kills} kills, {figures.decisions} decisions in {time.monotonic() - began:.0f} s;"
        f" nothing was shown for {figures.longest:.1f} s at most where one process was to show "
        "something"
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
