"""A program, and who watches over it."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from post_box import PostBox, posts_due
from tabletop import Clock
from watcher import Program, Watcher, status_server, watching

from bot.client.nightly_backups import NightlyBackups
from bot.delivery import Delivery
from bot.engine_worker import EngineWorker
from bot.metrics.status_server import StatusServer
from bot.services import Services
from bot.store import BackupFolder, Store
from tests.patience import LONG


@pytest.fixture
async def watch(clock: Clock) -> AsyncIterator[StatusServer]:
    async with status_server(clock, fresh=0.0) as watch:
        yield watch


@pytest.fixture
async def worker(watch: StatusServer) -> AsyncIterator[EngineWorker]:
    worker = EngineWorker(late=LONG, thought=watch.figures.thought)
    yield worker
    await worker.close()


@pytest.fixture
def program(store: Store, worker: EngineWorker) -> Program:
    return Program(store, worker)


@pytest.fixture
def backups(tmp_path: Path, clock: Clock) -> NightlyBackups:
    """Those of a file which is not there yet."""
    return NightlyBackups(
        BackupFolder(tmp_path / "other.sqlite3"),
        clock,
        alarm=lambda _at: None,
        rest=partial(asyncio.sleep, 0),
    )


@pytest.fixture
async def watcher(watch: StatusServer, program: Program) -> AsyncIterator[Watcher]:
    async with watching(watch, program) as watcher:
        yield watcher


@pytest.fixture
def services(store: Store, clock: Clock, watch: StatusServer) -> Services:
    return Services(store, Random(7), clock, counts=watch.figures)


@pytest.fixture
async def delivery(
    store: Store, services: Services, box: PostBox, clock: Clock, watch: StatusServer
) -> AsyncIterator[Delivery]:
    delivery = Delivery(
        store, services, box, posts_due, clock, alarm=lambda _at: None, counts=watch.figures
    )
    services.notify(delivery, alarm=delivery.alarm)
    yield delivery
    await delivery.close()
