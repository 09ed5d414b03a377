"""Due rows: handled at their time, and retried less and less often when that fails."""

import asyncio
import logging
from datetime import timedelta

import pytest
from tabletop import ANNA, PLACE, running

from bot.changes import CALL, END_TURN, WAITED
from bot.delivery import Agenda
from bot.log_format import LogFormat, set_up_log
from bot.store import NotRead, Trouble
from bot.store.queries import due
from bot.store.rows import DueRow
from tests.databases import change_database
from tests.patience import LONG


async def rows(store, kind=CALL):
    return await store.read(due.read_kind, kind)


async def test_what_fails_is_tried_again_after_longer_and_longer_pauses(store, services, clock):
    broken, whole = [await services.opening.open(ANNA, PLACE, name) for name in ("Ur", "Uruk")]
    done = []
    alarms = []

    async def call(game_id):
        if game_id == broken.id:
            raise RuntimeError
        done.append(game_id)
        await store.write(due.finish, CALL, game_id, by=clock())

    agenda = Agenda(store, clock, {CALL: call}, alarms.append)
    for table in (broken, whole):
        await store.write(due.schedule, DueRow(CALL, table.id, clock()))
    pauses = []
    for _ in range(10):
        await agenda.look()
        pauses.append(alarms[-1] - clock())
        await agenda.look()  # for something else: that is no reason to try it again
        assert alarms[-1] - clock() == pauses[-1]
        clock.now = alarms[-1]
    assert done == [whole.id]
    assert pauses[:4] == [timedelta(seconds=30 * 2**tried) for tried in range(4)]
    assert pauses[-1] == timedelta(hours=1)


async def test_no_game_waits_for_another_and_none_is_worked_on_twice(store, services, clock):
    """One game's work waits for an answer, which comes only once all the others have been done."""
    slow, *others = [await services.opening.open(ANNA, PLACE, f"Ur {each}") for each in range(10)]
    kinds = {CALL: [], END_TURN: []}
    working = set()
    most, answer = 0, asyncio.Event()

    def doing(kind):
        async def work(game_id):
            nonlocal most
            assert game_id not in working
            working.add(game_id)
            most = max(most, len(working))
            await (answer.wait() if game_id == slow.id else store.read(due.read_kind, kind))
            kinds[kind].append(game_id)
            if {table.id for table in others} <= {*kinds[CALL]} & {*kinds[END_TURN]}:
                answer.set()
            working.remove(game_id)
            await store.write(due.finish, kind, game_id, by=clock())

        return work

    agenda = Agenda(store, clock, {kind: doing(kind) for kind in kinds}, lambda _at: None)
    for table in (slow, *others):
        for kind in kinds:
            await store.write(due.schedule, DueRow(kind, table.id, clock()))
    async with asyncio.timeout(LONG):
        await agenda.look()
    for done in kinds.values():
        assert sorted(done) == [table.id for table in (slow, *others)]
        assert done[-1] == slow.id
    assert 1 < most <= 8  # many due rows do not block the database for players
    assert not await rows(store, CALL) + await rows(store, END_TURN)


async def test_a_damaged_game_is_reported_once_and_waits_to_be_repaired(
    store, services, clock, tmp_path, caplog
):
    table = await running(services)
    await store.write(due.replace_kind, WAITED, [])
    await store.write(due.schedule, DueRow(END_TURN, table.id, clock()))
    await change_database(tmp_path / "games.sqlite3", "UPDATE game SET options = '7'")
    alarms = []
    agenda = Agenda(store, clock, {END_TURN: services.clocks.end_turn_automatically}, alarms.append)
    with caplog.at_level(logging.ERROR):
        for _ in range(5):
            await agenda.look()
            clock.now = alarms[-1]
    assert len(caplog.records) == 1
    assert "is set aside" in caplog.text
    await change_database(tmp_path / "games.sqlite3", "UPDATE game SET options = '[]'")
    alarms.clear()
    await agenda.look()
    assert not alarms
    assert not await rows(store, END_TURN)


@pytest.mark.usefixtures("log_as_before")
@pytest.mark.parametrize("form", LogFormat)
async def test_database_trouble_is_one_line_in_the_log(store, services, clock, form, capsys):
    table = await running(services)
    await store.write(due.replace_kind, WAITED, [])
    await store.write(due.schedule, DueRow(CALL, table.id, clock()))

    async def call(_game_id):
        raise NotRead(Trouble.FAILING)

    set_up_log(form)
    await Agenda(store, clock, {CALL: call}, lambda _at: None).look()
    (line,) = capsys.readouterr().err.splitlines()
    assert "what is due of game 1 (call) is tried again: the database cannot be read: it" in line
    assert "Traceback" not in line


async def test_what_was_put_off_meanwhile_is_not_forgotten(store, services, clock):
    """A player decides while a due row is handled."""
    table = await running(services)
    looked_at = clock()
    later = DueRow(CALL, table.id, looked_at + timedelta(minutes=3))
    await store.write(due.schedule, later)
    await store.write(due.finish, CALL, table.id, by=looked_at)
    failed = DueRow(CALL, table.id, looked_at)
    await store.write(due.retry, failed, looked_at + timedelta(hours=1))
    assert await rows(store) == [later]
    await store.write(due.finish, CALL, table.id, by=later.at)
    await store.write(due.retry, later, later.at)
    assert not await rows(store)
