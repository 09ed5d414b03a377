"""The address of the status server: a port, and the host it is bound to."""

import errno
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, Self

LOOPBACK = "127.0.0.1"
_ADDRESS = re.compile(r"(?:(?P<host>\[[0-9A-Fa-f:.%\w]+\]|[\w.-]+):)?(?P<port>[0-9]{1,5})")
_LARGEST = 65535


class CannotListen(Exception):
    """The address cannot be used; ``str`` says why, and what to do."""


class SocketAddress(NamedTuple):
    """A host and a port."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``8080``, which this machine alone can reach, or ``0.0.0.0:8080``, ``[::]:8080``.

        Raises ValueError.
        """
        found = _ADDRESS.fullmatch(text.strip())
        if found is None or int(found["port"]) > _LARGEST:
            raise ValueError("is not a port, or a host and a port")
        return cls((found["host"] or LOOPBACK).strip("[]"), int(found["port"]))

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@contextmanager
def listening(address: SocketAddress) -> Iterator[socket.socket]:
    """Take an address for as long as this lasts. Raises CannotListen."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        taken = socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fault = "is taken: another program, or another process of this one, is there"
        else:
            fault = f"cannot be used ({error.strerror})"
        raise CannotListen(f"STATUS_AT: {address} {fault}. Choose another, or none.") from None
    with taken:
        yield taken
