"""Taking a decision back, and what bars it."""

import pytest
from tabletop import (
    ANNA,
    BEN,
    FOUR_AGAINST_TWO,
    act,
    decider,
    drafted,
    everything,
    refuses,
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
    await services.play.act(start.id, anna, harmless(one))
    assert whole((await services.play.undo(start.id, anna)).table) == whole(one)
    assert whole((await services.play.undo(start.id, anna)).table) == whole(start)
    await refuses(Refusal.NOTHING_TO_UNDO, services.play.undo(start.id, anna))
    # and the next turn to its beginning
    table = (await services.play.act(start.id, anna, EndTurn())).table
    ben = decider(table)
    later = (await services.play.act(table.id, ben, harmless(table))).table
    assert undoer(later) == ben
    assert whole((await services.play.undo(table.id, ben)).table) == whole(table)
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, ben))


async def test_neither_a_swap_nor_what_came_before_can_be_undone(services, store):
    table = await running(services)
    anna = decider(table)
    table = await act(services, table, harmless(table), SwapTiles(whole(table).hands[0]))
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, anna))
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
        await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, player.user_id))


async def test_what_was_decided_for_somebody_is_not_taken_back(store, clock):
    """Else whoever has no time left could have the question back."""
    services, table = await standing(store, clock, draw(TWO_WARS, seats="A B L").game)
    table = (await services.play.act(table.id, ANNA.user_id, parse_action("r@H3"))).table
    assert isinstance(whole(table).decision, WarDecision)

    async def decide(draft):
        draft.decide_least(0)

    table = await drafted(services, table, decide)
    assert (decider(table), undoer(table)) == (BEN.user_id, None)
    await refuses(Refusal.UNDO_AUTOMATIC, services.play.undo(table.id, ANNA.user_id))
