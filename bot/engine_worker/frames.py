"""How requests and answers stand in a pipe: each with its length before it."""

import struct
from typing import IO, NamedTuple

_LENGTH = struct.Struct("!I")


class Failed(NamedTuple):
    """Instead of an answer: what went wrong, in words without anything that was asked."""

    what: str


def write_frame(pipe: IO[bytes], message: bytes) -> None:
    """Write a message. Raises BrokenPipeError if nobody is there to read it."""
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """Read a message; None if there is none any more, or if it was cut short."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = pipe.read(length)
    return message if len(message) == length else None
