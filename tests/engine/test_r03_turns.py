"""R3: two actions, their events in order, the end of the turn."""

import pytest

from engine import (
    ConflictDecided,
    KingdomsUnited,
    LeaderReturned,
    MonumentBuilt,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    PointsScored,
    ScoreCause,
    SwapTiles,
    TilePlaced,
    TilesDrawn,
    TreasuresTaken,
    TurnBegan,
    TurnEnded,
    UnificationEnded,
    WithdrawLeader,
)
from tests.engine.diagram import draw


@pytest.mark.parametrize(
    "turn",
    [
        ["A r@G2", "A Ak@H2", "A end"],
        ["A Ak@G2", "A r@H2", "A end"],
        ["A r@G2", "A r@H2", "A end"],
        ["A swap:k", "A swap:r", "A end"],
        ["A x@K2", "A x@K3", "A end"],
        ["A Ak@G2", "A Ak@-", "A end"],
        ["A r@G2", "A end"],
        ["A end"],
    ],
)
def test_r3_1_up_to_two_actions_in_any_order(turn):
    """The same one twice, fewer, or none: all are allowed."""
    scene = draw("r . . . .").play(*turn)
    assert scene.saw(TurnEnded) == [TurnEnded(0, unused=3 - len(turn))]
    assert scene.saw(TurnBegan) == [TurnBegan(1)]
    assert (scene.game.active, scene.game.actions_left) == (1, 2)


def test_r3_1_no_third_action():
    scene = draw("r . . . .").play("A r@G2", "A r@H2")
    assert scene.legal() == ["end"]
    for third in ("A r@I2", "A Ak@G3", "A x@G3", "A swap:k"):
        assert scene.rule_against(third) == "R3.1"


def test_r3_1_only_the_active_player_acts():
    scene = draw("r . . . .")
    for line in ("B r@G2", "B Bk@G2", "B end", "B swap:k", "B x@G2"):
        assert scene.rule_against(line) == "R3.1"


def test_r3_2_the_kinds_of_action():
    game = draw("Ak r . . .").game
    kinds = {type(action) for action in game.legal_actions()}
    assert kinds >= {PlaceLeader, WithdrawLeader, PlaceTile, PlaceCatastrophe, SwapTiles}
    assert len(kinds) == 6  # and the end of the turn


EVERYTHING_AT_ONCE = """
    Ak r  r  .  .  .  .
    r* r  .  r  Bk Bg .
    .  .  .  k  .  r  .
    .  .  .  k  .  .  .
    .  .  .  k  .  .  .
    .  .  .  r* .  .  .
"""


def test_r3_3_conflicts_then_monument_then_treasures():
    """One tile unites two kingdoms, completes a square and joins two treasures."""
    scene = draw(EVERYTHING_AT_ONCE)
    kinds = [scene.game.decision.kind]
    events = []
    for line in ("A r@H3", "A +0", "B +0", "A build:rg@G2", "B take:I7"):
        scene = scene.play(line)
        events += scene.events
        kinds.append(scene.game.decision.kind)
    assert kinds == ["action", "add", "add", "build", "take", "action"]
    seen = [type(event) for event in events]
    order = [
        TilePlaced,
        KingdomsUnited,
        ConflictDecided,
        LeaderReturned,
        PointsScored,
        UnificationEnded,
        MonumentBuilt,
        TreasuresTaken,
    ]
    assert [kind for kind in seen if kind in order] == order
    assert scene.game.actions_left == 1


def test_r3_3_nothing_else_until_the_events_are_resolved():
    scene = draw(EVERYTHING_AT_ONCE).play("A r@H3")
    for line in ("A end", "A r@L2", "A Ag@L3", "A x@L2", "A swap:k", "A Ak@-"):
        assert scene.rule_against(line) == "R3.3"
    assert scene.rule_against("A build:-") == "R3.3"
    assert scene.rule_against("B +0") == "R3.1"
    for line in ("A +1", "A build:-", "A take:B2", "A war:k"):
        assert draw("r .").rule_against(line) == "R3.3"


def test_r3_4_monument_points_then_refill_then_the_next_player():
    scene = draw(
        "m m r r r\nm m Ak Br Ag",
        monuments=("kr F2",),
        seats="A B L",
        turn="B 0",
        hands={"A": "krr", "B": "kk", "L": "bbbbbb"},
        bag="rrrrbbbg",
    ).play("B end")
    assert scene.events == (
        TurnEnded(1, unused=0),
        *scene.saw(PointsScored),
        TilesDrawn(1, 4),
        TilesDrawn(0, 3),
        TurnBegan(2),
    )
    assert [point.cause for point in scene.saw(PointsScored)] == [ScoreCause.MONUMENT]
    assert scene.hand("B") == (2, 4, 0, 0)  # the active player draws first
    assert scene.hand("A") == (1, 2, 3, 0)
    assert scene.game.bag == "g"


def test_r3_4_no_refill_when_the_treasures_end_the_game():
    scene = draw("r .", hands={"A": "k"}, treasures="P2 O9").play("A end")
    assert scene.game.over
    assert scene.saw(TilesDrawn) == []
    assert scene.hand("A") == (1, 0, 0, 0)
