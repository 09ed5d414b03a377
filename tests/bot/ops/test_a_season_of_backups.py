"""A season of a bot that is backed up each night; then its database is destroyed, and restored."""

import asyncio
import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from tabletop import ANNA, BEN, PLACE, Clock, act_at_random, running, url

from bot.client.nightly_backups import NightlyBackups
from bot.domain import Status, Table
from bot.services import Services
from bot.store import BackupFolder
from tests.databases import new_database, opened_at
from tests.full_disk import room_for

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

DAYS = 100
OFF = {*range(5, 8), 12, *range(18, 34), 80}
"""The nights in which the machine is off: for two whole weeks once."""


def digest(database):
    """All that is stored."""
    with closing(sqlite3.connect(database)) as connection:
        return hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest()


@dataclass
class Season:
    """What it has left, and what was stored when each backup was made."""

    database: Path
    clock: Clock
    stored: dict[date, str] = field(default_factory=dict)
    alarms: list[datetime] = field(default_factory=list)
    table: Table | None = None
    """The game that is played just now."""

    def start(self):
        backups = NightlyBackups(
            BackupFolder(self.database), self.clock, alarm=self.alarms.append, rest=self.at_rest
        )
        backups.look()
        return backups

    async def at_rest(self):
        """Nothing is done at night."""

    async def live(self):
        """Play a little now and then, and be backed up each night."""
        dice = Random(1)
        async with opened_at(await new_database(self.database)) as store:
            services = Services(store, dice, self.clock)
            backups = self.start()
            for day in range(DAYS):
                if dice.random() < 0.3:
                    await self.play(services, dice)
                tomorrow = self.clock.now + timedelta(days=1)
                if day in OFF:
                    self.clock.now = tomorrow
                    backups = self.start()
                    continue
                while self.alarms[-1] <= tomorrow:
                    self.clock.now = self.alarms[-1]
                    backups.look()
                    await backups.rest()
                    self.look(backups)
                self.clock.now = tomorrow

    async def play(self, services, dice):
        if self.table is None:
            self.table = await running(services, 2)
        for _ in range(dice.randint(1, 12)):
            if self.table.status is Status.RUNNING:
                self.table = (await act_at_random(services, self.table, dice)).table
        if self.table.status is not Status.RUNNING:
            self.table = None

    def look(self, backups):
        """Of all that were made, the last seven are there, and one of each of the last weeks."""
        assert not backups.trouble
        there = [each.night for each in backups.made]
        if there[-1] not in self.stored:
            self.stored[there[-1]] = digest(self.database)
        month = [each for each in self.stored if (there[-1] - each).days < 28]
        assert set(month[-7:]) <= set(there) <= set(self.stored)
        assert {week(each) for each in month} <= {week(each) for each in there}
        assert all(
            (there[-1] - each).days < (56 if self.was_off(there[-1]) else 35) for each in there
        )

    def was_off(self, night):
        """Whether no backup was made in the last two weeks, which may be a jump of the clock."""
        nights = sorted(each for each in self.stored if (night - each).days < 56)
        return any((two - one).days > 14 for one, two in pairwise(nights))


def week(night):
    return night.isocalendar()[:2]


_lived = []


@pytest.fixture
def season(tmp_path_factory):
    """It is lived through once."""
    if not _lived:
        season = Season(tmp_path_factory.mktemp("season") / "games.sqlite3", Clock())
        asyncio.run(season.live())
        _lived.append(season)
    return _lived[0]


@pytest.fixture
def at_its_end(season, path):
    """The database, with its backups; the host's own copies of both stay."""
    shutil.copyfile(season.database, path)
    shutil.copytree(f"{season.database}.backups", f"{path}.backups")
    return path


def test_at_the_end_there_are_seven_nights_and_four_weeks(season):
    there = BackupFolder(season.database).backups()
    assert len(there) == 7 + 4
    starts = 1 + sum(night + 1 not in OFF for night in OFF)  # each makes up for the last night
    assert len(season.stored) == DAYS - len(OFF) + starts
    for each in there:
        assert digest(each.file) == season.stored[each.night]
    assert len({season.stored[each.night] for each in there}) > 5


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def overwritten(path):
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"Dear diary, " * 400)


def on_a_full_disk(path):
    """What was written last is cut off; nothing can be backed up or restored before it is freed."""
    cut(path)
    backups = BackupFolder(path).backups()
    with room_for(path.stat().st_size // 2):
        with pytest.raises(Exception, match="it cannot be made"):
            BackupFolder(path).make(datetime(2031, 1, 2, 12, tzinfo=UTC), lambda: None)
        assert BackupFolder(path).backups() == backups


@pytest.mark.parametrize(
    ("which", "destroyed"), [(0, Path.unlink), (4, cut), (-1, overwritten), (-1, on_a_full_disk)]
)
def test_after_a_season_each_game_comes_back_as_it_was_that_night(
    season, at_its_end, run, which, destroyed
):
    backup = BackupFolder(at_its_end).backups()[which]
    destroyed(at_its_end)
    assert run("check")[0] == 1
    assert run("restore", str(backup.file))[0] == 0
    assert digest(at_its_end) == season.stored[backup.night]
    assert run("check")[0] == 0
    asyncio.run(play_on(at_its_end))
    assert run("check")[0] == 0


async def play_on(path):
    """Start the bot, and play on."""
    async with opened_at(url(path)) as store:
        services = Services(store, Random(2), Clock())
        assert await services.opening.open(ANNA, PLACE, "Kish")
        assert await services.opening.open(BEN, PLACE, "Lagash")
