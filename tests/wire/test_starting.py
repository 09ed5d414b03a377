"""The start, where the host has set up where Discord's API is: DISCORD_API."""

from pathlib import Path
from typing import Any

import pytest

from tests.wire.faults import CarryOut, Fault, refused
from tests.wire.process import Bot
from tests.wire.server import Call, Discord


def named(told: Any) -> Fault:
    """It is answered so."""

    async def fault(call: Call, carry_out: CarryOut) -> Any:
        return told

    return fault


async def test_the_gateway_is_the_one_that_the_api_names(tmp_path: Path) -> None:
    async with Discord() as discord, Bot(discord, tmp_path):
        assert discord.identified == 1
        assert discord.calls[0].route == "GET /gateway/bot"
        assert discord.count()["GET /gateway/bot"] == 1


@pytest.mark.parametrize(
    ("fault", "status", "said"),
    [
        (named({"url": "https://gateway.example"}), 2, "DISCORD_API: GET {} names no gateway"),
        (named({"url": "wss://"}), 2, "DISCORD_API: GET {} names no gateway"),
        (named({"url": "wss://gateway.example:port"}), 2, "DISCORD_API: GET {} names no gateway"),
        (named(["wss://gateway.example"]), 2, "DISCORD_API: GET {} names no gateway"),
        (refused(404), 2, "DISCORD_API: GET {} is answered with 404"),
        (refused(401), 2, "DISCORD_TOKEN: Discord does not accept it."),
        (refused(503), 1, "Discord cannot be reached: 503"),
    ],
)
async def test_an_api_that_names_no_gateway(
    fault: Fault, status: int, said: str, tmp_path: Path
) -> None:
    async with Discord() as discord:
        discord.faults.plan("GET /gateway/bot", fault)
        bot = Bot(discord, tmp_path)
        await bot.start()
        assert await bot.ended() == status
        (line,) = bot.log.read_text().splitlines()
        assert line.startswith(said.format(f"{discord.api}/gateway/bot"))
        assert len(discord.calls) == 1
        assert not bot.database.exists()
