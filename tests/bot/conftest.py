from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from random import Random

import pytest
from post_box import Make, PostBox, posts_due
from tabletop import GAMES, Clock

from bot.changes.loaded import Loaded
from bot.changes.loader import Loader
from bot.delivery import Delivery
from bot.features import discover
from bot.services import Services
from bot.store import Store
from tests.databases import new_database

discover()
pytest.register_assert_rewrite("watch")  # what it compared is shown when that fails


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every game that passes, for :func:`tabletop.whole`."""
    remember = Loader.remember

    def watch(loader: Loader, read: Loaded) -> None:
        GAMES[read.table.id, read.table.version] = read.game
        remember(loader, read)

    GAMES.clear()
    monkeypatch.setattr(Loader, "remember", watch)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(await new_database(tmp_path / "games.sqlite3"))
    yield store
    await store.close()


@pytest.fixture
def services(store: Store, clock: Clock) -> Services:
    return Services(store, Random(7), clock)


@pytest.fixture
def box() -> PostBox:
    return PostBox()


@pytest.fixture
def alarms() -> list[datetime]:
    """When a delivery wants to look for what is due, as it has said so far."""
    return []


@pytest.fixture
async def make(
    store: Store, services: Services, box: PostBox, clock: Clock, alarms: list[datetime]
) -> AsyncIterator[Make]:
    """Makes a delivery as a program that starts does; all are closed in the end."""
    made: list[Delivery] = []

    def make() -> Delivery:
        made.append(Delivery(store, services, box, posts_due, clock, alarm=alarms.append))
        return made[-1]

    yield make
    for delivery in made:
        await delivery.close()
