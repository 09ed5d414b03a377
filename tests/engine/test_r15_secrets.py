"""R15: what each player may know."""

from dataclasses import fields

import pytest

from engine import PointsScored, Score, TilesAdded, TilesSwapped, View, write_position
from tests.engine.diagram import draw

SCORES = {"A": "k1 r2 b3 g4 t5", "B": "k9 r8 b7 g6 t0"}


def known(view):
    """Everything in a view, for any seat."""
    return {field.name: getattr(view, field.name) for field in fields(View)} | {"viewer": None}


def test_r15_1_what_is_public():
    scene = draw(
        "Ak r m m\n. x m m",
        monuments=("kr H2",),
        scores=SCORES,
        hands={"A": "krr", "B": "bbgg"},
        bag="krbg",
    )
    view = scene.game.view(None)
    assert view.board == scene.game.board
    assert [str(one) for one in view.leaders(0) if view.board.cell_of(one)] == ["Ak"]
    assert view.hand_sizes == (3, 4)
    assert view.catastrophes == (1, 2)
    assert view.bag_size == 4
    assert len(view.board.monument_supply()) == 5
    assert (view.decision.kind, view.decision.seat) == ("action", 0)
    assert (view.active, view.actions_left, view.over) == (0, 2, False)
    assert (view.hands, view.scores, view.bag) == ((None, None), (None, None), None)


def test_r15_1_points_and_treasures_as_they_are_gained():
    scene = draw("Ak r .").play("A k@H2")
    assert [(e.seat, e.points) for e in scene.saw(PointsScored)] == [(0, 1)]
    assert scene.game.view(None).scores == (None, None)  # but no totals


def test_r15_1_tiles_added_in_conflicts_and_the_number_swapped():
    scene = draw("Bk r . .").play("A Ak@H2", "A +2", "B +1", "A swap:k")
    assert [(e.seat, e.count) for e in scene.saw(TilesAdded)] == [(0, 2), (1, 1)]
    assert [(e.seat, e.count) for e in scene.saw(TilesSwapped)] == [(0, 1)]
    assert scene.game.view(None).hand_sizes == (4, 5)


def test_r2_4_r15_2_only_the_owner_knows_the_own_tiles_and_totals():
    game = draw("r .", scores=SCORES, hands={"A": "krr", "B": "bbgg"}, bag="krbg").game
    assert game.view(0).hands == ((1, 2, 0, 0), None)
    assert game.view(1).hands == (None, (0, 0, 2, 2))
    assert game.view(0).scores == (Score(1, 2, 3, 4, 5), None)
    assert game.view(1).scores == (None, Score(9, 8, 7, 6, 0))
    assert game.view(0).bag is None
    text = write_position(game.view(1))
    assert '[Hand A "???"]' in text
    assert '[Hand B "bbgg"]' in text
    assert '[Score A "?"]' in text
    assert '[Bag "?×4"]' in text


def test_r15_3_when_the_game_is_over_everything_is_shown():
    scene = draw("r .", scores=SCORES, treasures="", bag="krbg", hands={"A": "k", "B": "rr"})
    game = scene.play("A end").game
    for viewer in (None, 0, 1):
        view = game.view(viewer)
        assert view.over
        assert view.hands == ((1, 0, 0, 0), (0, 2, 0, 0))
        assert view.scores == (Score(1, 2, 3, 4, 5), Score(9, 8, 7, 6, 0))
        assert view.bag == "krbg"
        assert known(view) == known(game.open_view())


def test_r15_a_view_is_for_somebody_seated():
    for seat in (-1, 2):
        with pytest.raises(IndexError):
            draw("r .").game.view(seat)


def test_r15_a_view_lists_what_is_known_and_holds_no_game():
    """A new field of a game stays hidden until it is declared public."""
    about_the_game = "board seats options active actions_left decision catastrophes display"
    about_players = "placed viewer hand_sizes hands scores bag_size bag"
    shown = {field.name for field in fields(View)}
    assert shown == {*about_the_game.split(), *about_players.split()}
