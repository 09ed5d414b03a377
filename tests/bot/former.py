"""Databases that former versions have left, as this version opens them.

What is in them is told in the README beside them.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tabletop import act_at_random, whole

from bot.domain import Status, Table
from bot.ops.game_check import examine
from bot.services import Services
from bot.store import Store
from tests.databases import opened_at

FIXTURES = Path(__file__).parents[1] / "fixtures"
EVERY = sorted(path.name for path in FIXTURES.glob("*.sqlite3"))


@cache
def up_to_date(fixture: str) -> bytes:
    """What was left, as a database of this version: it is migrated once."""
    with TemporaryDirectory() as folder:
        file = Path(shutil.copyfile(FIXTURES / fixture, Path(folder) / "games.sqlite3"))
        with ThreadPoolExecutor() as beside:  # where no event loop runs
            beside.submit(asyncio.run, open_once(file)).result()
        return file.read_bytes()


async def open_once(file: Path) -> None:
    await (await Store.open(f"sqlite+aiosqlite:///{file}")).close()


@asynccontextmanager
async def left_behind(fixture: str, folder: Path) -> AsyncIterator[Store]:
    """A copy of what was left, which becomes one of this version."""
    file = folder / "games.sqlite3"
    await asyncio.to_thread(file.write_bytes, up_to_date(fixture))
    async with opened_at(f"sqlite+aiosqlite:///{file}") as store:
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
