"""R12.3: the open display, with R11 and R14.2 where it is drawn from."""

import pytest

from engine import (
    Colour,
    DisplayTileTaken,
    Dynasty,
    EndCause,
    Game,
    GameEnded,
    TilesDrawn,
    TilesSwapped,
    TurnBegan,
    counts_of,
    full_bag,
    write_position,
)
from tests.engine.diagram import draw


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["classic", "advanced"])
def test_r12_3_six_tiles_lie_open_after_the_hands_are_dealt(players, board):
    bag = full_bag(board)[::-1]
    game = Game.start(list(Dynasty)[:players], bag, board, ["display"])
    dealt = 6 * players
    assert game.hands == tuple(counts_of(bag[at : at + 6]) for at in range(0, dealt, 6))
    assert game.display == counts_of(bag[dealt : dealt + 6])
    assert game.bag == bag[dealt + 6 :]
    assert game.view(None).display == game.display
    assert Game.start(list(Dynasty)[:players], bag, board).view(None).display is None


def open_table(drawing="r . .", display="krrbgg", **settings):
    settings.setdefault("options", "display")
    return draw(drawing, display=display, **settings)


def lying(scene):
    """The display, then the bag."""
    text = write_position(scene.game.open_view())
    shown, bag = (text.split(f'[{header} "')[1].split('"')[0] for header in ("Display", "Bag"))
    return f"{shown} {bag}"


def test_r12_3_a_swaps_tiles_are_drawn_one_by_one_right_after_it():
    scene = open_table(bag="bkrg", hands={"A": "kkkkkk"}).play("A swap:kkk")
    assert scene.events == (TilesSwapped(0, 3),)
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("draw", 0)
    assert scene.legal() == ["draw:?", "draw:b", "draw:g", "draw:k", "draw:r"]
    assert scene.rule_against("A end") == "R3.3"
    assert scene.rule_against("B draw:r") == "R3.1"
    assert (scene.game.actions_left, sum(scene.hand("A"))) == (1, 3)
    scene = scene.play("A draw:g")
    assert scene.events == (DisplayTileTaken(0, Colour.GREEN),)
    assert (scene.hand("A"), lying(scene)) == ((3, 0, 0, 1), "krrbbg krg")
    scene = scene.play("A draw:?")
    assert scene.events == (TilesDrawn(0, 1),)
    assert (scene.hand("A"), lying(scene)) == ((4, 0, 0, 1), "krrbbg rg")
    assert scene.game.decision.kind == "draw"
    scene = scene.play("A draw:g")
    assert (scene.hand("A"), lying(scene)) == ((4, 0, 0, 2), "krrrbb g")
    assert (scene.game.decision.kind, scene.game.actions_left) == ("action", 1)
    assert scene.rule_against("A g@G2") is None  # usable for the second action


def test_r12_3_only_what_is_there_can_be_drawn():
    scene = open_table(display="kkrrrr", bag="b").play("A swap:k")
    assert scene.rule_against("A draw:b") == scene.rule_against("A draw:g") == "R12.3"
    empty = open_table(display="kkrrrr", bag="").play("A swap:k")
    assert empty.legal() == ["draw:k", "draw:r"]
    assert empty.rule_against("A draw:?") == "R12.3"
    assert lying(empty.play("A draw:k")) == "krrrr "


def test_r12_3_a_single_choice_happens_by_itself():
    """With the bag empty, and one colour left on the display."""
    scene = open_table(display="kkrr", bag="", hands={"A": "kbbbbb"}).play("A swap:bbb")
    scene = scene.play("A draw:r")
    assert scene.legal() == ["draw:k", "draw:r"]
    scene = scene.play("A draw:r")
    assert scene.saw(DisplayTileTaken) == [
        DisplayTileTaken(0, Colour.RED),
        DisplayTileTaken(0, Colour.BLACK),
    ]
    assert (scene.hand("A"), lying(scene)) == ((2, 2, 2, 0), "k ")
    assert scene.game.decision.kind == "action"


def test_r12_3_the_last_of_the_bag_comes_to_the_display():
    scene = open_table(display="kkkkkk", bag="r", hands={"A": "bbbbbb"}).play("A swap:bb")
    scene = scene.play("A draw:k")
    assert lying(scene) == "kkkkkr "
    assert scene.legal() == ["draw:k", "draw:r"]


def test_r12_3_a_display_that_was_short_is_refilled_to_six():
    scene = open_table(display="kr", bag="bbbbbbb", hands={"A": "gggggg"}).play("A swap:g")
    assert lying(scene.play("A draw:?")) == "kr bbbbbb"
    assert lying(scene.play("A draw:k")) == "rbbbbb bb"


def test_r12_3_the_refill_follows_the_end_of_the_turn_clockwise_from_the_active_player():
    scene = open_table(
        seats="A B L", turn="B 2", hands={"A": "kkkkk", "B": "kkkk", "L": "kkk"}, bag="rbgrbgrbgrbg"
    )
    scene = scene.play("B end")
    asked = []
    while scene.game.decision.kind == "draw":
        letter = scene.game.seats[scene.game.decision.seat].value
        for other in {"A", "B", "L"} - {letter}:
            assert scene.rule_against(f"{other} draw:?") == "R3.1"
        assert '[Turn "B 0"]' in write_position(scene.game.view(None))
        assert f'[Decision "{letter} draw"]' in write_position(scene.game.view(None))
        asked.append(letter)
        scene = scene.play(f"{letter} draw:?")
    assert asked == ["B", "B", "L", "L", "L", "A"]
    assert scene.game.hands == ((5, 0, 0, 1), (4, 1, 1, 0), (3, 1, 1, 1))
    assert scene.saw(TurnBegan) == [TurnBegan(2)]


def test_r12_3_nobody_is_asked_who_needs_no_tile():
    scene = open_table(hands={"B": "kkkkk"}).play("A end")
    assert scene.game.decision.seat == 1
    assert scene.play("B draw:k").game.decision.kind == "action"


@pytest.mark.parametrize(
    ("display", "bag", "over"),
    [
        ("krr", "", False),  # just enough
        ("kr", "", True),
        ("", "", True),
        ("", "kr", True),
        ("", "krb", False),
    ],
)
def test_r14_2_when_bag_and_display_fall_short(display, bag, over):
    scene = open_table(display=display, bag=bag, hands={"A": "bbb"}).play("A end")
    while scene.game.decision.kind == "draw":
        scene = scene.play(f"A {scene.legal()[0]}")
    assert scene.game.over == over
    assert sum(scene.hand("A")) == min(6, 3 + len(display + bag))
    assert [event.cause for event in scene.saw(GameEnded)] == [EndCause.BAG] * over


def test_r14_2_both_empty_and_nobody_due_is_not_the_end():
    scene = open_table(display="", bag="").play("A end")
    assert not scene.game.over


@pytest.mark.parametrize(("display", "bag"), [("", ""), ("k", ""), ("kk", ""), ("k", "k")])
def test_r11_2_a_swap_that_falls_short_with_the_display(display, bag):
    scene = open_table(
        "m m r Ar\nm m . .", monuments=("rg F2",), display=display, bag=bag, hands={"A": "rrrrbb"}
    ).play("A swap:rrr")
    while scene.game.decision.kind == "draw":
        scene = scene.play("A draw:?")
    assert not scene.game.over
    assert sum(scene.hand("A")) == 3 + len(display + bag)
    scene = scene.play("A b@D3", "A end")
    assert scene.score("A").red == 1  # the points of its end
    assert scene.saw(GameEnded)[0].cause is EndCause.BAG


def test_r11_2_the_display_serves_a_swap_with_the_bag_empty():
    scene = open_table(display="kkkkkk", bag="").play("A swap:rrr", "A end")
    assert not scene.game.over
    assert lying(scene) == "kkk "


def test_r12_3_not_without_the_option():
    scene = draw("r . .", hands={"A": "kkkkk"}, options="buildings english open ziggurat")
    scene = scene.play("A swap:k", "A end")
    assert scene.game.decision.kind == "action"
    assert scene.rule_against("B draw:?") == "R3.3"


def test_r15_2_what_was_taken_from_the_display_stays_unknown_in_the_hand():
    scene = open_table(hands={"A": "kkkkkk"}).play("A swap:k", "A draw:g")
    for viewer in (None, 1):
        view = scene.game.view(viewer)
        assert view.hands[0] is None
        assert view.hand_sizes[0] == 6
        assert view.display == counts_of("krrbg" + "k")
        assert '[Hand A "??????"]\n' in write_position(view)
        assert '[Display "kkrrbg"]\n' in write_position(view)
