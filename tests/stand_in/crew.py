"""The processes of one bot: mostly one on a file of its own, or several on one database."""

import asyncio
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.stand_in.process import ROOT, Bot
from tests.stand_in.server import Discord

KILLED = -9
NO_DATABASE = 69
"""The exit status of a process that cannot open its database."""


@dataclass
class Crew:
    """Processes, each of which is started again whenever it has died suddenly.

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
    """How processes have ended by themselves."""

    def __post_init__(self) -> None:
        self._keeping: list[asyncio.Task[None]] = []

    @property
    def names(self) -> set[str]:
        """Of all its processes."""
        return {bot.name for bot in self.bots}

    @classmethod
    def alone(cls, discord: Discord, folder: Path) -> "Crew":
        """One process with a file in *folder*."""
        bot = Bot(discord, folder)
        return cls([bot], bot.database)

    @classmethod
    def on_postgresql(
        cls,
        discord: Discord,
        folder: Path,
        url: str,
        number: int,
        root: Path = ROOT,
        **settings: str,
    ) -> "Crew":
        """So many processes on one database, with a shard each."""
        discord.gateway.shards = number
        bots = [
            Bot(
                discord,
                folder,
                root,
                name=f"b{one}",
                settings={"DATABASE_URL": url, "SHARDS": f"{one}/{number}", **settings},
            )
            for one in range(number)
        ]
        return cls(bots, url)

    async def start(self) -> None:
        """Start all of them, and wait until they are connected."""
        for bot in self.bots:
            await bot.start()
        self._keeping = [asyncio.create_task(self._keep_alive(bot)) for bot in self.bots]
        for bot in self.bots:
            await bot.connected()

    async def end(self) -> None:
        """Let all of them die, for good."""
        for each in self._keeping:
            each.cancel()
            with suppress(asyncio.CancelledError):
                await each
        for bot in self.bots:
            await bot.kill()

    def die(self, name: str | None = None) -> None:
        """Let the process of that name die suddenly, or all of them."""
        for bot in self.bots:
            if name in {None, bot.name} and bot.lives:
                self.deaths += 1
                bot.die()

    async def _keep_alive(self, bot: Bot) -> None:
        while True:
            status = await bot.ended()
            if status not in self.ends:
                self.amiss.append(f"{bot.name or 'the bot'} has ended by itself: status {status}")
            await asyncio.sleep(self.dice.uniform(0, self.away))
            self.while_away()
            await bot.start()
