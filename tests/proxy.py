"""A proxy before a server: it counts round trips, may delay data, and breaks connections.

It breaks them at a moment: just before, or just after the server has done something.
"""

import asyncio
import multiprocessing
import socket
import struct
from contextlib import asynccontextmanager, contextmanager, suppress
from ctypes import c_int
from dataclasses import dataclass
from enum import Enum
from multiprocessing.sharedctypes import RawValue


class Cut(Enum):
    """The moment at which all connections break."""

    NEVER = "never"
    BEFORE = "before the server hears of it"
    AFTER = "once the server has answered, and before that is heard"


class Then(Enum):
    """The state of a connection after it breaks."""

    CLOSED = "closed"
    RESET = "reset"
    SILENT = "open, but silent"
    GOES_ON = "open: the next statement reaches the server"


@dataclass(frozen=True)
class Break:
    """A break as the client sees it."""

    sent: bytes = b""
    """Bytes sent to the client as if by the server."""
    then: Then = Then.CLOSED

    async def meet(self, asked, client, back):
        """Break a connection on which the client has *asked*. True if it goes on."""
        back.write(self.sent)
        if self.then is Then.GOES_ON and (asked[:1] == _QUERY or asked.endswith(_SYNC)):
            back.write(_READY_IN_FAILED)  # else the server says so at the next Sync
        if self.then is Then.SILENT:
            while await client.read(65536):
                pass
        if self.then is Then.RESET:
            at_once = struct.pack("ii", 1, 0)
            back.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            back.transport.abort()
        return self.then is Then.GOES_ON


_QUERY, _SYNC, _ERROR = b"Q", b"S\x00\x00\x00\x04", b"E"
_READY_IN_FAILED = b"Z\x00\x00\x00\x05E"


def error(code, *, severity="FATAL"):
    """An error of a server or a pooler, as it is on the wire."""
    fields = {"S": severity, "V": severity, "C": code, "M": f"for a test: {code}"}
    sent = b"".join(f"{sign}{value}\0".encode() for sign, value in fields.items()) + b"\0"
    return _ERROR + struct.pack("!i", len(sent) + 4) + sent


class Proxy:
    """Breaks the connection on which the given bytes are sent: once, or for good."""

    def __init__(self, to, delay=0.0):
        """All that goes to the port *to*, or comes from it, takes *delay* seconds."""
        self._to = to
        self._delay = delay
        self._port, self._trips = RawValue(c_int), RawValue(c_int)
        """Counters in memory shared by processes."""
        self._asking = set()
        """The clients that have spoken last."""
        self._sign = b""
        self._cut = Cut.NEVER
        self._break = Break()
        self._for_good = False
        self._tasks = set()
        self._off = False
        self._clients = set()
        self.cut = asyncio.Event()
        """Set once the connections were cut."""

    @property
    def port(self):
        """The port on 127.0.0.1; 0 before it listens."""
        return self._port.value

    @property
    def trips(self):
        """The number of requests for which a client had to wait, on all connections."""
        return self._trips.value

    def break_at(self, cut, sign, *, for_good=False, by=Break()):
        """Break once at data with *sign*; with *for_good*, refuse connections from then on."""
        self._cut, self._sign, self._for_good, self._break = cut, sign, for_good, by
        self.cut.clear()

    @contextmanager
    def off(self):
        """Break all connections, and refuse new ones."""
        self._off = True
        for each in self._clients:
            each.transport.abort()
        try:
            yield
        finally:
            self._off = False

    async def carry(self, client, back):
        """Carry everything of one connection."""
        if self._off or (self._for_good and self.cut.is_set()):
            back.close()
            return
        self._clients.add(back)
        try:
            await self._carry(client, back)
        finally:
            self._clients.discard(back)

    async def _carry(self, client, back):
        try:
            answers, forth = await asyncio.open_connection("127.0.0.1", self._to)
        except ConnectionError:
            back.close()
            return
        answering = asyncio.create_task(self._answer(answers, back))
        self._tasks.add(answering)
        with suppress(ConnectionError):
            while data := await client.read(65536):
                cut = self._cut if self._sign and self._sign in data else Cut.NEVER
                if cut is not Cut.NEVER:
                    self._cut = Cut.NEVER
                if cut is Cut.BEFORE:
                    self.cut.set()
                    if await self._break.meet(data, client, back):
                        continue
                    break
                if cut is Cut.AFTER:
                    answering.cancel()
                    with suppress(asyncio.CancelledError):
                        await answering
                    forth.write(data)
                    await answers.read(65536)
                    self.cut.set()
                    break
                self._trips.value += back not in self._asking
                self._asking.add(back)
                self._send(forth, data)
            await asyncio.sleep(self._delay)
        answering.cancel()
        for writer in (forth, back):
            writer.close()

    async def _answer(self, answers, back):
        with suppress(ConnectionError):
            while data := await answers.read(65536):
                self._asking.discard(back)
                self._send(back, data)
            await asyncio.sleep(self._delay)
        back.close()

    def _send(self, writer, data):
        """Send data after the delay, without delaying later data more."""
        if self._delay:
            asyncio.get_running_loop().call_later(self._delay, writer.write, data)
        else:
            writer.write(data)


@asynccontextmanager
async def proxy(to, here=None):
    """Forward connections to the port *to* of this machine."""
    here = here or Proxy(to)
    async with await asyncio.start_server(here.carry, "127.0.0.1", 0) as listening:
        here._port.value = listening.sockets[0].getsockname()[1]
        yield here


@contextmanager
def proxy_process(to, *, delay=0.0):
    """The same in a separate process, so that work in this one delays nothing."""
    here = Proxy(to, delay)
    values = here._port, here._trips
    aside = multiprocessing.get_context("spawn").Process(target=_aside, args=(to, delay, values))
    aside.start()
    try:
        while not here.port:
            aside.join(0.01)
            assert aside.is_alive(), "the proxy does not start"
        yield here
    finally:
        aside.terminate()
        aside.join()


def _aside(to, delay, values):
    async def carry():
        here = Proxy(to, delay)
        here._port, here._trips = values
        async with proxy(to, here):
            await asyncio.get_running_loop().create_future()

    asyncio.run(carry())
