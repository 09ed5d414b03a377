"""The mind's process, as the program sees it: started when it is needed, and ended if it is late.

A process of multiprocessing's would import what the program itself is made of, Discord and all.
"""

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import bot
from bot.engine_worker.errors import MindDied, MindFailed, MindLate
from bot.engine_worker.frames import Failed, read_frame, write_frame

_KEPT_FROM_IT = ("DISCORD_TOKEN", "DATABASE_URL", "LOCAL_DATABASE_URL")
_STARTS_WITHIN = 60.0
"""Seconds until a new process listens, on a machine with much to do."""
_ENDS_WITHIN = 5.0


class MindProcess:
    """One process at a time; used by one thread, but for :meth:`kill`."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def ask(self, message: bytes, seconds: float) -> object:
        """Send a request and wait for the answer, *seconds* at most.

        Raises MindLate, MindDied or MindFailed.
        """
        answer = self._exchanged(self._running(), message, seconds)
        told: object = pickle.loads(answer)  # noqa: S301  # from the own program
        if isinstance(told, Failed):
            raise MindFailed(told.what)
        return told

    def _running(self) -> "subprocess.Popen[bytes]":
        """The process, which is there and listens."""
        with self._lock:
            if self._closed:
                raise MindDied("the program ends")
            if self._process is not None and self._process.poll() is None:
                return self._process
            if self._process is not None:  # ended while nobody asked
                _close_pipes(self._process)
                self._process = None
            try:
                process = self._process = _started()
            except OSError as error:
                raise MindDied(f"its process cannot be started: {error.strerror}") from None
        self._exchanged(process, None, _STARTS_WITHIN)
        return process

    def _exchanged(
        self, process: "subprocess.Popen[bytes]", message: bytes | None, seconds: float
    ) -> bytes:
        """What it says next, once it was sent a message; without one, that it listens."""
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            if message is not None:
                write_frame(process.stdin, message)
            answer = read_frame(process.stdout)
        except OSError:  # it is not there any more
            answer = None
        finally:
            timer.cancel()
        if answer is not None:
            return answer
        status = self._reaped(process)
        if late.is_set():
            raise MindLate(f"no answer within {seconds:g} seconds")
        raise MindDied(f"its process has ended with status {status}")

    def _reaped(self, process: "subprocess.Popen[bytes]") -> int | None:
        """Its exit status, once it has ended; another one is started when it is needed.

        None if it does not end, though it was killed: then the system will see to it.
        """
        process.kill()
        status = None
        with suppress(subprocess.TimeoutExpired):
            status = process.wait(_ENDS_WITHIN)
        _close_pipes(process)
        with self._lock:
            if self._process is process:
                self._process = None
        return status

    def kill(self) -> None:
        """End the process at once, and start none again; from any thread.

        Whoever waits for an answer is told that it has died.
        """
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """Give back what the process was using, once nobody waits for an answer."""
        self.kill()
        if self._process is not None:
            self._reaped(self._process)


def _started() -> "subprocess.Popen[bytes]":
    environment = {name: value for name, value in os.environ.items() if name not in _KEPT_FROM_IT}
    found_in = str(Path(bot.__file__).parents[1])
    path = (found_in, environment.get("PYTHONPATH", ""))
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    environment["PYTHONHASHSEED"] = "0"  # the same decision, whenever it is started
    return subprocess.Popen(
        [sys.executable, "-m", "bot.engine_worker.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )


def _close_pipes(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not sent any more
                pipe.close()
