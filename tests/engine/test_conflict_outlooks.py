"""How a conflict will end: one measure for the move that opens it and for the question (R6, R7)."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings

from engine import (
    AddDecision,
    Attack,
    Chance,
    ChooseWar,
    Conflict,
    ConflictOutlook,
    SeatView,
    WarDecision,
    conflict_outlook,
    moves_that_matter,
    recommended_addition,
)
from tests.engine.diagram import Scene, draw
from tests.engine.random_games import QUICK, deals, play

FEW = settings(QUICK, max_examples=8)

ONE_TO_TWO = "r Bk r ."


def asked(scene: Scene) -> tuple[SeatView, Conflict]:
    """The view of the seat that is asked to add tiles, and the conflict."""
    decision = scene.game.decision
    assert isinstance(decision, AddDecision)
    return scene.game.view(decision.seat), decision.conflict


@pytest.mark.parametrize(
    ("hand", "other", "chance"),
    [
        ("kkk", "rrrrrr", Chance.LOST),
        ("rr", "rrrrrr", Chance.OPEN),
        ("rrrrr", "kkkkkk", Chance.LIKELY),
        ("rrrrr", "kkk", Chance.SURE),
    ],
)
def test_r6_3_an_attacker_is_told_the_same_before_and_in_the_conflict(hand, other, chance):
    scene = draw(ONE_TO_TWO, hands={"A": hand, "B": other})
    expected = ConflictOutlook(board_own=1, board_other=2, held=hand.count("r"), chance=chance)
    view, conflict = asked(scene.play("A Ak@I2"))
    assert conflict_outlook(view, conflict) == expected
    assert expected.most == 1 + hand.count("r")


@pytest.mark.parametrize(
    ("hand", "added", "chance"),
    [
        ("", "+3", Chance.LOST),
        ("rkkkkk", "+3", Chance.LOST),
        ("rrkkkk", "+3", Chance.SURE),  # a tie
        ("kkkkkk", "+1", Chance.SURE),
        ("kkkkkk", "+0", Chance.SURE),
    ],
)
def test_r6_4_a_defender_decides_last_and_a_tie_suffices(hand, added, chance):
    scene = draw(ONE_TO_TWO, hands={"A": "rrrkkk", "B": hand}).play("A Ak@I2", f"A {added}")
    view, conflict = asked(scene)
    assert conflict_outlook(view, conflict) == ConflictOutlook(2, 1, hand.count("r"), chance)


def test_r6_3_who_waits_is_told_too():
    scene = draw(ONE_TO_TWO, hands={"A": "rrrkkk", "B": "rkkkkk"}).play("A Ak@I2")
    _, conflict = asked(scene)
    waiting = scene.game.view(1)
    assert conflict_outlook(waiting, conflict) == ConflictOutlook(2, 1, 1, Chance.OPEN)
    scene = scene.play("A +3")
    _, conflict = asked(scene)
    waiting = scene.game.view(0)  # two temples are missing to the defender, who holds six tiles
    assert conflict_outlook(waiting, conflict) == ConflictOutlook(1, 2, 3, Chance.OPEN)


def test_r7_2_a_conflict_of_others_has_no_outlook():
    scene = draw(ONE_TO_TWO, seats="A B P", hands={"A": "r", "P": "r"}).play("A Ak@I2")
    _, conflict = asked(scene)
    with pytest.raises(LookupError):
        conflict_outlook(scene.game.view(2), conflict)


@pytest.mark.parametrize(
    ("hand", "other", "count"),
    [
        ("rrrrrr", "rrrrrr", 5),  # ahead by four, as half of six is three
        ("rrrrrr", "rr", 3),
        ("rrrrrr", "", 2),
        ("rrrkkk", "rrrrrr", 2),  # nothing is likely: the least that may win
        ("rkkkkk", "rrrrrr", 0),  # a tie is the defender's
    ],
)
def test_r6_3_an_attacker_had_best_add_the_least_that_likely_wins(hand, other, count):
    scene = draw(ONE_TO_TWO, hands={"A": hand, "B": other}).play("A Ak@I2")
    view, _ = asked(scene)
    assert recommended_addition(view) == count


@pytest.mark.parametrize(
    ("hand", "added", "count"),
    [("rrrkkk", "+3", 2), ("rkkkkk", "+3", 0), ("rrrrrr", "+1", 0), ("rrrrrr", "+2", 1)],
)
def test_r6_4_a_defender_had_best_add_the_least_that_makes_a_tie_or_nothing(hand, added, count):
    scene = draw(ONE_TO_TWO, hands={"A": "rrrkkk", "B": hand}).play("A Ak@I2", f"A {added}")
    view, _ = asked(scene)
    assert recommended_addition(view) == count


def test_r12_2_only_what_the_variant_allows_is_recommended():
    scene = draw(
        "r . . .\nBk r . .\nr . . .", options="english", hands={"A": "rrrkkk", "B": "rrrkkk"}
    ).play("A Ak@H3")
    view, _ = asked(scene)
    assert recommended_addition(view) == 3
    view, _ = asked(scene.play("A +3"))
    assert recommended_addition(view) == 1


def test_only_who_is_asked_is_recommended_anything():
    scene = draw(ONE_TO_TWO, hands={"A": "r", "B": "r"}).play("A Ak@I2")
    with pytest.raises(LookupError):
        recommended_addition(scene.game.view(1))


@FEW
@given(deals())
def test_a_move_tells_the_outlook_of_the_conflict_that_it_opens(deal):
    for moment in islice(play(deal), 0, None, 5):
        view = moment.game.view(moment.seat)
        for move in moves_that_matter(view, None):
            for attack in (merit for merit in move.merits if isinstance(merit, Attack)):
                then = view.after(move.action)
                if isinstance(then.decision, WarDecision):
                    then = then.after(ChooseWar(attack.colour))
                decision = then.decision
                assert isinstance(decision, AddDecision)
                if decision.conflict.defender.leader == attack.rival:
                    assert conflict_outlook(then, decision.conflict) == attack.outlook


@FEW
@given(deals())
def test_r6_4_r7_5_sure_and_lost_are_so_whatever_the_other_adds(deal):
    for moment in play(deal):
        decision = moment.game.decision
        if not isinstance(decision, AddDecision):
            continue
        conflict = decision.conflict
        for attacks in (True, False):
            party = conflict.attacker if attacks else conflict.defender
            other = conflict.defender if attacks else conflict.attacker
            view = moment.game.view(party.seat)
            outlook = conflict_outlook(view, conflict)
            hidden = view.hand_sizes[other.seat]
            own = outlook.most
            against = range(other.total, other.total + (hidden if other.added is None else 0) + 1)
            won = {own > total if attacks else own >= total for total in against}
            assert (outlook.chance is Chance.SURE) is (won == {True})
            assert (outlook.chance is Chance.LOST) is (won == {False})
