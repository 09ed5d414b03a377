"""What everyone knows is answered at once: the engine still asks, and the record has it."""

from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    act,
    act_at_random,
    drafted,
    refuses,
    running,
    standing,
    undoer,
    unequal,
    whole,
)

from bot.changes.replay import Replayed
from bot.domain import Kind, Refusal
from bot.store.queries import logs
from engine import AddDecision, AddTiles, ConflictDecided, dump_game, parse_action
from tests.engine.diagram import draw

ATTACK = parse_action("g@H3")
"""The archer's tile lets the bull attack the lion, 1 settlement to 3."""
OTHER = parse_action("x@F11")


def told(table):
    """The decisions of the current turn: whose, what, and whether everyone knew the answer."""
    entries = table.turns[-1].entries
    return [(each.seat, each.action, each.settled) for each in entries if each.kind is Kind.ACTED]


@pytest.mark.parametrize("held", ["kk", "gg"])
async def test_r12_2_neither_side_is_asked_where_both_can_only_add_nothing(store, clock, held):
    """Two tiles cannot exceed 3, and a side that is not behind adds none. No one is called."""
    services, table = await standing(store, clock, unequal(held))
    outcome = await services.play.act(table.id, ANNA.user_id, ATTACK)
    table = outcome.table
    assert told(table) == [(0, ATTACK, False), (1, AddTiles(0), True), (2, AddTiles(0), True)]
    assert all(entry.called is None for entry in outcome.entries)
    assert [event for event in table.events if isinstance(event, ConflictDecided)]
    assert table.decider == table.player(0)


@pytest.mark.parametrize("game", [unequal("kkk"), unequal("gg", options="")])
async def test_r15_2_whose_hand_alone_leaves_no_choice_is_asked(store, clock, game):
    services, table = await standing(store, clock, game)
    outcome = await services.play.act(table.id, ANNA.user_id, ATTACK)
    assert told(outcome.table) == [(0, ATTACK, False)]
    assert outcome.table.decider == table.player(1)
    assert outcome.entries[-1].called == 1


async def test_r12_2_after_a_choice_only_the_side_that_has_none_is_passed_over(store, clock):
    services, table = await standing(store, clock, unequal("kkk"))
    table = await act(services, table, ATTACK, AddTiles(0))
    assert told(table)[1:] == [(1, AddTiles(0), False), (2, AddTiles(0), True)]
    assert table.decider == table.player(0)
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, ANNA.user_id))


async def test_settled_answers_go_back_with_the_decision_before_them(store, clock):
    services, table = await standing(store, clock, unequal("kk"))
    before = whole(table)
    attacked = await act(services, table, ATTACK)
    later = await act(services, attacked, OTHER)
    assert undoer(later) == ANNA.user_id
    again = (await services.play.undo(table.id, ANNA.user_id)).table
    assert whole(again) == whole(attacked)
    assert undoer(again) == ANNA.user_id
    await refuses(Refusal.UNDO_NOT_YOURS, services.play.undo(table.id, BEN.user_id))
    outcome = await services.play.undo(table.id, ANNA.user_id, again.state_version)
    assert [entry.kind for entry in outcome.entries] == [Kind.UNDONE] * 3
    assert whole(outcome.table) == before
    assert told(outcome.table) == []
    assert outcome.table.undoer is None
    log = await store.read(logs.read_log, table.id)
    assert [row.text for row in log if row.kind == Kind.ACTED] == ["g@H3", "+0", "+0", "x@F11"]


async def test_a_line_goes_on_over_settled_answers(store, clock):
    services, table = await standing(store, clock, unequal("kk"))
    outcome = await services.play.act_line(table.id, ANNA.user_id, [ATTACK, OTHER])
    assert not outcome.left_over.actions
    assert [action for _, action, _ in told(outcome.table)] == [
        ATTACK,
        AddTiles(0),
        AddTiles(0),
        OTHER,
    ]


async def test_a_game_that_waited_for_such_an_answer_before_goes_on(store, clock):
    """A program that asks has stored it: its player still answers, and no one else is asked."""
    drawn = unequal("kk")
    asked, _ = drawn.apply(0, ATTACK)
    services, table = await standing(store, clock, asked)
    assert table.decider == table.player(1)
    table = await act(services, table, AddTiles(0))
    assert told(table) == [(1, AddTiles(0), False), (2, AddTiles(0), True)]
    assert table.decider == table.player(0)


async def test_r6_3_an_attack_with_nothing_to_add_is_over_at_once(store, clock):
    game = draw(
        "r . . .\nBk r . .\nr . . .", options="english", hands={"A": "gk", "B": "rrrrrr"}
    ).game
    services, table = await standing(store, clock, game)
    table = await act(services, table, parse_action("Ak@H3"))
    assert [settled for *_, settled in told(table)] == [False, True, True]
    assert table.decider == table.player(0)


async def test_the_log_leads_to_each_state_that_settled_answers_can_be_undone_to(services, store):
    """Else a host who checks is told that states are missing."""

    async def is_whole(table):
        log = await store.read(logs.read_log, table.id)
        replayed = Replayed(table.board, table.options, log)
        assert replayed.game == whole(table)
        assert len(replayed.states) > 1
        for seq, game in replayed.states.items():
            assert await store.read(logs.read_state, table.id, seq) == dump_game(game)

    async def settle(draft):
        while isinstance(draft.game.decision, AddDecision):
            draft.decide(draft.decider, AddTiles(0), automatic=True, settled=True)

    table, chance = await running(services), Random(1)
    seen = []
    while not isinstance(whole(table).decision, AddDecision):
        seen.append(whole(table))
        table = (await act_at_random(services, table, chance)).table
    settled = await drafted(services, table, settle)
    await is_whole(settled)
    undone = (await services.play.undo(table.id, settled.undoer.user_id)).table
    assert whole(undone) == seen[-1]
    await is_whole(undone)
