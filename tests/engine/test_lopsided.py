"""Games in which one player is far ahead: everyone's chances, and how computers end them."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine import EndTurn, Level, Score, Step, best_turns, decide, expectations, read_game
from tests.longer import longer

FIXTURES = Path(__file__).parents[1] / "fixtures"
GAMES = [
    *sorted((FIXTURES / "lopsided").glob("*.te")),
    *sorted((FIXTURES / "mistakes").glob("*.te")),
]
NOISE = 0.025
"""The error allowed in a share of the win from one point to the next."""
NODES = 300


@cache
def after_turns(path):
    """The moments between the turns of a record."""
    steps = read_game(path.read_text())
    ends = [step.game for step in steps if isinstance(step, Step) and type(step.action) is EndTurn]
    return [game for game in ends if not game.over]


# --- chances --------------------------------------------------------------------------------------


def test_near_the_end_the_leader_in_the_weakest_sphere_has_the_better_chance():
    """13 to 3, then 16 to 5, regardless of the other's rich spheres; the leader won 17 to 9."""
    for game in after_turns(FIXTURES / "lopsided" / "people_and_easy.te")[44:]:
        for view in (game.open_view(), game.view(0), game.view(1)):
            for seated in ((), (None, Level.EASY)):
                assert expectations(view, game.scores, seated)[0].share > 0.6


def test_a_hint_for_the_leader_does_not_call_the_game_even():
    games = after_turns(FIXTURES / "lopsided" / "people_and_easy.te")[44:]
    for game in [each for each in games if each.active == 0][::6]:
        turns = best_turns(game.view(0), game.scores, 1, seed=1, nodes=NODES)
        assert turns[0].share > 0.6


def scored(game, seat, colour, by):
    """The scores with *by* more points, or treasures, for a seat; None if below 0."""
    numbers = [*game.scores[seat]]
    numbers[colour] += by
    changed = (*game.scores[:seat], Score(*numbers), *game.scores[seat + 1 :])
    return None if numbers[colour] < 0 else changed


def test_points_never_lower_the_own_chance_or_raise_a_rivals():
    treasures = 4
    for path in GAMES:
        for game in after_turns(path)[2::60]:
            view = game.open_view()
            shares = [each.share for each in expectations(view, game.scores)]
            for seat, score in enumerate(game.scores):
                weakest = score.points.index(min(score.points))
                for colour in (weakest, treasures):
                    for by in (1, -1):
                        if (scores := scored(game, seat, colour, by)) is None:
                            continue
                        found = expectations(view, scores)
                        assert (found[seat].share - shares[seat]) * by > -NOISE
                        for rival in set(range(len(shares))) - {seat}:
                            assert (found[rival].share - shares[rival]) * by < NOISE


def test_levels_count_and_people_play_like_their_computers():
    for path in GAMES[:3]:
        game = after_turns(path)[5]
        view, others = game.open_view(), (Level.MEDIUM,) * (len(game.seats) - 1)
        shares = [
            expectations(view, game.scores, (level, *others))[0].share
            for level in (Level.EASY, Level.MEDIUM, None, Level.STRONG)
        ]
        assert shares[0] < shares[1] == shares[2] < shares[3]
        assert shares[1] == expectations(view, game.scores)[0].share


# --- an empty bag ---------------------------------------------------------------------------------


def with_empty_bags(dice, count):
    """Positions with an empty bag, in which one player is far ahead."""
    late = [game for path in GAMES for game in after_turns(path)[-16:]]
    for game in dice.sample(late, count):
        ahead = dice.randrange(len(game.seats))
        scores = tuple(
            Score(*(own + 12 * (seat == ahead) for own in score.points), score.treasures)
            for seat, score in enumerate(game.scores)
        )
        yield replace(game, bag="", scores=scores)


@pytest.mark.parametrize("count", longer([2, 8]))
@pytest.mark.parametrize("level", Level)
def test_r14_2_with_an_empty_bag_nobody_gives_points_away_and_the_game_ends(level, count):
    """A player who is ahead uses a tile; one who can no longer win starts no conflict."""
    for number, game in enumerate(with_empty_bags(random.Random(7), count)):
        then, turns = game, 0
        while not then.over:
            began, seat = then, then.active
            while not then.over and then.active == seat:
                decider = then.decision.seat
                view = then.view(decider)
                then, _ = then.apply(
                    decider, decide(view, then.scores, level, seed=number, nodes=NODES)
                )
            turns += 1
            assert turns <= 3 * len(game.seats)
            for other in set(range(len(game.seats))) - {seat}:
                assert sum(then.scores[other]) <= sum(began.scores[other]), (number, seat)


@pytest.mark.parametrize("level", Level)
def test_r6_1_a_revolt_that_cannot_win_the_game_is_not_started_again(level):
    """Six farms, no temple, 9 points against 28, and a King that lost the same revolt twice."""
    *_, last = read_game((FIXTURES / "lopsided" / "empty_bag.te").read_text())
    game = last.game if isinstance(last, Step) else last
    for seed in range(2):
        then = game
        while not then.over and then.active == game.active:
            seat = then.decision.seat
            then, _ = then.apply(seat, decide(then.view(seat), then.scores, level, seed=seed))
        assert then.scores[0] == game.scores[0]
