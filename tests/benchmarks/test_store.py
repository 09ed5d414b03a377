"""What storing and loading cost; targets in the docstrings."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bot.domain import Person, Place, Status, Table
from bot.services import Services
from bot.services.inside import changes_of
from bot.store import Store

ACTIONS = 200


class Kept:
    """A store with a game of 200 actions, on a loop of its own."""

    def __init__(self, path: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.rng = Random(3)
        self.store = self.run(Store.open(f"sqlite+aiosqlite:///{path}"))
        self.services = Services(self.store, self.rng, clock)
        self.table = self.run(self.set_up())

    def run(self, coroutine):
        return self.loop.run_until_complete(coroutine)

    async def set_up(self) -> Table:
        people = [Person(number, f"Player {number}") for number in range(1, 5)]
        table = await self.services.opening.open(people[0], Place(None, 1), "Ur")
        for person in people[1:]:
            table = await self.services.lobbies.join(table.id, person)
        for _ in range(ACTIONS):
            table = await self.act(table)
        return table

    async def act(self, table: Table) -> Table:
        loaded = changes_of(self.services).reader.loader.latest(table.id)
        assert loaded is not None
        action = self.rng.choice(loaded.game.legal_actions())
        return (await self.services.play.act(table.id, table.decider.user_id, action)).table

    async def act_next(self) -> None:
        if self.table.status is not Status.RUNNING:
            self.table = await self.set_up()
        self.table = await self.act(self.table)

    def close(self) -> None:
        self.run(self.store.close())
        self.loop.close()


def clock() -> datetime:
    return datetime.now(UTC)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    kept = Kept(tmp_path_factory.mktemp("store") / "games.sqlite3")
    yield kept
    kept.close()


def test_load(benchmark, kept: Kept) -> None:
    """A table of 200 actions from its stored state: under 5 ms."""
    table = benchmark(lambda: kept.run(kept.services.games.get(kept.table.id)))
    assert table.version > ACTIONS


def test_act(benchmark, kept: Kept) -> None:
    """Load, ask the engine, append and store durably, load the result."""
    benchmark.pedantic(lambda: kept.run(kept.act_next()), rounds=60)
