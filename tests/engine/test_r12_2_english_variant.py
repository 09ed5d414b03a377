"""R12.2: the English variant."""

from dataclasses import replace
from itertools import product

import pytest

from engine import (
    ActionDecision,
    AddDecision,
    AddTiles,
    ConflictDecided,
    Hand,
    Reason,
    parse_action,
)
from tests.engine.diagram import draw
from tests.engine.random_games import Deal, played

ONE_TO_THREE = "r . . .\nBk r . .\nr . . ."
"""On H3 the archer's King has one temple beside it, the bull's has three."""


def added(scene):
    """The additions that are legal."""
    return " ".join(scene.legal())


@pytest.mark.parametrize(
    ("drawing", "move", "hand", "expected"),
    [
        # attacker's temples, defender's: internal
        (". r .\n. . .\nBk r .", "A Ak@G3", "rrrkkk", "+0 +1 +2 +3"),  # 2 to 1: ahead
        ("Bk r . .", "A Ak@H2", "rrkkkk", "+0 +1 +2"),  # 1 to 1
        ("Bk r . .", "A Ak@H2", "kkkkkk", "+0"),  # nothing to add: still asked
        (ONE_TO_THREE, "A Ak@H3", "rrrrkk", "+0 +3 +4"),  # 1 to 3
        (ONE_TO_THREE, "A Ak@H3", "rrkkkk", "+0"),  # never enough
        (ONE_TO_THREE, "A Ak@H3", "rrrkkk", "+0 +3"),  # just enough
        # external
        ("Ak r . r Bk\n. . . . k", "A g@H2", "gkkkrr", "+0 +2 +3"),  # 0 to 1
        ("Ak r . r Bk\nk . . . k", "A g@H2", "gkkrrr", "+0 +1 +2"),  # 1 to 1
        ("Ak r . r Bk\nk k . . k", "A g@H2", "gkkrrr", "+0 +1 +2"),  # ahead: any
    ],
)
def test_r12_2_the_attacker_adds_to_exceed_or_not_at_all(drawing, move, hand, expected):
    scene = draw(drawing, options="english", hands={"A": hand}).play(move)
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("add", 0)
    assert added(scene) == expected


@pytest.mark.parametrize(
    ("attack", "hand", "expected"),
    [
        ("+0", "rrrrrr", "+0"),  # 1 to 3: ahead anyway
        ("+3", "rrrrrr", "+0 +1"),  # 4 to 3
        ("+4", "rrrrrr", "+0 +2"),  # 5 to 3: two, and neither one nor three
        ("+4", "rkkkkk", "+0"),  # a tie is out of reach
        ("+4", "rrkkkk", "+0 +2"),
        ("+3", "kkkkkk", "+0"),
    ],
)
def test_r12_2_the_defender_adds_to_tie_or_not_at_all(attack, hand, expected):
    scene = draw(ONE_TO_THREE, options="english", hands={"A": "rrrrrr", "B": hand}).play(
        "A Ak@H3", f"A {attack}"
    )
    assert (scene.game.decision.kind, scene.game.decision.seat) == ("add", 1)
    assert added(scene) == expected
    tie = scene.play(f"B {expected.split()[-1]}")
    wins = tie.saw(ConflictDecided)[0].conflict
    assert (wins.winner is wins.attacker) == (wins.attacker.total > wins.defender.total)


def test_r12_2_a_defender_who_is_level_adds_nothing():
    scene = draw("Bk r . .", options="english", hands={"A": "kkkkkk", "B": "rrrrrr"})
    assert added(scene.play("A Ak@H2", "A +0")) == "+0"


def test_r12_2_a_refusal_says_what_may_be_added():
    scene = draw(ONE_TO_THREE, options="english", hands={"A": "rrrrkk", "B": "rrrkkk"}).play(
        "A Ak@H3"
    )
    for count in ("+1", "+2"):
        assert scene.rule_against(f"A {count}") == "R12.2"
    message = str(scene.game.refusal(0, parse_action("+2")))
    assert "exceed 3" in message
    assert "0, 3 and 4" in message
    assert scene.rule_against("A +5") == "R6.3"  # that is not the variant's rule
    scene = scene.play("A +4")
    assert scene.rule_against("B +1") == scene.rule_against("B +3") == "R12.2"
    message = str(scene.game.refusal(1, parse_action("+1")))
    assert "tie with 5" in message
    assert "0 and 2" in message
    assert scene.rule_against("B +4") == "R6.3"


@pytest.mark.parametrize("options", ["", "buildings display open ziggurat"])
def test_r12_2_not_without_the_option(options):
    scene = draw(ONE_TO_THREE, options=options, hands={"A": "rrrkkk", "B": "rrrkkk"}).play(
        "A Ak@H3"
    )
    assert added(scene) == added(scene.play("A +1")) == "+0 +1 +2 +3"


@pytest.mark.parametrize("count", [-1, 7])
@pytest.mark.parametrize("options", ["", "english"])
def test_r6_3_no_number_that_is_not_held(options, count):
    scene = draw("Bk r . .", options=options).play("A Ak@H2")
    refusal = scene.game.refusal(0, replace(parse_action("+0"), count=count))
    assert refusal.reason is Reason.TOO_FEW_TO_ADD


@pytest.mark.parametrize(
    ("options", "drawing", "moves", "held", "expected"),
    [
        ("english", ONE_TO_THREE, "A Ak@H3", 2, True),  # two tiles make a tie at most
        ("english", ONE_TO_THREE, "A Ak@H3", 3, False),
        ("", ONE_TO_THREE, "A Ak@H3", 2, False),
        ("", ONE_TO_THREE, "A Ak@H3", 0, True),
        ("english", ONE_TO_THREE, "A Ak@H3; A +0", 6, True),  # not behind
        ("", ONE_TO_THREE, "A Ak@H3; A +0", 6, False),
        ("", ONE_TO_THREE, "A Ak@H3; A +0", 0, True),
        ("english", ONE_TO_THREE, "A Ak@H3; A +5", 2, True),  # three would make a tie
        ("english", ONE_TO_THREE, "A Ak@H3; A +5", 3, False),
        ("english", "Bk r . r", "A Ak@H2", 1, False),  # ahead: any
        ("english", "Bk r . r", "A Ak@H2", 0, True),
    ],
)
@pytest.mark.parametrize("colour", "kr")
def test_r12_2_everybody_can_tell_that_nothing_can_be_added(
    options, drawing, moves, held, expected, colour
):
    """The number of tiles in hand counts, not their colours."""
    decisions = moves.split("; ")
    hands = {"A": "rrrrrr", "B": "gggggg"} | {"AB"[len(decisions) - 1]: colour * held}
    scene = draw(drawing, options=options, hands=hands).play(*decisions)
    assert scene.game.view(None).forced_answer() == (AddTiles(0) if expected else None)
    if colour == "r":
        assert (added(scene) == "+0") is expected
    else:
        assert added(scene) == "+0"


def test_r12_2_r15_2_a_forced_answer_is_the_only_answer_with_every_hand():
    """And what is not is left to a hand. Games with the same public part are the same in this."""
    for moment in played(Deal(8, 3, "classic", ("english",))):
        game, seat = moment.game, moment.seat
        if not isinstance(game.decision, AddDecision):
            continue
        size = sum(game.hands[seat])
        dealt = [Hand(counts) for counts in product(range(size + 1), repeat=4)]
        twins = [
            replace(game, hands=(*game.hands[:seat], hand, *game.hands[seat + 1 :]))
            for hand in dealt
            if sum(hand) == size
        ]
        (answer,) = {twin.view(None).forced_answer() for twin in twins}
        alone = all(twin.legal_actions() == [AddTiles(0)] for twin in twins)
        assert answer == (AddTiles(0) if alone else None)


def test_r3_4_the_end_of_a_turn_without_actions_is_its_player_s():
    scene = draw("r Ak . .", turn="A 0")
    assert isinstance(scene.game.decision, ActionDecision)
    assert len(scene.game.legal_actions()) == 1
    assert scene.game.view(None).forced_answer() is None
