"""The real process as monitoring sees it: over HTTP, and in its log."""

import asyncio
import resource
import socket
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.ports import free_port
from tests.postgres import serving
from tests.stand_in.faults import limited
from tests.stand_in.process import Bot
from tests.stand_in.server import PATIENCE, Discord
from tests.stand_in.table import called, end_turn

pytestmark = pytest.mark.slow

_OFTEN = 0.1
"""Seconds between two looks from outside."""


@dataclass
class Watcher:
    session: aiohttp.ClientSession
    port: int

    async def health(self):
        async with self.session.get(f"http://127.0.0.1:{self.port}/healthz") as answer:
            return answer.status, await answer.json()

    async def until_told(self, *faults):
        async with asyncio.timeout(PATIENCE):
            while (await self.health())[1]["faults"] != list(faults):  # noqa: ASYNC110
                await asyncio.sleep(_OFTEN)

    async def figures(self):
        async with self.session.get(f"http://127.0.0.1:{self.port}/metrics") as answer:
            families = text_string_to_metric_families(await answer.text())
        return {
            " ".join((sample.name.removeprefix("two_rivers_"), *sample.labels.values())): (
                sample.value
            )
            for family in families
            for sample in family.samples
        }


@asynccontextmanager
async def watching(bot, port):
    async with bot, aiohttp.ClientSession() as session:
        yield Watcher(session, port)


@contextmanager
def no_more_room(bot):
    """Let no file grow beyond what the bot's log needs: a decision does not fit into SQLite's."""
    size = bot.log.stat().st_size + 8192
    process, limit = bot.processes[0], resource.RLIMIT_FSIZE
    soft, hard = resource.prlimit(process, limit, (size, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(process, limit, (soft, hard))


async def test_health_and_figures_of_a_game(tmp_path):
    port = free_port()
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, settings={"STATUS_AT": str(port)})
        async with watching(bot, port) as watcher:
            await watcher.until_told()
            table = await called(discord, bot.database)
            discord.faults.plan(r"POST /channels/\d+/messages", limited(0.2))
            before = await watcher.figures()
            calls = len(discord.calls)
            await end_turn(table)
            await discord.until(lambda: "turn 2" in table.posts[-1]["content"])
            await discord.quiet(0.5)
            status, body = await watcher.health()
            assert (status, body["healthy"]) == (200, True)
            assert body["gateway"]["servers"] == 1
            after = await watcher.figures()
            made = discord.calls[calls:]
            gained = {name: after[name] - before.get(name, 0) for name in after}
            assert gained["decisions_total player"] == 1
            assert gained["interactions_total done"] == 2
            assert gained["answered_seconds_count"] == gained["acknowledged_seconds_count"] == 2
            assert 0 < gained["acknowledged_seconds_sum"] < gained["answered_seconds_sum"]
            sent = [call for call in made if call.route == "POST /channels/{channel}/messages"]
            assert gained["messages_total sent"] == sum(call.status == 200 for call in sent)
            assert gained["discord_call_seconds_count 429"] == 1
            assert gained["discord_limited_total user"] == 1
            answered = sum(gained[name] for name in after if "discord_call_seconds_count" in name)
            assert answered == len(made)
            assert after["gateway_connected"] == 1
            while not (await watcher.figures())["games running"]:  # noqa: ASYNC110
                await asyncio.sleep(_OFTEN)  # that is looked at now and then
            discord.gateway.drop()
            while not (counted := await watcher.figures())["gateway_connections_total resumed"]:
                assert (await watcher.health())[0] == 200  # it is renewed
            assert counted["gateway_connections_total new"] == 1
            assert counted["gateway_connected"] == 1
            with no_more_room(bot):
                await end_turn(table)
                await watcher.until_told(
                    "Changes are not stored: it cannot be reached, or its disk fails."
                )
    assert "Traceback" not in bot.log.read_text()


async def test_an_address_that_is_taken(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with Discord() as discord:
            bot = Bot(discord, tmp_path, settings={"STATUS_AT": str(port)})
            await bot.start()
            assert await bot.ended() == 69
            assert not discord.calls
    (line,) = bot.log.read_text().splitlines()
    assert line.startswith(f"STATUS_AT: 127.0.0.1:{port} is taken: ")
    assert not bot.database.exists()


@pytest.mark.postgresql
async def test_a_server_that_goes_and_comes_back(tmp_path):
    """Faults are reported within seconds, and again when all is well."""
    port = free_port()
    with serving() as database:
        url = await database.server.new_database()
        settings = {"STATUS_AT": str(port), "DATABASE_URL": url, "LEASE_SECONDS": "3"}
        async with Discord() as discord:
            bot = Bot(discord, tmp_path, settings=settings)
            async with watching(bot, port) as watcher:
                await watcher.until_told()
                table = await called(discord, url)
                counted = await watcher.figures()
                assert counted["games_shown"] == counted["processes"] == 1
                assert 0 < counted["lease_seconds"] <= 3
                database.stop()
                ended = "Its lease has ended, as the database did not answer: it shows no game."
                await watcher.until_told("The database cannot be read.", ended)
                counted = await watcher.figures()
                assert counted["database_answers"] == counted["lease_seconds"] == 0
                assert counted["gateway_connected"] == 1
                database.start()
                await watcher.until_told()
                await end_turn(table)
                await discord.until(lambda: "turn 2" in table.posts[-1]["content"])
