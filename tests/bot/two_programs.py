"""Several programs on one database, and checks that hold whatever happens to them."""

import asyncio
from collections import Counter

import pytest
from post_box import shown
from programs import opened_world
from sqlalchemy import select
from tabletop import running

from bot.cluster import Shards
from bot.domain.table import Place
from bot.store.schema.tables import claim

FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
IN_FIRST, IN_SECOND = Place(guild_id=2 << 22, channel_id=31), Place(guild_id=3 << 22, channel_id=32)


@pytest.fixture
async def world(tmp_path):
    async with opened_world(tmp_path / "games.sqlite3") as one:
        yield one


async def two_with_game(world):
    """Two programs and a game, which the first one shows."""
    a, b = await world.started(), await world.started()
    table = await running(a.services, 2)
    await a.rest()
    return a, b, table


class HeldCall:
    """Holds up the next call to Discord of a kind, before or after it is made."""

    def __init__(self, box, verb, *, after=False):
        self._box, self._verb, self._after = box, verb, after
        self._call = getattr(box, verb)
        self.reached, self.goes_on = asyncio.Event(), asyncio.Event()
        setattr(box, verb, self)

    async def __call__(self, *arguments):
        setattr(self._box, self._verb, self._call)
        answer = await self._call(*arguments) if self._after else None
        self.reached.set()
        await self.goes_on.wait()
        return answer if self._after else await self._call(*arguments)


async def assert_shown(world, *tables):
    """Everything due is shown, as it should be, and nothing was ever sent twice."""
    alive = [each for each in world.programs if each.claims.program and each.life.goes_on]
    for one in alive:
        for table in tables:
            one.delivery.nudge(table.id)  # turns shown late keep their buttons till then
    for one in alive:
        await one.rest()
    for table in tables:
        latest = await alive[-1].services.games.get(table.id)
        of_game = [line for line in world.box.live().values() if line["game"] == table.id]
        assert {line["key"]: line["shows"] for line in of_game} == shown(latest)
    assert_nothing_twice(world)


def assert_nothing_twice(world):
    sent = Counter((line["game"], line["key"]) for line in world.box.lines("send"))
    assert [each for each, times in sent.items() if times > 1] == []
    assert len(set(world.box.keys("home"))) == len(world.box.keys("home"))


async def owners(store):
    async with store.reading() as connection:
        rows = await connection.execute(select(claim.c.game_id, claim.c.owner))
        return {row.game_id: row.owner for row in rows}
