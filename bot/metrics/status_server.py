"""The HTTP server for health and metrics.

It tells no secret and nothing personal; nevertheless it listens on loopback unless the host says
otherwise, as others need not know how much is played.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from http import HTTPStatus

from aiohttp import web
from prometheus_client import CollectorRegistry
from prometheus_client.aiohttp import make_aiohttp_handler

from bot.client.base import RiversClient
from bot.client.health import FRESH, PATIENCE, DatabaseMonitor, examine
from bot.metrics.figures import Figures, Gauges, LogRecordCounter

log = logging.getLogger(__name__)

_BEAT = 0.25
"""Seconds between two measurements of how late the event loop is."""
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class StatusServer:
    """Counts, and answers requests on a socket that listens already."""

    def __init__(
        self,
        listening: socket.socket,
        clock: Callable[[], datetime],
        *,
        fresh: float = FRESH,
        patience: float = PATIENCE,
    ) -> None:
        """*clock* is the one by which times are stored.

        A database snapshot is used again for *fresh* seconds, and waited for up to *patience*
        seconds.
        """
        self.figures = Figures()
        self._socket = listening
        self._clock = clock
        self._fresh, self._patience = fresh, patience
        self._looking: DatabaseMonitor | None = None
        self._opened = AsyncExitStack()

    async def begin(self, program: RiversClient) -> None:
        """Answer requests about *program* from now on."""
        looking = self._looking = DatabaseMonitor(program, self._clock, self._fresh, self._patience)
        self.figures.registry.register(Gauges(program, looking))
        self.figures.watch_process("opponents", lambda: program.worker.pid)
        async with AsyncExitStack() as opened:
            records = LogRecordCounter(self.figures)
            logging.getLogger().addHandler(records)
            opened.callback(logging.getLogger().removeHandler, records)
            runner = web.AppRunner(
                _app(program, looking, self.figures.registry, self._clock()),
                access_log=None,
                shutdown_timeout=1.0,
            )
            opened.push_async_callback(runner.cleanup)
            await runner.setup()
            await web.SockSite(runner, self._socket).start()
            beating = asyncio.create_task(self._beat(), name="beat")
            opened.callback(beating.cancel)
            self._opened = opened.pop_all()
        host, port = self._socket.getsockname()[:2]
        log.info("health and figures: /healthz and /metrics at %s, port %d", host, port)

    async def leave_database(self) -> None:
        """Take no more snapshots of the database, which will be closed."""
        if self._looking is not None:
            await self._looking.end()

    async def end(self) -> None:
        """Stop answering."""
        await self._opened.aclose()

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _BEAT
            await asyncio.sleep(_BEAT)
            self.figures.late(max(0.0, loop.time() - due))


def _app(
    program: RiversClient,
    looking: DatabaseMonitor,
    registry: CollectorRegistry,
    started_at: datetime,
) -> web.Application:
    write = make_aiohttp_handler(registry)

    async def tell_health(_request: web.Request) -> web.StreamResponse:
        health = examine(program, await looking.look(), started_at)
        status = HTTPStatus.SERVICE_UNAVAILABLE if health.faults else HTTPStatus.OK
        return web.json_response(health.details, status=status, headers=_HEADERS)

    async def tell_figures(request: web.Request) -> web.StreamResponse:
        await looking.look()
        return await write(request)

    app = web.Application()
    app.router.add_get("/healthz", tell_health)
    app.router.add_get("/metrics", tell_figures)
    return app
