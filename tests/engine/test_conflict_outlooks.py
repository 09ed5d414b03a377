"""The outlook of a conflict: one measure for the opening move and the question (R6, R7)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine import (
    AddDecision,
    AddTiles,
    Attack,
    Chance,
    Colour,
    ConflictDecided,
    ConflictOutlook,
    Hand,
    conflict_outlook,
    parse_piece,
    recommended_addition,
    recommended_war,
    spaces_in_order,
    write_position,
)
from engine.values.material import TILE_COUNTS
from tests.engine.diagram import draw
from tests.engine.random_games import some_moments

ONE_TO_TWO = "r Bk r ."


def asked(scene):
    """The view of the seat that is asked to add tiles, and the conflict."""
    decision = scene.game.decision
    assert isinstance(decision, AddDecision)
    return scene.game.view(decision.seat), decision.conflict


@pytest.mark.parametrize(
    ("hand", "other", "chance"),
    [
        ("kkk", "rrrrrr", Chance.LOST),
        ("rr", "rrrrrr", Chance.UNCERTAIN),
        ("rrrrr", "kkkkkk", Chance.LIKELY),
        ("rrrrr", "kkk", Chance.SURE),
    ],
)
def test_r6_3_an_attacker_is_told_the_same_before_and_in_the_conflict(hand, other, chance):
    scene = draw(ONE_TO_TWO, hands={"A": hand, "B": other})
    expected = ConflictOutlook(board_own=1, board_other=2, held=hand.count("r"), chance=chance)
    moves = spaces_in_order(scene.game.view(0), parse_piece("Ak"))
    (attack,) = (move.merits[0] for move in moves if str(move.action) == "Ak@I2")
    assert isinstance(attack, Attack)
    assert attack.outlook == expected
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


def test_r6_3_a_waiting_player_sees_it_too():
    scene = draw(ONE_TO_TWO, hands={"A": "rrrkkk", "B": "rkkkkk"}).play("A Ak@I2")
    _, conflict = asked(scene)
    waiting = scene.game.view(1)
    assert conflict_outlook(waiting, conflict) == ConflictOutlook(2, 1, 1, Chance.UNCERTAIN)
    scene = scene.play("A +3")
    _, conflict = asked(scene)
    waiting = scene.game.view(0)  # two temples are missing to the defender, who holds six tiles
    assert conflict_outlook(waiting, conflict) == ConflictOutlook(1, 2, 3, Chance.UNCERTAIN)


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


def test_r1_3_only_tiles_out_of_sight_are_feared():
    """Of 30 settlements the attacker sees 29; the defender's hand holds six tiles."""
    half = ["k k k"] * 4
    drawing = "\n".join(["r Ak k . k Bk r", *(f"{row} . {row}" for row in half)])
    scene = draw(drawing, hands={"A": "rkkk", "B": "rrrrrr"}, bag="rb").play("A r@I2")
    view, conflict = asked(scene)
    chances = [conflict_outlook(view, conflict.with_added(count)).chance for count in range(4)]
    assert chances == [Chance.LOST, Chance.UNCERTAIN, Chance.SURE, Chance.SURE]


TWO_WARS = """
    Bg r  r  .  r
    Bk k  .  k  Lk
    r  g  .  .  Lg
    .  .  .  .  r
"""


def test_r7_1_the_war_to_begin_with_is_the_one_with_the_best_chance():
    lost = draw(TWO_WARS, seats="B L", hands={"B": "r"}).play("B r@H3")
    assert recommended_war(lost.game.view(0)) is Colour.GREEN  # King: 1 against 1
    better = draw(TWO_WARS, seats="B L", hands={"B": "rkkkkk", "L": "rr"}).play("B r@H3")
    assert recommended_war(better.game.view(0)) is Colour.BLACK
    others = draw(TWO_WARS, seats="A B L", hands={"A": "r"}).play("A r@H3")
    assert recommended_war(others.game.view(0)) is None
    with pytest.raises(LookupError):
        recommended_war(draw(TWO_WARS, seats="B L").game.view(0))


def test_r6_4_r7_5_lost_and_sure_hold_for_every_hand_of_the_other():
    """Each number that may be added is played out against each possible hand."""
    for moment in some_moments():
        decision = moment.game.decision
        if not isinstance(decision, AddDecision):
            continue
        view = moment.game.view(decision.seat)
        for count in view.additions():
            chance = conflict_outlook(view, decision.conflict.with_added(count)).chance
            won = set(endings(moment.game, count))
            assert (chance is Chance.LOST) is (won == {False})
            assert (chance is Chance.SURE) is (won == {True})


def endings(game, count):
    """For each possible hand and answer, true if the decider wins after adding *count*."""
    decision = game.decision
    assert isinstance(decision, AddDecision)
    conflict, tiles = decision.conflict, decision.conflict.tiles
    other = conflict.defender if conflict.deciding is conflict.attacker else conflict.attacker
    size = sum(game.hands[other.seat])
    for held in range(min(size, out_of_sight(game, decision.seat, tiles)) + 1):
        hand = [0, 0, 0, 0]
        hand[tiles], hand[(tiles + 1) % 4] = held, size - held
        hands = [Hand(hand) if at == other.seat else each for at, each in enumerate(game.hands)]
        after, events = replace(game, hands=tuple(hands)).apply(decision.seat, AddTiles(count))
        if any(isinstance(event, ConflictDecided) for event in events):
            ends = [events]  # the next decision may be about another war
        else:
            ends = [after.apply(other.seat, add).events for add in after.legal_actions()]
        for end in ends:
            decided = next(event for event in end if isinstance(event, ConflictDecided))
            yield decided.conflict.winner.seat == decision.seat


def out_of_sight(game, seat, tiles):
    """The number of tiles of a colour that *seat* can't see, counted in the written position."""
    shown = write_position(game.view(seat))
    board = shown.partition("[Board-state]")[2].split()
    covered = game.board.unification is not None and game.board.unification[0] is tiles
    seen = sum(token.rstrip("*") == tiles.letter for token in board) + covered
    seen += sum(
        line.count(tiles.letter) for line in re.findall(r'\[(?:Hand .|Display) "(.*)"', shown)
    )
    decision = game.decision
    assert isinstance(decision, AddDecision)
    return TILE_COUNTS[tiles] - seen - (decision.conflict.attacker.added or 0)
