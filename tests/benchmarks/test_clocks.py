"""What it costs to watch clocks: 10,000 running games, of which some come to something each hour.

python -m pytest tests/benchmarks/test_clocks.py -o addopts= -s

prints the figures. The hour is simulated: what is measured is the CPU of the process for it.
"""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.changes import BEAT, CALL, CLOCK, END_TURN
from bot.delivery import Agenda
from bot.domain import Person, Place, Quiet
from bot.domain.pace import PACES
from bot.services import Services
from bot.services.inside import changes_of
from bot.store import Store

GAMES = 10_000
REMINDED, UP = 60, 10
"""So many are reminded in the hour, and so many have no time left: of 30,000 decisions a day every
twentieth is waited for so long that a reminder goes out, and every hundredth too long."""
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Clock:
    """A clock that goes on only when told to."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def stored(moment: datetime) -> str:
    """As SQLite keeps it."""
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f")


def multiply(path: Path) -> None:
    """Make so many of the one game that is there; all of them are played by the same people."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, key in [
            ("game", "id"),
            ("player", "game_id"),
            ("entry", "game_id"),
            ("snapshot", "game_id"),
            ("clock", "game_id"),
            ("due", "game_id"),
        ]:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            copied = ", ".join("n" if name == key else name for name in columns)
            connection.execute(
                f"WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers "
                f"WHERE n < {GAMES}) INSERT INTO {table} ({', '.join(columns)}) "
                f"SELECT {copied} FROM {table}, numbers WHERE {key} = 1"
            )


def spread(path: Path) -> None:
    """Let their waits have begun so that some of them come to something in the hour."""
    begun = []
    for number in range(1, GAMES + 1):
        if number <= REMINDED:  # after twelve hours
            since = NOON - timedelta(hours=12) + HOUR * number / REMINDED
            due = since + timedelta(hours=12)
            reminded = 0
        elif number <= REMINDED + UP:  # after a day
            since = NOON - timedelta(hours=24) + HOUR * (number - REMINDED) / UP
            due = since + timedelta(hours=24)
            reminded = 2
        else:
            since = NOON - HOUR * number / GAMES
            due = since + timedelta(hours=12)
            reminded = 0
        begun.append((stored(since), reminded, stored(due), number))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "UPDATE clock SET since = ?, reminded = ?, spent = 0 "
            "WHERE game_id = ? AND since IS NOT NULL",
            [(since, reminded, number) for since, reminded, _, number in begun],
        )
        connection.executemany(
            "UPDATE due SET at = ? WHERE game_id = ?", [(at, number) for _, _, at, number in begun]
        )


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[tuple[Store, Services, Clock]]:
    path = tmp_path / "games.sqlite3"
    url = f"sqlite+aiosqlite:///{path}"
    store = await Store.open(url)
    clock = Clock()
    services = Services(store, Random(1), clock)
    people = [Person(number, f"Player {number}") for number in range(1, 4)]
    table = await services.opening.open(
        people[0], Place(None, 1), "Ur", seats=3, pace=PACES["daily"]
    )
    for person in people[1:]:
        table = await services.lobbies.join(table.id, person)
    for _ in range(12):
        loaded = changes_of(services).reader.loader.latest(table.id)
        action = Random(table.version).choice(loaded.game.legal_actions())
        table = (await services.play.act(table.id, table.decider.user_id, action)).table
    await store.close()
    multiply(path)
    spread(path)
    store = await Store.open(url)
    yield store, Services(store, Random(1), clock), clock
    await store.close()


async def test_an_hour_of_watching(watched: tuple[Store, Services, Clock]) -> None:
    """The pulse, looks at what is due, and what comes to something: under 1 % of a core."""
    store, services, clock = watched
    alarms: list[datetime] = []
    doing = {
        CALL: services.clocks.call_absent,
        CLOCK: services.clocks.watch,
        END_TURN: services.clocks.end_turn_automatically,
    }
    agenda = Agenda(store, clock, doing, alarms.append)
    await services.clocks.beat()
    began, looks, beats = time.process_time(), 0, 0
    next_beat, end = clock.now + BEAT, clock.now + HOUR
    await agenda.look()
    while True:
        clock.now = min(next_beat, *alarms, end) if alarms else min(next_beat, end)
        if clock.now >= end:
            break
        if clock.now == next_beat:
            await services.clocks.beat()
            next_beat += BEAT
            beats += 1
        if alarms and min(alarms) <= clock.now:
            alarms.clear()
            await agenda.look()
            looks += 1
    spent = time.process_time() - began
    share = spent / HOUR.total_seconds()
    print(
        f"\n{GAMES} games watched for an hour: {spent:.2f} s of CPU, {share:.3%} of a core; "
        f"{beats} beats, {looks} looks"
    )
    async with store.reading() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT kind, count(*) FROM entry WHERE kind IN ('reminded', 'time up') GROUP BY kind"
        )
        done = {kind: count for kind, count in rows}  # noqa: C416
    assert done["reminded"] >= REMINDED - 1
    assert done["time up"] >= UP - 1


@pytest.mark.parametrize("quiet", [None, Quiet(22 * 60, 8 * 60)])
async def test_a_gap(watched: tuple[Store, Services, Clock], quiet: Quiet | None) -> None:
    """A day without a connection is left out of all clocks, in one transaction."""
    _, services, clock = watched
    for user_id in (1, 2, 3):
        await services.vacations.set_hours(user_id, zone="Europe/Berlin", quiet=quiet)
    await services.clocks.beat()
    clock.now += timedelta(days=1)
    began, at = time.process_time(), time.perf_counter()
    await services.clocks.beat()
    spent, took = time.process_time() - began, time.perf_counter() - at
    how = "with quiet hours" if quiet else "without quiet hours"
    print(f"\na gap left out of {GAMES} clocks {how}: {took:.2f} s, {spent:.2f} s of CPU")
