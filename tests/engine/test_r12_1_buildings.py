"""R12.1: civilization buildings."""

import pytest

from engine import (
    BuildingDeclined,
    BuildingPlaced,
    BuildingReturned,
    Colour,
    ConflictDecided,
    KingdomsUnited,
    MonumentBuilt,
    PointsScored,
    Score,
    ScoreCause,
    TilesRemoved,
    parse_action,
)
from tests.engine.diagram import draw, drawn, sites, standing


def test_r12_1_1_a_line_of_three_offers_the_colours_building_on_each_of_its_tiles():
    scene = draw("k k .", options="buildings").play("A k@H2")
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("site", 0)
    assert scene.legal() == ["site:-", "site:F2", "site:G2", "site:H2"]
    assert scene.rule_against("A site:I2") == "R12.1"
    assert scene.rule_against("B site:F2") == "R3.1"
    assert scene.rule_against("A end") == "R3.3"
    assert scene.rule_against("A build:-") == "R3.3"
    placed = scene.play("A site:G2")
    assert placed.events == (BuildingPlaced(0, Colour.BLACK, *cells("G2"), None),)
    assert standing(placed) == ["k G2"]
    assert placed.drawing() == drawn("k k k")
    assert placed.game.decision.kind == "action"


def cells(names):
    return tuple(parse_action(f"site:{name}").cell for name in names.split())


@pytest.mark.parametrize("options", ["", "display english open ziggurat"])
def test_r12_1_not_without_the_option(options):
    scene = draw("k k .", options=options).play("A k@H2")
    assert scene.game.decision.kind == "action"
    assert scene.rule_against("A site:F2") == "R3.3"


@pytest.mark.parametrize(
    ("drawing", "tile", "expected"),
    [
        ("k . .", "k@G2", ""),  # two
        ("k . k", "k@G2", "F2 G2 H2"),  # made in the middle
        ("k k k .", "k@I2", "F2 G2 H2 I2"),  # extended
        ("k k . k", "k@F3", ""),  # not in the line
        ("k k k\n. . .", "k@G3", ""),  # beside it
        ("k k r .", "k@I2", ""),  # broken
        ("r r . k", "k@H2", ""),  # not of its colour
        ("k\nk\n.\nk", "k@F4", "F2 F3 F4 F5"),  # a column
        ("k .\n. k\nk .", "k@F3", "F2 F3 F4"),  # only the straight line
        ("k .\nk .\n. .", "k@G3", ""),  # no corners
        (". k k\nk . .\nk . .", "k@F2", "F2 F3 F4 G2 H2"),  # row and column both
        (". k k\nk . .\n. . .", "k@F2", "F2 G2 H2"),  # each for itself
        ("m m k k .\nm m . . .", "k@J2", "H2 I2 J2"),  # face-down tiles have no colour
        ("k k Ak r .\n. . . . .", "k@F3", ""),
    ],
)
def test_r12_1_1_straight_unbroken_lines_of_three_with_the_placed_tile(drawing, tile, expected):
    scene = draw(drawing, options="buildings", monuments=("kb F2",) if "m" in drawing else ())
    assert sites(scene.play(f"A {tile}")) == expected


@pytest.mark.parametrize(("tile", "drawing"), [("r", "r r ."), ("g", "g g ."), ("b", "b b ~ ~ ~")])
def test_r12_1_1_each_colour_has_its_building(tile, drawing):
    at, last = ("E1", "G1") if tile == "b" else ("F2", "H2")
    scene = draw(drawing, at, options="buildings").play(f"A {tile}@{last}", f"A site:{last}")
    assert [str(event.colour) for event in scene.saw(BuildingPlaced)] == [tile]
    assert standing(scene) == [f"{tile} {last}"]


def test_r12_1_1_lines_do_not_run_round_the_edges():
    scene = draw(". . k", "N10", options="buildings", hands={"A": "kkkkkk"})
    assert sites(scene.play("A k@A11", "A k@B11")) == ""
    assert sites(scene.play("A k@O10", "A k@N10")) == "N10 O10 P10"
    corner = draw("k k .", "A1", options="buildings").play("A k@C1", "A site:A1")
    assert standing(corner) == ["k A1"]


BESIDE = """
    k  k  k  .  .  .
    .  .  .  .  .  .
    k  k  {}  {}  .  .
"""


def test_r12_1_2_it_moves_only_to_a_longer_line():
    three = draw(BESIDE.format(".", "."), options="buildings", buildings=("k G2",))
    assert sites(three.play("A k@H4")) == ""
    four = draw(BESIDE.format("k", "."), options="buildings", buildings=("k G2",)).play("A k@I4")
    assert sites(four) == "F4 G4 H4 I4"
    moved = four.play("A site:F4")
    assert moved.events == (BuildingPlaced(0, Colour.BLACK, *cells("F4 G2")),)
    assert standing(moved) == ["k F4"]


@pytest.mark.parametrize(("length", "asked"), [(4, False), (5, True)])
def test_r12_1_2_longer_than_the_longer_of_its_row_and_column(length, asked):
    scene = draw(
        f"""
        k  k  k  .  .
        k  .  .  .  .
        k  .  .  .  .
        k  .  .  .  .
        .  .  .  .  .
        {" ".join((["k"] * (length - 1) + ["."] * 5)[:5])}
        """,
        options="buildings",
        buildings=("k F2",),
    )
    last = "FGHIJ"[length - 1]
    assert bool(sites(scene.play(f"A k@{last}7"))) == asked


@pytest.mark.parametrize(("column", "expected"), [(3, ""), (4, ""), (5, "I2 I3 I4 I5 I6")])
def test_r12_1_2_as_the_board_is_now(column, expected):
    """I2 lengthens the palace's own row to four before the column is judged."""
    rows = [". . . k" if row < column else ". . . ." for row in range(1, 6)]
    scene = draw("\n".join(["k k k .", *rows]), options="buildings", buildings=("k F2",))
    assert sites(scene.play("A k@I2")) == expected


def test_r12_1_2_never_to_fewer_than_three():
    scene = draw("k x .\n. . .\nk . .", options="buildings", buildings=("k F2",))
    assert sites(scene.play("A k@G4")) == ""


def test_r12_1_2_row_and_column_are_judged_each_for_itself():
    """The row of three is no longer than the palace's, the column of four is."""
    scene = draw(
        """
        k  k  k  .  .  .
        .  .  .  .  .  .
        .  k  k  .  .  .
        .  .  .  k  .  .
        .  .  .  k  .  .
        .  .  .  k  .  .
        """,
        options="buildings",
        buildings=("k F2",),
    )
    assert sites(scene.play("A k@I4")) == "I4 I5 I6 I7"


@pytest.mark.parametrize("stands", ["F2", "G2", "H2"])
def test_r12_1_2_decision_it_does_not_move_within_its_own_line(stands):
    scene = draw("k k k .", options="buildings", buildings=(f"k {stands}",))
    assert scene.play("A k@I2").game.decision.kind == "action"


def test_r12_1_2_the_market_hall_moves_when_its_line_has_shrunk():
    """R12.1.2."""
    before = draw(
        """
        g  g  g  g
        .  .  .  .
        g  g  .  .
        """,
        options="buildings",
        buildings=("g G2",),
        hands={"A": "gkkkkk"},
    )
    assert before.play("A g@H4").game.decision.kind == "action"  # three are not more than four
    scene = before.play("A x@H2")
    assert standing(scene) == ["g G2"]
    scene = scene.play("A g@H4")
    assert sites(scene) == "F4 G4 H4"
    moved = scene.play("A site:H4")
    assert moved.saw(BuildingPlaced) == [BuildingPlaced(0, Colour.GREEN, *cells("H4 G2"))]
    assert moved.game.actions_left == 0


def test_r12_1_2_another_colours_building_does_not_matter():
    scene = draw("k k .\nr r r", options="buildings", buildings=("r F3",)).play("A k@H2")
    assert sites(scene) == "F2 G2 H2"
    assert standing(scene.play("A site:F2")) == ["k F2", "r F3"]


WAR = """
    Ak r  k  k  .
    .  .  .  .  r
    .  .  .  .  Bk
    .  .  .  .  k
    .  .  .  .  k
    .  .  .  .  k
"""


@pytest.mark.parametrize(("added", "expected"), [("+0", ""), ("+3", "H2 I2 J2")])
def test_r12_1_3_conflicts_come_first_and_the_line_must_still_qualify(added, expected):
    scene = draw(WAR, options="buildings", hands={"A": "kkkkrr"}).play("A k@J2")
    assert scene.game.decision.kind == "add"
    scene = scene.play(f"A {added}", "B +0")
    assert sites(scene) == expected


def test_r12_1_3_a_peaceful_union_offers_it_too():
    scene = draw("Ak r . r Br", options="buildings").play("A r@H2")
    assert len(scene.saw(KingdomsUnited)) == 1
    assert sites(scene) == "G2 H2 I2"


def test_r12_1_3_the_building_comes_before_the_monument():
    scene = draw("k . k\nk k .", options="buildings").play("A k@G2")
    assert (scene.game.decision.kind, sites(scene)) == ("site", "F2 G2 H2")
    for answer in ("-", "H2"):
        asked = scene.play(f"A site:{answer}")
        assert asked.legal() == ["build:-", "build:kb@F2", "build:kg@F2", "build:kr@F2"]
    built = scene.play("A site:H2", "A build:kr@F2")
    assert (built.drawing(), standing(built)) == (drawn("m m k\nm m ."), ["k H2"])


def test_r12_1_3_the_building_comes_before_the_treasures():
    """R3.3."""
    scene = draw("r* r . k Ag r\n. . . . r r*", "F10", options="buildings").play("A r@H10")
    assert sites(scene) == "F10 G10 H10"
    assert scene.play("A site:F10").legal() == ["take:F10", "take:K11"]
    assert standing(scene.play("A site:F10", "A take:F10")) == ["r F10"]


def test_r12_1_4_declining_is_allowed():
    scene = draw("k k . .", options="buildings").play("A k@H2", "A site:-")
    assert scene.events[-1] == BuildingDeclined(0, Colour.BLACK)
    assert standing(scene) == []
    assert (scene.game.decision.kind, scene.game.actions_left) == ("action", 1)


def test_r12_1_4_only_a_newly_placed_tile_gives_the_chance():
    scene = draw("k k k .\n. . . .", options="buildings")
    for line in ("A k@F3", "A r@I2", "A swap:k", "A x@A1"):
        assert scene.play(line).game.decision.kind == "action"
    assert sites(scene.play("A k@I2")) == "F2 G2 H2 I2"


def test_r12_1_5_it_stays_though_its_line_shrinks():
    scene = draw("k k k", options="buildings", buildings=("k H2",)).play("A x@F2", "A x@G2")
    assert (scene.drawing(), standing(scene)) == (drawn("x x k"), ["k H2"])


def test_r12_1_5_no_catastrophe_on_its_tile():
    scene = draw("k k k\n. . .", options="buildings", buildings=("k G2",))
    assert scene.marked("x") == drawn("! k !\n! ! !")
    assert scene.rule_against("A x@G2") == "R10.1"
    assert "building" in str(scene.game.refusal(0, parse_action("x@G2")))


def points(scene):
    scored = scene.saw(PointsScored)
    return [(str(e.leader), str(e.colour), e.points, e.cause) for e in scored]


@pytest.mark.parametrize(
    ("drawing", "tile", "buildings", "expected"),
    [
        # the leader of the colour
        ("Ak r k . .", "k@I2", ("k H2",), [("Ak", "k", 2, ScoreCause.TILE)]),
        # the King who stands in
        ("Ak r g . .", "g@I2", ("g H2",), [("Ak", "g", 2, ScoreCause.KING)]),
        # another colour's building doubles nothing
        ("Ak r g . .", "k@I2", ("g H2",), [("Ak", "k", 1, ScoreCause.TILE)]),
        # nor one in another kingdom, or in a region apart
        ("Ak r . Br r k", "k@F3", ("k K2",), [("Ak", "k", 1, ScoreCause.TILE)]),
        ("Ak r . k .", "k@F3", ("k I2",), [("Ak", "k", 1, ScoreCause.TILE)]),
        # in a region that the tile joins to the kingdom
        ("Ak r . g .", "g@H2", ("g I2",), [("Ak", "g", 2, ScoreCause.KING)]),
        # twice nothing
        ("Ar r k . .", "k@I2", ("k H2",), []),
        # through face-down tiles
        ("k m m r Ak\n. m m . .", "k@J3", ("k F2",), [("Ak", "k", 2, ScoreCause.TILE)]),
    ],
)
def test_r12_1_6_the_point_is_doubled(drawing, tile, buildings, expected):
    scene = draw(
        drawing,
        options="buildings",
        buildings=buildings,
        monuments=("rg G2",) if "m" in drawing else (),
    ).play(f"A {tile}")
    assert points(scene) == expected


def test_r12_1_6_not_for_a_building_put_down_by_that_same_tile():
    scene = draw("Ak r k k .", options="buildings", hands={"A": "kkkkkk"})
    scene = scene.play("A k@J2", "A site:J2")
    assert scene.score("A") == Score(black=1)
    assert scene.play("A k@K2").score("A") == Score(black=3)


def test_r12_1_6_only_tiles_are_doubled():
    """Neither the points of monuments nor those of wars."""
    scene = draw(
        "m m r Ak k k k\nm m . .  . . .",
        options="buildings",
        monuments=("kr F2",),
        buildings=("k K2",),
    ).play("A end")
    assert points(scene) == [("Ak", "k", 1, ScoreCause.MONUMENT)]


EDGE = """
    Ak r  .  r  Bk k
    k  k  .  .  k  k
"""


def test_r12_1_7_its_tile_counts_but_stays_and_scores_nothing():
    scene = draw(
        EDGE, options="buildings", buildings=("k K3",), hands={"A": "kkkkkk", "B": "kkkkkk"}
    ).play("A k@H2", "A +2", "B +0")
    conflict = scene.saw(ConflictDecided)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (2, 3)
    (removed,) = scene.saw(TilesRemoved)
    assert [str(cell) for cell in removed.cells] == ["K2", "J3"]
    assert scene.score("A") == Score(black=3)  # the leader and two tiles
    assert scene.drawing() == drawn("Ak r k r . .\nk k . . . k")
    assert standing(scene) == ["k K3"]


def test_r12_1_7_in_a_conflict_of_another_colour_it_does_not_matter():
    scene = draw(
        "Ak r . r Bk k\nk k . . r r", options="buildings", buildings=("r K3",), hands={"A": "kkrg"}
    ).play("A g@H2", "A +0", "B +0")
    assert standing(scene) == ["r K3"]
    assert [str(cell) for e in scene.saw(TilesRemoved) for cell in e.cells] == ["K2"]


@pytest.mark.parametrize(
    ("building", "left"), [((), ". . r"), (("r J2",), ". r r"), (("r K2",), ". . r")]
)
def test_r12_1_7_together_with_the_temples_of_r7_7(building, left):
    """K2 is beside the bull's Trader; the library's temple stays as well, wherever it is."""
    scene = draw(
        "Ar r . r r r Bg\n. . . Br . . .",
        options="buildings",
        buildings=building,
        hands={"A": "rrrrrr"},
    ).play("A r@H2", "A +4", "B +0")
    assert scene.saw(ConflictDecided)[0].conflict.defender.strength == 3
    assert scene.drawing() == drawn(f"Ar r r {left} Bg\n. . . . . . .")
    assert scene.score("A") == Score(red=1 + left.count("."))
    assert standing(scene) == list(building)


def test_r12_1_8_on_a_tile_turned_face_down_it_returns_to_the_supply():
    scene = draw("k k .\nk . .\n. . .", options="buildings", buildings=("k G2",))
    built = scene.play("A k@G3", "A build:kr@F2")
    assert [type(event) for event in built.events[-2:]] == [MonumentBuilt, BuildingReturned]
    assert built.events[-1] == BuildingReturned(Colour.BLACK, *cells("G2"))
    assert standing(built) == []


def test_r12_1_8_and_may_be_placed_anew_on_any_line_of_three():
    scene = draw(
        "k k . .\nk . . .\n. . . .\nk k . .",
        options="buildings",
        buildings=("k G2",),
        hands={"A": "kkkkkk"},
    )
    scene = scene.play("A k@G3", "A build:kr@F2", "A k@H5")
    assert sites(scene) == "F5 G5 H5"
    assert scene.play("A site:H5").events[-1] == BuildingPlaced(0, Colour.BLACK, *cells("H5"), None)
