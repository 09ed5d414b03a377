"""``greedy``, the fixed reference: compared with trying everything on the engine itself."""

from __future__ import annotations

import random

import pytest

from engine import (
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildDecision,
    CubeDecision,
    DeclineBuilding,
    DeclineMonument,
    EndTurn,
    SiteDecision,
    greedy,
    least_action,
    spend_treasures,
)
from tests.engine.computer_moments import ALL_DEALS, moments
from tests.engine.diagram import draw
from tests.engine.random_games import played
from tests.longer import longer


def ends_of_action(game, seat):
    """Where the events of an action may lead if nobody else adds tiles, and *seat* just enough."""
    decision = game.decision
    match decision:
        case AddDecision():
            actions = [AddTiles(0)]
            if decision.seat == seat:
                actions = [greedy(game.view(seat), game.scores, seed=0)]
        case BuildDecision() | SiteDecision():
            declined = DeclineMonument | DeclineBuilding
            actions = [each for each in game.legal_actions() if not isinstance(each, declined)]
        case ActionDecision():
            return [game]
        case _:
            actions = [least_action(game)]
    return [
        end
        for action in actions
        for end in ends_of_action(game.apply(decision.seat, action).game, seat)
    ]


def worth(game, seat):
    """The spheres of *seat*, weakest first, if it ended its turn here."""
    after, _ = game.apply(seat, EndTurn())
    spheres = sorted(spend_treasures(after.scores[seat]))
    if isinstance(after.decision, CubeDecision):
        spheres[0] += 1
    return sorted(spheres)


def most_of(game, seat, action):
    """The most that its last action can bring *seat*."""
    if action == EndTurn():
        return worth(game, seat)
    return max(worth(end, seat) for end in ends_of_action(game.apply(seat, action).game, seat))


def turns(deal, left):
    """The moments of a game at which somebody has so many actions left."""
    return [
        moment.game
        for moment in played(deal)
        if isinstance(moment.game.decision, ActionDecision) and moment.game.actions_left == left
    ]


@pytest.mark.parametrize("deal", longer(ALL_DEALS[::40]), ids=str)
def test_its_last_action_brings_the_most_that_any_can(deal):
    for number, game in enumerate(turns(deal, 1)[::8]):
        action = greedy(game.view(game.active), game.scores, seed=number)
        seat = game.active
        most = max(most_of(game, seat, each) for each in game.legal_actions())
        assert most_of(game, seat, action) == most, number


def test_among_equals_chance_decides_and_the_same_seed_alike():
    game = turns(ALL_DEALS[0], 1)[0]
    view = game.view(game.active)
    decided = [greedy(view, game.scores, seed=seed) for seed in range(8)]
    assert len(set(decided)) > 1
    assert decided == [greedy(view, game.scores, seed=seed) for seed in range(8)]


def test_it_answers_every_kind_of_decision_from_its_view_alone():
    of_each_kind = {asked.kind: asked for asked in moments(ALL_DEALS[0])}
    for number, asked in enumerate(of_each_kind.values()):
        action = greedy(asked.view, asked.game.scores, seed=number)
        assert asked.view.refusal(action) is None
        assert not isinstance(action, DeclineMonument | DeclineBuilding)
        other = asked.with_hidden(random.Random(number), other_tiles=True)
        assert greedy(other.view, other.game.scores, seed=number) == action


def test_in_a_conflict_it_adds_the_least_that_wins_else_nothing():
    """One temple is beside both Kings; a tie is the defender's."""

    def added(*decisions, **hands):
        game = draw("Bk r . .", hands=hands).play("A Ak@H2", *decisions).game
        return str(greedy(game.view(game.decision.seat), game.scores, seed=1))

    assert added(A="rrr", B="rrr") == "+1"
    assert added(A="kkk", B="rrr") == "+0"
    assert added("A +2", A="rrr", B="rrr") == "+2"
    assert added("A +0", A="rrr", B="rrr") == "+0"
    assert added("A +3", A="rrr", B="rr") == "+0"


def test_nobody_else_is_asked():
    (game, *_) = turns(ALL_DEALS[0], 2)
    with pytest.raises(LookupError):
        greedy(game.view(1), game.scores, seed=1)
