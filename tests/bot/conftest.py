from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from tabletop import Clock, url

from bot.store import Store
from bot.table import Tables


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(url(tmp_path / "games.sqlite3"))
    yield store
    await store.close()


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    return Tables(store, Random(7), clock)
