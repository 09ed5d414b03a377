"""R8: squares of four, and what stands on them."""

import pytest

from engine import (
    BuildMonument,
    Colour,
    LeaderReturned,
    MonumentBuilt,
    MonumentDeclined,
    PointsScored,
    ReturnCause,
    Score,
    ScoreCause,
    UnificationEnded,
)
from tests.engine.diagram import draw, drawn


def test_r8_1_the_fourth_tile_of_a_square_offers_every_monument_of_its_colour():
    scene = draw("k k\nk .").play("A k@G3")
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("build", 0)
    assert scene.legal() == ["build:-", "build:kb@F2", "build:kg@F2", "build:kr@F2"]
    assert scene.rule_against("A build:rb@F2") == "R8.3"
    assert scene.rule_against("A build:kr@G2") == "R8.3"
    assert scene.rule_against("B build:kr@F2") == "R3.1"
    built = scene.play("A build:kg@F2")
    assert built.drawing() == drawn("m m\nm m")
    assert [str(event.monument) for event in built.saw(MonumentBuilt)] == ["kg"]
    assert [(str(m), str(at)) for m, at in built.game.board.built()] == [("kg", "F2")]


@pytest.mark.parametrize(
    ("drawing", "tile", "asked"),
    [
        ("k r\nk .", "k@G3", False),  # not of one colour
        ("k k k\nk . .", "k@H3", False),  # three
        ("k k .\n. k k", "k@F3", True),  # whatever lies around it
        ("k k k k\n. . . .", "k@F3", False),  # a line
        ("m m k\nm m .\n. . .", "k@H3", False),  # face-down tiles have no colour
    ],
)
def test_r8_1_a_square_of_four_face_up_tiles_of_one_colour(drawing, tile, asked):
    scene = draw(drawing, monuments=("kb F2",) if "m" in drawing else ())
    assert (scene.play(f"A {tile}").game.decision.kind == "build") == asked


def test_r8_1_four_farms_on_the_river():
    scene = draw("b b\nb ~", at="O4", treasures="B2 B8 F3").play("A b@P5")
    assert scene.legal(BuildMonument) == ["build:bg@O4", "build:kb@O4", "build:rb@O4"]


def test_r8_1_only_with_a_monument_of_the_colour_in_the_supply():
    """With all three black ones built nobody is asked."""
    scene = draw(
        """
        k k . m m m m
        k . . m m m m
        . . . m m . .
        . . . m m . .
        """,
        monuments=("kr I2", "kb K2", "kg I4"),
    ).play("A k@G3")
    assert scene.game.decision.kind == "action"
    assert scene.drawing().startswith("k k .")


def test_r8_1_monuments_already_built_are_not_offered():
    scene = draw("k k . m m\nk . . m m", monuments=("kr I2",)).play("A k@G3")
    assert scene.legal(BuildMonument) == ["build:kb@F2", "build:kg@F2"]


@pytest.mark.parametrize(("added", "asked"), [("+0", False), ("+3", True)])
def test_r8_2_the_square_must_still_be_there_after_the_conflict(added, asked):
    """I3 completes the archer's square and touches the bull's temple."""
    scene = draw(
        """
        Ak r  k  k  .
        .  .  k  .  r
        .  .  .  .  Bk
        .  .  .  .  k
        .  .  .  .  k
        .  .  .  .  k
        """,
        hands={"A": "kkkkrr"},
    ).play("A k@I3")
    assert scene.game.decision.kind == "add"
    conflict = scene.game.decision.conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (3, 3)
    scene = scene.play(f"A {added}", "B +0")
    assert len(scene.saw(UnificationEnded)) == 1
    assert (scene.game.decision.kind == "build") == asked


def test_r8_3_one_of_several_squares_and_monuments():
    scene = draw("k k k\nk . k").play("A k@G3")
    assert scene.legal() == [
        "build:-",
        *sorted(f"build:{m}@{at}" for m in ("kr", "kb", "kg") for at in ("F2", "G2")),
    ]
    built = scene.play("A build:kr@G2")
    assert built.drawing() == drawn("k m m\nk m m")
    assert built.game.decision.kind == "action"  # the placed tile is face down now


def test_r8_3_squares_are_offered_in_board_order():
    squares = draw("k k k\nk . k\nk k k").play("A k@G3").game.decision
    assert [f"{monument}@{corner}" for monument, corner in squares.choices] == [
        f"{monument}@{corner}"
        for corner in ("F2", "G2", "F3", "G3")
        for monument in ("kr", "kb", "kg")
    ]


def test_r8_4_a_square_not_used_is_lost():
    scene = draw("k k . .\nk . . .").play("A k@G3", "A build:-")
    assert scene.saw(MonumentDeclined) == [MonumentDeclined(0)]
    assert scene.drawing() == drawn("k k . .\nk k . .")
    again = draw("k k . .\nk k . .").play("A k@H2")
    assert again.game.decision.kind == "action"
    beside = draw("k k k .\nk k . .").play("A k@H3")
    assert beside.legal(BuildMonument) == ["build:kb@G2", "build:kg@G2", "build:kr@G2"]


def test_r8_5_r8_7_face_down_tiles_connect_but_have_no_colour_and_stay():
    scene = draw(
        """
        m  m  r  Ak
        m  m  .  .
        .  .  .  .
        """,
        monuments=("rg F2",),
    )
    (kingdom,) = scene.game.board.kingdoms
    assert kingdom.mask.bit_count() == 6
    assert scene.game.board.temples.bit_count() == 1 + 3  # and three far away
    for line, rule in (("A x@F2", "R10.1"), ("A r@F2", "R5.1"), ("A Ag@F2", "R4.2")):
        assert scene.rule_against(line) == rule
    assert scene.rule_against("A Ag@F4") == "R4.2"  # not beside a temple
    assert scene.play("A k@G4").score("A") == Score(black=1)  # but in the kingdom


def test_r8_6_a_treasure_stays_on_a_temple_turned_face_down_and_can_be_won():
    scene = draw("r r . .\nr* . . .\n. . . .", treasures="P2 B8 O9 N5").play(
        "A r@G3", "A build:rg@F2"
    )
    assert scene.drawing() == drawn("m m . .\nm* m . .\n. . . .")
    won = draw(
        """
        m  m  r  Ag .  .
        m* m  k  k  .  .
        .  .  .  k  .  .
        .  .  .  k  .  .
        .  .  .  .  .  .
        .  .  .  r* .  .
        """,
        monuments=("rg F2",),
    ).play("A k@I6", "A take:F3")
    assert won.score("A").treasures == 1
    assert won.drawing().splitlines()[1] == "m m k k . ."


def test_r8_6_leaders_left_without_a_temple_return():
    scene = draw("Ak r r Br\n. r . r").play("A r@H3", "A build:rb@G2")
    assert scene.drawing() == drawn(". m m Br\n. m m r")
    assert [(str(e.leader), e.cause) for e in scene.saw(LeaderReturned)] == [
        ("Ak", ReturnCause.NO_TEMPLE)
    ]


def test_r8_7_the_fourth_tile_scores_as_usual():
    scene = draw("Bk r k k\n. . k .").play("A k@I3")
    assert scene.saw(PointsScored)[0].cause is ScoreCause.TILE
    assert scene.score("B") == Score(black=1)
    assert scene.play("A build:kg@H2").score("B") == Score(black=1)


def test_r8_8_a_point_for_each_pair_of_leader_and_monument():
    scene = draw(
        """
        m  m  r  Ak m  m
        m  m  .  r  m  m
        Ar r  .  Bb r  .
        """,
        monuments=("kr F2", "kb J2"),
    ).play("A end")
    assert [(str(e.leader), e.colour, e.points, e.cause) for e in scene.saw(PointsScored)] == [
        ("Ak", Colour.BLACK, 1, ScoreCause.MONUMENT),
        ("Ar", Colour.RED, 1, ScoreCause.MONUMENT),
        ("Ak", Colour.BLACK, 1, ScoreCause.MONUMENT),
    ]
    assert scene.score("A") == Score(black=2, red=1)
    assert scene.score("B") == Score()  # the bull's turn it was not
    assert scene.play("B end").score("B") == Score(blue=1)


@pytest.mark.parametrize("drawing", ["m m r Ak\nm m . .", "m m . r Ar\nm m . . ."])
def test_r8_8_a_king_stands_in_for_nobody_and_nobody_earns_from_another_kingdom(drawing):
    scene = draw(drawing, monuments=("rg F2",)).play("A end")
    assert scene.saw(PointsScored) == []


def test_r8_8_only_at_the_end_of_the_turn():
    scene = draw("m m r Ar\nm m . .", monuments=("rg F2",)).play("A swap:k", "A swap:r")
    assert scene.score("A") == Score()
    assert scene.play("A end").score("A") == Score(red=1)
