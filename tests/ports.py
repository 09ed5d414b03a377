"""Ports for programs that take theirs only later."""

import random
import socket
from contextlib import suppress

_NOT_GIVEN_OUT = range(20_000, 32_768)
"""A range that no system uses for automatic ports: tests run side by side."""


def free_port():
    """A port on which nobody listens, and which nobody is given who asks for any."""
    dice = random.SystemRandom()
    while True:
        port = dice.choice(_NOT_GIVEN_OUT)
        with suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port
