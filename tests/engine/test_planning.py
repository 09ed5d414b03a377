"""Planning ahead: a turn to come, tried from what its player may know (R15.2)."""

from dataclasses import replace

import pytest

from engine import (
    ActionDecision,
    AddDecision,
    EndTurn,
    Reason,
    Stop,
    SwapTiles,
    TilesAdded,
    can_plan,
    parse_action,
    plan_turn,
)
from tests.engine.diagram import draw
from tests.engine.random_games import some_moments, with_others_permuted


def actions(line):
    return tuple(map(parse_action, line.split()))


def some_turn(view):
    """A turn to plan: the first leader, or a tile, that can be put somewhere, and the end."""
    own = plan_turn(view).view
    legal = own.legal_actions()
    first = legal[len(legal) // 2]
    after = plan_turn(view, [first])
    if after.stop is not None:
        return (first,)
    second = after.view.legal_actions()
    return (first, second[len(second) // 3], EndTurn())


def test_a_plan_is_what_would_happen_if_it_were_the_own_turn():
    """As far as it goes: what is hidden, and what others add, is not in it.

    R15.2: it is the same in all games that are equal to the planner.
    """
    for moment in some_moments(20):
        for seat in range(len(moment.game.seats)):
            view = moment.game.view(seat)
            if view.decides or not can_plan(view):
                continue
            game = replace(moment.game, active=seat, actions_left=2, decision=ActionDecision(seat))
            assert plan_turn(view).view == game.view(seat)
            turn = some_turn(view)
            planned = plan_turn(view, turn)
            other = with_others_permuted(moment.game, seat).view(seat)
            assert repr(plan_turn(other, turn)) == repr(planned)
            for step in planned.steps:
                happens = game.apply(seat, step.action)
                assert step.events == happens.events[: len(step.events)]
                game = happens.game
            if planned.stop in {None, Stop.CONFLICT}:
                assert planned.view == game.view(seat)
            assert not any(isinstance(event, TilesAdded) for event in planned.events)


def test_r6_2_where_a_conflict_opens_the_plan_ends_with_the_strengths_on_the_board():
    view = draw("Ak r . .").game.view(1)
    planned = plan_turn(view, actions("Bk@H2 r@H1"))
    assert planned.stop is Stop.CONFLICT
    decision = planned.view.decision
    assert isinstance(decision, AddDecision)
    conflict = decision.conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (1, 1)
    assert (conflict.attacker.added, conflict.defender.added) == (None, None)
    assert [(each.action, each.refusal) for each in planned.dropped] == [
        (parse_action("r@H1"), None)
    ]


def test_r11_1_after_a_swap_only_the_end_of_the_turn_can_be_planned():
    view = draw("r .", hands={"B": "krrbbg"}).game.view(1)
    swap = SwapTiles((1, 0, 0, 0))
    assert plan_turn(view, [swap]).stop is Stop.HIDDEN
    planned = plan_turn(view, [swap, parse_action("r@H1"), EndTurn()])
    assert planned.actions == (swap, EndTurn())
    assert planned.stop is Stop.TURN
    assert [each.action for each in planned.dropped] == [parse_action("r@H1")]


def test_what_is_not_possible_is_left_out_with_the_rule():
    view = draw("Ak r . .").game.view(1)
    (dropped,) = plan_turn(view, actions("r@G2 Br@H2")).dropped
    assert dropped.action == parse_action("r@G2")
    assert dropped.refusal.reason is Reason.TILE_SPACE_TAKEN
    assert plan_turn(view, actions("r@G2 Br@H2")).actions == actions("Br@H2")


def test_when_the_turn_has_come_a_plan_goes_on_from_there():
    scene = draw("r . . .").play("A Ak@G2")
    view = scene.game.view(0)
    assert plan_turn(view).view == view
    planned = plan_turn(view, actions("Ar@F3 Ab@G1"))
    assert [each.refusal.reason for each in planned.dropped] == [Reason.NO_ACTIONS_LEFT]


def test_nothing_is_planned_in_the_middle_of_a_conflict():
    view = draw("Bk r . .").play("A Ak@H2").game.view(1)
    assert not can_plan(view)
    with pytest.raises(LookupError, match="now: Add temples to a revolt"):
        plan_turn(view)
