"""Turns that a computer suggests can be written down and played as they stand."""

from __future__ import annotations

import random

from engine import ActionDecision, AddDecision, EndTurn, parse_action
from engine.opponents.whole_turns import whole_turn
from tests.engine.computer_moments import ALL_DEALS, moments
from tests.engine.diagram import draw


def written(scene, *actions, answer="none"):
    game = scene.game
    turn = whole_turn(
        game.view(game.decision.seat),
        game.scores,
        [parse_action(action) for action in actions],
        lambda *_: parse_action(answer),
    )
    return "; ".join(map(str, turn))


def test_a_turn_is_written_to_its_end():
    assert written(draw("Ak r . ."), "k@H2", "k@I2", "end") == "k@H2"  # one k in hand
    assert written(draw("Ak r . ."), "k@H2", "r@I2", "end") == "k@H2; r@I2; end"
    assert written(draw("Ak r . ."), "end", "end") == "end"


def test_what_is_asked_on_the_way_is_answered():
    scene = draw("Ak r r\n. r .", hands={"A": "rkk"})
    assert written(scene, "r@H3", "k@F3", "end", answer="build:kr@G2") == (
        "r@H3; build:kr@G2; k@F3; end"
    )


def test_a_turn_is_known_no_further_than_a_conflict():
    assert written(draw("Bk r . ."), "Ak@H2", "k@I2", "end") == "Ak@H2"


def test_a_turn_is_known_no_further_than_a_swap():
    assert written(draw("Ak r . ."), "swap:k", "r@H2", "end") == "swap:k"


def test_whatever_is_written_can_be_played():
    """With any actions, also such that are not legal any more when their time comes."""

    def first(view, scores):
        assert view.decides
        assert not isinstance(view.decision, ActionDecision | AddDecision)
        counted.append(tuple(scores))
        return view.legal_actions()[0]

    for deal in ALL_DEALS[:2]:
        for number, asked in enumerate(moments(deal)):
            dice, counted = random.Random(number), []
            game, seat = asked.game, asked.game.decision.seat
            tried = [dice.choice(game.legal_actions()) for _ in range(2)]
            turn = whole_turn(asked.view, game.scores, [*tried, EndTurn()], first)
            assert turn[0] == tried[0]
            found = []
            for at, action in enumerate(turn):
                if at and not isinstance(game.decision, ActionDecision):
                    found.append(game.scores)
                game, _ = game.apply(seat, action)
            assert found == counted
