"""The program's health over HTTP."""

import asyncio
import re
import sqlite3
import time
from contextlib import closing

import asyncpg
import pytest
from tabletop import running
from watcher import Program, status_server, watching

from bot import __version__
from bot.client.health import DatabaseSnapshot, examine
from bot.cluster import Claims
from bot.delivery import MissingPermission
from bot.store import NotStored
from bot.store.databases.database import DiskSpace
from tests.databases import new_database, opened_at
from tests.patience import LONG


async def test_all_is_well(services, delivery, watcher):
    await running(services)
    await delivery.rest()
    status, body = await watcher.health()
    assert status == 200
    assert body.pop("database")["seconds"] < 2
    assert body == {
        "version": __version__,
        "healthy": True,
        "faults": [],
        "gateway": {"connected": True, "lost_seconds": 0.0, "latency_seconds": 0.04, "servers": 2},
        "undelivered": {"games": 0, "oldest_seconds": 0.0, "put_off": 0},
    }
    assert "backup_made" not in await watcher.text()  # which an alert is about


@pytest.mark.sqlite
async def test_a_failed_backup_is_reported_and_is_no_reason_to_restart(
    watcher, program, clock, backups, tmp_path
):
    """And when the last one was made."""
    file = tmp_path / "other.sqlite3"
    await new_database(file)
    stored = file.read_bytes()
    program.backups = backups
    backups.look()
    clock.advance(minutes=6)  # it wants to make the first one now
    none = {"last": None, "kept": 0, "dated_ahead": [], "trouble": ""}
    assert (await watcher.health())[1]["backups"] == none
    assert "backup_made_timestamp_seconds" not in await watcher.figures()
    file.write_bytes(b"")
    backups.look()
    await backups.rest()
    status, body = await watcher.health()
    assert (status, body["faults"]) == (200, [])
    assert body["backups"] == none | {"trouble": "it cannot be made (no such table: game)"}
    file.write_bytes(stored)
    clock.advance(hours=1)
    backups.look()
    await backups.rest()
    clock.advance(days=1)
    backups.look()
    await backups.rest()
    made = none | {"last": clock.now.isoformat(), "kept": 2}
    assert (await watcher.health())[1]["backups"] == made
    figures = await watcher.figures()
    assert figures["backup_made_timestamp_seconds"] == clock.now.timestamp()
    assert (figures["backups_kept"], figures["backups_bytes"]) == (2, 2 * len(stored))


async def test_before_the_first_connection_nothing_is_well_yet(watch, worker, store):
    program = Program(None, worker, ready=False)
    program.connection.lost_at = time.monotonic()
    program.latency, program.guilds = float("nan"), []
    async with watching(watch, program) as watcher:
        status, body = await watcher.health()
        assert status == 503
        assert body["faults"] == [
            "There is no connection to Discord yet.",
            "The database is not open yet.",
        ]
        assert body["gateway"]["latency_seconds"] is None
        assert "gateway_connected" not in await watcher.figures()
        program.store = store
        assert (await watcher.health())[1]["faults"] == ["There is no connection to Discord yet."]


async def test_a_program_whose_lease_has_ended(store, services, clock, watcher, program):
    """It shows nothing; games of other programs do not matter."""
    now = [0.0]
    program.claims = Claims(store, clock=lambda: now[0])
    await program.claims.begin()
    table = await running(services)
    assert await program.claims.take([table.id]) == {table.id}
    left = program.claims.lease.left
    assert 10 < left < 16.5  # it is believed for less than others wait for its end
    status, body = await watcher.health()
    assert (status, body["lease"]) == (200, {"left_seconds": left, "games": 1})
    other = Claims(store)
    await other.begin()
    await program.claims.renew()
    clock.advance(minutes=11)
    assert (await watcher.health())[1]["undelivered"]["oldest_seconds"] == 660
    counted = await watcher.figures()
    assert (counted["games_shown"], counted["lease_seconds"]) == (1, left)
    await program.claims.give_back([table.id])
    assert await other.take([table.id]) == {table.id}
    status, body = await watcher.health()
    assert (status, body["undelivered"]["games"]) == (200, 0)
    assert (await watcher.figures())["undelivered_oldest_seconds"] == 660
    now[0] += 30
    status, body = await watcher.health()
    assert status == 503
    assert (
        "Its lease has ended, as the database did not answer: it shows no game." in body["faults"]
    )


async def test_a_connection_that_is_lost_or_brings_nothing(watcher, program):
    """It is renewed now and then: that is no fault."""
    program.connection.lost_at = time.monotonic() - 20
    status, body = await watcher.health()
    assert (status, body["gateway"]["connected"]) == (200, False)
    program.connection.lost_at -= 50
    status, (fault,) = await faults(watcher)
    assert status == 503
    assert re.fullmatch(r"There has been no connection to Discord for \d+ seconds\.", fault)
    program.connection.lost_at = None
    program.connection.trouble = "all calls have failed for 61 seconds"
    why = "Discord cannot be reached: all calls have failed for 61 seconds."
    assert await faults(watcher) == (503, [why])


async def test_a_game_that_is_not_shown_though_it_could_be(services, delivery, box, clock, watcher):
    """Failed attempts are faults of a server, not of the program."""
    with box.failing("send", "", MissingPermission("View Channel")):
        await running(services)
        await delivery.rest()
    clock.advance(hours=2)
    status, body = await watcher.health()
    assert (status, body["undelivered"]) == (200, {"games": 0, "oldest_seconds": 0, "put_off": 1})
    services.notify()
    await running(services)
    clock.advance(minutes=9)
    assert (await watcher.health())[0] == 200
    clock.advance(minutes=2)
    status, body = await watcher.health()
    assert status == 503
    assert body["faults"] == ["Discord has not been shown a game as it is for 660 seconds."]


async def test_what_waited_while_there_was_no_program_has_its_time(services, watch, program, clock):
    await running(services)
    clock.advance(days=3)
    async with watching(watch, program) as watcher:
        clock.advance(minutes=9)
        status, body = await watcher.health()
        assert (status, body["undelivered"]["oldest_seconds"]) == (200, 540)
        clock.advance(minutes=2)
        assert (await watcher.health())[0] == 503


async def run(store, statement):
    await store.write(lambda connection: connection.exec_driver_sql(statement))


def half_a_minute(store):
    """Let it go by since the last change and the last refusal."""
    trouble, at = store.last_refusal
    store.last_refusal, store.stored_at = (trouble, at - 30), store.stored_at - 30


async def assert_told_until_changes_are_stored(store, watcher, why):
    """After a change that was refused; it can be read all the while."""
    refused = (503, [f"Changes are not stored: {why}."])
    assert await faults(watcher) == refused
    half_a_minute(store)
    assert await faults(watcher) == refused
    await run(store, "DROP TABLE first")
    assert await faults(watcher) == (200, [])


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("hindered", "free", "why"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", "its disk is full"),
        ("query_only = ON", "query_only = OFF", "it cannot be reached, or its disk fails"),
    ],
)
async def test_a_database_that_takes_no_changes(store, watcher, hindered, free, why):
    async def pragma(setting):
        async with store.reading() as connection:
            await connection.exec_driver_sql(f"PRAGMA {setting}")

    await run(store, "CREATE TABLE first (x INTEGER)")
    assert await faults(watcher) == (200, [])
    await pragma(hindered)
    with pytest.raises(NotStored):
        await run(store, "CREATE TABLE second (x INTEGER)")
    await pragma(free)
    await assert_told_until_changes_are_stored(store, watcher, why)


@pytest.mark.postgresql
async def test_a_server_that_takes_no_changes(store, watcher):
    await run(store, "CREATE TABLE first (x INTEGER)")
    with pytest.raises(NotStored):
        await run(store, "DO $$ BEGIN RAISE USING ERRCODE = '53100'; END $$")
    await assert_told_until_changes_are_stored(store, watcher, "its disk is full")


@pytest.mark.sqlite
async def test_a_small_change_that_finds_room_does_not_hide_that_others_did_not(
    store, watcher, program, clock
):
    """As the lease's, where a player's decision did not."""
    async with store.reading() as connection:
        await connection.exec_driver_sql("PRAGMA max_page_count = 1")
    with pytest.raises(NotStored):
        await run(store, "CREATE TABLE second (x INTEGER)")
    await run(store, "DELETE FROM said")
    assert (await watcher.health())[0] == 503
    half_a_minute(store)
    for left, healthy in ((100_000, False), (10**6, True)):
        look = DatabaseSnapshot(None, DiskSpace(10**6, left), 0.0, clock())
        assert (not examine(program, look, clock()).faults) is healthy


@pytest.mark.sqlite
async def test_a_change_that_somebody_else_was_in_the_way_of_is_no_fault(tmp_path, worker, watch):
    path = tmp_path / "other.sqlite3"
    async with (
        opened_at(f"{await new_database(path)}?timeout=0.02", counts=watch.figures) as store,
        watching(watch, Program(store, worker)) as watcher,
    ):
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotStored):
                await run(store, "DELETE FROM said")
        assert await faults(watcher) == (200, [])
        assert (await watcher.figures())["database_troubles_total busy"] == 1
        await watch.leave_database()


@pytest.mark.slow
@pytest.mark.sqlite
async def test_a_file_that_cannot_be_read_is_not_waited_for(tmp_path, clock, worker):
    """Another program has the file for itself alone; this one is patient, who watches is not."""
    path = tmp_path / "other.sqlite3"
    async with (
        opened_at(f"{await new_database(path)}?timeout=0.1") as store,
        status_server(clock, fresh=1.0, patience=0.02) as watch,
        watching(watch, Program(store, worker)) as watcher,
    ):
        await _until(watcher)  # the first look may take longer than it is waited for
        await store._database._engine.dispose()  # the next connection is a new one
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            await _until(watcher, "The database does not answer.")
            for status, body in await asyncio.gather(*(watcher.health() for _ in range(2))):
                assert (status, body["database"]["answers"]) == (503, False)
            counted = await watcher.figures()
            assert not {"database_answers", "games running"} & counted.keys()
            assert counted["gateway_connected"] == 1
            await _until(watcher, "The database cannot be read.")
            other.execute("ROLLBACK")
        await _until(watcher)


async def faults(watcher):
    status, body = await watcher.health()
    return status, body["faults"]


async def _until(watcher, *faults):
    """Ask until these are the faults."""
    async with asyncio.timeout(LONG):
        while (await watcher.health())[1]["faults"] != list(faults):
            pass


@pytest.mark.postgresql
async def test_a_server_that_does_not_answer_is_not_waited_for(store, tmp_path, clock, worker):
    async with (
        status_server(clock, fresh=1.0, patience=0.2) as watch,
        watching(watch, Program(store, worker)) as watcher,
    ):
        assert (await watcher.health())[0] == 200
        url = await new_database(tmp_path / "games.sqlite3")
        other = await asyncpg.connect(url.replace("+asyncpg", ""))
        async with other.transaction():
            await other.execute("LOCK TABLE game IN ACCESS EXCLUSIVE MODE")
            await _until(watcher, "The database does not answer.")
            for status, _ in await asyncio.gather(*(watcher.health() for _ in range(20))):
                assert status == 503
            waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
            assert await other.fetchval(waiting) == 1  # however often it was asked
        await other.close()
        await _until(watcher)


async def test_the_database_is_looked_at_now_and_then_however_often_somebody_asks(
    store, services, clock, worker
):
    async with (
        status_server(clock, fresh=3600.0) as watch,
        watching(watch, Program(store, worker)) as watcher,
    ):
        assert "games running" not in await watcher.figures()
        await running(services)
        for _ in range(3):
            assert "games running" not in await watcher.figures()


async def test_at_the_end_the_database_is_left_alone(watch, watcher, store):
    assert (await watcher.health())[0] == 200
    await watch.leave_database()
    await store.close()
    status, body = await watcher.health()
    assert (status, body["faults"]) == (503, ["The database is looked at no more."])
    assert "gateway_connected" in await watcher.figures()
