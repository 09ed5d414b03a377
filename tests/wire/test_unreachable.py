"""The real process while Discord refuses, disconnects or is silent: it waits, and goes on."""

import asyncio
import json
import time
from itertools import cycle, islice

import aiohttp
import pytest

from tests.patience import LONG
from tests.ports import free_port
from tests.stand_in.faults import limited, lost_before, refused, reset_before, unanswered
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.stand_in.table import asked, called, check_shown_once
from tests.wire.test_ending import WITHIN, asked_to_end
from tests.wire.test_watching import Watcher

COMMANDS, EMOJIS, GATEWAY = "PUT /.*/commands", "GET .*/emojis", "GET /gateway/"
LOGGING_IN = ("GET /gateway/bot", "GET /users/@me", "GET /oauth2/applications/@me")
EVERY_ADDRESS = (*LOGGING_IN, COMMANDS, EMOJIS, GATEWAY)
FAULTS = (refused(500), refused(503), refused(403), refused(404), lost_before, reset_before)
SHOWING = r"(POST|PATCH|DELETE|GET) /(channels|users|guilds)/.*"
ANYTHING = rf"{SHOWING}|\w+ /(interactions|webhooks)/.*"
SHARDED = {"SHARDS": "0-0/1"}

pytestmark = pytest.mark.slow


async def begins_to_play(discord, bot):
    """Wait until it is connected, with its commands registered and its emojis checked."""

    def plays():
        assert bot.lives, bot.log.read_text()
        looked = [call for call in discord.calls if call.path.endswith("/emojis")]
        return bool(discord.gateway.identified and discord.world.commands and looked)

    await discord.until(plays, LONG)


async def starts_in_spite_of(folder, plan, settings=None):
    """Each of these routes meets a fault once."""
    async with Discord() as discord:
        for route, fault in plan:
            discord.faults.plan(route, fault)
        bot = Bot(discord, folder, settings=settings or {})
        await bot.start()
        try:
            await begins_to_play(discord, bot)
        finally:
            await bot.kill()
    assert "Traceback" not in bot.log.read_text()


async def test_whatever_an_address_answers_at_the_start_it_is_asked_again(tmp_path):
    """An error, a refusal, half of nothing, or nothing at all: each address, each another."""
    late = [(route, refused(401)) for route in (COMMANDS, EMOJIS, GATEWAY)]
    plain, other, sharded = (
        dict(zip(EVERY_ADDRESS, islice(cycle(FAULTS), first, None), strict=False))
        for first in (0, 2, 4)
    )
    plain["GET /gateway/bot"] = unanswered
    await asyncio.gather(
        starts_in_spite_of(tmp_path / "plain", [*plain.items(), *late]),
        starts_in_spite_of(tmp_path / "other", other.items()),
        starts_in_spite_of(tmp_path / "sharded", sharded.items(), SHARDED),
    )


async def test_why_discord_cannot_be_reached_is_logged_and_an_end_is_not_delayed(tmp_path):
    port = free_port()
    async with Discord() as discord, aiohttp.ClientSession() as session:
        discord.faults.plan("GET /users/@me", refused(503), times=None)
        bot = Bot(discord, tmp_path, settings={"STATUS_AT": str(port)})
        await bot.start()
        why = (
            f"Discord cannot be reached: GET {discord.api}/users/@me is answered with "
            "503 Service Unavailable"
        )
        await discord.until(lambda: f"{why}; trying again in " in bot.log.read_text())
        status, body = await Watcher(session, port).health()
        assert (status, body["faults"]) == (503, [f"{why}.", "The database is not open yet."])
        discord.faults.clear()
        discord.faults.plan("GET /users/@me", limited(120.0, via=False), times=None)
        await discord.until(lambda: "trying again in 120.0 s" in bot.log.read_text())
        assert await asked_to_end(bot) < WITHIN
        assert "Traceback" not in bot.log.read_text()


@pytest.mark.parametrize("route", LOGGING_IN)
async def test_a_token_that_is_wrong_ends_the_start_with_a_status_of_its_own(tmp_path, route):
    """In one sentence, as an object if the log is JSON, from whichever address fails first."""
    async with Discord() as discord:
        discord.faults.plan(route, refused(401))
        bot = Bot(discord, tmp_path, settings={"LOG_FORMAT": "json"} | SHARDED)
        await bot.start()
        assert await asyncio.wait_for(bot.ended(), LONG) == 78
        assert discord.count()[route] == 1
    *_, last = map(json.loads, bot.log.read_text().splitlines())
    assert last["level"] == "CRITICAL"
    assert last["message"].startswith("DISCORD_TOKEN: Discord does not accept it. Copy it again ")


@pytest.mark.parametrize(
    ("settings", "code", "why"),
    [
        ({}, 4004, "DISCORD_TOKEN: Discord does not accept it."),  # it was reset
        (SHARDED, 4014, "update the bot"),
    ],
)
async def test_what_discord_will_never_accept_ends_with_a_sentence(tmp_path, settings, code, why):
    """On the gateway, which first does what it can: the connection comes back from all of that."""
    async with Discord() as discord:
        bot = Bot(discord, tmp_path, settings=settings)
        await bot.start()
        await begins_to_play(discord, bot)
        if settings:
            await withstands(discord)
        assert bot.lives
        ended = asyncio.create_task(bot.ended())
        while not ended.done():  # Discord says so each time
            await discord.gateway.close(code)
            await asyncio.wait({ended}, timeout=5)
        assert await ended == 78
    *_, last = bot.log.read_text().splitlines()
    assert why in last
    assert "Traceback" not in bot.log.read_text()


async def withstands(discord):
    """Whatever the gateway does, the connection comes back after growing pauses.

    It refuses connections, or takes them and closes them at once.
    """
    for fault in (refused(401), reset_before):
        discord.faults.plan(GATEWAY, fault)
        await comes_back(discord)
    discord.faults.plan(GATEWAY, refused(503))  # a first pause, so that the next one is longer
    discord.gateway.shuts = True
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.shut_out, LONG)
    began = time.perf_counter()
    await discord.until(lambda: discord.gateway.shut_out == 2, LONG)
    assert time.perf_counter() - began > 0.9
    discord.gateway.shuts = False
    await comes_back(discord)


async def comes_back(discord):
    """Break the connection, and wait for a new one."""
    before = discord.gateway.identified + discord.gateway.resumed
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.identified + discord.gateway.resumed > before, LONG)


async def test_whatever_discord_answers_while_people_play_nothing_is_lost(tmp_path):
    """Presses count, and are shown once Discord accepts calls; then presses are answered again."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        table = await called(discord, bot.database)
        first, _ = await asked(table)
        second = next(person for person in table.people if person != first)
        for turn, fault in enumerate((*FAULTS, refused(401)), 2):
            discord.faults.plan(ANYTHING, fault, times=None)
            seen = len(discord.calls)
            await table.people[0].begin_command(table.home, "games")
            await discord.until(lambda seen=seen: len(discord.calls) > seen)
            discord.faults.clear()
            discord.faults.plan(SHOWING, fault, times=None)
            seen = len(discord.calls)
            # in the thread: where much is refused, direct messages may count as closed
            person = second if turn % 2 else first
            question = await person.slash(table.home, "end")
            await person.press(question.message, "End turn")
            await discord.until(
                lambda seen=seen: [
                    call for call in discord.calls[seen:] if call.path.startswith("/channels")
                ]
            )
            discord.faults.clear()
            await check_shown_once(discord, table, turn)
        assert bot.lives
        assert "Traceback" not in bot.log.read_text()
