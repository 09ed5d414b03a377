"""One process or several, on a file or on PostgreSQL, as a benchmark wants them."""

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import create_engine, select
from sqlalchemy.dialects.postgresql.asyncpg import dialect as postgresql

from bot.store.schema.tables import metadata
from tests.benchmarks.measuring import at_rest
from tests.postgres import Serving, serving
from tests.proxy import Proxy, proxy_process
from tests.stand_in.process import Bot, cpu_of
from tests.stand_in.rows import connected
from tests.stand_in.server import Discord

BOTS, OTHERS = 0, 1
"""The core that the processes share, and that of everything else."""
DELAY = 0.0005
"""Seconds to the database."""
_DIALECT = postgresql()
_SEQUENCE = (
    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 1)) FROM {table}"
)
_BETWEEN_LOOKS = 0.02
"""Seconds between two looks at who waits for a lock."""
_WAITING = """
    SELECT count(*) FILTER (WHERE state <> 'idle'),
           count(*) FILTER (WHERE wait_event_type = 'Lock')
    FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()
"""


@dataclass
class Locks:
    """The numbers of transactions seen, and of those waiting for a lock."""

    seen: int = 0
    waiting: int = 0
    looks: int = 0

    def __str__(self):
        part = self.waiting / self.seen if self.seen else 0.0
        return f"waiting for locks {part:.1%} of the time in transactions ({self.looks} looks)"


@dataclass
class Stage:
    """The measured processes, with their Discord and database."""

    discord: Discord
    folder: Path
    unlimited: bool = False
    """True if the processes rely on Discord's own rate limits."""
    proxy: Proxy | None = None
    url: str = ""
    serving: Serving | None = None
    bots: list[Bot] = field(default_factory=list)

    @property
    def trips(self):
        """The trips to the database so far."""
        return self.proxy.trips if self.proxy is not None else 0

    def cpu(self):
        return sum(bot.cpu() for bot in self.bots)

    def server_cpu(self):
        """The seconds of CPU of the database's server so far; 0 without one."""
        return cpu_of(self.serving.pid) if self.serving is not None else 0.0

    async def start(self, number):
        """Start a number of processes, and wait until they are idle."""
        began = time.perf_counter()
        for one in range(number):
            settings = {"CALLS_PER_SECOND": "0"} if self.unlimited else {}
            if number > 1:
                settings["SHARDS"] = f"{one}/{number}"
            if self.proxy is not None:
                settings["DATABASE_URL"] = self.url
            bot = Bot(self.discord, self.folder, name=f"b{one}", core=BOTS, settings=settings)
            await bot.start()
            self.bots.append(bot)
        for bot in self.bots:
            await bot.connected()
        ready = time.perf_counter() - began
        for bot in self.bots:
            await at_rest(self.discord, bot)
        memory = "; ".join(" + ".join(f"{each:.0f}" for each in bot.memory()) for bot in self.bots)
        print(
            f"start of {number}: connected after {ready:.1f} s, at rest with {self.cpu():.1f} s of "
            f"CPU and {memory} MB ({[bot.processes[0] for bot in self.bots]})",
            flush=True,
        )

    async def stop(self):
        """End all processes."""
        await asyncio.gather(*(bot.stop() for bot in self.bots))
        self.bots.clear()

    @asynccontextmanager
    async def watching_locks(self):
        """Watch for transactions that wait for a lock, where there are any."""
        locks = Locks()
        if self.serving is None:
            yield locks
            return
        watching = asyncio.create_task(self._watch(self.serving, locks))
        try:
            yield locks
        finally:
            watching.cancel()
            await asyncio.wait([watching])

    async def _watch(self, serving, locks):
        async with serving.server.ruling() as connection:
            while True:
                seen, waiting = await connection.fetchrow(_WAITING, self.url.rpartition("/")[2])
                locks.seen += seen
                locks.waiting += waiting
                locks.looks += 1
                await asyncio.sleep(_BETWEEN_LOOKS)


@asynccontextmanager
async def staged(discord, folder, wanted):
    """A stage with what is stored in *folder*, moved to PostgreSQL if that is wanted."""
    stage = Stage(discord, folder, wanted.limit != 1.0)
    try:
        if not wanted.postgresql:
            yield stage
            return
        with (
            serving() as stage.serving,
            proxy_process(stage.serving.server.port, delay=DELAY) as stage.proxy,
        ):
            direct = await stage.serving.server.new_database()
            name = direct.rpartition("/")[2]
            await move(folder / "games.sqlite3", direct)
            stage.url = stage.serving.server.url(name, port=stage.proxy.port)
            yield stage
    finally:
        for bot in stage.bots:
            await bot.kill()


async def move(database, url):
    """Copy every row of a file into a database that has the tables and no rows."""
    engine = create_engine(f"sqlite:///{database}")
    try:
        async with connected(url) as there:
            with engine.connect() as here:
                for table in metadata.sorted_tables:
                    names = [column.name for column in table.columns]
                    await there.copy_records_to_table(
                        table.name, records=_rows(here, table), columns=names
                    )
                    if table.autoincrement_column is not None:
                        await there.execute(_SEQUENCE.format(table=table.name))
            await there.execute("ANALYZE")
    finally:
        engine.dispose()


def _rows(here, table):
    processors = [
        column.type.dialect_impl(_DIALECT).bind_processor(_DIALECT) for column in table.columns
    ]
    return [
        tuple(
            value if process is None else process(value)
            for process, value in zip(processors, row, strict=True)
        )
        for row in here.execute(select(table))
    ]
