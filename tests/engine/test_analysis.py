"""Which turns of a game mattered: from the game's steps, and from what its players knew."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine import (
    BestTurn,
    ConflictDecided,
    Dynasty,
    EndTurn,
    Expectation,
    Game,
    Judgement,
    Level,
    MattersAs,
    PlayedTurn,
    Score,
    Step,
    asked_of,
    expected_at,
    full_bag,
    is_played,
    judge,
    moments_of,
    parse_action,
    played_turns,
    questions_worth_asking,
    read_game,
    turns_of,
    turns_that_mattered,
    write_record,
)
from tests.dice import bag_beginning

SEATS = (Dynasty.ARCHER, Dynasty.BULL)
GAMES = Path(__file__).parents[1] / "journeys" / "games"


def played(name: str) -> list[Game | Step]:
    return list(read_game((GAMES / f"{name}.te").read_text()))


NAMES = ["two_people", "four_people", "everything", "display", "english"]


@pytest.mark.parametrize("name", NAMES)
def test_turns_follow_each_other_without_gaps(name: str) -> None:
    steps = played(name)
    turns = played_turns(steps)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert (turns[0].start, turns[-1].end) == (0, len(steps) - 1)
    assert all(one.end == other.start for one, other in pairwise(turns))
    assert all(turn.actions[-1] == EndTurn() or turn.events for turn in turns)
    watched = list(turns_of(steps))
    assert [turn.events for turn in turns] == [turn.events for turn in watched[1:]]
    assert [moment.view.board for moment in moments_of(steps)] == [
        turn.view.board for turn in watched
    ]


def test_a_turn_that_is_not_over_is_the_last() -> None:
    steps = played("two_people")[:5]
    turns = played_turns(steps)
    assert turns[-1].end == 4
    assert len(moments_of(steps)) == len(turns) + 1
    assert played_turns(steps[:1]) == ()


def test_what_others_add_is_no_decision_of_the_turns_player() -> None:
    for turn in played_turns(steps := played("two_people")):
        own = steps[turn.start + 1 : turn.end + 1]
        dynasty = own[0].game.seats[turn.seat]
        assert turn.actions == tuple(step.action for step in own if step.dynasty is dynasty)


def test_the_course_ends_with_the_result() -> None:
    course = expected_at(moments_of(played("two_people")))
    assert course[-1] == (Expectation(1.0, 1.0), Expectation(0.0, 2.0))
    for expected in course:
        assert sum(each.share for each in expected) == pytest.approx(1)


# --- held against the best -----------------------------------------------------------------------


def test_a_player_is_judged_by_what_could_be_known_then() -> None:
    """With other hands of others, and another bag, the question is the same until the turn ends."""
    start = Game.start(SEATS, full_bag("classic"))
    other = replace(start, hands=(start.hands[0], (0, 0, 0, 6)), bag=start.bag[::-1])
    asked = []
    for game in (start, other):
        step = Step(0, game.seats[0], EndTurn(), *game.apply(0, EndTurn()))
        (turn,) = played_turns([game, step])
        asked.append(asked_of([game, step], turn))
    one, two = asked
    assert (one.view, one.scores, one.actions) == (two.view, two.scores, two.actions)


def test_nobody_is_blamed_for_the_best_turn() -> None:
    steps = played("two_people")
    turn = played_turns(steps)[0]
    asked = asked_of(steps, turn)
    best = judge(asked, Level.MEDIUM, seed=1).best
    same = replace(asked, actions=best.actions)
    assert judge(same, Level.MEDIUM, seed=1).loss == 0


def test_who_gives_everything_up_could_have_done_better() -> None:
    start = Game.start(SEATS, bag_beginning("krrrbg"))
    step = Step(0, start.seats[0], EndTurn(), *start.apply(0, EndTurn()))
    (turn,) = played_turns([start, step])
    judgement = judge(asked_of([start, step], turn), Level.MEDIUM, seed=1)
    assert judgement.loss > 0
    assert judgement.best.actions != (EndTurn(),)


@pytest.mark.parametrize(
    ("best", "line", "same"),
    [
        ("r@E5 Ak@F5 end", "Ak@F5 r@E5 end", True),
        ("r@E5 Ak@F5 end", "r@E5 end", False),
        ("Ak@F5", "Ak@F5 +2 r@E5 end", True),
        ("Ak@F5", "r@E5 Ak@F5 +2 end", False),
    ],
)
def test_a_turn_is_known_again(best: str, line: str, same: bool) -> None:
    turn = BestTurn(0.5, tuple(map(parse_action, best.split())))
    assert is_played(turn, tuple(map(parse_action, line.split()))) is same


# --- what mattered -------------------------------------------------------------------------------


def turn(number: int, seat: int = 0) -> PlayedTurn:
    return PlayedTurn(number, seat, number - 1, number, (EndTurn(),), ())


def shares(*first: float) -> list[tuple[Expectation, ...]]:
    return [(Expectation(one, 2 - one), Expectation(1 - one, 1 + one)) for one in first]


def judged(*losses: float) -> list[Judgement]:
    return [Judgement(BestTurn(0.5 + loss, ()), 0.5) for loss in losses]


def test_what_was_given_away_matters_as_what_changed_hands() -> None:
    turns = [turn(1), turn(2, 1), turn(3), turn(4, 1)]
    course, losses = shares(0.5, 0.5, 0.4, 0.7, 0.7), judged(0.4, 0.0, 0.0, 0.002)
    assert questions_worth_asking(turns, course, losses, 9) == (0, 2, 1, 3)
    found = turns_that_mattered(turns, course, losses, 2)
    assert [(each.turn.number, each.reason) for each in found] == [
        (1, MattersAs.MISTAKE),
        (3, MattersAs.STRONG),
    ]
    assert (found[1].before, found[1].after) == (0.4, 0.7)


def test_luck_and_others_doing_are_no_mistakes() -> None:
    turns = [turn(1), turn(2, 1), turn(3)]
    (found,) = turns_that_mattered(turns, shares(0.7, 0.7, 0.7, 0.3), judged(0.0, 0.0, 0.0))
    assert (found.turn.number, found.reason) == (3, MattersAs.LUCK)


def test_what_every_turn_gains_is_nothing_special() -> None:
    """Whoever has just played stands better until the others have."""
    turns = [turn(1), turn(2, 1), turn(3), turn(4, 1)]
    assert not turns_that_mattered(turns, shares(0.4, 0.6, 0.4, 0.6, 0.4), judged(*[0.0] * 4))


def test_a_conflict_that_was_lost_is_no_mistake_by_itself() -> None:
    for name in NAMES:
        steps = played(name)
        for each in played_turns(steps):
            lost = [
                event
                for event in each.events
                if isinstance(event, ConflictDecided) and event.conflict.winner.seat != each.seat
            ]
            number, seat = 3, each.seat % 2
            own = 0.9 if seat == 0 else 0.1
            course = shares(own, own, own, 1 - own)
            last = replace(each, seat=seat, number=number)
            (found,) = turns_that_mattered([turn(1), turn(2, 1), last], course, judged(0, 0, 0))
            if lost and each.seat < 2:
                assert found.reason is MattersAs.CONFLICT


def test_a_record_that_was_cut_short_is_analysed_as_far_as_it_goes() -> None:
    start = Game.start(SEATS, full_bag("classic"))
    text = write_record(start, full_bag("classic"), [(start.seats[0], EndTurn())])
    steps = list(read_game(text))
    course = expected_at(moments_of(steps))
    assert len(course) == 2
    assert Score() == start.scores[0]
