"""A turn that ends by itself after two actions, with time to undo unless something was seen."""

from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, act, catastrophe, decider, game_of, opened, refuses, running
from timetable import at_war, wait

from bot.changes import END_TURN
from bot.domain.pace import UNHURRIED
from bot.domain.refusals import Refusal
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.store.queries import due
from bot.use_cases import Services
from engine import AddDecision, AddTiles, DrawDecision, EndTurn, SwapTiles
from tests.databases import change_database


@pytest.fixture
async def table(services):
    """A game of three, in which the first player's turns end by themselves."""
    table = await running(services)
    await services.preferences.switch(decider(table), ends_turn=True)
    return await services.games.get(table.id)


async def two_actions(services, table):
    """Take two actions that can be undone."""
    for _ in range(2):
        table = await act(services, table, catastrophe(table))
    assert not game_of(table).actions_left
    return table


async def rows(store):
    return await store.read(due.read_kind, END_TURN)


def last(table):
    return table.round[-1]


async def test_it_ends_after_thirty_seconds(store, services, clock, table):
    anna = decider(table)
    table = await two_actions(services, table)
    (row,) = await rows(store)
    assert await wait(store, services, clock, seconds=29) == [row.at]
    assert (await services.games.get(table.id)).version == table.version
    await wait(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    assert table.turn == 2
    assert decider(table) != anna
    assert (last(table).action, last(table).automatic) == (EndTurn(), True)
    assert last(table).called == 1  # the next one is called, as at each turn's beginning
    assert not await rows(store)
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, anna))
    assert not (await store.read(examine, table.id)).faults


async def test_who_does_not_want_it_ends_the_turn(store, services, clock, table):
    table = await two_actions(services, table)
    await services.preferences.switch(decider(table), ends_turn=False)  # not any more
    await wait(store, services, clock, seconds=30)
    assert (await services.games.get(table.id)).turn == 1
    assert not await rows(store)
    table = await act(services, await services.games.get(table.id), EndTurn())
    table = await two_actions(services, table)  # of another player
    assert table.ends_at is None
    await wait(store, services, clock, hours=1)
    assert (await services.games.get(table.id)).turn == 2


async def test_what_was_undone_does_not_end_the_turn_and_there_is_time_anew(
    store, services, clock, table
):
    table = await two_actions(services, table)
    clock.advance(seconds=20)
    table = (await services.play.undo(table.id, decider(table))).table
    assert table.ends_at is None
    await wait(store, services, clock, seconds=10)
    assert not await rows(store)
    table = await act(services, table, catastrophe(table))
    clock.advance(seconds=20)
    table = (await services.play.undo(table.id, decider(table))).table
    table = await act(services, table, catastrophe(table))  # before the row of the first was due
    await wait(store, services, clock, seconds=10)
    await wait(store, services, clock, seconds=19)
    assert (await services.games.get(table.id)).turn == 1
    await wait(store, services, clock, seconds=1)
    assert (await services.games.get(table.id)).turn == 2


async def test_after_a_swap_nothing_can_be_undone_and_it_ends_at_once(services, table):
    swap = SwapTiles(game_of(table).hands[0])
    table = await act(services, table, catastrophe(table), swap)
    assert table.turn == 2
    assert [entry.automatic for entry in table.round[-2:]] == [False, True]


async def test_what_was_seen_before_the_last_action_does_not_matter(store, services, clock, table):
    """The last action can be undone, even if both were taken in one line."""
    swap = SwapTiles(game_of(table).hands[0])
    line = (swap, catastrophe(table))
    table = (await services.play.act_line(table.id, decider(table), line)).table
    assert (table.turn, table.undoer) == (1, table.player(0))
    await wait(store, services, clock, seconds=30)
    assert (await services.games.get(table.id)).turn == 2


async def test_a_conflict_as_the_second_action_ends_the_turn_with_its_last_answer(store, clock):
    services, table = await at_war(store, clock, UNHURRIED)
    await services.preferences.switch(ANNA.user_id, ends_turn=True)
    assert isinstance(game_of(table).decision, AddDecision)
    assert not await rows(store)  # it is not over
    table = await act(services, await services.games.get(table.id), AddTiles(1))
    assert decider(table) == BEN.user_id
    table = await act(services, table, AddTiles(0))
    assert table.turn == 2
    assert (last(table).seat, last(table).automatic) == (0, True)


async def test_who_chooses_what_to_draw_is_asked_when_it_has_ended(store, services, clock):
    """With an open display (R12.3) the end of the turn is a question."""
    table = await running(services, options=["display"])
    await services.preferences.switch(decider(table), ends_turn=True)
    legal = game_of(table).legal_actions()
    table = await act(services, table, next(each for each in legal if str(each).startswith("r@")))
    table = await act(services, table, catastrophe(table))
    await wait(store, services, clock, seconds=30)
    table = await services.games.get(table.id)
    assert isinstance(game_of(table).decision, DrawDecision)
    assert last(table).called is None  # the player is at it
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, ANNA.user_id))
    await wait(store, services, clock, seconds=150)
    assert last(await services.games.get(table.id)).called == 0


async def test_a_swap_with_a_display_ends_the_turn_with_the_last_tile_drawn(services):
    table = await running(services, options=["display"])
    await services.preferences.switch(decider(table), ends_turn=True)
    table = await act(services, table, catastrophe(table), SwapTiles(game_of(table).hands[0]))
    assert isinstance(game_of(table).decision, DrawDecision)
    assert table.ends_at is None
    table = (await services.play.draw_the_rest(table.id, decider(table))).table
    assert table.turn == 2


@pytest.mark.parametrize(("waited", "seconds_left"), [(10, 20), (30, 0)])
async def test_who_wants_it_from_now_on_is_not_left_with_a_turn_to_end(
    store, services, clock, waited, seconds_left
):
    table = await running(services)
    table = await two_actions(services, table)
    clock.advance(seconds=waited)
    await services.preferences.switch(decider(table), ends_turn=True)
    if seconds_left:
        assert await wait(store, services, clock) == [table.round[-1].at.replace(second=30)]
        assert (await services.games.get(table.id)).turn == 1
    await wait(store, services, clock, seconds=seconds_left)
    assert (await services.games.get(table.id)).turn == 2


async def test_a_damaged_game_does_not_keep_anybody_from_setting_it_for_all(
    store, services, clock, tmp_path
):
    damaged = await two_actions(services, await running(services))
    table = await two_actions(services, await running(services, name="Uruk"))
    await change_database(
        tmp_path / "games.sqlite3", "UPDATE game SET options = '7' WHERE id = ?", damaged.id
    )
    for person in (ANNA, BEN, CORA):
        await services.preferences.switch(person.user_id, ends_turn=True)
    assert [row.game_id for row in await rows(store)] == [table.id]
    await wait(store, services, clock, seconds=30)
    assert (await services.games.get(table.id)).turn == 2


async def test_a_game_that_is_over_has_no_turn_to_end(store, services, clock, table):
    table = await two_actions(services, table)
    for seat in (1, 2):
        table = (await services.play.resign(table.id, table.player(seat).user_id)).table
    assert table.status is Status.OVER
    assert not await wait(store, services, clock, minutes=1)
    assert (await services.games.get(table.id)).version == table.version
    assert not await rows(store)


async def test_two_programs_end_it_once(tmp_path, clock):
    async with opened(tmp_path / "both.sqlite3", programs=2) as (here, there):
        one, other = (Services(store, Random(7), clock) for store in (here, there))
        table = await running(one)
        for person in (ANNA, BEN, CORA):
            await one.preferences.switch(person.user_id, ends_turn=True)
        table = await two_actions(one, await one.games.get(table.id))
        await other.games.get(table.id)
        clock.advance(seconds=30)
        await one.clocks.end_turn_automatically(table.id)
        await other.clocks.end_turn_automatically(table.id)
        after = await other.games.get(table.id)
        assert (after.turn, after.version) == (2, table.version + 1)
        assert not await rows(here)
