"""Messages in a pipe, each with its length before it."""

import asyncio
import struct
from typing import IO, NamedTuple

_LENGTH = struct.Struct("!I")


class Failed(NamedTuple):
    """Instead of an answer: what went wrong, in words without anything that was asked."""

    what: str


def frame(message: bytes) -> bytes:
    """Return a message with its length before it."""
    return _LENGTH.pack(len(message)) + message


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """Read a message; None at the end of the pipe, or if the message is cut short."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = pipe.read(length)
    return message if len(message) == length else None


async def next_frame(stream: asyncio.StreamReader) -> bytes:
    """Read a message. Raises IncompleteReadError at the end of the stream."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    return await stream.readexactly(length)
