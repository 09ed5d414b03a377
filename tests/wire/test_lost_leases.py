"""A process that is held up, or cut off from its database, for longer than its lease lasts."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import new_database
from tests.freezing import freeze, thaw
from tests.stand_in.at_rest import at_rest
from tests.stand_in.by_hand import begun, guild_on, until_shown
from tests.stand_in.crew import Crew
from tests.stand_in.gateway import Shard
from tests.stand_in.playing import Attempt, Play, notation
from tests.stand_in.server import Discord
from tests.stand_in.table import Decision, Table
from tests.stand_in.world import labels

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]
LEASE = 3.0


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as here:
        yield here


async def _on_the_second(discord: Discord, url: str) -> Table:
    """A game of two in a server of the second process."""
    table = await begun(discord, await guild_on(discord, Shard(1, 2)))
    await until_shown(table, url)
    return table


async def _decided_in_directs(table: Table, dice: random.Random) -> Attempt:
    """Whoever is to play decides at the own desk, of which the first process hears."""
    for seat, person in enumerate(table.people):
        desk = await table._newest_direct(person)
        if desk is not None and "Swap" in labels(desk):
            decision = await table._turn(Decision(seat, message=desk), desk, dice)
            assert decision is not None
            return Attempt(person, notation(decision), await table.decide(decision))
    raise AssertionError("nobody is to play")


async def test_who_was_held_up_finds_that_others_went_on(discord: Discord, tmp_path: Path) -> None:
    url = await new_database(tmp_path / "games")
    crew = Crew.on_postgresql(discord, tmp_path, url, 2, LEASE_SECONDS=str(LEASE))
    await crew.start()
    try:
        table = await _on_the_second(discord, url)
        second = crew.bots[1].processes[0]
        freeze(second)
        dice = random.Random(1)
        play = Play(table, dice, attempts=[await _decided_in_directs(table, dice)])
        await until_shown(table, url)
        thaw(second)
        await discord.quiet(2 * LEASE)
        assert await at_rest(discord, [play], url) == []
        assert crew.amiss == []
    finally:
        await crew.end()
