"""What programs on the same PostgreSQL server tell each other: LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from bot.backoff import pause_after
from bot.store.databases.postgresql_errors import trouble

log = logging.getLogger(__name__)

_CHANNEL = "two_rivers"
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
"""Seconds before it is connected again, which grow as long as that fails."""
_LOOKED_AFTER = 30.0
"""Seconds without a word, after which it is tried whether the connection is still there."""
_PATIENCE = 5.0
"""Seconds to wait for a response."""


class Listening:
    """One connection that listens, replaced whenever it is lost.

    Notifications in between are lost: listeners must also read the database now and then.
    """

    def __init__(self, connect: Callable[[], Awaitable[Any]], heard: Callable[[str], None]) -> None:
        self._connect = connect
        self._heard = heard
        self._connection: Any = None
        self._talking = asyncio.Lock()
        self._tried = asyncio.Event()
        self._task = asyncio.create_task(self._listen(), name="listening")

    async def tried(self) -> None:
        """Wait until it is heard what others tell, or until the first attempt has failed."""
        await self._tried.wait()

    async def close(self) -> None:
        """Listen no more."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def tell(self, text: str) -> bool:
        """Tell that to all others; False if it cannot be told just now."""
        async with self._talking:
            if self._connection is None:
                return False
            try:
                await self._connection.execute(
                    "SELECT pg_notify($1, $2)", _CHANNEL, text, timeout=_PATIENCE
                )
            except Exception as error:
                if trouble(error) is None:
                    log.exception("other programs are not told")
                self._connection.terminate()
                return False
        return True

    async def _listen(self) -> None:
        tries = 0
        while True:
            try:
                connection = await self._connect()
                try:
                    await self._listen_on(connection)
                finally:
                    if self._connection is not None:  # it was listened
                        tries = 0
                    self._connection = None
                    connection.terminate()
            except Exception as error:
                if trouble(error) is None:
                    log.exception("what other programs tell is not heard")
            self._tried.set()
            await asyncio.sleep(pause_after(tries, _FIRST_PAUSE, _LONGEST_PAUSE))
            tries += 1

    async def _listen_on(self, connection: Any) -> None:  # noqa: ANN401  # asyncpg has no types
        """Listen until the connection is lost."""
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _connection: lost.set())
        await connection.add_listener(_CHANNEL, self._hear)
        self._connection = connection
        self._tried.set()
        while not lost.is_set():
            try:
                async with asyncio.timeout(_LOOKED_AFTER):
                    await lost.wait()
            except TimeoutError:
                async with self._talking:
                    await connection.execute("SELECT 1", timeout=_PATIENCE)

    def _hear(self, connection: Any, pid: int, _channel: str, text: str) -> None:  # noqa: ANN401
        if pid != connection.get_server_pid():  # what was told by ourselves
            self._heard(text)
