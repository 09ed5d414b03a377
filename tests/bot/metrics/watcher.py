"""Watches a program, and queries it over HTTP."""

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.client.nightly_backups import NightlyBackups
from bot.cluster import Claims
from bot.engine_worker import EngineWorker
from bot.listening import SocketAddress, listening
from bot.metrics.status_server import StatusServer
from bot.store import Store


@dataclass
class Program:
    """The observed parts of a program: the test sets the state of its connection."""

    store: Store | None
    worker: EngineWorker
    claims: Claims | None = None
    backups: NightlyBackups | None = None
    ready: bool = True
    connection: SimpleNamespace = field(
        default_factory=lambda: SimpleNamespace(lost_at=None, trouble="")
    )
    latency: float = 0.04
    guilds: list[str] = field(default_factory=lambda: ["Mesopotamia", "Elam"])

    def is_ready(self):
        return self.ready


@dataclass
class Watcher:
    """Asks over HTTP."""

    session: aiohttp.ClientSession
    url: str

    async def health(self):
        async with self.session.get(f"{self.url}/healthz") as answer:
            return answer.status, await answer.json()

    async def text(self):
        async with self.session.get(f"{self.url}/metrics") as answer:
            assert answer.status == 200
            return await answer.text()

    async def figures(self):
        """Figures by name and labels, except zeros."""
        return {
            sample.name.removeprefix("two_rivers_")
            + "".join(f" {value}" for value in sample.labels.values()): sample.value
            for family in text_string_to_metric_families(await self.text())
            for sample in family.samples
            if sample.value
        }


@asynccontextmanager
async def status_server(clock, **how):
    """A status server on a port of its own, which reads the database by *how*."""
    with listening(SocketAddress("127.0.0.1", 0)) as taken:
        watch = StatusServer(taken, clock, **how)
        yield watch
        await watch.leave_database()
        await watch.end()


@asynccontextmanager
async def watching(watch, program):
    await watch.begin(program)
    host, port = watch._socket.getsockname()
    async with aiohttp.ClientSession() as session:
        yield Watcher(session, f"http://{host}:{port}")
