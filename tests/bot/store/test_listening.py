"""Programs at the same server send each other what they have stored."""

import asyncio
from contextlib import AsyncExitStack, suppress

import asyncpg
import pytest

from bot.store.databases.postgresql import Listening
from tests.databases import name_of, new_database, opened_at, server_of_run
from tests.patience import LONG

pytestmark = pytest.mark.postgresql


class Receiver:
    """The notices that a store has received."""

    def __init__(self):
        self._heard = asyncio.Queue()

    async def next(self):
        async with asyncio.timeout(LONG):
            return await self._heard.get()

    def __call__(self, text):
        self._heard.put_nowait(text)


async def until_received(speaker, ear, text):
    """Repeat a notice until it is received: notices sent while a connection is made are lost.

    What was told before may be heard again first.
    """

    async def heard():
        while await ear.next() != text:
            pass

    async with asyncio.timeout(LONG):
        while True:
            await speaker.notify(text)
            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    return await heard()


async def test_everybody_else_hears_what_one_tells_again_once_a_connection_was_lost(tmp_path):
    url = await new_database(tmp_path / "games")
    async with opened_at(url) as one, opened_at(url) as other:
        first, second = Receiver(), Receiver()
        assert await one.listen(first)
        assert await other.listen(second)
        await one.notify("game 17")
        await other.notify("game 18")
        await one.notify("game 19")
        assert await first.next() == "game 18"
        assert [await second.next(), await second.next()] == ["game 17", "game 19"]  # not its own
        assert await server_of_run().end_backends(name_of(url)) >= 2
        await until_received(one, second, "after")


async def test_it_goes_on_trying_whatever_has_failed(tmp_path, caplog):
    """Even after unexpected errors: the start does not wait for it forever."""
    url = await new_database(tmp_path / "games")
    ear, failed = Receiver(), asyncio.Event()

    async def connect():
        if not failed.is_set():
            failed.set()
            raise LookupError("nobody has thought of it")
        return await asyncpg.connect(url.replace("+asyncpg", ""))

    async with AsyncExitStack() as stack:
        speaker = await stack.enter_async_context(opened_at(url))
        listening = Listening(connect, ear)
        stack.push_async_callback(listening.close)
        await speaker.listen(Receiver())
        async with asyncio.timeout(LONG):
            await listening.first_attempt()
        await until_received(speaker, ear, "all the same")
        assert "nobody has thought of it" in caplog.text
