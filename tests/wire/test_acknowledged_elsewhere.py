"""Discord tells of a press twice: two processes, as during a deploy, or one. It is done once."""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.stand_in.faults import CarryOut, lost_before, refused
from tests.stand_in.interactions import Interaction
from tests.stand_in.people import people
from tests.stand_in.process import Bot
from tests.stand_in.server import Call, Discord
from tests.stand_in.table import begun, until_shown
from tests.stand_in.world import labels
from tests.wire.test_each_trouble import ACKNOWLEDGING

ALREADY = refused(400, 40060)
CALLBACK = "POST /interactions/{interaction}/{token}/callback"


async def acknowledged_by_another(call: Call, carry_out: CarryOut) -> Any:
    """Another process was quicker."""
    await carry_out()
    return await ALREADY(call, carry_out)


@pytest.mark.slow
async def test_what_another_process_has_acknowledged_is_left_to_it(tmp_path: Path) -> None:
    """Commands, presses, windows and suggestions: nothing is stored, said or logged as a fault."""
    async with Discord() as discord, Bot(discord, tmp_path) as bot:
        channel = await discord.new_channel(await discord.new_guild())
        table = await begun(discord)
        (eve,) = people(discord, "eve")
        decision = await table.next_decision(random.Random(1))
        await until_shown(table, bot.database)
        await discord.quiet(0.3)
        seen, board = len(discord.calls), repr(table.board)

        async def left_alone(begun: Interaction) -> None:
            await discord.until(lambda: begun.acknowledged is not None)
            await discord.quiet(0.3)
            answers = {route for route in discord.count(seen) if "{token}" in route}
            assert answers == {CALLBACK}

        discord.faults.plan(ACKNOWLEDGING, acknowledged_by_another, times=None)
        await left_alone(await table.begin(decision))
        await left_alone(await eve.begin_command(channel, "open", name="Ur"))
        await left_alone(await eve.begin_command(table.home, "tile", "colour", colour=""))
        discord.faults.clear()

        assert repr(table.board) == board
        posts = discord.world.messages[channel["id"]].values()
        assert not [post for post in posts if "Join" in labels(post)]
        await discord.until(lambda: "left to another process" in bot.log.read_text())
        assert "autocomplete" not in bot.log.read_text()
        answer = await table.decide(await table.next_decision(random.Random(1)))
        assert "1 action left" in answer.content


@pytest.mark.slow
async def test_what_one_process_is_told_twice_is_done_once(tmp_path: Path) -> None:
    """Even if it does not learn that the second acknowledgement was too late."""
    acknowledging: list[Call] = []

    async def the_second_is_lost(call: Call, carry_out: CarryOut) -> Any:
        acknowledging.append(call)
        way = lost_before(call, carry_out) if len(acknowledging) == 2 else carry_out()
        return await way

    async with Discord() as discord, Bot(discord, tmp_path):
        channel = await discord.new_channel(await discord.new_guild())
        (ann,) = people(discord, "ann")
        discord.tells = 2
        discord.faults.plan(ACKNOWLEDGING, the_second_is_lost, times=None)
        await ann.slash(channel, "open", name="Ur")
        await discord.quiet(1.5)  # the second acknowledgement would be retried by then
        posts = discord.world.messages[channel["id"]].values()
        assert len([post for post in posts if "Join" in labels(post)]) == 1
