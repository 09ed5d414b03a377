"""The worker's process, as the program sees it: started when it is needed, killed if it is late.

A process of multiprocessing's would import what the program itself imports, Discord and all.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path

import bot
from bot.engine_worker.requests import Failed, frame, next_frame

_KEPT_FROM_IT = ("DISCORD_TOKEN", "DATABASE_URL", "LOCAL_DATABASE_URL")
_STARTS_WITHIN = 60.0
"""Seconds until a new process listens, on a machine with much to do."""
_ENDS_WITHIN = 5.0


class NoAnswer(Exception):
    """The worker has not answered; ``str`` says why, for the program's log."""


class WorkerBusy(NoAnswer):
    """Too many requests wait already: nothing was asked."""


class WorkerLate(NoAnswer):
    """It has not answered in time, and was killed. The next request starts a new one."""


class WorkerDied(NoAnswer):
    """Its process has ended, whatever the reason. The next request starts a new one."""


class WorkerFailed(NoAnswer):
    """It cannot answer that request."""


class WorkerProcess:
    """One process at a time, which is asked one thing at a time."""

    def __init__(self, patience: float) -> None:
        """*patience*: by what its requests' own seconds are multiplied."""
        self._patience = patience
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def ask(self, message: bytes, seconds: float) -> object:
        """Send a request and return its answer, which may take *seconds*.

        Raises WorkerLate, WorkerDied or WorkerFailed.
        """
        written = await self._exchanged(await self._running(), frame(message), seconds)
        answer: object = pickle.loads(written)  # noqa: S301  # from our own process
        if isinstance(answer, Failed):
            raise WorkerFailed(answer.what)
        return answer

    async def _running(self) -> Process:
        """Return the process once it listens. Raises WorkerLate or WorkerDied."""
        if self._process is not None and self._process.returncode is None:
            return self._process
        try:
            self._process = await _started(self._patience)
        except OSError as error:
            raise WorkerDied(f"its process cannot be started: {error.strerror}") from None
        await self._exchanged(self._process, b"", _STARTS_WITHIN)
        return self._process

    async def _exchanged(self, process: Process, sent: bytes, seconds: float) -> bytes:
        """Send something, and return the next message. Raises WorkerLate or WorkerDied."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                process.stdin.write(sent)
                await process.stdin.drain()
                return await next_frame(process.stdout)
        except TimeoutError:
            await self.close()
            raise WorkerLate(f"no answer within {seconds:g} seconds") from None
        except (ConnectionError, asyncio.IncompleteReadError):
            # To kill one that is just ending could lose its status: Popen asks for it first.
            with suppress(TimeoutError):
                async with asyncio.timeout(_ENDS_WITHIN):
                    await process.wait()
            await self.close()
            raise WorkerDied(f"its process has ended with status {process.returncode}") from None

    async def close(self) -> None:
        """Kill the process and wait for its end; the next request starts another one.

        If it does not end, though it was killed, the system will see to it.
        """
        if (process := self._process) is None:
            return
        with suppress(ProcessLookupError):  # it has ended
            process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDS_WITHIN):
                await process.communicate()
        self._process = None


async def _started(patience: float) -> Process:
    environment = {name: value for name, value in os.environ.items() if name not in _KEPT_FROM_IT}
    found_in = str(Path(bot.__file__).parents[1])
    path = (found_in, environment.get("PYTHONPATH", ""))
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    environment["PYTHONHASHSEED"] = "0"  # the same decision, whenever it is started
    worker = (sys.executable, "-m", "bot.engine_worker.worker", str(patience))
    return await asyncio.create_subprocess_exec(*worker, stdin=PIPE, stdout=PIPE, env=environment)
