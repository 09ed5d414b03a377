"""A process that is held up, or cut off from its database, for longer than its lease lasts."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import new_database
from tests.freezing import freeze, thaw
from tests.wire.at_rest import at_any_time, at_rest
from tests.wire.crew import Crew
from tests.wire.gateway import Shard
from tests.wire.people import Person
from tests.wire.playing import Play
from tests.wire.rows import Stored, game_at
from tests.wire.server import Discord
from tests.wire.table import Decision, Table, gather
from tests.wire.world import labels

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]
LEASE = 3.0


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as here:
        yield here


async def _on_the_second(discord: Discord) -> Table:
    """A game of two in a server of the second process."""
    second = Shard(1, 2)
    while not second.hears_of((guild := await discord.new_guild())["id"]):
        pass
    people = [Person(discord, discord.world.add_user(name)) for name in ("ann", "bob")]
    table = await gather(discord, await discord.new_channel(guild), people)
    await discord.until(lambda: table.board)
    await discord.quiet(1)
    return table


async def _decided_in_directs(table: Table, dice: random.Random) -> None:
    """Whoever is to play decides at the own desk, of which the first process hears."""
    for seat, person in enumerate(table.people):
        desk = await table._newest_direct(person)
        if desk is not None and "Swap" in labels(desk):
            decision = await table._turn(Decision(seat, message=desk), desk, dice)
            assert decision is not None
            await table.decide(decision)
            return
    raise AssertionError("nobody is to play")


def _stored(url: str, table: Table) -> Stored:
    stored = game_at(url, table.home["id"])
    assert stored is not None
    return stored


async def test_who_was_held_up_finds_that_others_went_on(discord: Discord, tmp_path: Path) -> None:
    url = await new_database(tmp_path / "games")
    crew = Crew.on_postgresql(discord, tmp_path, url, 2, LEASE_SECONDS=str(LEASE))
    await crew.start()
    try:
        table = await _on_the_second(discord)
        second = crew.bots[1].processes[0]
        freeze(second)
        await _decided_in_directs(table, random.Random(1))
        await discord.until(lambda: not _stored(url, table).is_behind)
        thaw(second)
        play = Play(table, random.Random(2))
        play.attempts.clear()
        assert [*at_any_time(discord, [play])] == []
        await discord.quiet(2 * LEASE)
        assert [each for each in await at_rest(discord, [play], url) if "tried" not in each] == []
        assert crew.amiss == []
    finally:
        await crew.end()
