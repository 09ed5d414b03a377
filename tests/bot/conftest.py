from random import Random

import pytest
from post_box import PostBox, posts_due
from tabletop import GAMES, Clock, InOrder

from bot.changes.loader import Loader
from bot.delivery import Delivery
from bot.features import discover
from bot.store import Store
from bot.use_cases import Services
from tests.databases import new_database

discover()
pytest.register_assert_rewrite("time_model")  # what it compared is shown when that fails


@pytest.fixture(autouse=True)
def watched(monkeypatch):
    """Keep every game that passes, for :func:`tabletop.game_of`."""
    remember = Loader.remember

    def watch(loader, read):
        GAMES[read.table.id, read.table.version] = read.game
        remember(loader, read)

    GAMES.clear()
    monkeypatch.setattr(Loader, "remember", watch)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(await new_database(tmp_path / "games.sqlite3"))
    yield store
    await store.close()


@pytest.fixture
def services(request, store, clock):
    if request.node.get_closest_marker("in_order"):
        return Services(store, InOrder(0), clock, sealing=False)
    return Services(store, Random(7), clock)


@pytest.fixture
def box():
    return PostBox()


@pytest.fixture
def alarms():
    """The times at which a delivery wants to look for due rows, so far."""
    return []


@pytest.fixture
async def make(store, services, box, clock, alarms):
    """Makes a delivery as a program that starts does; all are closed in the end."""
    made = []

    def make():
        made.append(Delivery(store, services, box, posts_due, clock, alarm=alarms.append))
        return made[-1]

    yield make
    for delivery in made:
        await delivery.close()
