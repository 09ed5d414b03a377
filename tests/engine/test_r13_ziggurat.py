"""R13: crosses of five, the ziggurat on them, and its cube."""

import pytest

from engine import (
    CELLS,
    LAYOUTS,
    BuildingReturned,
    BuildZiggurat,
    Colour,
    EndCause,
    GameEnded,
    MonumentBuilt,
    MonumentDeclined,
    PointsScored,
    Score,
    ScoreCause,
    TakeCube,
    TurnEnded,
    ZigguratBuilt,
    cross,
    write_position,
)
from tests.engine.diagram import draw, drawn

PLUS = """
    .  k  .
    k  .  k
    .  k  .
"""
BUILT = """
    .  m  .  .  .
    m  m  m  r  {}
    .  m  .  .  .
"""


def centres(scene):
    """The legal centres of the ziggurat, as one string; empty if there is none."""
    return " ".join(line.removeprefix("build:z@") for line in scene.legal(BuildZiggurat))


@pytest.mark.parametrize(
    ("drawing", "last"),
    [
        (". . .\nk k k\n. k .", "G2"),
        (". k .\n. k k\n. k .", "F3"),
        (". k .\nk . k\n. k .", "G3"),
        (". k .\nk k .\n. k .", "H3"),
        (". k .\nk k k\n. . .", "G4"),
    ],
)
def test_r13_1_any_of_the_five_may_be_the_last(drawing, last):
    scene = draw(drawing, options="ziggurat").play(f"A k@{last}")
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("build", 0)
    assert scene.legal() == ["build:-", "build:z@G3"]
    built = scene.play("A build:z@G3")
    assert built.drawing() == drawn(". m .\nm m m\n. m .")
    assert [str(event.centre) for event in built.saw(ZigguratBuilt)] == ["G3"]
    assert '[Ziggurat "G3"]\n' in write_position(built.game.view(None))
    assert built.game.decision.kind == "action"


def test_r13_1_refusals():
    scene = draw(PLUS, options="ziggurat").play("A k@G3")
    assert scene.rule_against("A build:z@G2") == "R13.1"
    assert scene.rule_against("A build:kr@F2") == "R8.3"
    assert scene.rule_against("B build:z@G3") == "R3.1"
    assert scene.rule_against("A end") == "R3.3"


@pytest.mark.parametrize("options", ["", "buildings display english open"])
def test_r13_1_not_without_the_option(options):
    scene = draw(PLUS, options=options).play("A k@G3")
    while scene.game.decision.kind == "site":
        scene = scene.play("A site:-")
    assert scene.game.decision.kind == "action"
    assert scene.rule_against("A build:z@G3") == "R3.3"


@pytest.mark.parametrize(
    ("drawing", "tile"),
    [
        (". k .\nk . k\n. . .", "k@G3"),  # four
        (". k .\nk . r\n. k .", "k@G3"),  # not of one colour
        (". k .\nk . k\n. x .", "k@G3"),
        (". k .\nk k k\n. k .", "k@H2"),  # without the placed tile: R8.3
        ("k . k\n. k .\nk . k", "k@G2"),  # diagonals
        (". m m\nk m m\n. k .", "k@F2"),  # face-down tiles have no colour
    ],
)
def test_r13_1_a_cross_of_five_face_up_tiles_of_one_colour(drawing, tile):
    scene = draw(drawing, options="ziggurat", monuments=("kb G2",) if "m" in drawing else ())
    assert centres(scene.play(f"A {tile}")) == ""


@pytest.mark.parametrize(
    ("at", "drawing", "last"),
    [("A1", "k . k\n. k .", "B1"), ("O9", ". k\nk .\n. k", "P10"), ("O10", ". k\nk .", "P11")],
)
def test_r13_1_a_cross_is_all_on_the_board(at, drawing, last):
    scene = draw(drawing, at, options="ziggurat", treasures="F3 N5 I7")
    assert scene.play(f"A k@{last}").game.decision.kind == "action"


@pytest.mark.parametrize("colour", "krg")
def test_r13_3_any_colour_will_do(colour):
    scene = draw(PLUS.replace("k", colour), options="ziggurat").play(f"A {colour}@G3")
    assert centres(scene) == "G3"


@pytest.mark.parametrize("board", LAYOUTS)
def test_r13_3_only_farms_never_make_one(board):
    """No printed river is broad enough."""
    assert not [cell for cell in CELLS if cross(cell) and not cross(cell) & LAYOUTS[board].land]


def test_r13_1_only_one():
    two = ". k . . m .\nk . k m m m\n. k . . m ."
    scene = draw(two, options="ziggurat", ziggurat="J3").play("A k@G3")
    assert scene.game.decision.kind == "action"


def test_r13_1_it_must_contain_the_placed_tile_and_one_of_several_is_picked():
    """R8.3."""
    scene = draw(". k k .\nk . k k\n. k k .", options="ziggurat").play("A k@G3")
    assert centres(scene) == "G3 H3"
    assert scene.rule_against("A build:z@G2") == "R13.1"
    built = scene.play("A build:z@H3")
    assert built.drawing() == drawn(". k m .\nk m m m\n. k m .")
    assert built.game.decision.kind == "action"


def test_r13_1_face_down_tiles_connect_but_have_no_colour_as_in_r8_5():
    scene = draw(BUILT.format("Ak"), options="ziggurat", ziggurat="G3")
    (kingdom,) = scene.game.board.kingdoms
    assert kingdom.mask.bit_count() == 7
    assert scene.play("A k@F4").score("A") == Score(black=1)
    assert scene.rule_against("A Ag@F2") == "R4.2"
    assert scene.rule_against("A k@G3") == "R5.1"


def test_r13_1_a_treasure_stays_and_can_be_won_as_in_r8_6():
    scene = draw(". r .\nr r* r\n. . .", "H6", options="ziggurat")
    scene = scene.play("A r@I8", "A build:z@I7")
    assert scene.drawing() == drawn(". m .\nm m* m\n. m .")


BOTH = """
    .  k  k
    k  .  k
    .  k  .
"""


def test_r13_2_monument_or_ziggurat():
    scene = draw(BOTH, options="ziggurat").play("A k@G3")
    assert scene.legal() == ["build:-", "build:kb@G2", "build:kg@G2", "build:kr@G2", "build:z@G3"]
    monument = scene.play("A build:kr@G2")
    assert monument.drawing() == drawn(". m m\nk m m\n. k .")
    assert (len(monument.saw(MonumentBuilt)), monument.game.decision.kind) == (1, "action")
    ziggurat = scene.play("A build:z@G3")
    assert ziggurat.drawing() == drawn(". m k\nm m m\n. m .")
    assert ziggurat.game.decision.kind == "action"
    assert len(ziggurat.game.board.monument_supply()) == 6
    declined = scene.play("A build:-")
    assert declined.events[-1] == MonumentDeclined(0)
    assert declined.play("A r@F2").game.decision.kind == "action"  # lost, as in R8.4


def test_r13_2_the_ziggurat_alone_when_no_monument_of_the_colour_is_left():
    scene = draw(
        """
        .  k  k  .  .  m  m
        k  .  k  .  .  m  m
        .  k  .  .  .  m  m
        .  .  .  .  .  m  m
        .  .  .  .  .  m  m
        .  .  .  .  .  m  m
        """,
        options="ziggurat",
        monuments=("kr K2", "kb K4", "kg K6"),
    ).play("A k@G3")
    assert scene.legal() == ["build:-", "build:z@G3"]


def test_r13_2_the_building_comes_before_both():
    """R12.1.3; R12.1.8 sends it back if its tile is turned."""
    scene = draw(BOTH, options="buildings ziggurat").play("A k@G3")
    assert scene.game.decision.kind == "site"
    scene = scene.play("A site:F3")
    assert "build:z@G3" in scene.legal()
    monument = scene.play("A build:kr@G2")
    assert monument.saw(BuildingReturned) == []
    assert str(monument.game.board.building_cell(Colour.BLACK)) == "F3"
    ziggurat = scene.play("A build:z@G3")
    assert len(ziggurat.saw(BuildingReturned)) == 1
    assert ziggurat.game.board.building_cell(Colour.BLACK) is None


def test_r13_4_it_is_never_destroyed_or_moved():
    scene = draw(BUILT.format("Ak"), options="ziggurat", ziggurat="G3")
    for cell in ("G2", "F3", "G3", "H3", "G4"):
        assert scene.rule_against(f"A x@{cell}") == "R10.1"


def test_r13_5_a_cube_of_any_colour_for_the_king():
    scene = draw(BUILT.format("Ak"), options="ziggurat", ziggurat="G3").play("A end")
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("cube", 0)
    assert scene.legal() == ["cube:b", "cube:g", "cube:k", "cube:r"]
    assert scene.rule_against("A end") == "R3.3"
    assert scene.rule_against("B cube:k") == "R3.1"
    assert '[Turn "A 0"]\n[Decision "A cube"]' in write_position(scene.game.view(None))
    for colour in Colour:
        taken = scene.play(f"A cube:{colour}")
        (point,) = taken.saw(PointsScored)
        assert (point.seat, point.colour, point.points) == (0, colour, 1)
        assert (point.cause, str(point.leader)) == (ScoreCause.ZIGGURAT, "Ak")
        assert taken.score("A").points[colour] == sum(taken.score("A")) == 1
        assert (taken.game.decision.kind, taken.game.active) == ("action", 1)
    again = scene.play("A cube:g", "B end", "A end", "A cube:g")
    assert again.score("A") == Score(green=2)


@pytest.mark.parametrize("king", ["Ar", "Ab", "Ag", "Bk"])
def test_r13_5_only_for_the_active_players_king(king):
    scene = draw(BUILT.format(king), options="ziggurat", ziggurat="G3").play("A end")
    assert scene.game.decision.kind == "action"
    assert scene.saw(PointsScored) == []
    if king == "Bk":
        assert scene.play("B end").legal(TakeCube) != []


def test_r13_5_only_in_the_kingdom_of_the_ziggurat():
    apart = ". m . . . .\nm m m . r Ak\n. m . . . ."
    scene = draw(apart, options="ziggurat", ziggurat="G3")
    assert scene.play("A end").game.decision.kind == "action"
    assert scene.play("A k@I3", "A end").game.decision.kind == "cube"


def test_r13_5_only_at_the_end_of_the_turn():
    scene = draw(BUILT.format("Ak"), options="ziggurat", ziggurat="G3")
    scene = scene.play("A swap:k", "A swap:r")
    assert scene.game.decision.kind == "action"
    assert scene.rule_against("A cube:k") == "R3.3"


def test_r3_4_monument_points_then_the_cube_then_the_end_by_treasures():
    scene = draw(
        """
        .  m  .  .  .  .
        m  m  m  r  Ak .
        .  m  .  .  m  m
        .  .  .  .  m  m
        """,
        options="ziggurat",
        ziggurat="G3",
        monuments=("kr J4",),
        treasures="P2 O9",
    ).play("A end")
    assert [event.cause for event in scene.saw(PointsScored)] == [ScoreCause.MONUMENT]
    assert not scene.game.over
    scene = scene.play("A cube:b")
    (ended,) = scene.saw(GameEnded)
    assert ended.cause is EndCause.TREASURES
    assert ended.ranking[0].points == (1, 0, 1, 0)


def test_r3_4_the_cube_comes_before_the_refill_with_its_draws():
    scene = draw(
        BUILT.format("Ak"),
        options="display ziggurat",
        ziggurat="G3",
        display="krrbgg",
        hands={"A": "kkkkk", "B": "kkkkk"},
    ).play("A end")
    assert scene.saw(TurnEnded) == [TurnEnded(0, 2)]
    assert (scene.game.decision.kind, scene.rule_against("A draw:k")) == ("cube", "R3.3")
    scene = scene.play("A cube:b")
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("draw", 0)
    scene = scene.play("A draw:g")
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("draw", 1)
    assert scene.play("B draw:?").game.active == 1


def test_r3_4_the_cube_is_taken_although_the_bag_then_ends_the_game():
    scene = draw(
        BUILT.format("Ak"), options="ziggurat", ziggurat="G3", bag="", hands={"A": "k"}
    ).play("A end", "A cube:r")
    assert scene.saw(GameEnded)[0].cause is EndCause.BAG
    assert scene.score("A") == Score(red=1)
