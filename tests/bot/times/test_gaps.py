"""Gaps: time in which the bot was not connected, or the host's clock was set, counts for nobody."""

from datetime import timedelta
from random import Random

import pytest
from tabletop import EVE, act, change_directly, decider, person_at, propose
from timetable import BANK, DAILY, entries_of, hours, next_due, paced, wait

from bot.changes import BEAT, CLOCK, END_TURN, PROPOSAL, WAITED
from bot.domain.entries import Proposed
from bot.domain.hours import Quiet
from bot.domain.proposals import Question, Topic
from bot.store.queries import due
from bot.store.rows import DueRow
from bot.use_cases import Services
from bot.use_cases.besides_playing import OFFERS
from engine import EndTurn
from tests.databases import change_database

SECOND = timedelta(seconds=1)


async def down(store, clock, **duration):
    """A program that starts after a while in which none ran; the last beat was just before."""
    clock.advance(**duration)
    services = Services(store, Random(0), clock)
    await services.clocks.beat()
    return services


@pytest.mark.parametrize(("gap", "counts"), [(90, True), (91, False)])
async def test_ninety_seconds_are_as_if_nothing_had_been(store, services, clock, gap, counts):
    table = await paced(services, DAILY)
    up_at = table.time_up_at
    await services.clocks.beat()
    services = await down(store, clock, seconds=gap)
    table = await services.games.get(table.id)
    assert table.time_up_at == up_at + (not counts) * gap * SECOND


async def test_a_day_without_a_connection_counts_for_nobody(store, services, clock):
    """Time before the last heartbeat counts; up to thirty seconds after it do not."""
    table = await paced(services, DAILY)
    clock.advance(hours=20)
    await services.clocks.beat()
    clock.advance(seconds=29)
    services = await down(store, clock, days=1)
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(4)
    assert await next_due(store, CLOCK) == table.time_up_at
    await wait(store, services, clock, hours=4, seconds=-1)
    assert not await entries_of(services, table, "time up")


@pytest.mark.parametrize("step", [hours(24), hours(-24 * 400)])
async def test_when_the_hosts_clock_is_set_nothing_is_lost(store, services, clock, step):
    table = await paced(services, DAILY)
    clock.advance(hours=1)
    await services.clocks.beat()
    clock.now += step
    await services.clocks.beat()
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(23)
    assert await next_due(store, CLOCK) == table.time_up_at


@pytest.mark.parametrize("step", [hours(24), hours(-24)])
async def test_who_decides_before_that_is_noticed_has_lost_nothing_either(services, clock, step):
    table = await paced(services, BANK, 2)
    clock.advance(hours=1)
    await services.clocks.beat()
    clock.now += step
    table = await act(services, table, EndTurn())
    assert table.player(0).clock.spent == hours(1)
    clock.now += 10 * SECOND
    await services.clocks.beat()
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(80)


async def test_quiet_hours_in_a_gap_are_nobodys_either(store, services, clock):
    table = await paced(services, DAILY)
    await services.vacations.set_hours(decider(table), quiet=Quiet(0, 8 * 60))
    clock.advance(hours=10)  # 22:00
    await services.clocks.beat()
    services = await down(store, clock, hours=4)  # 2:00
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(6 + 14)


async def test_nothing_is_done_of_clocks_while_there_is_no_connection(store, services, clock):
    """A program that runs on without one does not decide for those who cannot."""
    table = await paced(services, DAILY)
    clock.advance(hours=23)
    await services.clocks.beat()
    services.clocks.cut_off()
    for _ in range(5):
        clock.advance(hours=1)
        await services.clocks.watch(table.id)
    await services.clocks.beat()
    await services.clocks.watch(table.id)
    table = await services.games.get(table.id)
    assert table.turn == 1
    assert table.time_up_at == clock() + hours(1)


async def test_nothing_that_gives_people_time_ends_while_there_is_no_connection(
    store, services, clock
):
    """Neither what is proposed, nor an offer, nor the wait of which the others are told."""
    table = await paced(services, DAILY)
    await services.seats.offer(table.id, person_at(table, 0), EVE.user_id)
    table = await propose(services, table, 1, Question(Topic.PAUSE))
    await services.clocks.beat()
    services.clocks.cut_off()
    clock.advance(days=4)
    for kind in (PROPOSAL, OFFERS[0], WAITED):
        await services.jobs[kind](table.id)
    assert (await services.games.get(table.id)).version == table.version
    await services.clocks.beat()
    await wait(store, services, clock, seconds=1)
    assert (await services.games.get(table.id)).version == table.version


async def test_what_was_due_while_it_was_cut_off_for_a_moment_is_done_then(store, services, clock):
    expected = []

    table = await paced(services, DAILY)
    services.notify(alarm=expected.append)
    clock.advance(hours=24, seconds=-30)
    await services.clocks.beat()
    services.clocks.cut_off()
    clock.advance(seconds=60)
    await services.clocks.watch(table.id)
    assert (await services.games.get(table.id)).turn == 1
    await services.clocks.beat()
    assert expected == [clock()]
    await services.clocks.watch(table.id)
    assert (await services.games.get(table.id)).turn == 2


async def test_whatever_else_gives_people_time_is_put_off_by_as_much(store, services, clock):
    table = await paced(services, DAILY)
    other = await paced(services, DAILY, name="Uruk")
    question = Question(Topic.PAUSE)
    deadline = clock() + hours(10)
    deadlines = {1: deadline, 2: deadline}
    proposed = Proposed(question, (1, 2), tuple(deadlines.items()), clock(), seat=0)
    await change_directly(services, table, lambda change: change.then(proposed))
    for kind, game_id, at in [
        ("proposal", table.id, deadline),
        ("expiry", table.id, clock() + hours(1.5)),
        ("idle", other.id, clock() + hours(0.5)),  # due before the gap: it still is
        (END_TURN, table.id, clock() + hours(2)),  # nobody's time
    ]:
        await store.write(due.schedule, DueRow(kind, game_id, at))
    start = clock()
    clock.advance(hours=1)
    await services.clocks.beat()
    clock.advance(days=2, microseconds=123_000)
    await services.clocks.beat()
    gap = timedelta(days=2, microseconds=123_000)
    assert await next_due(store, "proposal") == deadline + gap
    assert await next_due(store, "expiry") == start + hours(1.5) + gap
    assert await next_due(store, "idle") == start + hours(0.5)
    assert await next_due(store, END_TURN) == start + hours(2)
    (proposal,) = (await services.games.get(table.id)).proposals
    assert proposal.deadline == deadline + gap


async def test_when_the_clock_was_put_back_everything_is_due_sooner(store, services, clock):
    table = await paced(services, DAILY)
    await store.write(due.schedule, DueRow(END_TURN, table.id, clock() + 30 * SECOND))
    await services.clocks.beat()
    clock.now -= hours(1000)
    await services.clocks.beat()
    assert await next_due(store, END_TURN) == clock() + 30 * SECOND


async def test_clocks_of_two_machines_may_differ_a_little(store, services, clock):
    """Then it was not put back: the other machine's is ahead."""
    table = await paced(services, DAILY)
    at = clock() + 30 * SECOND
    await store.write(due.schedule, DueRow(END_TURN, table.id, at))
    for _ in range(3):
        clock.advance(seconds=2)
        await services.clocks.beat()
        clock.now -= SECOND
        await services.clocks.beat()
    assert await next_due(store, END_TURN) == at


async def test_who_does_not_note_the_pulse_waits_for_who_does(store, services, clock):
    """While the program with the heartbeat is down, nobody's time runs out: it might not count."""
    table = await paced(services, DAILY)
    other = Services(store, Random(0), clock)
    other.clocks.disable_heartbeat()
    for each in (services, other):
        await each.clocks.beat()
    clock.advance(hours=25)
    await other.clocks.watch(table.id)
    assert (await other.games.get(table.id)).version == table.version
    await services.clocks.beat()
    await other.clocks.watch(table.id)
    table = await other.games.get(table.id)
    assert table.time_up_at == clock() + hours(24)


@pytest.mark.sqlite  # where a column keeps anything
async def test_a_damaged_game_does_not_keep_the_others_from_it(store, services, clock, tmp_path):
    damaged = await paced(services, DAILY)
    torn = await paced(services, DAILY, name="Kish")
    table = await paced(services, DAILY, name="Uruk")
    await services.clocks.beat()
    await change_database(
        tmp_path / "games.sqlite3", "UPDATE game SET pace = 'fast' WHERE id = ?", damaged.id
    )
    await change_database(
        tmp_path / "games.sqlite3", "UPDATE clock SET spent = 'x' WHERE game_id = ?", torn.id
    )
    services = await down(store, clock, days=3)
    assert (await services.games.get(table.id)).time_up_at == clock() + hours(24)


async def test_two_programs_leave_a_gap_out_once(store, services, clock):
    table = await paced(services, DAILY)
    other = Services(store, Random(0), clock)
    await other.games.get(table.id)
    clock.advance(hours=3)
    await services.clocks.beat()
    clock.advance(hours=5)
    await services.clocks.beat()
    clock.advance(hours=1)
    for _ in range(3):
        clock.advance(seconds=BEAT.total_seconds())
        await other.clocks.beat()
    table = (await other.play.act(table.id, decider(table), EndTurn())).table
    assert table.player(0).clock.spent == hours(3) + 2 * BEAT
    assert table.decider.clock.since == clock()
