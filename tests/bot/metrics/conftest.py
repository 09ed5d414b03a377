"""A program, and who watches over it."""

import asyncio
from functools import partial
from random import Random

import pytest
from post_box import posts_due
from watcher import Program, status_server, watching

from bot.client.nightly_backups import NightlyBackups
from bot.delivery import Delivery
from bot.engine_worker import EngineWorker
from bot.store import BackupFolder
from bot.use_cases import Services
from tests.patience import LONG


@pytest.fixture
async def watch(clock):
    async with status_server(clock, fresh=0.0) as watch:
        yield watch


@pytest.fixture
async def worker(watch):
    worker = EngineWorker(late=LONG, thought=watch.figures.thought)
    yield worker
    await worker.close()


@pytest.fixture
def program(store, worker):
    return Program(store, worker)


@pytest.fixture
def backups(tmp_path, clock):
    """The backups of a file that does not exist yet."""
    folder = BackupFolder(tmp_path / "other.sqlite3")
    rest = partial(asyncio.sleep, 0)
    return NightlyBackups(folder, clock, alarm=lambda _at: None, rest=rest)


@pytest.fixture
async def watcher(watch, program):
    async with watching(watch, program) as watcher:
        yield watcher


@pytest.fixture
def services(store, clock, watch):
    return Services(store, Random(7), clock, counts=watch.figures)


@pytest.fixture
async def delivery(store, services, box, clock, watch):
    figures = watch.figures
    delivery = Delivery(
        store, services, box, posts_due, clock, alarm=lambda _at: None, counts=figures
    )
    services.notify(delivery, alarm=delivery.alarm)
    yield delivery
    await delivery.close()
