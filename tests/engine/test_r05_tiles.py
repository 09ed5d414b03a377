"""R5: placing civilization tiles, and their points."""

import pytest

from engine import KingdomsUnited, PointsScored, Score, ScoreCause, TilePlaced, UnificationEnded
from tests.engine.diagram import draw, drawn, leader


def test_r5_1_farms_on_rivers_the_others_on_land():
    scene = draw(
        """
        .  .  ~  .  .
        .  ~  b  r  .
        ~  ~  .  .  .
        """,
        at="C2",
        hands={"A": "krbg"},
    )
    assert scene.marked("b") == drawn(
        """
        .  .  !  .  .
        .  !  b  r  .
        !  !  .  .  .
        """
    )
    for tile in "krg":
        assert scene.marked(tile) == drawn(
            """
            !  !  ~  !  !
            !  ~  b  r  !
            ~  ~  !  !  !
            """
        )
    assert scene.rule_against("A b@C2") == "R5.1"
    assert scene.rule_against("A r@E2") == "R5.1"


def test_r5_1_only_on_empty_spaces():
    scene = draw("r m m x Ak r\nk m m . . .", monuments=("kr G2",))
    for cell in ("F2", "G2", "I2", "J2"):
        assert scene.rule_against(f"A k@{cell}") == "R5.1"


def test_r5_1_from_the_own_hand():
    scene = draw("r . .", hands={"A": "kk", "B": "rrbbgg"})
    assert scene.rule_against("A r@G2") == "R5.1"
    after = scene.play("A k@G2")
    assert after.hand("A") == (1, 0, 0, 0)
    assert after.drawing() == drawn("r k .")
    assert [str(event.cell) for event in after.saw(TilePlaced)] == ["G2"]


def test_r5_2_a_tile_may_not_connect_three_kingdoms():
    scene = draw(
        """
        .  .  .  .  .
        Ak r  .  r  Bb
        .  .  r  .  .
        .  .  Br .  .
        """
    )
    assert scene.rule_against("A g@H3") == "R5.2"
    assert scene.rule_against("A g@G4") is None


def test_r5_2_two_kingdoms_and_any_number_of_leaderless_regions():
    scene = draw(
        """
        .  .  k  .  .
        Ak r  .  r  Bb
        .  .  g  .  .
        """
    ).play("A g@H3")
    assert [kingdom.mask.bit_count() for kingdom in scene.game.board.kingdoms] == [7]


@pytest.mark.parametrize(
    ("drawing", "tile", "seat", "earner", "cause"),
    [
        ("Ag r . Bk", "g", 0, "Ag", ScoreCause.TILE),  # not the King, if there is the Trader
        ("Bg r . Ak", "g", 1, "Bg", ScoreCause.TILE),  # whoever placed the tile
        ("Ar r . Bk", "g", 1, "Bk", ScoreCause.KING),  # the King stands in
        ("Ak r . Bg", "k", 0, "Ak", ScoreCause.TILE),
    ],
)
def test_r5_3_the_point_goes_to_the_leader_of_the_colour_or_the_king(
    drawing, tile, seat, earner, cause
):
    one, _, _, other = drawing.split()
    scene = draw(f"{one} r . .\n. r {other} .").play(f"A {tile}@H2")
    (point,) = scene.saw(PointsScored)
    colour = "krbg".index(tile)
    assert (point.seat, point.colour, point.points) == (seat, colour, 1)
    assert (point.leader, point.cause) == (leader(earner), cause)
    expected = [0, 0, 0, 0, 0]
    expected[colour] = 1
    assert scene.game.scores[seat] == Score(*expected)
    assert scene.game.scores[1 - seat] == Score()


@pytest.mark.parametrize(
    "drawing",
    [
        "r . . .",  # no kingdom
        "Ar r . .",  # neither Trader nor King
        "Ar r . .\n. . . Bk\n. . . r",  # a diagonal does not connect
    ],
)
def test_r5_3_otherwise_nobody_scores(drawing):
    assert draw(drawing).play("A g@H2").saw(PointsScored) == []


def test_r5_3_a_tile_that_brings_leaderless_regions_along_scores_one():
    scene = draw("Ag r . g g").play("A g@H2")
    assert scene.score("A") == Score(green=1)


def test_r5_4_a_tile_between_two_kingdoms_scores_nothing():
    scene = draw("Ak r . r Bb").play("A k@H2")
    assert scene.saw(PointsScored) == []
    assert scene.saw(KingdomsUnited) == [KingdomsUnited(scene.saw(TilePlaced)[0].cell, ())]
    assert len(scene.saw(UnificationEnded)) == 1  # peaceful: uncovered at once
    assert scene.drawing() == drawn("Ak r k r Bb")
    assert scene.game.decision.kind == "action"


def test_r5_4_nor_does_it_when_there_is_a_conflict():
    scene = draw("Ak r . r Bk").play("A g@H2")
    assert scene.drawing() == drawn("Ak r u r Bk")
    assert scene.saw(PointsScored) == []
    scene = scene.play("A +0", "B +0")
    assert scene.score("A") == Score()
    assert scene.score("B") == Score(black=1)  # for the leader, R7.6
