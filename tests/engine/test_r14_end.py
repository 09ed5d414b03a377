"""R14: the end of the game, and the winner."""

from itertools import product

import pytest

from engine import EndCause, GameEnded, Score, TilesDrawn, TurnBegan, rank, spend_treasures
from tests.engine.diagram import draw


@pytest.mark.parametrize(("treasures", "over"), [("P2 B8 O9", False), ("P2 O9", True), ("", True)])
def test_r14_1_two_or_fewer_treasures_left(treasures, over):
    scene = draw("r .", treasures=treasures).play("A end")
    assert scene.game.over == over
    assert [event.cause for event in scene.saw(GameEnded)] == [EndCause.TREASURES] * over


def test_r14_1_only_at_the_end_of_a_turn():
    scene = draw("r . .", treasures="P2 O9").play("A r@G2", "A r@H2")
    assert not scene.game.over
    assert scene.play("A end").game.over


def test_r14_1_a_treasure_on_a_face_down_tile_is_still_on_the_board():
    scene = draw("m m\nm* m", monuments=("rg F2",), treasures="P2 O9").play("A end")
    assert not scene.game.over


def test_r14_2_when_a_refill_falls_short():
    scene = draw("r .", hands={"A": "krr", "B": "kk"}, bag="bbbb").play("A end")
    assert scene.saw(GameEnded)[0].cause is EndCause.BAG
    assert scene.saw(TilesDrawn) == [TilesDrawn(0, 3), TilesDrawn(1, 1)]  # as far as it goes
    assert scene.hand("A") == (1, 2, 3, 0)
    assert scene.hand("B") == (2, 0, 1, 0)
    assert scene.saw(TurnBegan) == []
    assert (scene.game.decision.kind, scene.game.active, scene.game.actions_left) == ("over", 0, 0)


def test_r14_2_decision_only_then_and_not_at_some_number_left():
    scene = draw("r .", hands={"A": "krr"}, bag="bbb").play("A end")
    assert not scene.game.over
    assert scene.game.bag == ""
    assert not scene.play("B end").game.over  # nobody is due a tile
    assert scene.play("B swap:k", "B end").game.over


def test_r14_over_means_over():
    scene = draw("r .", treasures="").play("A end")
    assert scene.legal() == []
    for line in ("A end", "B end", "A r@G2", "B +0"):
        assert scene.rule_against(line) == "R14"


def test_r14_3_weakest_first_then_second_third_strongest():
    scores = [Score(5, 5, 5, 9), Score(6, 5, 5, 5), Score(4, 20, 20, 20), Score(5, 6, 6, 5)]
    assert [(p.place, p.seat) for p in rank(scores)] == [(1, 3), (2, 0), (3, 1), (4, 2)]
    assert rank(scores)[0].ascending == (5, 5, 6, 6)


def test_r14_3_equal_scores_share_the_place():
    scores = [Score(1, 2, 3, 4), Score(9, 9, 9, 9), Score(4, 3, 2, 1), Score(0, 0, 0, 0, 1)]
    assert [(p.place, p.seat) for p in rank(scores)] == [(1, 1), (2, 0), (2, 2), (4, 3)]


def best_spread(score):
    """Every way to give each treasure a colour, the best one: no cleverness."""
    ways = product(range(4), repeat=score.treasures)
    return max(
        sorted(points + way.count(colour) for colour, points in enumerate(score.points))
        for way in ways
    )


@pytest.mark.parametrize("treasures", range(6))
def test_r14_3_to_the_lowest_colour_is_always_best(treasures):
    for points in product(range(0, 5, 2), repeat=4):
        score = Score(*points, treasures=treasures)
        assert sorted(spend_treasures(score)) == best_spread(score)


def test_r14_4_the_rulebooks_example():
    """Pot, then lion, bull and archer."""
    archer = Score(22, 6, 12, 13, treasures=3)
    bull = Score(10, 10, 11, 14)
    lion = Score(12, 10, 7, 15, treasures=3)
    pot = Score(14, 10, 9, 12, treasures=3)
    placings = rank([archer, bull, lion, pot])
    assert [(p.place, "ABLP"[p.seat]) for p in placings] == [(1, "P"), (2, "L"), (3, "B"), (4, "A")]
    assert [p.ascending for p in placings] == [
        (11, 11, 12, 14),
        (10, 10, 12, 15),
        (10, 10, 11, 14),
        (9, 12, 13, 22),
    ]
    assert (placings[0].points, placings[0].treasures) == ((14, 10, 9, 12), 3)
    assert placings[0].spheres == (14, 11, 11, 12)
