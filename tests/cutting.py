"""A way to a server that breaks at a moment: just before, or just after it has done something."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum


class Cut(Enum):
    """When all connections break."""

    NEVER = "never"
    BEFORE = "before the server hears of it"
    AFTER = "once the server has answered, and before that is heard"


class Way:
    """A way that breaks at the first thing sent that holds some bytes: once, or for good."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._sign = b""
        self._cut = Cut.NEVER
        self._for_good = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.cut = asyncio.Event()
        """Whether it was."""

    def breaks(self, cut: Cut, sign: bytes, *, for_good: bool = False) -> None:
        """Have it broken at *sign*; from then on it is whole again, unless *for good*."""
        self._cut, self._sign, self._for_good = cut, sign, for_good
        self.cut.clear()

    async def carry(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Carry everything of one connection."""
        if self._for_good and self.cut.is_set():
            back.close()
            return
        answers, forth = await asyncio.open_connection("127.0.0.1", self._to)
        answering = asyncio.create_task(self._answer(answers, back))
        self._tasks.add(answering)
        with suppress(ConnectionError):
            while data := await client.read(65536):
                cut = self._cut if self._sign and self._sign in data else Cut.NEVER
                if cut is not Cut.NEVER:
                    self._cut = Cut.NEVER
                if cut is Cut.BEFORE:
                    break
                if cut is Cut.AFTER:
                    answering.cancel()
                    with suppress(asyncio.CancelledError):
                        await answering
                    forth.write(data)
                    await answers.read(65536)
                    break
                forth.write(data)
            else:
                cut = Cut.NEVER
            if cut is not Cut.NEVER:
                self.cut.set()
        answering.cancel()
        for writer in (forth, back):
            writer.close()

    async def _answer(self, answers: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await answers.read(65536):
                back.write(data)
        back.close()


@asynccontextmanager
async def way(to: int) -> AsyncIterator[Way]:
    """A way to whoever listens at the port *to* of this machine."""
    here = Way(to)
    async with await asyncio.start_server(here.carry, "127.0.0.1", 0) as listening:
        here.port = listening.sockets[0].getsockname()[1]
        yield here
