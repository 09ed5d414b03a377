"""A backup is made each night, when the bot is at rest; failures are logged, and retried."""

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta

import pytest
from tabletop import Clock

from bot.client.nightly_backups import NightlyBackups
from bot.counting import BackupOutcome, Counts
from bot.store import BackupFolder, next_night
from tests.databases import new_database

pytestmark = pytest.mark.sqlite


class Counted(Counts):
    def __init__(self):
        self.counted = []

    def count(self, what):
        self.counted.append(what)


class Host:
    """The machine of a host: its clock, its files, and the program on it."""

    def __init__(self, database):
        self.database = database
        self.clock = Clock()
        self.counts = Counted()
        self.at_rest = asyncio.Event()
        self.at_rest.set()
        self.start()

    def start(self):
        """Start the program, perhaps again."""
        self.alarms = []
        self.backups = NightlyBackups(
            BackupFolder(self.database),
            self.clock,
            alarm=self.alarms.append,
            rest=self.at_rest.wait,
            counts=self.counts,
        )
        self.backups.look()

    async def until(self, at):
        """Let time go by: the program wakes when it wanted to."""
        while self.alarms[-1] <= at:
            assert self.alarms[-1] > self.clock.now
            self.clock.now = self.alarms[-1]
            self.backups.look()
            await self.backups.rest()
        self.clock.now = at

    async def later(self, **duration):
        await self.until(self.clock.now + timedelta(**duration))

    @property
    def nights(self):
        return [str(each.night) for each in self.backups.made]


@pytest.fixture
async def host(tmp_path):
    database = tmp_path / "games.sqlite3"
    await new_database(database)
    host = Host(database)
    yield host
    await host.backups.close()


@pytest.fixture(autouse=True)
def in_utc(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


async def test_the_first_is_made_soon_after_the_first_start_and_then_one_each_night(host):
    await host.later(minutes=4)
    assert host.nights == []
    await host.later(minutes=2)
    assert host.nights == ["2030-01-01"]
    await host.until(datetime(2030, 1, 2, 2, 59, tzinfo=UTC))
    assert host.nights == ["2030-01-01"]
    await host.until(datetime(2030, 1, 4, 3, 0, tzinfo=UTC))
    assert host.nights == ["2030-01-01", "2030-01-02", "2030-01-03", "2030-01-04"]
    assert host.backups.made[-1].made_at == datetime(2030, 1, 4, 3, tzinfo=UTC)
    assert host.counts.counted == [BackupOutcome.MADE] * 4


async def test_a_start_makes_up_for_a_night_that_was_missed_and_for_no_other(host):
    await host.later(minutes=6)
    host.start()
    assert host.nights == ["2030-01-01"]  # known at once
    await host.later(minutes=6)
    host.clock.advance(days=3)
    host.start()
    await host.later(minutes=6)
    assert host.nights == ["2030-01-01", "2030-01-04"]
    assert host.counts.counted == [BackupOutcome.MADE] * 2


@pytest.mark.parametrize("ends", [False, True])
async def test_it_waits_until_no_work_is_under_way_and_the_end_waits_for_no_rest(host, ends):
    host.at_rest.clear()
    host.clock.now = host.alarms[-1]
    host.backups.look()
    for _ in range(20):
        await asyncio.sleep(0)
    assert host.nights == []
    assert not BackupFolder(host.database).backups()
    if ends:
        await host.backups.close()
        assert not BackupFolder(host.database).backups()
    else:
        host.at_rest.set()
        await host.backups.rest()
        assert host.nights == ["2030-01-01"]


async def test_what_fails_is_one_line_and_is_tried_again_each_hour(host, caplog):
    await host.later(minutes=6)
    folder = host.database.with_name("games.sqlite3.backups")
    away = folder.rename(folder.with_name("away"))
    folder.write_text("in the way")
    with caplog.at_level(logging.ERROR):
        await host.until(datetime(2030, 1, 2, 4, 30, tzinfo=UTC))
    line = "the nightly backup: it cannot be made (File exists); trying again within an hour"
    assert caplog.messages == [line, line]
    assert not any(record.exc_info for record in caplog.records)
    assert host.backups.trouble == "it cannot be made (File exists)"
    assert host.counts.counted[1:] == [BackupOutcome.FAILED] * 2
    folder.unlink()
    away.rename(folder)
    await host.until(datetime(2030, 1, 2, 5, 0, tzinfo=UTC))
    assert host.nights == ["2030-01-01", "2030-01-02"]
    assert host.backups.trouble == ""
    assert host.counts.counted[-1] is BackupOutcome.MADE
    assert host.alarms[-1] == next_night(host.clock.now)
