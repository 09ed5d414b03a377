"""R6: two leaders of a colour in one kingdom, and temples."""

import pytest

from engine import (
    AddTiles,
    ConflictDecided,
    ConflictOpened,
    LeaderReturned,
    PointsScored,
    ReturnCause,
    Score,
    ScoreCause,
    TilesAdded,
    TilesRemoved,
)
from tests.engine.diagram import draw, drawn, leader

THREE_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""


def test_r6_1_the_newcomer_attacks():
    scene = draw(THREE_AGAINST_TWO, seats="B A", turn="A 2").play("A Ak@H3")
    (opened,) = scene.saw(ConflictOpened)
    conflict = opened.conflict
    assert (conflict.attacker.seat, conflict.attacker.leader) == (1, leader("Ak"))
    assert (conflict.defender.seat, conflict.defender.leader) == (0, leader("Bk"))
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("add", 1)


def test_r6_1_nobody_withdraws_to_avoid_it():
    scene = draw(THREE_AGAINST_TWO).play("A Ak@H3")
    assert scene.rule_against("A Ak@-") == "R3.3"
    assert scene.rule_against("B Bk@-") == "R3.1"
    assert scene.play("A +0").rule_against("B Bk@-") == "R3.3"


def test_r6_1_a_move_attacks_as_well():
    scene = draw("Bk r . . .\n. . . Ak r").play("A Ak@H2")
    assert scene.saw(ConflictOpened)[0].conflict.attacker.leader == leader("Ak")


def test_r6_2_face_up_temples_beside_the_leader():
    """A temple may count for both; other temples of the kingdom count for nobody."""
    scene = draw(THREE_AGAINST_TWO).play("A Ak@H3")
    conflict = scene.saw(ConflictOpened)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (4, 2)
    face_down = draw("Bk m m\nr m m\nr . .", monuments=("kr G2",)).play("A Ak@G4")
    conflict = face_down.saw(ConflictOpened)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (1, 1)


def test_r6_3_attacker_then_defender_add_red_tiles_once_each():
    scene = draw(THREE_AGAINST_TWO, hands={"A": "kkrrbb", "B": "krrrrr"}).play("A Ak@H3")
    assert scene.legal() == ["+0", "+1", "+2"]
    assert scene.rule_against("B +0") == "R3.1"
    assert scene.rule_against("A +3") == "R6.3"
    scene = scene.play("A +1")
    assert scene.saw(TilesAdded) == [TilesAdded(0, 1, 1)]
    assert scene.game.decision.seat == 1
    assert scene.game.decision.conflict.attacker.total == 5  # the defender sees it
    assert scene.legal(AddTiles) == ["+0", "+1", "+2", "+3", "+4", "+5"]
    assert scene.rule_against("A +1") == "R3.1"
    assert scene.play("B +0").game.decision.kind == "action"


def test_r6_3_r15_1_zero_is_asked_for_even_of_an_empty_hand():
    """Silence must not tell what a hand holds."""
    scene = draw(THREE_AGAINST_TWO, hands={"A": "k", "B": ""}).play("A Ak@H3")
    assert scene.legal() == ["+0"]
    assert scene.play("A +0").legal() == ["+0"]


@pytest.mark.parametrize(
    ("added", "winner"),
    [((0, 0), "A"), ((0, 1), "A"), ((0, 2), "B"), ((1, 3), "B"), ((1, 2), "A"), ((0, 3), "B")],
)
def test_r6_4_the_higher_total_wins_and_a_tie_is_the_defenders(added, winner):
    """On the board: 4 against 2."""
    scene = draw(THREE_AGAINST_TWO).play("A Ak@H3", f"A +{added[0]}", f"B +{added[1]}")
    (decided,) = scene.saw(ConflictDecided)
    conflict = decided.conflict
    assert (conflict.attacker.total, conflict.defender.total) == (4 + added[0], 2 + added[1])
    assert scene.game.seats[conflict.winner.seat] == winner
    assert scene.score(winner) == Score(red=1)


def test_r6_5_the_loser_returns_and_nothing_else_leaves_the_board():
    scene = draw(THREE_AGAINST_TWO).play("A Ak@H3", "A +1", "B +0")
    assert scene.drawing() == drawn(
        """
        .  .  r  .
        .  r  Ak r
        r  g  r  .
        """
    )
    (returned,) = scene.saw(LeaderReturned)
    assert (returned.leader, returned.cause) == (leader("Bk"), ReturnCause.LOST_CONFLICT)
    assert scene.saw(TilesRemoved) == []
    assert scene.hand("A") == (1, 2, 1, 1)  # the tile added is out of the game
    assert sum(scene.hand("B")) == 6
    assert (scene.game.bag, scene.game.actions_left) == (draw(".").game.bag, 1)


@pytest.mark.parametrize("colour", "krbg")
def test_r6_5_the_winner_gets_a_red_point_whatever_the_leaders_colour(colour):
    scene = draw(f"B{colour} r .").play(f"A A{colour}@H2", "A +1", "B +0")
    (point,) = scene.saw(PointsScored)
    assert point.cause == ScoreCause.INTERNAL_CONFLICT
    assert point.leader == leader(f"A{colour}")
    assert scene.score("A") == Score(red=1)
    assert scene.score("B") == Score()
