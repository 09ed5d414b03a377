"""The real process while Discord refuses, breaks off or is silent: it waits, and goes on."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import aiohttp
import pytest

from tests.patience import LONG
from tests.ports import free_port
from tests.stand_in.by_hand import called
from tests.stand_in.faults import Fault, limited, lost_before, refused, reset_before, unanswered
from tests.stand_in.process import Bot
from tests.stand_in.server import Discord
from tests.wire.test_ending import WITHIN, asked_to_end, told_once
from tests.wire.test_leaving import end_turn
from tests.wire.test_watching import Watcher

COMMANDS, EMOJIS, GATEWAY = "PUT /.*/commands", "GET .*/emojis", "GET /gateway/"
LOGGING_IN = ("GET /gateway/bot", "GET /users/@me", "GET /oauth2/applications/@me")
EVERY_ADDRESS = (*LOGGING_IN, COMMANDS, EMOJIS, GATEWAY)
FAULTS: Mapping[str, Fault] = {
    **{str(status): refused(status) for status in (500, 503, 403, 404)},
    "broken off": lost_before,
    "reset": reset_before,
}
SHOWING = r"(POST|PATCH|DELETE|GET) /(channels|users|guilds)/.*"
ANYTHING = rf"{SHOWING}|\w+ /(interactions|webhooks)/.*"
SHARDED = {"SHARDS": "0-0/1"}

pytestmark = pytest.mark.slow


async def begins_to_play(discord: Discord, bot: Bot) -> None:
    """Wait until it is connected, its commands are there, and it has looked at its emojis."""

    def plays() -> bool:
        assert bot.lives, bot.log.read_text()
        looked = [call for call in discord.calls if call.path.endswith("/emojis")]
        return bool(discord.gateway.identified and discord.world.commands and looked)

    await discord.until(plays, LONG)


# --- the start ------------------------------------------------------------------------------------


async def starts_in_spite_of(
    folder: Path,
    fault: Fault,
    routes: Sequence[str] = EVERY_ADDRESS,
    settings: Mapping[str, str] = {},  # it is only read
) -> None:
    """The first call of each of these routes meets a fault."""
    async with Discord() as discord:
        for route in routes:
            discord.faults.plan(route, fault)
        bot = Bot(discord, folder, settings=settings)
        await bot.start()
        try:
            await begins_to_play(discord, bot)
        finally:
            await bot.kill()
    assert "Traceback" not in bot.log.read_text()


async def test_whatever_an_address_answers_at_the_start_it_is_asked_again(tmp_path: Path) -> None:
    """An error, a refusal, half of nothing, or nothing at all."""
    starts = [
        starts_in_spite_of(tmp_path / f"{name}{number}", fault, settings=settings)
        for name, fault in FAULTS.items()
        for number, settings in enumerate(({}, SHARDED) if name in {"503", "reset"} else ({},))
    ]
    starts += [
        starts_in_spite_of(tmp_path / str(number), unanswered, [route])
        for number, route in enumerate((*LOGGING_IN, COMMANDS))
    ]
    starts.append(starts_in_spite_of(tmp_path / "401", refused(401), (COMMANDS, EMOJIS, GATEWAY)))
    await asyncio.gather(*starts)


async def test_why_discord_cannot_be_reached_is_told_and_an_end_is_not_held_up(
    tmp_path: Path,
) -> None:
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
        status, told = await Watcher(session, port).health()
        assert (status, told["faults"]) == (503, [f"{why}.", "The database is not open yet."])
        discord.faults.clear()
        discord.faults.plan("GET /users/@me", limited(120.0, via=False), times=None)
        await discord.until(lambda: "trying again in 120.0 s" in bot.log.read_text())
        assert await asked_to_end(bot) < WITHIN
        assert "Traceback" not in bot.log.read_text()


async def ends_without_a_token(folder: Path, route: str, settings: Mapping[str, str]) -> None:
    async with Discord() as discord:
        discord.faults.plan(route, refused(401))
        bot = Bot(discord, folder, settings={"LOG_FORMAT": "json"} | settings)
        await bot.start()
        assert await asyncio.wait_for(bot.ended(), LONG) == 78
        assert discord.count()[route] == 1
    *_, last = map(json.loads, bot.log.read_text().splitlines())
    assert last["level"] == "CRITICAL"
    assert last["message"].startswith("DISCORD_TOKEN: Discord does not accept it. Copy it again ")


async def test_a_token_that_is_wrong_ends_the_start_with_a_status_of_its_own(
    tmp_path: Path,
) -> None:
    """In a sentence, as an object if the log is JSON: whichever address says so first."""
    await asyncio.gather(
        *(
            ends_without_a_token(tmp_path / str(number), route, settings)
            for number, (route, settings) in enumerate(
                [*((route, {}) for route in LOGGING_IN), (LOGGING_IN[0], SHARDED)]
            )
        )
    )


# --- the gateway ----------------------------------------------------------------------------------


async def ends_by_code(
    folder: Path, code: int, said: str, settings: Mapping[str, str] = {}
) -> None:
    """While it plays: with 4004 its token was reset."""
    async with Discord() as discord:
        bot = Bot(discord, folder, settings=settings)
        await bot.start()
        await begins_to_play(discord, bot)
        await discord.gateway.close(code)
        assert await asyncio.wait_for(bot.ended(), LONG) == 78
    *_, last = bot.log.read_text().splitlines()
    assert said in last
    assert "Traceback" not in bot.log.read_text()


async def test_what_discord_will_never_accept_ends_with_a_sentence(tmp_path: Path) -> None:
    token, update = "DISCORD_TOKEN: Discord does not accept it.", "update the bot"
    await asyncio.gather(
        ends_by_code(tmp_path / "token", 4004, token),
        ends_by_code(tmp_path / "token, sharded", 4004, token, SHARDED),
        ends_by_code(tmp_path / "intents", 4013, update),
        ends_by_code(tmp_path / "intents, sharded", 4014, update, SHARDED),
    )


async def comes_back(discord: Discord) -> None:
    """Let the connection break, and wait until there is one again."""
    before = discord.gateway.identified + discord.gateway.resumed
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.identified + discord.gateway.resumed > before, LONG)


async def withstands_the_gateway(folder: Path, settings: Mapping[str, str]) -> None:
    async with Discord() as discord, Bot(discord, folder, settings=settings) as bot:
        for fault in (refused(503), refused(401), reset_before):
            discord.faults.plan(GATEWAY, fault)
            await comes_back(discord)
        discord.faults.plan(GATEWAY, refused(503))
        discord.gateway.shuts = True
        discord.gateway.drop()
        await discord.until(lambda: discord.gateway.shut_out, LONG)
        began = time.perf_counter()
        await discord.until(lambda: discord.gateway.shut_out == 2, LONG)
        assert time.perf_counter() - began > 0.9
        discord.gateway.shuts = False
        await comes_back(discord)
        assert bot.lives
    assert "Traceback" not in bot.log.read_text()


async def test_whatever_the_gateway_does_the_connection_comes_back_after_growing_pauses(
    tmp_path: Path,
) -> None:
    """It refuses connections, or takes them and closes them at once."""
    await asyncio.gather(
        withstands_the_gateway(tmp_path / "one", {}),
        withstands_the_gateway(tmp_path / "sharded", SHARDED),
    )


# --- in the middle of play ------------------------------------------------------------------------


async def test_whatever_discord_answers_while_people_play_nothing_is_lost(tmp_path: Path) -> None:
    """What they did counts, and is shown once Discord takes it; presses are answered again."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        table = await called(discord, bot.database)
        for turn, fault in enumerate((*FAULTS.values(), refused(401)), 2):
            discord.faults.plan(ANYTHING, fault, times=None)
            seen = len(discord.calls)
            await table.people[0].begin_command(table.home, "games")
            await discord.until(lambda seen=seen: len(discord.calls) > seen)
            discord.faults.clear()
            discord.faults.plan(SHOWING, fault, times=None)
            seen = len(discord.calls)
            await end_turn(table)
            await discord.until(
                lambda seen=seen: [
                    call for call in discord.calls[seen:] if call.path.startswith("/channels")
                ]
            )
            discord.faults.clear()
            await told_once(discord, table, turn)
        assert bot.lives
        assert "Traceback" not in bot.log.read_text()
