"""The turns of a game that mattered: from the game's steps, and from what its players knew."""

from dataclasses import replace
from functools import cache
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
    GameEnded,
    Judgement,
    MattersAs,
    Moment,
    PlayedTurn,
    PublicView,
    SeatView,
    Step,
    Turn,
    TurnBegan,
    asked_of,
    expected_at,
    full_bag,
    headers_of,
    judge,
    moments_of,
    overlooked,
    parse_action,
    played_turns,
    questions_worth_asking,
    read_game,
    scores_by_turn,
    turns_of,
    turns_that_mattered,
)
from engine.opponents.analysis import value_of
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.mind import Option
from tests.dice import bag_beginning
from tests.engine.known_positions import turns_that_decided
from tests.longer import longer

SEATS = (Dynasty.ARCHER, Dynasty.BULL)
GAMES = Path(__file__).parents[1] / "journeys" / "games"
MISTAKES = Path(__file__).parents[1] / "fixtures" / "mistakes"


@cache
def played(name):
    return list(read_game((GAMES / f"{name}.te").read_text()))


NAMES = ["two_people", "four_people", "everything", "display", "english"]


@pytest.mark.parametrize("name", NAMES)
def test_turns_follow_each_other_without_gaps(name):
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


def test_what_others_add_is_no_decision_of_the_turns_player():
    for turn in played_turns(steps := played("two_people")):
        own = steps[turn.start + 1 : turn.end + 1]
        dynasty = own[0].game.seats[turn.seat]
        assert turn.actions == tuple(step.action for step in own if step.dynasty is dynasty)


def test_the_course_ends_with_the_result():
    moments = moments_of(played("two_people"))
    course = expected_at([moments[0], moments[-1]])
    assert course[-1] == (Expectation(1.0, 1.0), Expectation(0.0, 2.0))
    for expected in course:
        assert sum(each.share for each in expected) == pytest.approx(1)
        assert sum(each.place for each in expected) == pytest.approx(3)


# --- turn by turn: what its viewer may know (R15) ------------------------------------------------


def test_a_turn_is_all_that_happens_until_the_next_one_begins():
    start, *steps = played("four_people")
    turns = list(turns_of(played("four_people")))
    assert turns[0] == Turn(start.view(None), ())
    assert sum((turn.events for turn in turns), ()) == sum((step.events for step in steps), ())
    assert turns[-1].view == steps[-1].game.view(None)
    for turn in turns[1:]:
        ends = [event for event in turn.events if isinstance(event, TurnBegan | GameEnded)]
        assert ends == [turn.events[-1]]


def test_a_turn_that_is_not_over_is_the_last_one():
    steps = played("two_people")[:5]
    assert played_turns(steps)[-1].end == 4
    assert len(moments_of(steps)) == len(played_turns(steps)) + 1
    assert played_turns(steps[:1]) == ()
    start, first, *_ = steps
    turns = list(turns_of([start, first]))
    assert [len(turn.events) > 0 for turn in turns] == [False, True]
    assert turns[-1].view == first.game.view(None)
    assert list(turns_of([start], 1)) == [Turn(start.view(1))]


def test_turns_for_everybody_show_no_hand_no_bag_and_no_totals_until_the_game_is_over():
    *turns, last = turns_of(played("four_people"))
    assert len(turns) > 20
    for turn in turns:
        assert type(turn.view) is PublicView
        assert turn.view.bag is None
        assert set(turn.view.hands) == set(turn.view.scores) == {None}
    assert last.view.over
    assert last.view.bag is not None


@pytest.mark.parametrize("seat", [0, 2])
def test_turns_for_a_seat_show_its_own_hand_and_totals_only(seat):
    *turns, _ = turns_of(played("four_people"), seat)
    for turn, public in zip(turns, turns_of(played("four_people")), strict=False):
        assert type(turn.view) is SeatView
        assert turn.events == public.events
        for at in range(4):
            assert (turn.view.hands[at] is None) == (at != seat)
            assert (turn.view.scores[at] is None) == (at != seat)


@pytest.mark.parametrize("name", ["two_people", "everything"])
def test_scores_by_turn_follow_from_what_everybody_saw(name):
    """R15.1: points and treasures are gained in the open; in the end the totals are those."""
    games = [each.game if isinstance(each, Step) else each for each in played(name)]
    scores = scores_by_turn(turns_of(played(name)))
    assert scores[0] == games[0].scores
    assert scores[-1] == games[-1].scores
    assert len(scores) == len(list(turns_of(played(name))))
    assert set(scores) <= {game.scores for game in games}


# --- measured ------------------------------------------------------------------------------------


def test_a_moment_holds_the_whole_game():
    for step in played("everything")[1::9]:
        assert Moment.of(step.game).game == step.game


def test_a_moment_is_worth_the_same_beside_any_other():
    one, other = moments_of(played("two_people"))[7:9]
    assert expected_at([one, other]) == expected_at([one]) + expected_at([other])


# --- held against the best -----------------------------------------------------------------------


def first_turn(*actions, hand="kkrrbg"):
    """The first turn of a game, as it was played."""
    game = Game.start(SEATS, bag_beginning(hand))
    steps = [game]
    for action in actions:
        game, events = game.apply(0, action)
        steps.append(Step(0, SEATS[0], action, game, events))
    (turn,) = played_turns(steps)
    return asked_of(steps, turn)


def test_who_gives_everything_up_is_blamed_and_who_plays_the_best_turn_is_not():
    """Other hands and another bag lead to the same better turn."""
    asked = first_turn(EndTurn())
    found = judge(asked)
    assert judge(asked) == found
    assert found.better is not None
    assert found.lost == pytest.approx(found.better.share - found.after[0].share)
    assert found.better.actions != (EndTurn(),)
    assert overlooked(asked) > 0
    best = judge(first_turn(*found.better.actions))
    assert (best.lost, best.better) == (0, None)
    game = asked.before.game
    other = replace(game, hands=(game.hands[0], (0, 0, 0, 6)), bag=game.bag[::-1])
    after = other.apply(0, EndTurn())[0]
    elsewhere = judge(replace(asked, before=Moment.of(other), after=Moment.of(after))).better
    assert elsewhere is not None
    assert elsewhere.actions == found.better.actions
    assert elsewhere.share != found.better.share


@pytest.mark.parametrize(
    ("played", "worth"),
    [
        ("r@E5 Ak@F5 end", 3),
        ("Ak@F5 r@E5 end", 3),
        ("Ak@F5 +2 r@E5 end", 3),
        ("Ak@F5 r@A1 end", 2),
        ("r@A1 end", 0),
        ("end", 0),
    ],
)
def test_a_turn_is_worth_what_the_search_found_for_it_or_its_best_part(played, worth):
    found = ("end", "Ak@F5", "Ak@F5 end", "r@E5 Ak@F5 end")
    game = Game.start(SEATS, full_bag("classic"))
    view = game.view(0)
    after = position_of(view, game.scores, unseen_by(view))
    options = [
        Option(value, tuple(map(parse_action, line.split())), after)
        for value, line in enumerate(found)
    ]
    options.reverse()
    assert value_of(tuple(map(parse_action, played.split())), options) == worth


# --- games with a mistake ------------------------------------------------------------------------

ONE_FOR_EACH_TABLE = sorted(MISTAKES.glob("*_players_1.te"))
"""In each a turn could have ended and won the game. Another one was played, and another player won.
The header ``Mistake`` has its number."""


def mistaken(path):
    """The turn that was the mistake."""
    text = path.read_text()
    steps = list(read_game(text))
    turn = played_turns(steps)[int(headers_of(text)["Mistake"]) - 1]
    return asked_of(steps, turn), turn


def decided_in(path, last=0):
    """Return the turns that decided a game, or its last *steps*."""
    steps = list(read_game(path.read_text()))[-last:]
    first = steps[0]
    return turns_that_decided([first.game if isinstance(first, Step) else first, *steps[1:]])


@pytest.mark.parametrize("path", longer(ONE_FOR_EACH_TABLE[::-1]), ids=lambda path: path.stem)
def test_a_win_not_taken_is_lost(path):
    """The better turn is given with all its decisions, and is worth what they lead to."""
    asked, turn = mistaken(path)
    found = judge(asked)
    assert found.better is not None
    assert found.better.share == 1
    assert found.lost == pytest.approx(1 - found.after[turn.seat].share)
    game = asked.before.game
    for action in found.better.actions:
        assert game.active == turn.seat
        game, _ = game.apply(game.decision.seat, action)
    assert game.over
    assert expected_at([Moment.of(game)])[0][turn.seat].share == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", ONE_FOR_EACH_TABLE[2:], ids=lambda path: path.stem)
def test_the_known_mistake_is_the_greatest(path):
    _, known = mistaken(path)
    decided = decided_in(path)
    mistakes = [each for each in decided if each.reason is MattersAs.MISTAKE]
    assert mistakes[0].turn == known
    assert mistakes[0] in decided[:2]
    for each in decided:
        lost = each.before - each.after
        assert max(lost, each.better.share - each.after if each.better else 0) >= 0.1


@pytest.mark.parametrize("last", longer([8, 30]))
def test_where_nothing_was_done_wrong_no_mistake_is_named(last):
    decided = decided_in(MISTAKES / "none.te", last)
    assert all(each.reason is not MattersAs.MISTAKE for each in decided)


# --- turns that mattered -------------------------------------------------------------------------


def turn(number, seat=0):
    return PlayedTurn(number, seat, number - 1, number, (EndTurn(),), ())


def shares(*first):
    return [(Expectation(one, 2 - one), Expectation(1 - one, 1 + one)) for one in first]


def judged(before, after, better=None):
    """A turn of seat 0."""
    found = None if better is None else BestTurn(better, (EndTurn(),))
    lost = 0.0 if better is None else max(0.0, better - after)
    return Judgement(*shares(before, after), after - before, lost, found)


def test_turns_that_may_have_mattered_lost_much_or_missed_much():
    turns = [turn(1), turn(2, 1), turn(3), turn(4, 1), turn(5)]
    course = shares(0.5, 0.5, 0.6, 0.3, 0.29, 0.2)  # of seat 1: 0.5, 0.5, 0.4, 0.7, 0.71, 0.8
    assert questions_worth_asking(turns, course, [0.4, 0.0, 0.5, 0.02, 0.0], 1) == (2,)
    assert questions_worth_asking(turns, course, [0.4, 0.0, 0.5, 0.02, 0.0], 2) == (0, 1, 2)
    assert questions_worth_asking(turns, course, [0.0] * 5, 9) == (1, 2, 4)
    assert questions_worth_asking([turn(1)], shares(0.3, 0.8), [0.0], 3) == ()  # it gained


def test_turns_are_ranked_by_what_was_lost():
    found = turns_that_mattered(
        [
            (turn(1), judged(0.5, 0.35, 0.5)),
            (turn(3), judged(0.4, 0.7)),  # it gained
            (turn(5), judged(0.6, 0.55, 0.8)),
            (turn(7), judged(0.5, 0.3)),
            (turn(9), judged(0.4, 0.5, 0.62)),  # it gained, and a better one would have more
        ]
    )
    assert [(each.turn.number, each.reason) for each in found] == [
        (5, MattersAs.MISTAKE),
        (7, MattersAs.LUCK),
        (1, MattersAs.MISTAKE),
    ]
    assert (found[1].before, found[1].after, found[1].better) == (0.5, 0.3, None)
    assert found[0].better == BestTurn(0.8, (EndTurn(),))


def test_a_turn_in_which_little_or_nothing_was_lost_is_not_named():
    """Not even if a better one was found, or all was lost before."""
    little = [judged(0.0, 0.0, 0.0), judged(0.5, 0.45, 0.5), judged(0.9, 0.95)]
    assert turns_that_mattered([(turn(at), each) for at, each in enumerate(little, 1)]) == ()


def test_a_conflict_that_was_lost_is_no_mistake_by_itself():
    seen = 0
    for name in NAMES:
        for each in played_turns(played(name)):
            lost = any(
                isinstance(event, ConflictDecided) and event.conflict.winner.seat != each.seat
                for event in each.events
            )
            if lost and each.seat == 0:
                (found,) = turns_that_mattered([(each, judged(0.7, 0.3))])
                assert found.reason is MattersAs.CONFLICT
                seen += 1
    assert seen
