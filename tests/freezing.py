"""Stops processes for as long as a test likes."""

import os
import signal
from contextlib import suppress
from pathlib import Path


def freeze(process):
    """Stop a process that this one has started.

    Once this returns, it does: a signal alone lets it read what it is sent just then.
    """
    os.kill(process, signal.SIGSTOP)
    os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOWAIT)


def thaw(process):
    """Let it go on."""
    os.kill(process, signal.SIGCONT)


def children(process):
    """The numbers of a process's children, by Linux."""
    found = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            found += map(int, (thread / "children").read_text().split())
    return found
