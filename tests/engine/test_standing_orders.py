"""Tiles that a standing order adds in a conflict of another's turn (R6.3, R7.3, R12.2, R15.2)."""

import pytest

from engine import StandingOrder, additions, ordered_addition
from tests.engine.diagram import draw

ASK, NOTHING, LEAST, ALL = StandingOrder

FOUR_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""


def defended(held, added=0, options=""):
    """The bull's King is attacked, 4 temples against 2, by an archer who adds some."""
    hands = {"A": "rrkkkk", "B": ("r" * held).ljust(6, "g")}
    return draw(FOUR_AGAINST_TWO, hands=hands, options=options).play("A Ak@H3", f"A +{added}")


@pytest.mark.parametrize(
    ("order", "held", "added"),
    [
        (NOTHING, 4, 0),
        (LEAST, 4, 2),  # a tie is the defender's (R6.4)
        (LEAST, 2, 2),
        (LEAST, 1, 0),
        (ALL, 4, 4),
        (ALL, 0, 0),
    ],
)
def test_r6_3_the_defender_adds_as_ordered(order, held, added):
    assert ordered_addition(defended(held).game, order) == added


def test_r6_4_who_wins_already_adds_nothing_at_the_least_cost():
    scene = draw("Bk r .\nr  . .\n.  . r", hands={"B": "rrrrrr"}).play("A Ak@H2", "A +0")
    conflict = scene.game.decision.conflict
    assert (conflict.attacker.total, conflict.defender.total) == (1, 2)
    assert ordered_addition(scene.game, LEAST) == 0


@pytest.mark.parametrize(
    ("order", "held", "added"),
    [(NOTHING, 4, 0), (LEAST, 4, 2), (LEAST, 1, 0), (ALL, 4, 2), (ALL, 2, 2), (ALL, 1, 0)],
)
def test_r12_2_in_the_english_variant_all_is_what_makes_a_tie(order, held, added):
    """4 against 2: two tiles or none."""
    assert ordered_addition(defended(held, options="english").game, order) == added


@pytest.mark.parametrize("order", StandingOrder)
def test_the_active_player_is_asked_whatever_is_ordered(order):
    scene = draw(FOUR_AGAINST_TWO).play("A Ak@H3")
    assert ordered_addition(scene.game, order) is None


WAR_OF_OTHERS = """
    r  . . . r
    Bk k . k Lk
"""
WAR_OF_UNEQUALS = """
    r  . . . r
    Bk k . k Lk
    .  . . k k
"""


def between_others(held, options="", drawing=WAR_OF_OTHERS):
    """The archer's tile unites the kingdoms of the bull, who attacks (R7.2), and the lion."""
    hands = {"A": "krbggg", "B": held, "L": "kkgggg"}
    return draw(drawing, seats="A B L", turn="A 2", hands=hands, options=options).play("A g@H3")


@pytest.mark.parametrize("held", ["", "k", "kkkk"])
def test_r7_3_whoever_adds_first_cannot_know_the_least_and_is_asked(held):
    scene = between_others(held.ljust(6, "g"))
    assert ordered_addition(scene.game, LEAST) is None
    assert ordered_addition(scene.game, ASK) is None
    assert ordered_addition(scene.game, NOTHING) == 0
    assert ordered_addition(scene.game, ALL) == len(held)
    assert ordered_addition(scene.play("B +0").game, LEAST) == 0  # 1 against 1 holds


@pytest.mark.parametrize("held", ["kkk", "ggg"])
def test_r15_2_whose_hand_could_matter_is_asked_for_the_least(held):
    assert ordered_addition(between_others(held, "english", WAR_OF_UNEQUALS).game, LEAST) is None
    assert ordered_addition(between_others(held[1:], "", WAR_OF_UNEQUALS).game, LEAST) is None


def test_r12_2_an_attacker_by_order_exceeds_or_adds_none():
    assert ordered_addition(between_others("kggggg", "english").game, ALL) == 1
    assert ordered_addition(between_others("gggggg", "english").game, ALL) == 0


@pytest.mark.parametrize("order", StandingOrder)
@pytest.mark.parametrize(("options", "added"), [("", 0), ("english", 2)])
def test_r15_2_whether_it_answers_depends_on_no_hand(order, options, added):
    """And what it answers is always allowed."""
    answers = set()
    for held in (0, 1, 2, 6):
        game = defended(held, added, options).game
        answer = ordered_addition(game, order)
        answers.add(answer is None)
        assert answer is None or answer in additions(game)
    assert len(answers) == 1


def test_no_conflict_no_answer():
    with pytest.raises(LookupError):
        ordered_addition(draw(FOUR_AGAINST_TWO).game, NOTHING)
