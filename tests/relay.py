"""A wire of some length before a server; round trips on it are counted."""

import asyncio
import multiprocessing
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from ctypes import c_int
from dataclasses import dataclass, field
from enum import Enum
from multiprocessing.sharedctypes import RawValue

_BETWEEN_LOOKS = 0.01
"""Seconds between two looks at whether another process listens."""
_STARTED_IN = 30.0


class _End(Enum):
    CLIENT = "client"
    SERVER = "server"


@dataclass(slots=True)
class Relay:
    """What went through so far, in whichever process."""

    delay: float = 0.0
    """Seconds that everything takes, each way."""
    _port: c_int = field(default_factory=lambda: RawValue(c_int))
    _trips: c_int = field(default_factory=lambda: RawValue(c_int))

    @property
    def port(self) -> int:
        """Where it listens, on 127.0.0.1; 0 as long as it does not."""
        return self._port.value

    @property
    def trips(self) -> int:
        """How often a client asked and then had to wait for an answer, on all connections."""
        return self._trips.value

    async def carry(
        self,
        client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        """Carry a connection until one of its ends has gone."""
        spoke_last = _End.SERVER

        def counted(end: _End) -> None:
            nonlocal spoke_last
            self._trips.value += end is _End.CLIENT and spoke_last is _End.SERVER
            spoke_last = end

        ways = [
            asyncio.create_task(self._carry(client[0], server[1], lambda: counted(_End.CLIENT))),
            asyncio.create_task(self._carry(server[0], client[1], lambda: counted(_End.SERVER))),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for _, writer in (client, server):
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        counted: Callable[[], None],
    ) -> None:
        """Carry one way: what comes while something is on its way does not wait behind it."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                counted()
                if self.delay:
                    loop.call_later(self.delay, writer.write, data)
                else:
                    writer.write(data)
            await asyncio.sleep(self.delay)


@asynccontextmanager
async def relay(
    port: int, *, host: str = "127.0.0.1", delay: float = 0.0, here: Relay | None = None
) -> AsyncIterator[Relay]:
    """Listen, and carry whatever comes to that port, and what is answered back."""
    here = here or Relay(delay)
    carrying: dict[asyncio.StreamWriter, asyncio.Task[None] | None] = {}

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        carrying[writer] = asyncio.current_task()
        await here.carry((reader, writer), await asyncio.open_connection(host, port))
        del carrying[writer]

    listening = await asyncio.start_server(connected, "127.0.0.1", 0)
    here._port.value = listening.sockets[0].getsockname()[1]
    try:
        yield here
    finally:
        listening.close()
        left = list(carrying.items())
        for writer, _ in left:
            writer.transport.abort()
        await asyncio.gather(*(task for _, task in left if task is not None))


@contextmanager
def relay_aside(port: int, *, delay: float = 0.0) -> Iterator[Relay]:
    """The same in a process of its own: what else this one does makes nothing late there."""
    here = Relay(delay)
    aside = multiprocessing.get_context("spawn").Process(target=_carry_on, args=(port, here))
    aside.start()
    try:
        for _ in range(int(_STARTED_IN / _BETWEEN_LOOKS)):
            aside.join(_BETWEEN_LOOKS)
            if here.port or not aside.is_alive():
                break
        assert here.port, "the relay does not listen"
        yield here
    finally:
        aside.terminate()
        aside.join()


def _carry_on(port: int, here: Relay) -> None:
    async def carry() -> None:
        async with relay(port, here=here):
            await asyncio.get_running_loop().create_future()

    asyncio.run(carry())
