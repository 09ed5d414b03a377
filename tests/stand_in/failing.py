"""A test's own PostgreSQL server, which is killed, restarted, cut off, or hangs."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from enum import Enum

from tests.postgres import Server, Serving, pooler, serving
from tests.proxy import Proxy, proxy

_WELL, _FAILS = (3.0, 15.0), (0.2, 6.0)
"""Seconds, at least and at most."""


class Failure(Enum):
    """A failure of the server or its connections, for a while."""

    KILLED = "killed"
    RESTARTED = "restarted"
    CUT = "cut"
    HANGING = "hanging"


@dataclass(frozen=True)
class UnreliableServer:
    """The server, and the proxy before it."""

    _serving: Serving
    _way: Proxy
    url: str
    """The database's URL for processes."""
    direct: str
    """Its URL without the proxy and the pooler."""

    @asynccontextmanager
    async def failure(self, of):
        """Let it fail meanwhile."""
        match of:
            case Failure.CUT:
                with self._way.off():
                    yield
            case Failure.HANGING:
                with self._serving.hanging():
                    yield
            case Failure.KILLED | Failure.RESTARTED:
                end = self._serving.kill if of is Failure.KILLED else self._serving.stop
                await asyncio.to_thread(end)
                try:
                    yield
                finally:
                    await asyncio.to_thread(self._serving.start)

    @asynccontextmanager
    async def again_and_again(self, dice):
        """Let it fail now and then, in every way."""

        async def fail():
            while True:
                await asyncio.sleep(dice.uniform(*_WELL))
                async with self.failure(dice.choice([*Failure])):
                    await asyncio.sleep(dice.uniform(*_FAILS))

        task = asyncio.create_task(fail())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


@asynccontextmanager
async def failing(*, pooled):
    """A server that can fail; with *pooled*, behind a pooler. Raises NotInstalled."""
    async with AsyncExitStack() as stack:
        own = serving(synchronous_commit="on")  # what was committed outlives a kill
        here = await asyncio.to_thread(own.__enter__)
        stack.push_async_callback(asyncio.to_thread, own.__exit__, None, None, None)
        direct = await here.server.new_database("games")
        there = await stack.enter_async_context(proxy(here.server.port))
        port = there.port
        if pooled:
            before = Server(here.server.folder, there.port)
            port = await stack.enter_async_context(pooler(before, server_login_retry="1"))
        yield UnreliableServer(here, there, here.server.url("games", port=port), direct)
