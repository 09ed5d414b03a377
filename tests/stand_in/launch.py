"""Runs ``python -m bot --discord`` against the stand-in: a program of its own, for process.py.

Nothing is changed: DISCORD_API says where the stand-in is. Only for a version of the bot that does
not know that setting, two constants of discord.py are: where its API is, and its gateway. With
``--watch`` it also measures how late the event loop is at most, and on SIGUSR1
writes that as a line to standard output, and begins anew.
"""

import argparse
import asyncio
import os
import runpy
import signal
import sys
import time

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

BEAT = 0.002
"""Seconds between two looks at the time."""


class Lateness:
    """How late callbacks of a loop come: the longest time for which it has been blocked.

    And the longest for which this process itself was busy meanwhile, in whatever thread: a
    machine that had other things to do makes a loop late, too.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._longest = self._own = 0.0
        self._due, self._spent = loop.time(), time.process_time()
        signal.signal(signal.SIGUSR1, self._report)
        loop.call_soon(self._beat)

    def _beat(self) -> None:
        self._look()
        self._due += BEAT
        self._loop.call_at(self._due, self._beat)

    def _look(self) -> None:
        now, spent = self._loop.time(), time.process_time()
        late = max(0.0, now - self._due)
        self._longest = max(self._longest, late)
        self._own = max(self._own, min(late, spent - self._spent))
        self._due, self._spent = now, spent

    def _report(self, *_: object) -> None:
        """Called between two instructions, even while the loop is blocked."""
        self._look()
        os.write(sys.stdout.fileno(), f"{self._longest:.6f} {self._own:.6f}\n".encode())
        self._longest = self._own = 0.0


class Watched(asyncio.DefaultEventLoopPolicy):
    """Every event loop is watched; there is but one."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        loop = super().new_event_loop()
        Lateness(loop)
        return loop


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", help="the folder of the code that is run")
    parser.add_argument("--watch", action="store_true")
    parser.add_argument("--constants", nargs=2, metavar=("API", "GATEWAY"))
    wanted = parser.parse_args()
    if wanted.constants:
        Route.BASE, gateway = wanted.constants
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    # A shell that starts tests in the background has this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if wanted.watch:
        asyncio.set_event_loop_policy(Watched())
    sys.path.insert(0, wanted.root)
    sys.argv = ["bot", "--discord"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
