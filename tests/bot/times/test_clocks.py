"""Clocks: whose time runs, how much of it is used, and what is left."""

from dataclasses import replace
from datetime import timedelta

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    act,
    catastrophe,
    decider,
    person_at,
    running,
    table_at,
    take_seat,
)
from timetable import (
    BANK,
    DAILY,
    REMINDING,
    at_war,
    change,
    entries_of,
    hours,
    next_due,
    paced,
    wait,
)

from bot.changes import CLOCK
from bot.domain.clock import NEW_CLOCK
from bot.domain.entries import PaceChanged, Paused, Resumed
from bot.domain.hours import ALWAYS
from bot.domain.pace import UNHURRIED, Limit, Pace, Reminders
from bot.store import OwnReminders
from engine import AddTiles, EndTurn, StandingOrder, parse_action
from tests.engine.diagram import draw

BETWEEN_OTHERS = """
    .  r  .  r  .
    Bk r  .  r  Lk
    .  r  .  r  .
"""
"""A tile on H3 lets the bull's King and the lion's fight: Ben is asked, whose turn it is not."""
JOIN = parse_action("r@H3")


async def between_others(store, clock, pace):
    """Anna can let Ben and Cora fight, and take that back as long as Ben has not answered."""
    services, table = await table_at(store, clock, draw(BETWEEN_OTHERS, seats="A B L").game)
    return services, await change(services, table, PaceChanged(pace))


# --- a wait --------------------------------------------------------------------------------------


async def test_the_time_of_whoever_begins_runs_from_the_start_through_all_decisions(
    store, services, clock
):
    table = await paced(services, DAILY)
    up_at = table.time_up_at
    assert up_at == clock() + hours(24)
    assert [player.clock.since is not None for player in table.players] == [True, False, False]
    assert await next_due(store, CLOCK) == up_at
    assert await services.games.get(table.id) == table
    clock.advance(hours=5)
    table = await act(services, table, catastrophe(table))
    assert table.time_up_at == up_at
    clock.advance(hours=5)
    table = (await services.play.undo(table.id, decider(table))).table
    assert table.time_up_at == up_at
    clock.advance(hours=13)
    table = await act(services, table, EndTurn())  # the next player has their own time
    assert table.time_up_at == clock() + hours(24)
    assert table.player(0).clock.since is None
    assert table.player(0).clock.spent == hours(23)


async def test_what_is_not_used_of_a_bank_is_kept_with_what_each_decision_adds(services, clock):
    table = await paced(services, BANK, 2)
    assert table.time_up_at == clock() + hours(72 + 8)
    clock.advance(hours=10)
    table = await act(services, table, EndTurn())
    assert table.player(0).clock.begun(BANK.limit).left(BANK.limit) == hours(72 - 10 + 8 + 8)
    assert table.time_up_at == clock() + hours(72 + 8)  # of the other
    clock.advance(hours=3)
    table = await act(services, table, EndTurn())
    assert table.time_up_at == clock() + hours(72 - 10 + 8 + 8)
    clock.advance(hours=60)
    table = await act(services, table, EndTurn(), EndTurn())
    assert table.time_up_at == clock() + hours(72 - 10 + 8 - 60 + 8 + 8)


async def test_who_is_answered_for_by_an_order_is_not_waited_for(store, clock):
    services, table = await at_war(store, clock, DAILY)
    await services.preferences.set_standing_order(BEN.user_id, StandingOrder.NOTHING)
    up_at = table.time_up_at
    clock.advance(hours=4)
    table = await act(services, table, AddTiles(1))
    assert decider(table) == ANNA.user_id
    assert table.time_up_at == up_at  # nobody else was asked, and she was not called
    assert table.player(1).clock.spent == timedelta(0)


async def test_where_somebody_has_resigned_each_turn_is_a_wait_all_the_same(services, clock):
    table = await paced(services, DAILY)
    resigning = table.player(1).user_id
    table = (await services.play.resign(table.id, resigning)).table
    clock.advance(hours=20)
    table = await act(services, table, EndTurn())
    assert table.decider.seat == 2
    clock.advance(hours=20)
    table = await act(services, table, EndTurn())
    assert table.time_up_at == clock() + hours(24)


# --- undo ----------------------------------------------------------------------------------------


async def test_undo_never_gives_time_back(store, clock):
    """Anna hands over to Ben and takes it back, again and again: both use what they use."""
    services, table = await between_others(store, clock, DAILY)
    for number in range(2):
        clock.advance(hours=2)
        table = await act(services, table, JOIN)
        assert decider(table) == BEN.user_id
        assert table.time_up_at == clock() + hours(24 - number)
        clock.advance(hours=1)
        table = (await services.play.undo(table.id, ANNA.user_id)).table
        assert decider(table) == ANNA.user_id
        assert table.time_up_at == clock() + hours(24 - 2 * (number + 1))
        assert table.decider.clock.begun(DAILY.limit).left(DAILY.limit) == hours(24)


async def test_nor_does_it_add_to_a_bank(store, clock):
    services, table = await between_others(store, clock, BANK)
    for _ in range(2):
        table = await act(services, table, JOIN)
        clock.advance(hours=1)
        table = (await services.play.undo(table.id, ANNA.user_id)).table
    assert table.player(1).clock.begun(BANK.limit).left(BANK.limit) == hours(72 + 8 - 2)
    table = await act(services, table, JOIN)
    assert table.time_up_at == clock() + hours(72 + 8 - 2)
    table = await act(services, table, AddTiles(0))
    assert table.player(1).clock.begun(BANK.limit).left(BANK.limit) == hours(72 + 8 - 2 + 8)


async def test_who_is_asked_something_else_after_an_undo_goes_on_as_well(store, clock):
    services, table = await between_others(store, clock, DAILY)
    table = await act(services, table, JOIN)
    clock.advance(hours=20)
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    table = await act(services, table, EndTurn())
    assert decider(table) == BEN.user_id
    assert table.time_up_at == clock() + hours(4)
    table = await act(services, table, EndTurn(), EndTurn(), EndTurn())
    assert decider(table) == BEN.user_id
    assert table.time_up_at == clock() + hours(24)


# --- whose clock stands still --------------------------------------------------------------------


@pytest.mark.parametrize("why", ["paused", "held"])
async def test_nobodys_time_runs_while_the_game_is(store, services, clock, why):
    async def stop(table):
        if why == "held":
            await services.clocks.reach(table.id, reachable=False)
        else:
            await change(services, table, Paused())

    async def go_on(table):
        if why == "held":
            await services.clocks.reach(table.id, reachable=True)
        else:
            await change(services, table, Resumed())

    table = await paced(services, DAILY)
    clock.advance(hours=5)
    for _ in range(2):
        await stop(table)
        assert await next_due(store) is None
        table = await services.games.get(table.id)
        assert table.time_up_at is None
        assert table.decider.clock.left(DAILY.limit) == hours(19)
        await wait(store, services, clock, days=30)
    await go_on(table)
    await go_on(table)
    table = await services.games.get(table.id)
    assert table.time_up_at == clock() + hours(19)
    assert await next_due(store) == table.time_up_at
    assert not await entries_of(services, table, "time up")


async def test_who_is_asked_while_it_is_held_has_the_whole_time_afterwards(services, clock):
    table = await paced(services, DAILY)
    await services.clocks.reach(table.id, reachable=False)
    clock.advance(days=3)
    table = await act(services, table, EndTurn())  # out of a table that was read before
    assert table.held
    assert table.time_up_at is None
    clock.advance(days=3)
    await services.clocks.reach(table.id, reachable=True)
    assert (await services.games.get(table.id)).time_up_at == clock() + hours(24)


async def test_a_game_without_a_limit_counts_nothing(store, services, clock):
    table = await running(services)
    for action in (catastrophe(table), EndTurn(), EndTurn()):
        clock.advance(hours=30)
        table = await act(services, table, action)
        assert table.time_up_at is None
    assert await next_due(store, CLOCK) is None
    async with store.reading() as connection:
        assert not list(await connection.exec_driver_sql("SELECT * FROM clock"))


async def test_who_takes_a_seat_has_the_time_of_a_decision_and_what_is_left_of_the_bank(
    services, clock
):
    """Passing a seat to and fro fills no bank: no decision was made."""
    table = await paced(services, BANK, 2)
    first = person_at(table, 0)
    for waited, left in ((2, 80), (3, 77)):
        clock.advance(hours=waited)
        for to in (CORA, first):
            await services.seats.offer(table.id, first if to is CORA else CORA, to.user_id)
            table = await take_seat(services, table, 0, to)
            assert table.time_up_at == clock() + hours(left)
    assert table.decider.clock.missed == 0


async def test_until_a_seat_passes_the_hours_of_who_sits_there_count(services, clock):
    """Vacation uses up neither the next player's time nor that player's bank."""
    table = await paced(services, BANK, 2)
    first = person_at(table, 0)
    await services.vacations.take_vacation(CORA.user_id, 10)
    for holder, to, waited, left in ((first, CORA, 20, 68), (CORA, first, 9, 68)):
        clock.advance(hours=waited)
        await services.seats.offer(table.id, holder, to.user_id)
        table = await take_seat(services, table, 0, to)
        limit, now = table.pace.limit, table.decider
        assert now.clock.left(limit, table.hours_of(now), clock()) == hours(left)


async def test_another_pace_starts_all_of_them_again(store, services, clock):
    table = await running(services)
    clock.advance(days=30)
    table = await change(services, table, PaceChanged(DAILY))
    assert table.time_up_at == clock() + hours(24)
    clock.advance(hours=20)
    table = await change(services, table, PaceChanged(BANK))
    assert table.time_up_at == clock() + hours(80)
    clock.advance(hours=30)
    table = await change(services, table, PaceChanged(UNHURRIED))
    assert table.time_up_at is None
    assert await next_due(store) is None
    table = await change(services, table, PaceChanged(BANK))
    assert table.time_up_at == clock() + hours(80)


async def test_other_reminders_give_nobody_more_time(store, services, clock):
    """A player who was already reminded is not reminded again at once for the time until then."""
    often, seldom = (Pace(Reminders(hours(each), hours(each)), BANK.limit) for each in (2, 20))
    table = await paced(services, often)
    start, up_at = clock(), table.time_up_at
    await wait(store, services, clock, hours=7)
    for pace in (seldom, Pace(limit=BANK.limit), often):
        table = await change(services, await services.games.get(table.id), PaceChanged(pace))
        assert table.time_up_at == up_at
    await wait(store, services, clock, hours=4)
    table = await change(services, await services.games.get(table.id), PaceChanged(seldom))
    await wait(store, services, clock, hours=30)
    reminded = [each.at - start for each in await entries_of(services, table, "reminded")]
    assert reminded == [hours(2), hours(20), hours(40)]
    table = await change(services, table, PaceChanged(replace(seldom, live=True)))
    assert table.time_up_at == clock() + hours(80)


# --- the value ---------------------------------------------------------------------------------


def test_a_bank_is_never_overdrawn():
    """Time that was up long ago is not owed."""
    late = replace(NEW_CLOCK, bank=hours(1), spent=hours(50))
    assert late.begun(Limit(hours(8), hours(72))).bank == hours(0)


def test_quick_turns_fill_a_bank_up_to_its_cap():
    """Ten of them added 80 hours. An older pace has no cap."""
    for cap, filled in ((1, 72), (2, 144), (None, 152)):
        clock = replace(NEW_CLOCK, bank=hours(72))
        limit = replace(BANK.limit, cap=cap)
        for _ in range(10):
            clock = replace(clock, spent=timedelta(0)).begun(limit)
        assert clock.bank == hours(filled)
        assert clock.in_bank(limit, waited_for=False) <= hours(filled + 8 * (cap is None))
        assert Pace.load(Pace(limit=limit).dump()).limit == limit


async def test_another_cap_starts_all_of_them_again(services, clock):
    table = await paced(services, BANK, 2)
    clock.advance(hours=10)
    table = await act(services, table, EndTurn(), EndTurn())
    capped = Pace(limit=replace(BANK.limit, cap=1))
    table = await change(services, table, PaceChanged(capped))
    for _ in range(2):
        assert table.time_up_at == clock() + hours(80)
        table = await act(services, table, EndTurn(), EndTurn())


def test_a_wait_that_goes_on_after_an_undo_calls_anew():
    undone = replace(NEW_CLOCK, spent=hours(5), resumes=True, hushed=True, reminded=2)
    assert undone.begun(None) == replace(NEW_CLOCK, spent=hours(5), reminded=2)


def test_what_has_reminded_already_is_not_repeated_when_less_time_counts(clock):
    """As after a gap, or with other hours."""
    usual = OwnReminders.TABLE
    reminded = replace(NEW_CLOCK, since=clock(), spent=hours(12), reminded=2)
    assert reminded.caught_up(REMINDING, usual, clock(), ALWAYS).reminded == 2
    assert reminded.caught_up(REMINDING, usual, clock() + timedelta(days=8), ALWAYS).reminded == 3


def test_what_is_in_the_bank_while_a_wait_is_to_be_resumed():
    """No decision was made that adds to it."""
    undone = replace(NEW_CLOCK, bank=hours(10), spent=hours(1), resumes=True)
    limit = Limit(hours(2), hours(72))
    assert undone.in_bank(limit, waited_for=False) == hours(10)
    assert replace(undone, resumes=False).in_bank(limit, waited_for=False) == hours(11)
