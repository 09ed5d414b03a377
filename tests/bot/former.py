"""Databases that former versions have left, as this version opens them.

What is in them is told in the README beside them.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from tabletop import act_at_random, opened, whole

from bot.domain import Status, Table
from bot.ops.game_check import examine
from bot.services import Services
from bot.store import Store

FIXTURES = Path(__file__).parents[1] / "fixtures"
EVERY = sorted(path.name for path in FIXTURES.glob("*.sqlite3"))


@asynccontextmanager
async def left_behind(fixture: str, folder: Path) -> AsyncIterator[Store]:
    """A copy of what was left, which becomes one of this version."""
    async with opened(shutil.copyfile(FIXTURES / fixture, folder / "games.sqlite3")) as (store,):
        yield store


async def faults(store: Store, number: int) -> tuple[str, ...]:
    """In what a game does not agree with its log."""
    examined = await store.read(examine, number)
    assert examined is not None
    return examined.faults


async def played_on(services: Services, table: Table) -> Table:
    """The table a round later, everybody deciding at random."""
    rng, until = Random(2), table.turn + len(table.players)
    while table.turn < until and table.status is Status.RUNNING:
        asked = await services.computers.to_decide(table.id)
        if asked is None:
            table = (await act_at_random(services, table, rng)).table
        else:
            action = rng.choice(whole(table).legal_actions())
            table = await services.computers.act(table.id, [action], asked.seen)
    return table
