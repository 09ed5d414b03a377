"""The bot as a process of its own, playing against the stand-in."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self

from tests.freezing import children
from tests.stand_in.server import PATIENCE, Discord

ROOT = Path(__file__).parents[2]
TOKEN = "no-token-of-anybody-s.but-it.looks-like-a-bot-token"
_TICKS = os.sysconf("SC_CLK_TCK")


class Lateness(NamedTuple):
    """For how many seconds an event loop was blocked, at most."""

    late: float
    own: float
    """The same, as far as it was the process itself that was busy."""


class Bot:
    """``python -m bot --discord`` from its start to its end.

    Its database and what it logs are in *folder*; *root* is the folder of its code, in which
    discord.py's constants are changed if it does not *know the setting* DISCORD_API. Only a
    *watched* one knows its lateness: that costs some CPU. Of several processes each has a *name*.
    *settings* are those that only this one has; it comes with so many *shards*. With a *core* it
    has that one alone.
    """

    def __init__(
        self,
        discord: Discord,
        folder: Path,
        root: Path = ROOT,
        *,
        watched: bool = False,
        knows_setting: bool = True,
        log_level: str = "INFO",
        name: str = "",
        settings: Mapping[str, str] = MappingProxyType({}),
        shards: int = 1,
        core: int | None = None,
        python: str = sys.executable,
    ) -> None:
        self._discord = discord
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self._root = root
        self._watched = watched
        self._knows_setting = knows_setting
        self._log_level = log_level
        self.name = name
        self._settings = settings
        self._shards = shards
        self._core = core
        self._python = python
        self.database = folder / "games.sqlite3"
        self.log = folder / (f"bot-{name}.log" if name else "bot.log")

    async def __aenter__(self) -> Self:
        await self.start()
        try:
            await self.connected()
        except BaseException:
            await self.kill()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Start it, without waiting until it is connected."""
        self._seen = self._discord.gateway.identified_by[self.name]
        api = self._discord.api_for(self.name)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *([] if self._core is None else ["taskset", "--cpu-list", str(self._core)]),
                self._python,
                "-P",  # what is imported is not looked for in the folder of the launcher
                str(Path(__file__).with_name("launch.py")),
                str(self._root),
                *(["--watch"] if self._watched else []),
                *([] if self._knows_setting else ["--constants", api, self._discord.gateway.url]),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=self._folder,  # where no .env is
                env=os.environ
                | {
                    "DISCORD_TOKEN": TOKEN,
                    "DISCORD_API": api,
                    "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
                    "LOG_LEVEL": self._log_level,
                }
                | self._settings,
            )

    async def connected(self) -> None:
        """Wait until it has been told what there is, on each of its shards."""
        identified, all_of_them = self._discord.gateway.identified_by, self._seen + self._shards
        told = asyncio.create_task(
            self._discord.until(lambda: identified[self.name] >= all_of_them)
        )
        ended = asyncio.create_task(self._process.wait())
        try:
            await asyncio.wait({told, ended}, return_when=asyncio.FIRST_COMPLETED)
            assert not ended.done(), f"it ended by itself: {self.log.read_text()}"
            await told
        finally:
            told.cancel()
            ended.cancel()

    async def ended(self) -> int:
        """Wait until it has ended; its exit status."""
        await self._process.communicate()
        assert self._process.returncode is not None
        return self._process.returncode

    async def stop(self) -> None:
        """End it as somebody does who presses Control-C."""
        await self._end(signal.SIGINT)

    def ask_to_end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to end, as whatever runs it does."""
        self._process.send_signal(by)

    async def left(self) -> int:
        """Wait until it has ended that was asked to; its exit status.

        What it has not answered by then it never will.
        """
        status = await asyncio.wait_for(self.ended(), PATIENCE)
        self._discord.bot_died(self.name)
        return status

    async def kill(self) -> None:
        """Let it die suddenly."""
        self.die()
        await self._end(signal.SIGKILL)

    @property
    def lives(self) -> bool:
        """Whether it was started, and nobody knows yet that it has ended."""
        return self._process.returncode is None

    def die(self) -> None:
        """Let it die suddenly, without waiting until it is no more."""
        if self.lives:
            self._process.send_signal(signal.SIGKILL)
        self._discord.bot_died(self.name)

    async def _end(self, by: signal.Signals) -> None:
        if self._process.returncode is None:
            self._process.send_signal(by)
        try:
            await asyncio.wait_for(self._process.communicate(), PATIENCE)
        except TimeoutError:
            self._process.kill()
            raise

    # --- figures ---------------------------------------------------------------------------------

    async def lateness(self) -> Lateness:
        """How late its event loop was since this was asked before."""
        assert self._watched
        assert self._process.stdout is not None
        self._process.send_signal(signal.SIGUSR1)
        late, own = (await self._process.stdout.readline()).split()
        return Lateness(float(late), float(own))

    @property
    def processes(self) -> list[int]:
        """The numbers of its process, and of those that it has started."""
        return [self._process.pid, *children(self._process.pid)]

    def memory(self, *, now: bool = False) -> list[float]:
        """The most resident memory of each of its processes so far, or *now*: in MB, by Linux."""
        return [_memory(pid, "VmRSS" if now else "VmHWM") for pid in self.processes]

    def cpu(self) -> float:
        """The seconds of CPU, user and system, of it and its children so far, as Linux tells."""
        return cpu_of(self._process.pid)


def cpu_of(pid: int) -> float:
    """The seconds of CPU of a process and its children so far."""
    # Behind the name, which may hold anything: utime, stime, and those of children waited for.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / _TICKS
    return own + sum(map(cpu_of, children(pid)))


def _memory(pid: int, which: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (told,) = (line for line in lines if line.startswith(f"{which}:"))
    return int(told.split()[1]) / 1024
