"""The bot as a process of its own, or several of them, connected to the stand-in."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from tests.freezing import children
from tests.stand_in.server import PATIENCE

ROOT = Path(__file__).parents[2]
TOKEN = "no-token-of-anybody-s.but-it.looks-like-a-bot-token"
_TICKS = os.sysconf("SC_CLK_TCK")


class Bot:
    """``python -m bot --discord`` from its start to its end.

    Its database and what it logs are in *folder*. Of several processes each has a *name*.
    *settings* are those that only this one has; it comes with so many *shards*. With a *core* it
    has that one alone.
    """

    def __init__(
        self,
        discord,
        folder,
        *,
        log_level="INFO",
        name="",
        settings=MappingProxyType({}),
        shards=1,
        core=None,
    ):
        self._discord = discord
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._log_level = log_level
        self.name = name
        self._settings = settings
        self._shards = shards
        self._core = core
        self.database = folder / "games.sqlite3"
        self.log = folder / (f"bot-{name}.log" if name else "bot.log")

    async def __aenter__(self):
        try:
            await self.come()
        except BaseException:
            await self.kill()
            raise
        return self

    async def __aexit__(self, *_):
        await self.stop()

    async def come(self):
        """Start it, and wait until it is connected."""
        await self.start()
        await self.connected()

    async def start(self):
        """Start it, without waiting until it is connected."""
        self._seen = self._discord.gateway.identified_by[self.name]
        # A shell that starts tests in the background has this signal ignored.
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *([] if self._core is None else ["taskset", "--cpu-list", str(self._core)]),
                *(sys.executable, "-P", "-m", "bot", "--discord"),
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
                cwd=self._folder,  # where no .env is
                env=os.environ
                | {
                    "PYTHONPATH": str(ROOT),
                    "DISCORD_TOKEN": TOKEN,
                    "DISCORD_API": self._discord.api_for(self.name),
                    "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
                    "LOG_LEVEL": self._log_level,
                }
                | self._settings,
            )

    async def connected(self):
        """Wait until all its shards are ready."""
        identified, all_of_them = self._discord.gateway.identified_by, self._seen + self._shards
        ready = asyncio.create_task(
            self._discord.until(lambda: identified[self.name] >= all_of_them)
        )
        ended = asyncio.create_task(self._process.wait())
        try:
            await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
            assert not ended.done(), f"it ended by itself: {self.log.read_text()}"
            await ready
        finally:
            ready.cancel()
            ended.cancel()

    async def ended(self):
        """Wait until it has ended; its exit status."""
        return await self._process.wait()

    async def stop(self):
        """End it as by Control-C."""
        await self._end(signal.SIGINT)

    def ask_to_end(self, by=signal.SIGTERM):
        """Ask it to end, as a platform does."""
        self._process.send_signal(by)

    async def left(self):
        """Wait for the end that it was asked for; return its exit status.

        What it has not answered by then it never will.
        """
        status = await asyncio.wait_for(self.ended(), PATIENCE)
        self._discord.bot_died(self.name)
        return status

    async def kill(self):
        """Let it die suddenly."""
        self.die()
        await self._end(signal.SIGKILL)

    @property
    def lives(self):
        """True if it was started and is not known to have ended."""
        return self._process.returncode is None

    def die(self):
        """Kill it, without waiting until it has ended."""
        if self.lives:
            self._process.send_signal(signal.SIGKILL)
        self._discord.bot_died(self.name)

    async def _end(self, by):
        if self._process.returncode is None:
            self._process.send_signal(by)
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            self._process.kill()
            raise

    # --- figures ---------------------------------------------------------------------------------

    @property
    def processes(self):
        """The numbers of its process, and of those that it has started."""
        return [self._process.pid, *children(self._process.pid)]

    def memory(self, *, now=False):
        """The most resident memory of each of its processes so far, or *now*: in MB, by Linux."""
        return [_memory(pid, "VmRSS" if now else "VmHWM") for pid in self.processes]

    def cpu(self):
        """The seconds of CPU, user and system, of it and its children so far, by Linux."""
        return cpu_of(self._process.pid)


def cpu_of(pid):
    """The seconds of CPU of a process and its children so far."""
    # Behind the name, which may hold anything: utime, stime, and those of children waited for.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / _TICKS
    return own + sum(map(cpu_of, children(pid)))


def _memory(pid, which):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (ready,) = (line for line in lines if line.startswith(f"{which}:"))
    return int(ready.split()[1]) / 1024


def sharing(discord, folder, url, *names, **settings):
    """Processes on one database at a server that all receive all events."""
    settings["DATABASE_URL"] = url
    return [Bot(discord, folder, name=name, settings=settings) for name in names]


def sharded(discord, folder, url, *names, **settings):
    """Processes on one database at a server, with a shard each."""
    return [
        Bot(
            discord,
            folder,
            name=name,
            settings={"DATABASE_URL": url, "SHARDS": f"{number}/{len(names)}", **settings},
        )
        for number, name in enumerate(names)
    ]


KILLED = -9
NO_DATABASE = 69
"""The exit status of a process that cannot open its database."""


@dataclass
class Crew:
    """Processes, each of which is restarted whenever it has died.

    At once; or, with *away*, after a while by chance, so many seconds at most.
    """

    bots: Sequence[Bot]
    database: Path | str
    """The file, or the URL."""
    away: float = 0.0
    while_away: Callable[[], None] = lambda: None
    """Called while a process is away."""
    dice: random.Random = field(default_factory=random.Random)
    ends: frozenset[int] = frozenset({KILLED})
    """The exit statuses that are expected."""
    deaths: int = 0
    amiss: list[str] = field(default_factory=list)
    """Unexpected ends of processes."""

    def __post_init__(self):
        self._keeping = []

    @property
    def names(self):
        """The names of all its processes."""
        return {bot.name for bot in self.bots}

    @classmethod
    def alone(cls, discord, folder):
        """One process with a file in *folder*."""
        bot = Bot(discord, folder)
        return cls([bot], bot.database)

    @classmethod
    def on_postgresql(cls, discord, folder, url, number, **settings):
        """A number of processes on one database, with a shard each."""
        discord.gateway.shards = number
        names = [f"b{one}" for one in range(number)]
        return cls(sharded(discord, folder, url, *names, **settings), url)

    async def start(self):
        """Start all of them, and wait until they are connected."""
        for bot in self.bots:
            await bot.start()
        self._keeping = [asyncio.create_task(self._keep_alive(bot)) for bot in self.bots]
        for bot in self.bots:
            await bot.connected()

    async def end(self):
        """Let all of them die, for good."""
        for each in self._keeping:
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each
        for bot in self.bots:
            await bot.kill()

    def die(self, name=None):
        """Let the process of that name die suddenly, or all of them."""
        for bot in self.bots:
            if name in {None, bot.name} and bot.lives:
                self.deaths += 1
                bot.die()

    async def _keep_alive(self, bot):
        while True:
            status = await bot.ended()
            if status not in self.ends:
                self.amiss.append(f"{bot.name or 'the bot'} has ended by itself: status {status}")
            await asyncio.sleep(self.dice.uniform(0, self.away))
            self.while_away()
            await bot.start()
