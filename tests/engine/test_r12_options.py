"""R12.4, R12.6: open scores, the advanced board, and every option together."""

import pytest

from engine import ConflictOpened, DrawTile, IllegalAction, LeaderReturned, Score, write_position
from tests.engine.diagram import draw, standing


def test_r12_4_all_scores_are_public_throughout():
    scores = {"A": "k1 r2 b3 g4 t5", "B": "k6 r0 b0 g0 t0"}
    scene = draw("Ak r .", options="open", scores=scores)
    for viewer in (None, 0, 1):
        view = scene.game.view(viewer)
        assert view.scores == (Score(1, 2, 3, 4, 5), Score(6))
        assert '[Score A "k1 r2 b3 g4 t5"]\n[Score B "k6 r0 b0 g0 t0"]' in write_position(view)
    assert scene.play("A k@H2").game.view(1).scores[0] == Score(2, 2, 3, 4, 5)


def test_r12_4_hands_and_bag_stay_hidden():
    view = draw("Ak r .", options="open").game.view(None)
    assert (view.hands, view.bag) == ((None, None), None)


@pytest.mark.parametrize("options", ["", "buildings display english ziggurat"])
def test_r12_4_not_without_the_option(options):
    assert draw("Ak r .", options=options).game.view(None).scores == (None, None)


# --- R12.6 advanced board ------------------------------------------------------------------------


@pytest.mark.parametrize(("treasures", "over"), [("E1 J1 B3", False), ("E1 J1", True)])
def test_r12_6_it_ends_with_two_left_as_well(treasures, over):
    scene = draw("r .", board="advanced", treasures=treasures).play("A end")
    assert scene.game.over == over


def test_r12_6_with_every_option_together():
    """A tile of the display, a line, a doubled point, a war by the variant, public scores."""
    scene = draw(
        "Ak r k k . . r Bk\n. . . . . . . k",
        board="advanced",
        options="buildings display english open ziggurat",
        treasures="E1 J1 B3 O2",
        display="kkkkkk",
        bag="krbg",
        hands={"A": "kkkkkk", "B": "kkkkkk"},
    )
    scene = scene.play("A k@J2", "A site:H2", "A k@K2", "A +0", "B +0")
    assert scene.game.decision.kind == "action"
    assert scene.game.view(None).scores[0] == Score(black=1 + 2)
    assert [event.conflict.attacker.strength for event in scene.saw(ConflictOpened)] == [3]
    assert standing(scene) == ["k H2"]
    assert [str(event.leader) for event in scene.saw(LeaderReturned)] == ["Bk"]
    scene = scene.play("A end", "A draw:k", "A draw:?", "B end")
    assert scene.game.hands[0] == (5, 1, 0, 0)
    assert DrawTile(None) not in scene.game.legal_actions()
    with pytest.raises(IllegalAction):
        scene.game.apply(0, DrawTile(None))
