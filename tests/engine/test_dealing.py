"""Whole games dealt from what a seat sees: for it nothing differs, and nothing else has a say."""

from collections import Counter
from random import Random

import pytest

from engine import (
    COLOURS,
    OPTIONS,
    TILE_COUNTS,
    Dynasty,
    Game,
    deal_unseen,
    full_bag,
)
from engine.rules.consistency import check_consistent
from engine.values.actions import counts_of
from tests.engine.diagram import draw
from tests.engine.random_games import (
    GAMES,
    Deal,
    choose,
    played,
    some_moments,
    waiting_games,
    with_others_permuted,
)

EVERYTHING = Deal(7, 4, "classic", OPTIONS)
HIDDEN = Deal(8, 3, "advanced", ("buildings", "display", "english", "ziggurat"))
UNSHUFFLED = Game.start(list(Dynasty)[:2], full_bag("classic"))


@pytest.mark.parametrize("deal", [*GAMES, EVERYTHING, HIDDEN], ids=str)
def test_it_looks_the_same_to_the_seat_and_depends_on_nothing_else(deal):
    """In the middle of conflicts, questions and draws, too."""
    kinds = set()
    for number, moment in enumerate(played(deal)):
        if number % 7 and type(moment.game.decision) in kinds:
            continue
        kinds.add(type(moment.game.decision))
        for seat in range(deal.players):
            view = moment.game.view(seat)
            dealt = deal_unseen(view, number)
            assert dealt.view(seat) == view
            check_consistent(dealt)
            twin = with_others_permuted(moment.game, seat)
            assert deal_unseen(twin.view(seat), number) == dealt
    assert len(kinds) >= 4
    over = played(deal)[-1].after
    assert deal_unseen(over.view(0), 1) == over, "nothing is hidden any more"


def test_tiles_and_treasures_are_conserved():
    for moment in some_moments(every=9):
        game, seat = moment.game, moment.seat
        dealt = deal_unseen(game.view(seat), 3)
        held = zip(counts_of(dealt.bag), dealt.display, *dealt.hands, strict=True)
        laid = map(int.bit_count, game.board.tiles)
        for own, there, most in zip(map(sum, held), laid, TILE_COUNTS, strict=True):
            assert own + there <= most
        assert sum(map(sum, dealt.hands)) == sum(map(sum, game.hands))
        assert len(dealt.bag) == len(game.bag)
        won = [sum(score.treasures for score in each.scores) for each in (game, dealt)]
        assert won[0] == won[1]


def test_it_can_be_played_to_its_end():
    dice = Random(4)
    for start in waiting_games(every=120):
        game = deal_unseen(start.view(start.active), 5)
        for _ in range(400):
            if game.over:
                break
            game, _ = game.apply(game.decision.seat, choose(dice, game))
        check_consistent(game)


def test_each_unseen_tile_is_as_likely_as_the_next():
    """At the start, where the seat sees its six settlements and the temples on the board."""
    unseen = [most - seen for most, seen in zip(TILE_COUNTS, (6, 10, 0, 0), strict=True)]
    drawn = Counter[int]()
    deals = 600
    for seed in range(deals):
        for colour, count in zip(
            COLOURS, deal_unseen(UNSHUFFLED.view(0), seed).hands[1], strict=True
        ):
            drawn[colour] += count
    for colour in COLOURS:
        expected = unseen[colour] / sum(unseen)
        assert abs(drawn[colour] / (6 * deals) - expected) < 0.03


def test_the_seed_alone_decides():
    view = UNSHUFFLED.view(0)
    games = [deal_unseen(view, seed) for seed in (0, 1, 2, 0)]
    assert games[0] == games[3]
    assert len({game.hands for game in games}) == len({game.bag for game in games}) == 3


def test_a_monument_hides_tiles_of_one_of_its_colours():
    scene = draw("Ak r m m\n. x m m", monuments=("kb H2",), hands={"A": "k", "B": "bbgg"})
    view = scene.game.view(0)
    for seed in range(20):
        check_consistent(deal_unseen(view, seed))
