"""A seat's view is enough to list legal actions and their outcomes (R15.2)."""

from dataclasses import replace

import pytest

from engine import (
    CELLS,
    ActionDecision,
    AddDecision,
    AdditionRule,
    AddTiles,
    Catastrophe,
    Cell,
    Colour,
    ConflictDecided,
    CubeDecision,
    DrawTile,
    Dynasty,
    EndTurn,
    IllegalAction,
    Leader,
    PlaceTile,
    PointsScored,
    PublicView,
    Reason,
    SeatView,
    Stake,
    Stop,
    SwapTiles,
    TakeCube,
    TilesAdded,
    TilesSwapped,
    TurnEnded,
    addition_rule,
    additions,
    can_plan,
    is_final,
    least_action,
    parse_action,
    parse_piece,
    placing,
    plan_turn,
    scored_by_winner,
    stake_of,
)
from tests.engine.diagram import draw
from tests.engine.random_games import GAMES, played, some_moments, with_others_permuted

NOT_ABOUT_A_SPACE = """
    NOT_YOUR_DECISION DECIDE_FIRST NO_ACTIONS_LEFT NOT_YOUR_LEADER NOT_IN_HAND NO_CATASTROPHES
    GAME_OVER
"""
PIECES = (*Colour, *(Leader(dynasty, colour) for dynasty in Dynasty for colour in Colour))


def test_a_seats_view_lists_and_refuses_what_the_game_does():
    for moment in some_moments(5):
        game = moment.game
        for seat in range(len(game.seats)):
            view = game.view(seat)
            decides = seat == game.decision.seat
            assert view.decides is decides
            assert view.legal_actions() == (game.legal_actions() if decides else [])
            for action in (moment.action, EndTurn(), PlaceTile(Colour.RED, Cell(5, 5))):
                assert repr(view.refusal(action)) == repr(game.refusal(seat, action))
            if decides and isinstance(game.decision, AddDecision):
                assert view.additions() == additions(game)
            else:
                with pytest.raises(LookupError):
                    view.additions()


def test_every_space_that_is_not_legal_is_refused_as_the_decision_would_be():
    for moment in some_moments(200):
        game = moment.game
        for seat in range(len(game.seats)):
            view = game.view(seat)
            pieces = (*PIECES, Catastrophe())
            for piece in pieces if seat == game.decision.seat else pieces[:1]:
                typed = {cell: game.refusal(seat, placing(piece, cell)) for cell in CELLS}
                legal = [cell for cell, refusal in typed.items() if not refusal]
                assert list(view.legal_cells(piece)) == legal
                reasons = {refusal.reason for refusal in typed.values() if refusal}
                if {reason.name for reason in reasons} & set(NOT_ABOUT_A_SPACE.split()):
                    with pytest.raises(IllegalAction) as raised:
                        view.refusals(piece)
                    assert {raised.value.reason} == reasons
                    continue
                refused = view.refusals(piece)
                assert [(cell, repr(each)) for cell, each in refused.items()] == [
                    (cell, repr(each)) for cell, each in typed.items() if each
                ]


def reveals(moment):
    """True if a decision reveals something hidden: it draws, or ends the turn or the game."""
    if isinstance(moment.action, EndTurn):
        return not isinstance(moment.after.decision, CubeDecision)
    return isinstance(moment.action, SwapTiles | DrawTile | TakeCube)


def test_what_reveals_nothing_hidden_is_foreseen_by_everybody_and_by_the_seat():
    """Hands, totals and the bag of the others have no part in it: no view holds them (R15.2)."""
    for moment in some_moments():
        view = moment.game.view(moment.seat)
        foreseen = view.foresee(moment.action)
        if not reveals(moment):
            assert foreseen == (moment.events, moment.after.view(moment.seat))
            assert view.after(moment.action) == moment.after.view(moment.seat)
            preview = view.preview(moment.action)
            assert preview.events == moment.events
            assert preview.view == moment.after.view(None)
            assert isinstance(preview.view, PublicView)
            continue
        assert foreseen.events == moment.events[: len(foreseen.events)]
        assert foreseen.after is None
        with pytest.raises(LookupError, match="is hidden"):
            view.after(moment.action)
        if isinstance(moment.action, EndTurn):
            at_the_end = [e for e in moment.events if isinstance(e, PointsScored)]
            assert list(view.points_of_ending()) == at_the_end


def test_what_everybody_may_know_is_part_of_what_a_seat_knows():
    for moment in some_moments(7):
        for game in (moment.game, moment.after):
            for seat in range(len(game.seats)):
                assert game.view(seat).public() == game.view(None)


def test_r11_1_r3_4_of_a_swap_or_the_end_of_a_turn_all_but_the_tiles_drawn_is_foreseen():
    view = draw("r .").game.view(0)
    assert view.foresee(SwapTiles((1, 1, 0, 0))) == ((TilesSwapped(0, 2),), None)
    assert view.foresee(EndTurn()) == ((TurnEnded(0, 2),), None)


def test_nothing_is_previewed_that_the_rules_forbid():
    view = draw("r .").game.view(0)
    for look in (view.preview, view.after):
        with pytest.raises(IllegalAction) as refused:
            look(PlaceTile(Colour.BLUE, Cell(0, 0)))
        assert refused.value.reason is Reason.FARM_NEEDS_RIVER
    with pytest.raises(IllegalAction) as refused:
        draw("r .").game.view(1).points_of_ending()
    assert refused.value.reason is Reason.NOT_YOUR_DECISION


def test_views_of_others_show_no_hand():
    game = draw("r .").game
    assert isinstance(game.view(None), PublicView)
    assert isinstance(game.view(1), SeatView)
    for view in (game.view(None), game.view(1)):
        with pytest.raises(LookupError):
            view.hand(0)
    assert game.view(1).own_hand == game.hands[1]
    assert game.view(1).own_score == game.scores[1]


def test_why_no_action_can_be_taken_now():
    scene = draw("Bk r . .")
    assert scene.game.view(0).turn_refusal() is None
    assert scene.game.view(1).turn_refusal().reason is Reason.NOT_YOUR_DECISION
    war = scene.play("A Ak@H2")
    assert war.game.view(0).turn_refusal().reason is Reason.DECIDE_FIRST
    done = war.play("A +0", "B +0", "A Ar@H2")
    assert done.game.view(0).turn_refusal().reason is Reason.NO_ACTIONS_LEFT


def test_pieces_print_and_parse():
    for piece in (*PIECES, Catastrophe()):
        assert parse_piece(str(piece)) == piece
        assert str(placing(piece, Cell.parse("E5"))) == f"{piece}@E5"
    for nothing in ("", "z", "Kk", "swap:k", "end", "r@E5", "build:z", "build:kr"):
        with pytest.raises(ValueError, match=f"^'{nothing}' is not a piece$"):
            parse_piece(nothing)


# --- conflicts -----------------------------------------------------------------------------------


def test_r7_6_each_party_would_win_by_the_others_supporters_and_the_winner_does():
    """Ben's King has three settlements behind it, Anna's one: she has more to win."""
    scene = draw("r Ak k . k Bk r\n. . . . k k .").play("A r@I2")
    conflict, board = scene.game.decision.conflict, scene.game.board
    assert conflict.attacker.leader.dynasty is Dynasty.ARCHER
    assert stake_of(board, conflict, conflict.attacker) == Stake(gain=4, loss=1)
    assert stake_of(board, conflict, conflict.defender) == Stake(gain=2, loss=3)
    half = scene.play("A +0")
    assert scored_by_winner(half.events, half.game.decision.conflict) is None
    over = half.play("B +0")
    (decided,) = over.saw(ConflictDecided)
    assert scored_by_winner(over.events, decided.conflict) == 2
    assert scored_by_winner(scene.events, decided.conflict) is None


def test_r12_2_which_rule_limits_what_is_added():
    conflict = draw("Bk r . .").play("A Ak@H2").game.decision.conflict
    english = ("english",)
    assert addition_rule((), conflict) is AdditionRule.ANY
    assert addition_rule(english, conflict) is AdditionRule.EXCEED_OR_NONE
    assert addition_rule(english, conflict.with_added(0)) is AdditionRule.NONE_AS_NOT_BEHIND
    assert addition_rule(english, conflict.with_added(2)) is AdditionRule.TIE_OR_NONE
    ahead = draw("r . Bk r\nr r . .").play("A Ak@G2")
    conflict = ahead.game.decision.conflict
    assert conflict.attacker.strength > conflict.defender.strength
    assert addition_rule(english, conflict) is AdditionRule.ANY_AS_AHEAD


# --- final and automatic decisions ----------------------------------------------------------------


def test_what_reveals_something_or_ends_the_turn_is_final():
    for moment in some_moments():
        before, after = moment.game, moment.after
        drawn = before.bag != after.bag or before.display != after.display
        added = isinstance(moment.action, AddTiles | SwapTiles | TakeCube)
        ended = isinstance(moment.action, EndTurn)
        assert is_final(moment.events) is (drawn or added or ended)


LEAST = {"action": "end", "add": "+0", "build": "build:-", "site": "site:-", "cube": "cube:k"}


def test_the_least_decision_changes_least_is_legal_and_depends_on_no_hand():
    """The first of wars and treasures; tiles come from the bag, or they are the first colour."""
    from_display = 0
    for moment in some_moments():
        game = moment.game
        action, legal = least_action(game), game.legal_actions()
        least = LEAST.get(game.decision.kind, str(legal[0]))
        if DrawTile(None) in legal:
            least = "draw:?"
        from_display += least.startswith("draw:") and least != "draw:?"
        assert action in legal
        assert str(action) == str(least_action(game.view(None))) == least
    assert from_display


def test_nobody_decides_when_the_game_is_over():
    for deal in GAMES:
        after = played(deal)[-1].after
        assert not any(after.view(seat).decides for seat in range(deal.players))
        with pytest.raises(LookupError):
            least_action(after)


# --- planning ahead: a turn to come, tried from what its player may know ----------------------


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
    """The preview leaves out what is hidden, and what others add.

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


def test_r12_3_beside_an_open_display_a_plan_ends_with_the_swap():
    """Which tiles to draw is a decision of that turn."""
    swap = SwapTiles((1, 0, 0, 0))
    game = draw("r .", hands={"B": "krrbbg"}, options="display").game
    planned = plan_turn(game.view(1), [swap, EndTurn()])
    assert (planned.actions, planned.is_whole_turn) == ((swap,), False)


def test_what_is_not_possible_is_left_out_with_the_rule():
    view = draw("Ak r . .").game.view(1)
    (dropped,) = plan_turn(view, actions("r@G2 Br@H2")).dropped
    assert dropped.action == parse_action("r@G2")
    assert dropped.refusal.reason is Reason.TILE_SPACE_TAKEN
    assert plan_turn(view, actions("r@G2 Br@H2")).actions == actions("Br@H2")
    assert plan_turn(view, actions("Br@H2 end")).stop is Stop.TURN


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
