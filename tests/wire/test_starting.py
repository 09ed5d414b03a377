"""The start, where the host has set up where Discord's API is: DISCORD_API."""

import asyncio
import json

import aiohttp
import discord.errors
import pytest
from discord.http import Route

from bot.client.connection.api import NoApi, use_api
from bot.store import Store
from tests.databases import change_database
from tests.postgres import free_port
from tests.stand_in.faults import answered, refused
from tests.stand_in.process import TOKEN, Bot
from tests.stand_in.server import PATIENCE, Discord


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (answered({"url": "https://gateway.example"}), "names no gateway"),
        (answered({"url": "wss://"}), "names no gateway"),
        (answered({"url": "wss://gateway.example:port"}), "names no gateway"),
        (answered({}), "names no gateway"),
        (answered(["wss://gateway.example"]), "names no gateway"),
        (answered("<html>It works!</html>"), "is answered, but not by Discord's API"),
        (refused(404), "is answered with 404"),
    ],
)
async def test_what_is_no_api(fault, message):
    async with Discord() as stand_in:
        stand_in.faults.plan("GET /gateway/bot", fault)
        with pytest.raises(NoApi) as caught:
            await use_api(stand_in.api, TOKEN)
        assert str(caught.value).startswith(f"GET {stand_in.api}/gateway/bot {message}")
        assert stand_in.api not in Route.BASE


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (refused(401), discord.errors.LoginFailure),
        (refused(429), aiohttp.ClientError),
        (refused(503), aiohttp.ClientError),
    ],
)
async def test_an_api_that_does_not_answer(fault, error):
    async with Discord() as stand_in:
        stand_in.faults.plan("GET /gateway/bot", fault)
        with pytest.raises(error):
            await use_api(stand_in.api, TOKEN)


@pytest.mark.slow
async def test_a_start_without_a_database_ends_with_a_sentence(tmp_path):
    """However its URL is written, with signs in the password as well."""
    url = "postgres://rivers:p@ss:word@127.0.0.1:1,127.0.0.1:2/games"
    async with Discord() as stand_in:
        bot = Bot(stand_in, tmp_path, settings={"DATABASE_URL": url, "FONTSS": "x"})
        await bot.start()
        assert await asyncio.wait_for(bot.ended(), PATIENCE) == 69
    warning, *_, line = bot.log.read_text().splitlines()
    assert warning.endswith("FONTSS is not a setting: did you mean FONTS?")
    assert line.startswith("DATABASE_URL: The database postgresql://rivers:***@127.0.0.1:1,")
    assert "cannot be reached" in line
    assert "word" not in bot.log.read_text()


@pytest.mark.slow
@pytest.mark.sqlite
async def test_what_only_the_host_can_fix_is_not_tried_again(tmp_path):
    """A file that is no database, newer tables or half a restore; and then all is mended.

    While the process runs, another on the same file waits, as in a deploy; what it reports
    meanwhile is in its log, in the log's format. The gateway is the one that the API names.
    """
    settings = {"STATUS_AT": str(free_port())}
    async with Discord() as discord:
        first = Bot(discord, tmp_path, name="first", settings=settings)
        second = Bot(discord, tmp_path, name="second", settings=settings | {"LOG_FORMAT": "json"})
        first.database.write_text("Dear diary, " * 1000)
        assert await ends(first) == 78
        first.database.unlink()
        await (await Store.open(f"sqlite+aiosqlite:///{first.database}")).close()
        await change_database(first.database, "UPDATE alembic_version SET version_num = '9999'")
        assert await ends(first) == 78
        first.database.unlink()
        half = first.database.with_name(f"{first.database.name}.restoring-20261126-091500")
        half.touch()
        assert await ends(first) == 78
        half.unlink()

        seen = len(discord.calls)
        async with first:
            assert discord.calls[seen].route == "GET /gateway/bot"
            assert discord.count(seen)["GET /gateway/bot"] == 1
            await second.start()
            await discord.until(second.log.read_text)
            message = json.loads(second.log.read_text())["message"]
            assert message.startswith(f"Another process runs on {first.database}: waiting")
            assert not [call for call in discord.calls if call.by == "second"]
        await second.connected()
        await second.stop()
    assert all(json.loads(line)["level"] for line in second.log.read_text().splitlines())


async def ends(bot):
    """The status with which a process ends that was just started."""
    await bot.start()
    return await asyncio.wait_for(bot.ended(), PATIENCE)
