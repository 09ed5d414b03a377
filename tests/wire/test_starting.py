"""The start, where the host has set up where Discord's API is: DISCORD_API."""

import asyncio
import json
from pathlib import Path

import aiohttp
import discord.errors
import pytest
from discord.http import Route

from bot.client.connection.api import NoApi, use_api
from bot.store import Store
from tests.databases import meddle
from tests.postgres import free_port
from tests.stand_in.faults import Fault, answered, refused
from tests.stand_in.people import people
from tests.stand_in.process import TOKEN, Bot
from tests.stand_in.server import PATIENCE, Discord


@pytest.mark.slow
async def test_the_gateway_is_the_one_that_the_api_names(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        channel = await discord.new_channel(await discord.new_guild())
        (ann,) = people(discord, "ann")
        await ann.slash(channel, "games")
        assert discord.gateway.identified == 1
        assert discord.calls[0].route == "GET /gateway/bot"
        assert discord.count()["GET /gateway/bot"] == 1


@pytest.mark.parametrize(
    ("fault", "said"),
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
async def test_what_is_no_api(fault: Fault, said: str) -> None:
    async with Discord() as stand_in:
        stand_in.faults.plan("GET /gateway/bot", fault)
        with pytest.raises(NoApi) as caught:
            await use_api(stand_in.api, TOKEN)
        assert str(caught.value).startswith(f"GET {stand_in.api}/gateway/bot {said}")
        assert stand_in.api not in Route.BASE


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (refused(401), discord.errors.LoginFailure),
        (refused(429), aiohttp.ClientError),
        (refused(503), aiohttp.ClientError),
    ],
)
async def test_an_api_that_does_not_answer(fault: Fault, error: type[Exception]) -> None:
    async with Discord() as stand_in:
        stand_in.faults.plan("GET /gateway/bot", fault)
        with pytest.raises(error):
            await use_api(stand_in.api, TOKEN)


@pytest.mark.slow
async def test_a_start_without_a_database_ends_with_a_sentence(tmp_path: Path) -> None:
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
@pytest.mark.parametrize("trouble", ["newer tables", "half a restore", "no database"])
async def test_what_only_the_host_can_fix_is_not_tried_again(trouble: str, tmp_path: Path) -> None:
    async with Discord() as stand_in:
        bot = Bot(stand_in, tmp_path)
        match trouble:
            case "newer tables":
                await (await Store.open(f"sqlite+aiosqlite:///{bot.database}")).close()
                await meddle(bot.database, "UPDATE alembic_version SET version_num = '9999'")
            case "half a restore":
                bot.database.with_name(f"{bot.database.name}.restoring-20261126-091500").touch()
            case _:
                bot.database.write_text("Dear diary, " * 1000)
        await bot.start()
        assert await asyncio.wait_for(bot.ended(), PATIENCE) == 78


@pytest.mark.slow
async def test_a_second_process_on_the_same_file_waits_for_the_end_of_the_first(
    tmp_path: Path,
) -> None:
    """Both processes run for a moment, as in a deploy, and nothing is sent twice.

    What the new process reports meanwhile is in its log, in the log's format.
    """
    settings = {"STATUS_AT": str(free_port())}
    async with Discord() as discord:
        first = Bot(discord, tmp_path, name="first", settings=settings)
        second = Bot(discord, tmp_path, name="second", settings=settings | {"LOG_FORMAT": "json"})
        async with first:
            await second.start()
            await discord.until(second.log.read_text)
            said = json.loads(second.log.read_text())["message"]
            assert said.startswith(f"Another process runs on {first.database}: waiting")
            assert not [call for call in discord.calls if call.by == "second"]
        await second.connected()
        await second.stop()
    assert all(json.loads(line)["level"] for line in second.log.read_text().splitlines())
