"""R4: placing, moving and withdrawing leaders."""

from engine import (
    ConflictOpened,
    LeaderPlaced,
    LeaderReturned,
    LeaderWithdrawn,
    PointsScored,
    ReturnCause,
    Score,
)
from tests.engine.diagram import draw, drawn, leader


def test_r4_1_only_leaders_of_the_own_dynasty():
    scene = draw("Bk r . .", seats="A B")
    for line in ("A Bg@H2", "A Bk@H2", "A Bk@-", "A Lk@H2", "A Pk@-"):
        assert scene.rule_against(line) == "R4.1"
    assert scene.rule_against("A Ag@H2") is None


def test_r4_2_empty_land_beside_a_temple():
    """Sides count, not corners; never on a river."""
    scene = draw(
        """
        .  r  ~  .  .
        .  ~  ~  r  .
        ~  ~  .  .  .
        """,
        at="C2",
    )
    assert scene.marked("Ak") == drawn(
        """
        !  r  ~  !  .
        .  ~  ~  r  !
        ~  ~  .  !  .
        """
    )
    for cell in ("E2", "D3", "D2", "C3", "F3"):
        assert scene.rule_against(f"A Ak@{cell}") == "R4.2"


def test_r4_2_only_face_up_temples_count_and_only_empty_spaces():
    scene = draw(
        """
        .  m  m  .  .  .
        .  m  m  .  x  r
        .  k  .  .  .  Bg
        """,
        monuments=("kr G2",),
    )
    assert scene.marked("Ak") == drawn(
        """
        .  m  m  .  .  !
        .  m  m  .  x  r
        .  k  .  .  .  Bg
        """
    )
    for cell in ("F2", "J3", "K4", "G3", "G4"):
        assert scene.rule_against(f"A Ak@{cell}") == "R4.2"


def test_r4_3_a_leader_may_not_connect_kingdoms():
    scene = draw(
        """
        .  .  .  .  .
        Ak r  .  r  Bb
        .  .  .  .  .
        """
    )
    assert scene.marked("Ag") == drawn(
        """
        .  !  .  !  .
        Ak r  .  r  Bb
        .  !  .  !  .
        """
    )
    assert scene.rule_against("A Ag@H3") == "R4.3"


def test_r4_3_a_kingdom_and_leaderless_regions_or_those_with_each_other():
    scene = draw(". . k . .\nAk r . r g\n. . . . .").play("A Ag@H3")
    assert [kingdom.mask.bit_count() for kingdom in scene.game.board.kingdoms] == [6]
    scene = draw("r . r").play("A Ag@G2")
    assert [kingdom.mask.bit_count() for kingdom in scene.game.board.kingdoms] == [3]


def test_r4_4_a_move_is_judged_on_the_board_without_the_leader():
    """The only link between two parts cannot be set down as their link again [IT97 FAQ]."""
    both_led = draw(
        """
        Bk r  Ag r  Bb
        .  r  .  r  .
        .  .  .  .  .
        """
    )
    assert both_led.rule_against("A Ag@H3") == "R4.3"
    assert both_led.rule_against("A Ag@G4") is None
    one_led = draw("Bb r Ag r .\n. r . r .")
    assert one_led.rule_against("A Ag@H3") is None
    assert one_led.rule_against("A Ak@H3") is None  # nothing is connected anew


def test_r4_4_a_space_between_two_other_kingdoms_stays_closed():
    scene = draw("Ak r . r Bb\n. . r . .\n. . Br . .")
    assert scene.rule_against("A Ak@H2") == "R4.3"
    assert scene.rule_against("A Ak@G3") is None


def test_r4_4_lifting_opens_spaces_too():
    """Alone in its kingdom a leader may go where, standing, it would connect two."""
    scene = draw("Bk r . r Ag", turn="A 2")
    assert scene.rule_against("A Ar@H2") == "R4.3"
    assert scene.rule_against("A Ag@H2") is None


def test_r4_4_not_onto_its_own_space():
    scene = draw("Ak r . r .")
    assert scene.rule_against("A Ak@F2") == "R4.4"
    moved = scene.play("A Ak@J2")
    assert moved.drawing() == drawn(". r . r Ak")
    (placed,) = moved.saw(LeaderPlaced)
    assert (str(placed.origin), str(placed.cell)) == ("F2", "J2")
    assert moved.game.actions_left == 1


def test_r4_5_withdrawing_is_an_action():
    scene = draw("Ak r .").play("A Ak@-")
    assert scene.drawing() == drawn(". r .")
    (withdrawn,) = scene.saw(LeaderWithdrawn)
    assert (withdrawn.leader, str(withdrawn.cell)) == (leader("Ak"), "F2")
    assert scene.game.actions_left == 1
    assert scene.rule_against("A Ak@-") == "R4.5"
    assert scene.rule_against("A Ak@F2") is None


def test_r4_6_without_a_temple_a_leader_returns_at_once():
    """All that lose their last temple, of any dynasty; not those with another."""
    scene = draw(
        """
        .  Ak .  .
        Bb r  Ag r
        .  Br .  .
        .  r  .  .
        """
    ).play("A x@G3")
    assert {
        (str(event.leader), event.seat, event.cause) for event in scene.saw(LeaderReturned)
    } == {("Ak", 0, ReturnCause.NO_TEMPLE), ("Bb", 1, ReturnCause.NO_TEMPLE)}


def test_r4_7_placing_a_leader_scores_nothing():
    scene = draw("Ak r . k g").play("A Ag@H2", "A Ag@G3")
    assert scene.saw(PointsScored) == []
    assert scene.score("A") == Score()


def test_r4_8_a_leader_beside_one_of_its_colour_starts_an_internal_conflict():
    scene = draw("Bk r . . .").play("A Ak@H2")
    (opened,) = scene.saw(ConflictOpened)
    assert opened.conflict.internal
    assert draw("Bk r . . .").play("A Ag@H2").saw(ConflictOpened) == []
    assert draw("Bk r . r .").play("A Ak@J2").saw(ConflictOpened) == []
