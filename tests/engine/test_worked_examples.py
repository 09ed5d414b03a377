"""Worked examples of the rulebooks (rules.md); the others are in R6.4, R8.8 and R10.1."""

from engine import (
    BuildingPlaced,
    Cell,
    Colour,
    ConflictDecided,
    ConflictOpened,
    LeaderReturned,
    Score,
    TreasuresTaken,
    UnificationEnded,
)
from tests.engine.diagram import draw, drawn


def tiles_in_play(scene):
    game = scene.game
    covered = game.board.unification is not None
    on_board = (game.board.face_up | game.board.facedown).bit_count() + covered
    return on_board + sum(map(sum, game.hands)) + len(game.bag)


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
    scene = before.play("A r@H2")
    assert scene.legal() == ["war:g", "war:k"]
    scene = before.play("A r@H2", "A war:g", "L +4", "B +1")
    conflict = scene.saw(ConflictDecided)[0].conflict
    assert (conflict.attacker.strength, conflict.attacker.total) == (1, 5)
    assert (conflict.defender.strength, conflict.defender.total) == (2, 3)
    assert scene.score("L") == Score(green=3)
    assert tiles_in_play(before) - tiles_in_play(scene) == 7
    assert len(scene.saw(ConflictOpened)) == len(scene.saw(UnificationEnded)) == 1
    assert scene.drawing() == drawn(
        """
        Lk r  r  .  .  r  Bk
        Lg r  .  .  .  .  .
        g  .  .  .  .  .  .
        """
    )


def test_example_3_a_monument():
    """It strands the bull's Farmer, then feeds the bull's Trader and the archer's Priest."""
    scene = draw("Bb r r Bg r\n. r . Ar r", seats="B A").play("B r@H3")
    assert scene.score("A") == Score(red=1)
    scene = scene.play("B build:rg@G2")
    assert [str(event.leader) for event in scene.saw(LeaderReturned)] == ["Bb"]
    assert scene.drawing() == drawn(". m m Bg r\n. m m Ar r")
    scene = scene.play("B end")
    assert (scene.score("B"), scene.score("A")) == (Score(green=1), Score(red=1))
    scene = scene.play("A end")
    assert (scene.score("B"), scene.score("A")) == (Score(green=1), Score(red=2))


def test_example_4_a_treasure():
    """R9.2: a blue point for the bull's Farmer, the corner for the lion's Trader."""
    scene = draw(
        """
        .  .  Lg
        .  Bb r*
        ~  k  .
        ~  ~  ~
        r* b  ~
        """,
        at="N1",
        seats="L B",
        treasures="B8 O9 F3",
    ).play("L b@O4")
    assert scene.score("B") == Score(blue=1)
    assert scene.score("L") == Score(treasures=1)
    assert [[str(c) for c in event.cells] for event in scene.saw(TreasuresTaken)] == [["P2"]]


def test_example_5_the_same_internal_conflict_twice_in_one_turn():
    scene = draw("Bk r . .").play("A Ak@H2", "A +0", "B +0")
    assert scene.drawing() == drawn("Bk r . .")
    scene = scene.play("A Ak@H2", "A +2", "B +0")
    assert scene.drawing() == drawn(". r Ak .")
    assert (scene.score("A"), scene.game.actions_left) == (Score(red=1), 0)


def test_example_8_the_market_hall_moves_when_its_line_has_shrunk():
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
    assert str(scene.game.board.building_cell(Colour.GREEN)) == "G2"
    scene = scene.play("A g@H4")
    assert scene.legal() == ["site:-", "site:F4", "site:G4", "site:H4"]
    moved = scene.play("A site:H4")
    assert moved.saw(BuildingPlaced) == [
        BuildingPlaced(0, Colour.GREEN, Cell.parse("H4"), Cell.parse("G2"))
    ]
    assert moved.game.actions_left == 0
