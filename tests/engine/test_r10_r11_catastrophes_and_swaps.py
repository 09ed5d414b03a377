"""R10 and R11: catastrophe tiles, and swapping tiles."""

import pytest

from engine import (
    CatastrophePlaced,
    Colour,
    ConflictOpened,
    EndCause,
    GameEnded,
    LeaderReturned,
    PointsScored,
    SwapTiles,
    TilesDrawn,
    TilesSwapped,
    parse_action,
)
from tests.engine.diagram import draw, drawn


def test_r10_1_on_empty_spaces_and_face_up_tiles():
    """Not on a treasure, a face-down tile, a leader or a catastrophe."""
    scene = draw(
        """
        r  k  g  .  m  m
        r* Ak x  .  m  m
        .  .  .  .  .  .
        """,
        monuments=("kr J2",),
    )
    assert scene.marked("x") == drawn(
        """
        !  !  !  !  m  m
        r* Ak x  !  m  m
        !  !  !  !  !  !
        """
    )
    for cell in ("F3", "G3", "H3", "J2", "K3"):
        assert scene.rule_against(f"A x@{cell}") == "R10.1"


def test_r10_1_on_land_and_river():
    scene = draw(". r ~ .\n. ~ b .", at="C2")
    assert scene.marked("x") == drawn("! ! ! !\n! ! ! !")


def test_r10_1_a_covered_tile_is_removed():
    scene = draw("r g").play("A x@G2")
    assert [(str(e.cell), e.removed) for e in scene.saw(CatastrophePlaced)] == [
        ("G2", Colour.GREEN)
    ]
    assert scene.drawing() == drawn("r x")
    assert scene.game.board.tiles[Colour.GREEN] == 0
    assert draw("r .").play("A x@G2").saw(CatastrophePlaced)[0].removed is None


def test_r10_1_two_for_each_player():
    scene = draw(". . .").play("A x@F2", "A x@G2", "A end", "B end")
    assert scene.rule_against("A x@H2") == "R10.1"
    assert scene.game.catastrophes == (0, 2)


def test_r10_2_the_space_is_dead_for_the_whole_game():
    scene = draw("r x k\n. . .")
    for line in ("A k@G2", "A Ak@G2", "A x@G2"):
        assert scene.rule_against(line) is not None
    played = scene.play("A end", "B end", "A end")
    assert played.drawing() == scene.drawing()


def test_r10_2_it_splits_a_kingdom():
    scene = draw("Ak r k r Bb")
    assert len(scene.game.board.kingdoms) == 1
    scene = scene.play("A x@H2")
    assert len(scene.game.board.kingdoms) == 2
    assert scene.drawing() == drawn("Ak r x r Bb")


def test_r10_2_leaders_without_a_temple_return():
    scene = draw("Ak r Bb r").play("A x@G2")
    assert [str(event.leader) for event in scene.saw(LeaderReturned)] == ["Ak"]


def test_r10_2_it_scores_nothing_and_starts_no_conflict():
    """Between two Kings' kingdoms a tile would start a war."""
    scene = draw("Ak r . r Bk").play("A x@H2")
    assert scene.saw(PointsScored) == scene.saw(ConflictOpened) == []
    assert scene.game.decision.kind == "action"
    assert len(scene.game.board.kingdoms) == 2


def test_r11_1_one_to_six_tiles_of_the_hand():
    scene = draw("r .", hands={"A": "krrbbg"})
    swaps = scene.legal(SwapTiles)
    assert len(swaps) == 2 * 3 * 3 * 2 - 1
    assert {"swap:k", "swap:krrbbg", "swap:rr", "swap:bg"} <= set(swaps)
    assert "swap:" not in swaps
    for line in ("A swap:kk", "A swap:rrr", "A swap:gggggg"):
        assert scene.rule_against(line) == "R11.1"


def test_r11_1_they_leave_the_game_and_as_many_are_drawn_at_once():
    scene = draw("r .", hands={"A": "krrbbg"}, bag="ggkrb").play("A swap:rrb")
    assert scene.hand("A") == (2, 0, 1, 3)
    assert scene.game.bag == "rb"
    assert scene.events == (TilesSwapped(0, count=3), TilesDrawn(0, count=3))
    assert scene.game.actions_left == 1


def test_r11_1_the_new_tiles_can_be_used_for_the_second_action():
    scene = draw("r .", hands={"A": "kkkkkk"}, bag="gk")
    assert scene.rule_against("A g@G2") == "R5.1"
    assert scene.play("A swap:k").rule_against("A g@G2") is None


def test_r11_1_only_the_number_is_public():
    one = draw("r .", hands={"A": "kkkrrr"}, bag="bbb").play("A swap:kkk")
    other = draw("r .", hands={"A": "kkkrrr"}, bag="ggg").play("A swap:rrr")
    assert one.events == other.events
    assert one.game.view(None) == other.game.view(None)
    assert one.game.view(1) == other.game.view(1)


def test_r11_1_catastrophes_cannot_be_swapped():
    with pytest.raises(ValueError, match="not a decision"):
        parse_action("swap:x")


@pytest.mark.parametrize("bag", ["", "k", "kk"])
def test_r11_2_with_too_few_in_the_bag_the_turn_goes_on_and_then_the_game_ends(bag):
    scene = draw("m m r Ar\nm m . .", monuments=("rg F2",), bag=bag).play("A swap:rrr")
    assert scene.saw(TilesSwapped) == [TilesSwapped(0, count=3)]
    assert scene.saw(TilesDrawn) == [TilesDrawn(0, len(bag))] * bool(bag)
    assert sum(scene.hand("A")) == 3 + len(bag)
    assert not scene.game.over
    scene = scene.play("A b@D3", "A end")
    assert scene.score("A").red == 1  # the points of its end
    assert scene.saw(GameEnded)[0].cause is EndCause.BAG
    assert scene.saw(TilesDrawn) == []
    assert scene.game.over


def test_r11_2_just_enough_is_enough():
    scene = draw("r .", bag="kkk", hands={"A": "rrrrrr"}).play("A swap:rrr", "A end")
    assert not scene.game.over
    assert scene.game.bag == ""
