"""R9: treasures go to the Trader."""

import pytest

from engine import Reason, Score, TakeTreasures, TreasuresTaken, parse_action, spend_treasures
from tests.engine.diagram import draw

# Classic: the treasures of F3 and I7, none of them framed, and a way between them.
F3_TO_I7 = """
    .  .  .  .  .  .
    r* k  k  k  .  .
    .  .  .  k  .  .
    .  .  .  k  .  .
    .  .  .  .  .  .
    .  .  .  r* .  .
"""


def joined(trader):
    drawing = F3_TO_I7.replace(".  .  .  .  .  .", f"{trader} .  .  .  .  .", 1)
    return draw(drawing, treasures="P2 B8 O9")


def test_r9_1_the_traders_owner_takes_all_but_one_active_or_not():
    for trader, seat in (("Ag", 0), ("Bg", 1)):
        scene = joined(trader).play("A k@I6")
        assert (scene.game.decision.kind, scene.game.decision.seat) == ("take", seat)
        letter = trader[0]
        scene = scene.play(f"{letter} take:F3")
        assert scene.score(letter).treasures == 1
        assert [(e.seat, [str(c) for c in e.cells]) for e in scene.saw(TreasuresTaken)] == [
            (seat, ["F3"])
        ]
        assert scene.drawing().splitlines()[1].startswith("r k k")  # the temple stays
        assert scene.game.decision.kind == "action"
        assert scene.game.decision.seat == 0


def test_r9_1_it_is_compulsory():
    scene = joined("Bg").play("A k@I6")
    assert scene.legal() == ["take:F3", "take:I7"]
    for line in ("A k@L2", "A end"):
        assert scene.rule_against(line) == "R3.1"
    for line, rule in (("B end", "R3.3"), ("B take:F3,I7", "R9.2"), ("B take:P2", "R9.2")):
        assert scene.rule_against(line) == rule


def test_r9_1_a_trader_placed_or_moved_there_takes_too():
    scene = joined(". ").play("A k@I6")
    assert scene.game.decision.kind == "action"
    assert scene.play("A Ag@F2").legal() == ["take:F3", "take:I7"]


def test_r9_2_advanced_those_outside_the_rivers_go_first():
    """P6 is framed, O2 is not."""
    scene = draw(
        """
        Ag r* ~
        .  k  ~
        ~  ~  ~
        .  k  k
        .  .  r*
        """,
        at="N2",
        board="advanced",
        treasures="A8 E10 G4",
    ).play("A b@O4")
    (taken,) = scene.saw(TreasuresTaken)
    assert [str(cell) for cell in taken.cells] == ["P6"]


def test_r9_3_one_of_the_unframed_is_left_if_there_are_any():
    """P2 must go; of N5 and I7 one may stay."""
    scene = draw(
        """
        ~  .  .  .  ~  .  .  Ag
        .  .  .  .  ~  .  k  r*
        .  .  .  .  ~  ~  k  .
        .  .  .  .  .  ~  ~  ~
        .  .  .  .  .  r* b  ~
        .  k  k  k  k  k  ~  .
        r* k  .  .  ~  ~  ~  .
        """,
        at="I1",
        treasures="B8 O9 F3",
    ).play("A b@O4")
    assert scene.legal(TakeTreasures) == scene.legal() == ["take:P2,I7", "take:P2,N5"]
    decision = scene.game.decision
    assert list(map(str, decision.spaces)) == ["N5", "I7"]
    assert list(map(str, decision.forced)) == ["P2"]
    for line in ("A take:I7,P2", "A take:N5,I7", "A take:P2", "A take:P2,N5,I7", "A take:P2,P2"):
        assert scene.rule_against(line) == "R9.2"
    assert scene.game.refusal(0, parse_action("take:I7,P2")).reason is Reason.TREASURE_ORDER
    scene = scene.play("A take:P2,N5")
    assert scene.score("A") == Score(treasures=2)
    (taken,) = scene.saw(TreasuresTaken)
    assert list(map(str, taken.cells)) == ["P2", "N5"]


def test_r9_3_only_framed_ones_leave_a_choice_among_them():
    scene = draw(
        """
        Ag r* .
        .  k  .
        ~  ~  ~
        .  k  .
        .  k  .
        ~  b  ~
        .  r* .
        """,
        at="A2",
        treasures="P2 O9 F10",
    ).play("A b@B4")
    assert scene.legal() == ["take:B2", "take:B8"]
    assert list(map(str, scene.game.decision.spaces)) == ["B2", "B8"]
    assert scene.game.decision.forced == ()


def test_r9_4_without_a_trader_treasures_wait():
    scene = draw(F3_TO_I7, treasures="P2 B8 O9").play("A k@I6", "A Ak@F2", "A end")
    assert scene.saw(TreasuresTaken) == []
    assert scene.game.board.treasures.bit_count() == 5
    assert scene.play("B Bg@F4").legal() == ["take:F3", "take:I7"]


BOTH_DUE = """
    .  .  .  .  ~  ~  ~  ~  ~  .  r* Bg ~  .  .  .
    .  .  .  .  ~  k  k  k  k  k  k  .  ~  .  .  .
    .  .  .  ~  ~  r* .  .  .  .  .  .  ~  ~  .  .
    ~  ~  ~  ~  .  .  .  .  .  .  .  .  .  ~  ~  ~
    .  .  .  .  .  .  .  .  .  .  .  .  .  .  ~  ~
    .  .  .  .  .  .  .  .  .  .  .  .  .  .  ~  .
    ~  ~  ~  ~  .  .  .  .  .  .  .  .  ~  ~  ~  .
    .  .  .  ~  ~  ~  ~  .  .  .  .  .  ~  .  .  .
    .  .  .  .  .  .  ~  ~  ~  ~  ~  ~  ~  .  .  .
    .  .  .  .  Ag r* k  k  k  k  k  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  r* .  .  .  .  .
"""


@pytest.mark.parametrize(
    ("active", "first", "then"), [("L", "A", "B"), ("B", "B", "A"), ("A", "A", "B")]
)
def test_r9_4_several_kingdoms_are_settled_clockwise_from_the_active_player(active, first, then):
    """Decision."""
    takes = {"A": "take:F10", "B": "take:K1"}
    scene = draw(BOTH_DUE, "A1", seats="A B L", turn=f"{active} 2", treasures="")
    scene = scene.play(f"{active} swap:k")
    assert scene.rule_against(f"{first} {takes[first]}") is None
    assert scene.rule_against(f"{then} {takes[then]}") == "R3.1"
    scene = scene.play(f"{first} {takes[first]}")
    assert scene.game.seats[scene.game.decision.seat] == then
    scene = scene.play(f"{then} {takes[then]}")
    assert scene.game.seats[scene.game.decision.seat] == active
    assert scene.score("A") == scene.score("B") == Score(treasures=1)


def test_r9_5_a_treasure_is_a_joker():
    assert sorted(spend_treasures(Score(3, 1, 2, 3, treasures=4))) == [3, 3, 3, 4]
    assert spend_treasures(Score(0, 5, 5, 5, treasures=2)) == (2, 5, 5, 5)
