"""R6: two leaders of a colour in one kingdom, and temples."""

import pytest

from engine import (
    AddTiles,
    ChooseWar,
    Colour,
    ConflictDecided,
    ConflictOpened,
    KingdomsUnited,
    LeaderReturned,
    PointsScored,
    ReturnCause,
    Score,
    ScoreCause,
    TilesAdded,
    TilesRemoved,
    UnificationEnded,
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
    """Silence must not reveal what a hand holds."""
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
    assert scene.drawing() == drawn(". . r .\n. r Ak r\nr g r .")
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


# --- R7: a tile that connects two kingdoms, and supporters ------------------------------------

TWO_WARS = """
    Ak r  .  r  Bk
    Ag r  .  r  Bg
    k  .  .  g  .
    g  .  .  k  .
"""
# A's market hangs on A's settlement; B's settlement hangs on B's market.


def test_r7_1_every_colour_is_a_conflict_and_the_active_player_picks():
    scene = draw(TWO_WARS).play("A r@H2")
    assert scene.saw(KingdomsUnited)[0].colours == (Colour.BLACK, Colour.GREEN)
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("war", 0)
    assert scene.legal(ChooseWar) == scene.legal() == ["war:g", "war:k"]
    assert scene.rule_against("A war:b") == "R7.1"
    assert scene.rule_against("B war:k") == "R3.1"
    green = scene.play("A war:g")
    assert [e.conflict.colour for e in green.saw(ConflictOpened)] == [Colour.GREEN]


def test_r7_1_r7_8_the_last_one_follows_by_itself():
    """The kingdoms are still connected, only through the space of the unification tile."""
    scene = draw("Ak r . r Bk\nAg r . r Bg").play("A r@H2", "A war:g", "A +0", "B +0")
    assert [e.conflict.colour for e in scene.saw(ConflictOpened)] == [Colour.GREEN, Colour.BLACK]
    assert scene.game.decision.kind == "add"
    assert scene.play("A +0", "B +0").saw(UnificationEnded)


@pytest.mark.parametrize(
    ("seats", "active", "attacker"),
    [("A B L", "A", "A"), ("A B L", "L", "A"), ("A L B", "L", "B"), ("A P B L", "P", "B")],
)
def test_r7_2_the_active_player_or_the_first_clockwise_attacks(seats, active, attacker):
    scene = draw("Ak r . r Bk", seats=seats, turn=f"{active} 2").play(f"{active} r@H2")
    conflict = scene.saw(ConflictOpened)[0].conflict
    assert scene.game.seats[conflict.attacker.seat] == attacker
    assert conflict.attacker.leader.dynasty == attacker
    assert conflict.defender.leader.dynasty == {"A": "B", "B": "A"}[attacker]
    assert scene.game.decision.seat == conflict.attacker.seat


def test_r7_3_supporters_in_the_own_side_and_tiles_of_that_colour_from_the_hand():
    scene = draw(
        """
        Ak r  .  r  Bk k
        k  k  .  .  k  .
        .  g  .  .  k  r
        """,
        hands={"A": "kkgrrr", "B": "krrrrr"},
    ).play("A g@H2")
    conflict = scene.saw(ConflictOpened)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (2, 3)
    assert conflict.tiles is Colour.BLACK
    assert scene.legal() == ["+0", "+1", "+2"]  # settlements, not temples
    assert scene.rule_against("A +3") == "R6.3"
    assert scene.play("A +2").legal() == ["+0", "+1"]


def test_r7_3_a_leader_off_the_board_has_no_side():
    board = draw("Ak r").game.board
    assert board.external_strength(leader("Ak")) == 0
    for ask in (board.side, board.external_strength, board.lost_supporters):
        with pytest.raises(LookupError, match="Bk is not on the board"):
            ask(leader("Bk"))
    with pytest.raises(LookupError, match="Bk is not on the board"):
        board.between_without(leader("Bk"))


def test_r7_3_face_down_tiles_are_no_supporters():
    scene = draw("Ak r . r Bk m m\n. . . . r m m", monuments=("kr K2",)).play("A g@H2")
    conflict = scene.saw(ConflictOpened)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (0, 0)


def test_r7_3_the_tile_under_the_unification_tile_never_counts():
    scene = draw("Ak r . r Bk").play("A k@H2")
    conflict = scene.saw(ConflictOpened)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (0, 0)
    scene = scene.play("A +0", "B +0")
    assert scene.score("B") == Score(black=1)
    assert scene.drawing() == drawn(". r k r Bk")


def test_r7_3_a_leaderless_region_at_the_unification_tile_is_on_no_side():
    """Decision."""
    scene = draw(
        """
        .  .  k  .  .
        Ak r  .  r  Bk
        .  .  k  k  .
        """
    ).play("A g@H3")
    # I4 touches I3, so both settlements of that region are on the bull's side.
    conflict = scene.saw(ConflictOpened)[0].conflict
    assert (conflict.attacker.strength, conflict.defender.strength) == (0, 2)
    assert scene.play("A +1", "B +0").score("B") == Score(black=1)  # both of them stay


@pytest.mark.parametrize(("first", "strength"), [("g", 1), ("k", 0)])
def test_r7_4_sides_are_worked_out_afresh_for_each_conflict(first, strength):
    """If the settlement falls first, the market behind it no longer counts."""
    scene = draw(TWO_WARS, hands={"A": "kkrrgg", "B": "kkrrgg"}).play("A r@H2", f"A war:{first}")
    if first == "k":
        scene = scene.play("A +0", "B +2")  # A's settlement goes
    conflict = scene.game.decision.conflict
    assert conflict.colour is Colour.GREEN
    assert conflict.attacker.strength == strength


@pytest.mark.parametrize(
    ("added", "winner"), [((0, 0), "B"), ((1, 0), "A"), ((1, 1), "B"), ((2, 1), "A")]
)
def test_r7_5_the_higher_total_wins_and_a_tie_is_the_defenders(added, winner):
    """On the board: 1 against 1."""
    scene = draw("Ak r . r Bk\nk . . . k", hands={"A": "kkr", "B": "kkr"}).play(
        "A r@H2", f"A +{added[0]}", f"B +{added[1]}"
    )
    conflict = scene.saw(ConflictDecided)[0].conflict
    assert (conflict.attacker.total, conflict.defender.total) == (1 + added[0], 1 + added[1])
    assert scene.game.seats[conflict.winner.seat] == winner
    assert scene.score(winner) == Score(black=2)


def test_r7_6_the_losers_leader_and_supporters_go():
    scene = draw(
        """
        Ak r  .  r  Bk k
        k  .  .  g  k  .
        k  r  .  .  .  .
        """,
        hands={"A": "kkkrrr"},
    ).play("A r@H2", "A +2", "B +1")
    assert scene.drawing() == drawn("Ak r r r . .\nk . . g . .\nk r . . . .")
    (returned,) = scene.saw(LeaderReturned)
    assert (returned.leader, returned.cause) == (leader("Bk"), ReturnCause.LOST_CONFLICT)
    (removed,) = scene.saw(TilesRemoved)
    assert (removed.colour, [str(c) for c in removed.cells]) == (Colour.BLACK, ["K2", "J3"])
    (point,) = scene.saw(PointsScored)
    assert (point.points, point.cause, point.leader) == (
        3,  # the leader and two tiles; nothing for the three from the hands
        ScoreCause.EXTERNAL_CONFLICT,
        leader("Ak"),
    )
    assert scene.score("A") == Score(black=3)
    assert scene.hand("A") == (1, 2, 0, 0)
    assert scene.hand("B") == (0, 3, 1, 1)


PRIESTS = """
    Ar r  .  r  Br .  .
    r* r  .  r  r  r  Bk
"""


def test_r7_7_between_priests_temples_beside_other_leaders_or_with_a_treasure_stay():
    """The King's temple stays; the losing Priest keeps none."""
    scene = draw(PRIESTS).play("A g@H2")
    won = scene.play("A +2", "B +0")
    assert won.drawing() == drawn("Ar r g . . . .\nr* r . . . r Bk")
    assert won.score("A") == Score(red=4)
    lost = scene.play("A +0", "B +0")
    assert lost.drawing() == drawn(". . g r Br . .\nr* . . r r r Bk")
    assert lost.score("B") == Score(red=3)


def test_r7_7_any_dynasty_and_colour_protects():
    scene = draw(
        """
        Ar r  .  r  Br .
        .  .  .  r  r  Ag
        .  .  .  Lb r  .
        """,
        seats="A B L",
        hands={"A": "grrrrr"},
    ).play("A g@H2", "A +5", "B +0")
    assert scene.drawing() == drawn("Ar r g . . .\n. . . r r Ag\n. . . Lb r .")
    assert scene.score("A") == Score(red=2)


def test_r7_7_only_in_a_conflict_between_priests():
    """In a war of Kings all of the loser's settlements go, beside a leader or not."""
    scene = draw("Ak r . r Bk\nk . . . k\n. . . r Bb").play("A g@H2", "A +1", "B +0")
    assert scene.score("A") == Score(black=2)
    assert scene.drawing() == drawn("Ak r g r .\nk . . . .\n. . . r Bb")


def test_r7_8_example_2_an_external_conflict_that_cuts_the_union():
    """The archer, not involved, calls green first; then the Kings no longer meet."""
    before = draw(
        """
        Lk r  .  g  g  r  Bk
        Lg r  .  .  .  Bg .
        g  .  .  .  .  .  .
        """,
        seats="A L B",
        hands={"L": "krgggg", "B": "krrrrg"},
    )
    scene = before.play("A r@H2", "A war:g", "L +4", "B +1")
    conflict = scene.saw(ConflictDecided)[0].conflict
    assert (conflict.attacker.strength, conflict.attacker.total) == (1, 5)
    assert (conflict.defender.strength, conflict.defender.total) == (2, 3)
    assert scene.score("L") == Score(green=3)
    assert len(scene.saw(ConflictOpened)) == len(scene.saw(UnificationEnded)) == 1
    assert scene.drawing() == drawn("Lk r r . . r Bk\nLg r . . . . .\ng . . . . . .")


def test_r7_8_the_active_player_picks_the_order_again():
    scene = draw(
        """
        Ak r  .  r  Bk
        Ag r  .  r  Bg
        Ar .  .  .  Br
        r  .  .  .  r
        """
    ).play("A k@H2")
    assert scene.legal() == ["war:g", "war:k", "war:r"]
    scene = scene.play("A war:r", "A +0", "B +0")
    assert scene.legal() == ["war:g", "war:k"]
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("war", 0)


def test_r7_9_then_the_tile_is_an_ordinary_one():
    war = draw("Ak r . r Bk").play("A r@H2")
    assert war.drawing() == drawn("Ak r u r Bk")
    assert not war.game.board.temples & war.saw(KingdomsUnited)[0].cell.bit
    peace = war.play("A +0", "B +0")
    assert [str(event.cell) for event in peace.saw(UnificationEnded)] == ["H2"]
    assert peace.drawing() == drawn(". r r r Bk")
    assert peace.game.board.temples & peace.saw(UnificationEnded)[0].cell.bit
    assert peace.rule_against("A Ag@H3") is None  # beside that temple
