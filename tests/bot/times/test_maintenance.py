"""Maintenance: nothing changes, nothing is due, and that time counts for nobody."""

import ast
import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from programs import opened_world
from tabletop import ANNA, PLACE, act, refuses, running
from thinking import RecordingWorker
from timetable import DAILY, entries_of, hours, next_due, paced

from bot.changes import CLOCK, COMPUTER
from bot.computers import ComputerPlayers
from bot.domain.refusals import Refusal
from bot.store.queries import due
from bot.use_cases.clock_jobs import LASTS
from engine import EndTurn, Level

SERVICES = Path(__file__).parents[3] / "bot" / "use_cases"
SECOND = timedelta(seconds=1)
UNGUARDED = {
    "announcing": {"write", "send", "resume", "announce"},  # the host's own
    "clock_jobs": {
        "_schedule_next",
        "call_absent",
        "end_turn_automatically",
        "reach",
        "beat",
        "begin",  # maintenance
        "end",
    },
    "expiry": {"watch_older_games", "expire", "ask_whether_it_goes_on", "report"},
    "forgetting": {"note_back", "forget_server", "forget_finished", "forget"},
    "paces": {"announce"},
    "proposing": {"resolve"},
    "planned_turns": {"play"},
    "queueing": {"look", "lose_channel", "forget_old"},
    "reviews": {"_analyse", "forget_imported"},
    "sealing": {"note_message_gone"},
    "notifying": {"hand_over", "send_due", "send_elsewhere"},
    "seats": {"note_gone"},
    "users": {"notice"},
    "vacations": {"log_vacations"},
}
"""Methods that store during maintenance, too: displays, visits, and due rows."""


async def refused(services, table):
    """The time until a decision is possible, which is refused now."""
    refused = await refuses(Refusal.MAINTENANCE, act(services, table, EndTurn()))
    return refused.details["moment"] - services._changes.clock()


async def test_until_it_is_over_nothing_is_decided_opened_or_set(services, clock):
    table = await running(services, 2)
    await services.maintenance.begin()
    await services.maintenance.end(clock() + LASTS - SECOND)  # that is of another one
    clock.advance(seconds=60)
    assert await refused(services, table) == LASTS - 60 * SECOND
    for change in (
        services.opening.open(ANNA, PLACE, "Uruk"),
        services.preferences.choose_theme(ANNA.user_id, "light"),
        services.servers.change(1, ANNA, reminders=False),
        services.lessons.begin(ANNA.user_id, "01"),
    ):
        await refuses(Refusal.MAINTENANCE, change)
    assert (await services.games.get(table.id)).version == table.version
    clock.advance(seconds=540)
    assert await services.maintenance.until() is None
    await act(services, table, EndTurn())


@pytest.mark.parametrize(("lasted", "beats"), [(30 * SECOND, True), (LASTS, False)], ids=str)
async def test_its_time_counts_for_no_clock(store, services, clock, lasted, beats):
    table = await paced(services, DAILY)
    up_at = table.time_up_at
    if beats:
        await services.clocks.beat()
    await services.maintenance.begin()
    passed = timedelta()
    while passed < lasted:
        clock.advance(seconds=30)
        passed += 30 * SECOND
        if beats:
            await services.clocks.beat()
    until = await services.maintenance.until()
    if until is not None:
        await services.maintenance.end(until)
        await services.maintenance.end(until)  # pressed twice
    table = await services.games.get(table.id)
    assert table.time_up_at == up_at + lasted
    assert await next_due(store, CLOCK) == table.time_up_at
    if beats:
        await services.clocks.beat()
    clock.advance(seconds=30)
    if beats:
        await services.clocks.beat()
    assert (await services.games.get(table.id)).time_up_at == up_at + lasted


async def test_time_without_a_connection_just_before_counts_for_nobody_either(services, clock):
    table = await paced(services, DAILY)
    await services.clocks.beat()
    clock.advance(hours=1)
    await services.maintenance.begin()
    clock.advance(seconds=60)
    await services.maintenance.end(clock() + LASTS - 60 * SECOND)
    after = await services.games.get(table.id)
    assert after.time_up_at == table.time_up_at + hours(1) + 60 * SECOND


async def test_all_programs_keep_to_it_and_do_nothing_that_is_due(tmp_path):
    async with opened_world(tmp_path / "games.sqlite3") as here:
        a, b = await here.started(), await here.started()
        table = await paced(a.services, DAILY)
        here.clock.now = table.time_up_at - 10 * SECOND
        await b.services.maintenance.begin()
        here.clock.advance(seconds=599)
        assert await refused(a.services, table) == SECOND
        for one in (a, b):
            await one.look()
            assert here.clock() + SECOND in one.alarms
        assert not await entries_of(a.services, table, "time up")
        here.clock.advance(seconds=1)
        await asyncio.gather(a.look(), b.look())
        after = await b.services.games.get(table.id)
        assert after.version == table.version
        assert after.time_up_at == here.clock() + 10 * SECOND
        here.clock.advance(seconds=10)
        await a.look()
        assert await entries_of(a.services, table, "time up")


async def test_a_computer_waits_until_it_is_over(store, services, clock, caplog):
    async def at_once(thought):
        return await thought

    alarms, worker = [], RecordingWorker()
    computers = ComputerPlayers(
        store, services, worker, clock, alarm=alarms.append, aside=at_once, pause=timedelta()
    )
    table = await running(services, 2, levels=[Level.EASY])
    while not table.waits_for_computer:
        table = await act(services, table, EndTurn())
    await services.maintenance.begin()
    computers.look()
    await computers.rest()
    assert (await services.games.get(table.id)).version == table.version
    (row,) = await store.read(due.read_kind, COMPUTER)
    assert (row.at, row.tries, alarms) == (clock() + 30 * SECOND, 0, [row.at])
    assert not caplog.messages
    clock.now += LASTS
    computers.look()
    await computers.rest()
    assert not (await services.games.get(table.id)).waits_for_computer
    await computers.close()
    await worker.close()


def test_whatever_people_change_goes_through_what_refuses_it():
    """Only named functions of the services write past it."""
    found = {}
    for file in SERVICES.rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text())):
            if isinstance(function, ast.AsyncFunctionDef) and any(
                isinstance(node, ast.Attribute)
                and node.attr == "write"
                and ast.unparse(node.value) == "self._store"
                for node in ast.walk(function)
            ):
                found.setdefault(file.stem, set()).add(function.name)
    assert found == UNGUARDED
