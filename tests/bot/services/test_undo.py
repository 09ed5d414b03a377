"""Taking a decision back, and what bars it."""

from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    FOUR_AGAINST_TWO,
    act,
    act_at_random,
    decider,
    drafted,
    everything,
    running,
    standing,
    undoer,
    whole,
)

from bot.domain import Kind, Refusal, Refused
from bot.store.queries import logs
from engine import (
    AddTiles,
    EndTurn,
    PlaceCatastrophe,
    SwapTiles,
    WarDecision,
    dump_game,
    parse_action,
)
from tests.engine.diagram import draw

TWO_WARS = """
    Br r  .  r  Lr
    Bk r  .  r  Lk
    .  r  .  r  .
"""
"""A tile on H3 lets the bull's leaders fight the lion's: the archer chooses what comes first."""


def harmless(table, skip=0):
    """A decision that lets nothing hidden be seen and asks nobody else."""
    catastrophes = [a for a in whole(table).legal_actions() if isinstance(a, PlaceCatastrophe)]
    return catastrophes[skip]


async def refusal(services, table, user_id):
    with pytest.raises(Refused) as caught:
        await services.play.undo(table.id, user_id)
    return caught.value.refusal


async def test_undoing_brings_the_game_back_and_the_log_keeps_what_was_undone(services, store):
    start = await running(services)
    anna = decider(start)
    acted = await services.play.act(start.id, anna, harmless(start))
    table = acted.table
    assert undoer(table) == anna
    for player in table.players[1:]:
        with pytest.raises(Refused, match=f"{table.players[0].name} decided last"):
            await services.play.undo(table.id, player.user_id)
    outcome = await services.play.undo(table.id, anna, table.state_version)
    assert whole(outcome.table) == whole(start)
    assert [entry.kind for entry in outcome.entries] == [Kind.UNDONE]
    assert outcome.table.state_version == outcome.table.version == table.version + 1
    assert outcome.table.turns == start.turns  # as if nothing had happened
    assert outcome.table.undoer is None
    (kept,) = (await services.play.act(start.id, anna, harmless(start, 5))).entries
    log = await store.read(logs.read_log, start.id)
    assert [row.kind for row in log[-3:]] == ["acted", "undone", "acted"]
    assert log[-2].undoes == acted.entries[0].seq
    assert (await services.games.history(start.id))[-2:] == [start.turns[0].entries[-1], kept]


async def test_both_actions_of_a_turn_are_undone_one_at_a_time(services):
    start = await running(services)
    anna = decider(start)
    one = (await services.play.act(start.id, anna, harmless(start))).table
    two = (await services.play.act(start.id, anna, harmless(one))).table
    assert whole((await services.play.undo(start.id, anna)).table) == whole(one)
    assert whole((await services.play.undo(start.id, anna)).table) == whole(start)
    assert await refusal(services, start, anna) is Refusal.NOTHING_TO_UNDO
    again = (await services.play.act(start.id, anna, harmless(start))).table
    assert whole(again) == whole(one)
    assert whole((await services.play.act(start.id, anna, harmless(again))).table) == whole(two)
    assert whole((await services.play.undo(start.id, anna)).table) == whole(one)
    # and the next turn to its beginning
    table = (await services.play.act(start.id, anna, EndTurn())).table
    ben = decider(table)
    later = (await services.play.act(table.id, ben, harmless(table))).table
    assert undoer(later) == ben
    assert whole((await services.play.undo(table.id, ben)).table) == whole(table)
    assert await refusal(services, table, ben) is Refusal.UNDO_REVEALED


async def test_neither_a_swap_nor_what_came_before_can_be_undone(services, store):
    table = await running(services)
    anna = decider(table)
    table = await act(services, table, harmless(table), SwapTiles(whole(table).hands[0]))
    assert table.undoer is None
    assert await refusal(services, table, anna) is Refusal.UNDO_REVEALED
    assert len((await everything(store))["snapshot"]) == 1  # nothing to go back to


async def test_an_attack_can_be_undone_until_somebody_adds_tiles(store, clock):
    services, table = await standing(store, clock, draw(FOUR_AGAINST_TWO, seats="A B L").game)
    attack = parse_action("Ak@H3")
    table = await act(services, table, attack)
    assert undoer(table) == ANNA.user_id
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    assert decider(table) == ANNA.user_id
    table = await act(services, table, attack, AddTiles(0))
    assert table.undoer is None
    for player in table.players:
        assert await refusal(services, table, player.user_id) is Refusal.UNDO_REVEALED


async def test_what_was_decided_for_somebody_is_not_taken_back(store, clock):
    """Else whoever has no time left could have the question back."""
    services, table = await standing(store, clock, draw(TWO_WARS, seats="A B L").game)
    table = (await services.play.act(table.id, ANNA.user_id, parse_action("r@H3"))).table
    assert isinstance(whole(table).decision, WarDecision)

    async def decide(draft):
        draft.decide_least(0)

    table = await drafted(services, table, decide)
    assert (decider(table), undoer(table)) == (BEN.user_id, None)
    assert await refusal(services, table, ANNA.user_id) is Refusal.UNDO_AUTOMATIC


async def test_undoing_at_random_never_loses_the_thread(services, store):
    """Whatever is undone, the effective decisions lead to the stored state."""
    table = await running(services)
    rng = Random(11)
    games_seen = [whole(table)]
    for _ in range(20):
        if table.undoer is not None and rng.random() < 0.4:
            games_seen.pop()
            table = (await services.play.undo(table.id, undoer(table))).table
            assert whole(table) == games_seen[-1]
        else:
            table = (await act_at_random(services, table, rng)).table
            games_seen.append(whole(table))
    state = await store.read(logs.read_state, table.id, table.state_version)
    assert state == dump_game(whole(table))
    decisions = [e for e in await services.games.history(table.id) if e.kind is Kind.ACTED]
    assert len(decisions) == len(games_seen) - 1
