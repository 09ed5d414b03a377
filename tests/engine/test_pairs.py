"""Two actions that gain together what neither does alone: what is suggested, and from what."""

from __future__ import annotations

import pytest

from engine import (
    BuildDecision,
    Colour,
    CompletesCross,
    CompletesSquare,
    Scores,
    WinsTreasures,
    pairs_that_matter,
)
from tests.engine.diagram import draw
from tests.engine.random_games import waiting_games, with_others_permuted

TWO_OF_A_SQUARE = """
    r Ak k .
    . .  k .
"""


def pairs(scene):
    """The pairs of the seat that is to play, in notation, best first."""
    found = pairs_that_matter(scene.game.view(scene.game.decision.seat))
    return {" ".join(map(str, pair.actions)): pair for pair in found}


def test_r8_1_two_tiles_complete_a_square():
    scene = draw(TWO_OF_A_SQUARE, hands={"A": "kk"})
    line, pair = next(iter(pairs(scene).items()))
    assert set(line.split()) == {"k@I2", "k@I3"}
    assert any(isinstance(merit, CompletesSquare) for merit in pair.second.merits)
    after = scene.play(*(f"A {action}" for action in pair.actions))
    assert isinstance(after.game.decision, BuildDecision)
    assert not pairs(draw(TWO_OF_A_SQUARE, hands={"A": "k"}))


def test_r13_1_two_tiles_complete_a_cross():
    drawing = """
        r Ak r .
        . .  r r
        . .  . .
        """
    scene = draw(drawing, options="ziggurat", hands={"A": "rr"})
    crosses = [
        pair
        for pair in pairs(scene).values()
        if any(isinstance(merit, CompletesCross) for merit in pair.second.merits)
    ]
    assert crosses
    assert not pairs(draw(drawing, hands={"A": "rr"}))


def test_r5_3_a_leader_comes_and_a_tile_scores_for_it():
    scene = draw("r . . .", hands={"A": "ggg"})
    trader = pairs(scene)
    line, pair = next(iter(trader.items()))
    assert line.startswith(("Ag@", "Ak@"))  # the King scores what has no leader
    assert Scores(Colour.GREEN, 1) in pair.second.merits


def test_r9_1_two_tiles_reach_a_treasure():
    drawing = """
        r* Ag r .
        .  .  r .
        .  .  r .
        .  .  . .
        .  .  . r*
        """
    best, *_ = pairs(draw(drawing, at="F3", hands={"A": "kr"})).values()
    assert WinsTreasures(1) in best.second.merits
    assert "Ak@H6 k@I6" in pairs(draw(drawing, at="F3", hands={"A": "k"}))  # or a leader and one


def test_what_a_single_tile_does_is_no_pair():
    """Each tile scores by itself: two of them gain no more than one and one."""
    assert not pairs(draw("r Ak . .", hands={"A": "kk"}))


@pytest.mark.parametrize("turn", ["A 1", "A 0", "B 2"])
def test_r3_1_only_for_who_has_two_actions(turn):
    scene = draw(f"{TWO_OF_A_SQUARE} r Bk . .", turn=turn, hands={"A": "kk"})
    assert pairs_that_matter(scene.game.view(0)) == ()


def test_pairs_are_legal_and_the_best_comes_first():
    for game in waiting_games(40, (2,)):
        seat = game.decision.seat
        found = pairs_that_matter(game.view(seat))
        worths = [pair.worth for pair in found]
        assert worths == sorted(worths, reverse=True)
        for pair in found:
            assert pair.worth > 0
            after, _ = game.apply(seat, pair.first.action)
            assert after.view(seat) == pair.after
            after.apply(seat, pair.second.action)


def test_r15_2_nothing_depends_on_what_is_hidden():
    """Others' hands, the bag, and others' totals unless they are open."""
    for game in waiting_games(40, (2,)):
        seat = game.decision.seat
        twin = with_others_permuted(game, seat)
        assert pairs_that_matter(twin.view(seat)) == pairs_that_matter(game.view(seat))
