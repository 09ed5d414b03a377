"""Running the bot until a host ends it by Control-C, or a platform by SIGTERM."""

import asyncio
import logging
import os
import signal
from contextlib import suppress

from bot.client.game_client import GameClient

log = logging.getLogger(__name__)

ENDED_WITHIN = 9.5
"""Seconds in which the bot ends: platforms kill what has not after ten, or a little later."""
_CANCELLED_WITHIN = 0.5
"""Seconds to wait for the bot after it is cancelled: then it ends with the rest."""


async def run(bot: GameClient, token: str) -> None:
    """Run the bot until it ends, or until the process is asked to by SIGTERM or SIGINT.

    Then what is being done is finished. Asked once more, the process ends at once, as it does if it
    is killed. Raises what :meth:`discord.Client.start` does.

    Not by cancelling, as asyncio does it by itself on SIGINT: what waits for a connection may
    swallow that.
    """
    asked = asyncio.Event()
    _hear(asked)
    async with bot:
        running = asyncio.create_task(bot.start(token), name="run the bot")
        asking = asyncio.create_task(asked.wait(), name="wait to be asked to end")
        await asyncio.wait({running, asking}, return_when=asyncio.FIRST_COMPLETED)
        asking.cancel()
        if running.done():
            await running
            return
        try:
            async with asyncio.timeout(ENDED_WITHIN):
                running.cancel()
                await asyncio.wait({running}, timeout=_CANCELLED_WITHIN)
                await bot.finish()
                await bot.close()
                await asyncio.wait({running})
        except TimeoutError:
            log.error("not everything has ended in time")  # noqa: TRY400  # that says it all
            logging.shutdown()
            os._exit(1)


def _hear(asked: asyncio.Event) -> None:
    """Set *asked* when the process is asked to end for the first time."""
    loop = asyncio.get_running_loop()

    def ask(number: signal.Signals) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(each)
            signal.signal(each, signal.SIG_DFL)
        asked.set()
        log.info("asked to end by %s: finishing what is being done", number.name)

    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows, where it ends as any program of Python's
            loop.add_signal_handler(each, ask, each)
