"""The position that computer opponents search on keeps to the rules: random games played twice."""

import random

import pytest
from hypothesis import given, settings

from engine import (
    LAYOUTS,
    ActionDecision,
    Dynasty,
    Game,
)
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.playout import Playout
from engine.opponents.position import BLUE
from tests.engine.random_games import OPTION_SETS, QUICK, Deal, deals, play


@settings(max_examples=40)
@given(deal=deals())
def test_random_games_on_it_are_games_by_the_rules(deal: Deal) -> None:
    """Each decision is legal and due in the engine, and the ends are the same (R3 to R14)."""
    played_twice(deal)


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTION_SETS, ids=" ".join)
def test_random_games_with_each_set_of_options(options: tuple[str, ...]) -> None:
    """As above, twelve games with every set of options (R12)."""
    for seed in range(12):
        played_twice(Deal(seed, 2 + seed % 3, ("classic", "advanced")[seed % 2], options))


def played_twice(deal: Deal) -> None:
    _, bag = deal.start()
    game = Game.start(tuple(Dynasty)[: deal.players], bag, deal.board, deal.options)
    log = []
    dice = random.Random(deal.seed).randrange
    position = Playout(
        LAYOUTS[deal.board], deal.options, seats=deal.players, bag=bag, dice=dice, log=log
    ).play()
    for seat, action in log:
        assert game.decision.seat == seat
        game, _ = game.apply(seat, action)
    assert game.over
    assert position.points == [number for score in game.scores for number in score]
    assert position.hands == [count for hand in game.hands for count in hand]
    assert position.tiles == list(game.board.tiles)
    assert position.treasures == game.board.treasures


@QUICK
@given(deal=deals())
def test_it_knows_the_same_spaces_and_kingdoms(deal: Deal) -> None:
    """R4.2 to R4.4, R5.1, R5.2, R10.1: the spaces of every piece, whenever somebody acts."""
    for moment in play(deal):
        game = moment.game
        if not isinstance(game.decision, ActionDecision):
            continue
        view = game.open_view()
        position = position_of(view, game.scores, unseen_by(view))
        land, river = position.tile_spaces()
        for leader in view.leaders(game.active):
            number = 4 * game.active + leader.colour
            assert position.leader_spaces(number) == game.leader_cells(leader)
            tiles = river if leader.colour == BLUE else land
            assert tiles == game.tile_cells(leader.colour)
        assert position.catastrophe_spaces() == game.catastrophe_cells()
        assert {mask for mask, _, _ in position.kingdoms} == {
            kingdom.mask for kingdom in game.board.kingdoms
        }
