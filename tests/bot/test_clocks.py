"""Clocks: whose time runs, how much of it is used, and what is left."""

import re
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, event
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    Clock,
    act_at_random,
    decider,
    running,
    standing,
    whole,
)
from timetable import ASKING, BANK, DAILY, asked, hours, look, next_due, paced, told

from bot.store import Store
from bot.table import CLOCK, Kind, Refused, Status, Table, Tables
from bot.table.agreement import Question, Topic
from bot.table.checking import examine
from bot.table.draft import Draft
from bot.table.pace import UNHURRIED, Pace, Reminders
from bot.table.time_up import decide_for, wait_longer
from bot.table.timing import What
from engine import (
    Action,
    ActionDecision,
    AddDecision,
    AddTiles,
    DrawDecision,
    EndTurn,
    PlaceCatastrophe,
    StandingOrder,
    parse_action,
)
from tests.engine.diagram import draw

FOUR_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""
"""On H3 the archer's King attacks the bull's."""

BETWEEN_OTHERS = """
    .  r  .  r  .
    Bk r  .  r  Lk
    .  r  .  r  .
"""
"""A tile on H3 lets the bull's King and the lion's fight: Ben is asked, whose turn it is not."""


async def act(tables: Tables, table: Table, *actions: Action) -> Table:
    for action in actions:
        table = (await tables.act(table.id, decider(table), action)).table
    return table


def user(table: Table, seat: int) -> int:
    user_id = table.player(seat).user_id
    assert user_id is not None
    return user_id


def catastrophe(table: Table) -> Action:
    legal = whole(table).legal_actions()
    return next(each for each in legal if isinstance(each, PlaceCatastrophe))


async def change(tables: Tables, table: Table, **changes: object) -> Table:
    """Change a table as an agreement would."""

    async def work(draft: Draft) -> None:
        draft.tell(Kind.TOLD)
        draft.change_table(**changes)

    return (await tables._changes.change(table.id, work)).after.table


async def at_war(store: Store, clock: Clock, pace: Pace) -> tuple[Tables, Table]:
    """Anna attacks: she is asked how many tiles to add, then Ben is."""
    game = draw(FOUR_AGAINST_TWO, hands={"A": "rrkkkk", "B": "rrrrgg"}).game
    tables, table = await standing(store, clock, game)
    table = await change(tables, table, pace=pace)
    while isinstance(whole(table).decision, ActionDecision) and whole(table).actions_left > 1:
        table = await act(tables, table, catastrophe(table))
    return tables, await act(tables, table, parse_action("Ak@H3"))


async def between_others(store: Store, clock: Clock, pace: Pace) -> tuple[Tables, Table]:
    """Anna can let Ben and Cora fight, and take that back as long as Ben has not answered."""
    tables, table = await standing(store, clock, draw(BETWEEN_OTHERS, seats="A B L").game)
    return tables, await change(tables, table, pace=pace)


# --- a wait --------------------------------------------------------------------------------------


async def test_the_time_of_whoever_begins_runs_from_the_start(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY)
    assert table.time_up_at == clock() + hours(24)
    assert [player.clock.since is not None for player in table.players] == [True, False, False]
    assert await next_due(store, CLOCK) == table.time_up_at
    assert await tables.get(table.id) == table


async def test_own_decisions_on_the_way_do_not_begin_it_anew(tables: Tables, clock: Clock) -> None:
    table = await paced(tables, DAILY)
    up_at = table.time_up_at
    clock.advance(hours=5)
    table = await act(tables, table, catastrophe(table))
    assert table.time_up_at == up_at
    clock.advance(hours=5)
    table = (await tables.undo(table.id, decider(table))).table
    assert table.time_up_at == up_at


async def test_whoever_is_asked_next_has_a_time_of_the_own(tables: Tables, clock: Clock) -> None:
    table = await paced(tables, DAILY)
    clock.advance(hours=23)
    table = await act(tables, table, EndTurn())
    assert table.time_up_at == clock() + hours(24)
    assert table.player(0).clock.since is None
    assert table.player(0).clock.spent == hours(23)


async def test_what_is_not_used_of_a_bank_is_kept_with_what_each_decision_adds(
    tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, BANK, 2)
    assert table.time_up_at == clock() + hours(72 + 8)
    clock.advance(hours=10)
    table = await act(tables, table, EndTurn())
    assert table.player(0).clock.next_allowance(BANK.limit) == hours(72 - 10 + 8 + 8)
    assert table.time_up_at == clock() + hours(72 + 8)  # of the other
    clock.advance(hours=3)
    table = await act(tables, table, EndTurn())
    assert table.time_up_at == clock() + hours(72 - 10 + 8 + 8)
    clock.advance(hours=60)
    table = await act(tables, table, EndTurn(), EndTurn())
    assert table.time_up_at == clock() + hours(72 - 10 + 8 - 60 + 8 + 8)


async def test_a_question_in_a_conflict_is_a_wait_as_any_other(store: Store, clock: Clock) -> None:
    tables, table = await at_war(store, clock, DAILY)
    clock.advance(hours=4)
    table = await act(tables, table, AddTiles(1))
    assert decider(table) == BEN.user_id
    assert table.time_up_at == clock() + hours(24)
    clock.advance(hours=3)
    table = await act(tables, table, AddTiles(0))
    assert decider(table) == ANNA.user_id
    assert table.time_up_at == clock() + hours(24)


async def test_who_is_answered_for_by_an_order_is_not_waited_for(
    store: Store, clock: Clock
) -> None:
    tables, table = await at_war(store, clock, DAILY)
    await tables.set_standing_order(BEN.user_id, StandingOrder.NOTHING)
    up_at = table.time_up_at
    clock.advance(hours=4)
    table = await act(tables, table, AddTiles(1))
    assert decider(table) == ANNA.user_id
    assert table.time_up_at == up_at  # nobody else was asked, and she was not called
    assert table.player(1).clock.spent == timedelta(0)


async def test_where_somebody_has_resigned_each_turn_is_a_wait_all_the_same(
    tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY)
    resigning = table.player(1).user_id
    assert resigning is not None
    table = (await tables.resign(table.id, resigning)).table
    clock.advance(hours=20)
    table = await act(tables, table, EndTurn())
    assert asked(table).seat == 2
    clock.advance(hours=20)
    table = await act(tables, table, EndTurn())
    assert table.time_up_at == clock() + hours(24)


# --- undo ----------------------------------------------------------------------------------------


JOIN = parse_action("r@H3")


async def test_undo_never_gives_time_back(store: Store, clock: Clock) -> None:
    """Anna hands over to Ben and takes it back, again and again: both use what they use."""
    tables, table = await between_others(store, clock, DAILY)
    for number in range(3):
        clock.advance(hours=2)
        table = await act(tables, table, JOIN)
        assert decider(table) == BEN.user_id
        assert table.time_up_at == clock() + hours(24 - number)
        clock.advance(hours=1)
        table = (await tables.undo(table.id, ANNA.user_id)).table
        assert decider(table) == ANNA.user_id
        assert table.time_up_at == clock() + hours(24 - 2 * (number + 1))
        assert asked(table).clock.next_allowance(DAILY.limit) == hours(24)


async def test_nor_does_it_add_to_a_bank(store: Store, clock: Clock) -> None:
    tables, table = await between_others(store, clock, BANK)
    for _ in range(3):
        table = await act(tables, table, JOIN)
        clock.advance(hours=1)
        table = (await tables.undo(table.id, ANNA.user_id)).table
    assert table.player(1).clock.next_allowance(BANK.limit) == hours(72 + 8 - 3)
    table = await act(tables, table, JOIN)
    assert table.time_up_at == clock() + hours(72 + 8 - 3)
    table = await act(tables, table, AddTiles(0))
    assert table.player(1).clock.next_allowance(BANK.limit) == hours(72 + 8 - 3 + 8)


async def test_who_is_asked_something_else_after_an_undo_goes_on_as_well(
    store: Store, clock: Clock
) -> None:
    tables, table = await between_others(store, clock, DAILY)
    table = await act(tables, table, JOIN)
    clock.advance(hours=20)
    table = (await tables.undo(table.id, ANNA.user_id)).table
    table = await act(tables, table, EndTurn())
    assert decider(table) == BEN.user_id
    assert table.time_up_at == clock() + hours(4)
    table = await act(tables, table, EndTurn(), EndTurn(), EndTurn())
    assert decider(table) == BEN.user_id
    assert table.time_up_at == clock() + hours(24)


# --- whose clock stands still --------------------------------------------------------------------


@pytest.mark.parametrize("why", ["paused", "held"])
async def test_nobodys_time_runs_while_the_game_is(
    store: Store, tables: Tables, clock: Clock, why: str
) -> None:
    async def stop(table: Table) -> None:
        if why == "held":
            await tables.reach(table.id, reachable=False)
        else:
            await change(tables, table, paused_seq=table.version)

    async def go_on(table: Table) -> None:
        if why == "held":
            await tables.reach(table.id, reachable=True)
        else:
            await change(tables, table, paused_seq=None)

    table = await paced(tables, DAILY)
    clock.advance(hours=5)
    for _ in range(2):
        await stop(table)
        assert await next_due(store) is None
        table = await tables.get(table.id)
        assert table.time_up_at is None
        assert asked(table).clock.left(DAILY.limit) == hours(19)
        await look(store, tables, clock, days=30)
    await go_on(table)
    await go_on(table)
    table = await tables.get(table.id)
    assert table.time_up_at == clock() + hours(19)
    assert await next_due(store) == table.time_up_at
    assert not await told(tables, table, Kind.TIME_UP)


async def test_who_is_asked_while_it_is_held_has_the_whole_time_afterwards(
    tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY)
    await tables.reach(table.id, reachable=False)
    clock.advance(days=3)
    table = await act(tables, table, EndTurn())  # out of a table that was read before
    assert table.held
    assert table.time_up_at is None
    clock.advance(days=3)
    await tables.reach(table.id, reachable=True)
    assert (await tables.get(table.id)).time_up_at == clock() + hours(24)


async def test_in_a_game_that_is_over_no_clock_runs(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY, 2)
    table = (await tables.resign(table.id, BEN.user_id)).table
    assert table.status is Status.OVER
    assert all(player.clock.since is None for player in table.players)
    assert await next_due(store) is None


async def test_a_game_without_a_limit_counts_nothing(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await running(tables)
    rng = Random(2)
    for _ in range(20):
        clock.advance(hours=30)
        table = (await act_at_random(tables, table, rng)).table
        assert table.time_up_at is None
    assert await next_due(store, CLOCK) is None
    async with store.reading() as connection:
        assert not list(await connection.exec_driver_sql("SELECT * FROM clock"))


async def test_who_takes_a_seat_has_the_time_of_a_decision_and_what_is_left_of_the_bank(
    tables: Tables, clock: Clock
) -> None:
    """Passing a seat to and fro fills no bank: no decision was made."""
    table = await paced(tables, BANK, 2)
    for waited, left in ((2, 80), (3, 77), (18, 59)):
        clock.advance(hours=waited)
        for to in (CORA, ANNA):
            await tables.offer_seat(table.id, ANNA if to is CORA else CORA, to.user_id)
            offered = (await tables.get(table.id)).player(0).free_since
            assert offered is not None
            table = (await tables.take_seat(table.id, to, 0, offered)).table
            assert table.time_up_at == clock() + hours(left)
    assert asked(table).clock.missed == 0


async def test_until_a_seat_passes_the_hours_of_who_sits_there_count(
    tables: Tables, clock: Clock
) -> None:
    """Who is on vacation spends nothing of what the next one has, nor the next one's bank."""
    table = await paced(tables, BANK, 2)
    await tables.take_vacation(CORA.user_id, 10)
    for holder, to, waited, left in ((ANNA, CORA, 20, 68), (CORA, ANNA, 9, 68)):
        clock.advance(hours=waited)
        await tables.offer_seat(table.id, holder, to.user_id)
        offered = (await tables.get(table.id)).player(0).free_since
        assert offered is not None
        table = (await tables.take_seat(table.id, to, 0, offered)).table
        limit, now = table.pace.limit, asked(table)
        assert limit is not None
        assert now.clock.left(limit, table.hours_of(now), clock()) == hours(left)


async def test_another_pace_begins_for_all_of_them_anew(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await running(tables)
    clock.advance(days=30)
    table = await change(tables, table, pace=DAILY)
    assert table.time_up_at == clock() + hours(24)
    clock.advance(hours=20)
    table = await change(tables, table, pace=BANK)
    assert table.time_up_at == clock() + hours(80)
    clock.advance(hours=30)
    table = await change(tables, table, pace=UNHURRIED)
    assert table.time_up_at is None
    assert await next_due(store) is None
    table = await change(tables, table, pace=BANK)
    assert table.time_up_at == clock() + hours(80)


async def test_other_reminders_give_nobody_more_time(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """Whoever was reminded already is not reminded at once again for the time until then."""
    often, seldom = (Pace(Reminders(hours(each), hours(each)), BANK.limit) for each in (2, 20))
    table = await paced(tables, often)
    start, up_at = clock(), table.time_up_at
    await look(store, tables, clock, hours=7)
    for pace in (seldom, Pace(limit=BANK.limit), often):
        table = await change(tables, await tables.get(table.id), pace=pace)
        assert table.time_up_at == up_at
    await look(store, tables, clock, hours=4)
    table = await change(tables, await tables.get(table.id), pace=seldom)
    await look(store, tables, clock, hours=30)
    reminded = [each.at - start for each in await told(tables, table, Kind.REMINDED)]
    assert reminded == [hours(each) for each in (2, 4, 6, 8, 10, 20, 40)]
    table = await change(tables, table, pace=replace(seldom, live=True))
    assert table.time_up_at == clock() + hours(80)


# --- the time is up ------------------------------------------------------------------------------


async def test_when_the_time_is_up_the_turn_ends(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY)
    await look(store, tables, clock, hours=24, seconds=-1)
    assert (await tables.get(table.id)).version == table.version
    await look(store, tables, clock, seconds=1)
    after = await tables.get(table.id)
    assert (after.turn, asked(after).seat) == (2, 1)
    up, ended = after.round[-2:]
    assert (up.kind, up.seat, up.details) == (Kind.TIME_UP, 0, {"missed": 1})
    assert (ended.action, ended.automatic, ended.passing) == (EndTurn(), True, False)
    assert ended.called == 1
    assert after.time_up_at == clock() + hours(24)
    assert after.player(0).clock.missed == 1


async def test_in_a_conflict_nothing_is_added(store: Store, clock: Clock) -> None:
    tables, table = await at_war(store, clock, DAILY)
    await look(store, tables, clock, hours=24)
    table = await tables.get(table.id)
    assert decider(table) == BEN.user_id
    assert isinstance(whole(table).decision, AddDecision)
    assert table.round[-1].action == AddTiles(0)
    await look(store, tables, clock, hours=24)
    table = await tables.get(table.id)
    assert table.round[-1].action == AddTiles(0)
    assert [entry.seat for entry in await told(tables, table, Kind.TIME_UP)] == [0, 1]


async def test_what_is_drawn_comes_from_the_bag_and_the_whole_turn_is_over(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY, options=["display"])
    legal = whole(table).legal_actions()
    table = await act(tables, table, next(each for each in legal if str(each).startswith("r@")))
    table = await act(tables, table, EndTurn())
    assert isinstance(whole(table).decision, DrawDecision)
    await look(store, tables, clock, hours=24)
    table = await tables.get(table.id)
    assert (table.turn, asked(table).seat) == (2, 1)


async def test_after_the_third_time_in_a_row_the_seat_is_offered_once(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY, 2)
    await look(store, tables, clock, days=8)
    table = await tables.get(table.id)
    missed = [
        (each.seat, each.details["missed"]) for each in await told(tables, table, Kind.TIME_UP)
    ]
    assert missed == [(each % 2, each // 2 + 1) for each in range(8)]
    offered = await told(tables, table, Kind.OFFERED)
    assert [(each.seat, each.details) for each in offered] == [
        (seat, {"to": None, "name": "", "why": "time", "by": ""}) for seat in (0, 1)
    ]
    assert [player.offered_seq for player in table.players] == [each.seq for each in offered]
    # in the turn in which the time was up, though that ended it
    assert [each.turn for each in offered] == [5, 6]
    ups = [each for each in await told(tables, table, Kind.TIME_UP) if each.details["missed"] == 3]
    assert [(each.turn, each.seq + 1) for each in ups] == [
        (each.turn, each.seq) for each in offered
    ]
    turns = [each.turn for each in await tables.history(table.id)]
    assert turns == sorted(turns)
    assert not (await store.read(examine, table.id)).faults


async def test_a_decision_of_the_own_is_not_missed(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, DAILY, 2)
    await look(store, tables, clock, days=4)
    table = await tables.get(table.id)
    assert [player.clock.missed for player in table.players] == [2, 2]
    table = await act(tables, table, EndTurn())
    assert [player.clock.missed for player in table.players] == [0, 2]
    await look(store, tables, clock, days=2)
    table = await tables.get(table.id)
    assert [player.clock.missed for player in table.players] == [1, 3]
    assert [player.offered for player in table.players] == [False, True]


async def test_a_bank_that_is_used_up_leaves_what_each_decision_adds(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, BANK, 2)
    await look(store, tables, clock, hours=80)
    table = await act(tables, await tables.get(table.id), EndTurn())
    assert asked(table).seat == 0
    assert table.time_up_at == clock() + hours(8)


async def test_the_others_are_asked_whether_to_wait_and_nobodys_time_runs_meanwhile(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """If they do there is as much as for one decision."""
    table = await paced(tables, ASKING)
    await look(store, tables, clock, hours=24)
    table = await tables.get(table.id)
    (proposal,) = table.proposals
    assert proposal.question == Question(Topic.WAIT, seat=0)
    assert proposal.asked == (1, 2)
    assert (table.turn, table.time_up_at) == (1, None)
    assert await next_due(store, CLOCK) is None
    clock.advance(hours=10)
    for seat in proposal.asked:
        table = await tables.answer(table.id, user(table, seat), proposal.seq, yes=True)
    assert table.time_up_at == clock() + hours(24)
    await look(store, tables, clock, hours=24)
    assert len((await tables.get(table.id)).proposals) == 1  # they are asked again


async def test_if_they_do_not_want_to_the_decision_is_made(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, ASKING)
    await look(store, tables, clock, hours=24)
    (proposal,) = (await tables.get(table.id)).proposals
    table = await tables.answer(table.id, user(table, 1), proposal.seq, yes=False)
    assert (table.turn, table.proposals) == (2, ())
    assert table.player(0).clock.missed == 1
    assert table.time_up_at == clock() + hours(24)


async def test_who_decides_while_they_are_asked_has_decided(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, ASKING)
    await look(store, tables, clock, hours=24)
    table = await act(tables, await tables.get(table.id), catastrophe(table))
    assert table.proposals == ()
    assert table.time_up_at == clock()  # for the rest of the turn, too
    table = await act(tables, table, EndTurn())
    assert table.time_up_at == clock() + hours(24)


async def test_the_others_are_not_asked_again_while_somebody_is_at_it(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """Each question rings for all of them."""
    table = await paced(tables, ASKING)
    await look(store, tables, clock, hours=24)
    await act(tables, await tables.get(table.id), catastrophe(table))
    await look(store, tables, clock, minutes=2)
    assert (await tables.get(table.id)).proposals == ()
    await look(store, tables, clock, minutes=2)
    assert (await tables.get(table.id)).proposal_of(Topic.WAIT) is not None


async def test_a_pause_asks_nobody_whether_to_wait_and_decides_for_nobody(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """They are asked once it goes on."""
    table = await paced(tables, ASKING)
    await look(store, tables, clock, hours=24)
    (asking,) = (await tables.get(table.id)).proposals
    assert PLACE.guild_id is not None
    table = await tables.pause_by_admin(table.id, PLACE.guild_id, DAN)
    assert table.proposals == ()
    with pytest.raises(Refused, match="settled already"):
        await tables.answer(table.id, user(table, 1), asking.seq, yes=False)
    await tables.go_on_by_admin(table.id, PLACE.guild_id, DAN)
    await look(store, tables, clock, minutes=1)
    table = await tables.get(table.id)
    assert table.turn == 1
    assert table.proposal_of(Topic.WAIT) is not None


async def test_with_another_pace_nobody_is_asked_about_the_time_of_before(
    store: Store, tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, ASKING)
    await look(store, tables, clock, hours=24)
    (asking,) = (await tables.get(table.id)).proposals
    table = await tables.propose(table.id, user(table, 0), Question(Topic.PACE, pace=DAILY))
    wanted = table.proposal_of(Topic.PACE)
    assert wanted is not None
    for seat in (1, 2):
        table = await tables.answer(table.id, user(table, seat), wanted.seq, yes=True)
    assert table.proposals == ()
    with pytest.raises(Refused, match="settled already"):
        await tables.answer(table.id, user(table, 1), asking.seq, yes=False)
    assert (table.turn, table.time_up_at) == (1, clock() + hours(24))


async def test_of_a_bank_only_what_a_decision_adds_is_given_anew(
    tables: Tables, clock: Clock
) -> None:
    table = await paced(tables, BANK, 2)
    clock.advance(hours=80)

    async def wait(draft: Draft) -> None:
        draft.tell(Kind.SETTLED)
        wait_longer(draft, 0)

    table = (await tables._changes.change(table.id, wait)).after.table
    assert table.time_up_at == clock() + hours(8)


async def test_who_decides_in_the_last_moment_has_decided(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """What was due is not done any more: neither by this program nor by another one."""
    table = await paced(tables, DAILY)
    other = Tables(store, Random(0), clock)
    await other.get(table.id)
    clock.advance(hours=24)
    table = await act(tables, table, EndTurn())
    for each in (tables, other):
        await each.watch(table.id)
    assert (await tables.get(table.id)).version == table.version
    assert await next_due(store, CLOCK) == table.time_up_at


async def test_two_programs_decide_once(store: Store, tables: Tables, clock: Clock) -> None:
    table = await paced(tables, DAILY)
    other = Tables(store, Random(0), clock)
    await other.get(table.id)
    clock.advance(hours=24)
    await tables.watch(table.id)
    await other.watch(table.id)
    assert len(await told(tables, table, Kind.TIME_UP)) == 1


async def test_it_is_not_decided_if_the_clock_has_been_stopped_since(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """That has no version: whether the time is up is found out when the decision is stored."""
    table = await paced(tables, DAILY)
    other = Tables(store, Random(0), clock)
    clock.advance(hours=24)

    async def decide(draft: Draft) -> None:
        draft.timely.expected = What.DECIDE
        await decide_for(draft, 0)
        await other.reach(table.id, reachable=False)

    with pytest.raises(Refused):
        await tables._changes.change(table.id, decide)
    assert (await tables.get(table.id)).version == table.version
    await other.reach(table.id, reachable=True)
    await tables.watch(table.id)
    assert (await tables.get(table.id)).turn == 2


async def test_clocks_cost_few_statements(store: Store, tables: Tables, clock: Clock) -> None:
    """One on the way; four where somebody else is asked: to read, for both clocks, and what is due.

    As many as in a game without a pace, otherwise.
    """
    counted: list[str] = []

    def count(_connection: object, _cursor: object, statement: str, given: Any, *more: Any) -> None:
        if re.search(r"\b(clock|due|pulse)\b", statement):
            many = more[-1]
            counted.extend([statement] * (len(given) if many else 1))

    event.listen(Engine, "before_cursor_execute", count)
    try:
        for pace, on_the_way, handed_over in [(UNHURRIED, 1, 1), (BANK, 1, 4)]:
            table = await paced(tables, pace, name="Ur")
            for _ in range(table.capacity):  # from then on all of them have a clock
                table = await act(tables, table, EndTurn())
            costs = []
            for action in (catastrophe(table), EndTurn()):
                clock.advance(hours=1)
                counted.clear()
                table = await act(tables, table, action)
                costs.append(len([each for each in counted if "FROM game LEFT" not in each]))
            assert costs == [on_the_way, handed_over]
    finally:
        event.remove(Engine, "before_cursor_execute", count)
