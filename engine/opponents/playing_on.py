"""What each seat can expect at a moment with nothing hidden, by playing the game on from it.

A sample shuffles the bag and plays on until every seat but one has had a turn. It is the mean of
what each seat can expect between these turns: a seat looks too good just after its own turn, and
over a round that evens out (docs/opponents.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.opponents.dice import Dice
from engine.opponents.evaluation import Evaluation
from engine.opponents.expecting import Expectation, expectations
from engine.opponents.knowledge import position_of, unseen_by
from engine.opponents.levels import Level
from engine.opponents.mind import decide
from engine.opponents.moves import END, as_action, moves
from engine.opponents.search import Blur, Search
from engine.opponents.weights import weights_for
from engine.rules.game import Game
from engine.rules.view import SeatView
from engine.values.actions import Action, EndTurn
from engine.values.decisions import ActionDecision
from engine.values.scoring import Score

Sample: TypeAlias = tuple[Expectation, ...]
"""What each seat can expect, by seat."""

_LOOKED_AT = 60
"""Actions looked at for each one played."""
_FOR_ANSWERS = 400
"""Positions looked at for each question in between."""


def samples_of(game: Game, number: int) -> tuple[Sample, ...]:
    """What each seat can expect, in *number* samples; the result if the game is over.

    The nth samples of two moments of a game draw the tiles left in the bag in the same order. So
    two moments are best compared sample by sample.
    """
    if game.over:
        return (_expected(game),) * number
    return tuple(_sample(game, seed) for seed in range(number))


def mean_of(samples: Sequence[Sample]) -> Sample:
    """The mean of some samples."""
    return tuple(
        Expectation(
            sum(each.share for each in seat) / len(seat),
            sum(each.place for each in seat) / len(seat),
        )
        for seat in zip(*samples, strict=True)
    )


def played_to_its_end(game: Game, dice: Dice) -> tuple[tuple[Action, ...], Game]:
    """Play on to the end of the turn: what is decided, and the game then."""
    active, actions = game.active, []
    while not game.over and game.active == active:
        actions.append(_decision(game, dice))
        game, _ = game.apply(game.decision.seat, actions[-1])
    return tuple(actions), game


def _sample(game: Game, seed: int) -> Sample:
    dice = Dice(seed)
    game = replace(game, bag=shuffled(game.bag, seed))
    while not game.over and not isinstance(game.decision, ActionDecision):
        game, _ = game.apply(game.decision.seat, _decision(game, dice))
    told = [_expected(game)]
    for _ in range(len(game.seats) - 1):
        _, game = played_to_its_end(game, dice)
        if game.over:
            return _expected(game)
        told.append(_expected(game))
    return mean_of(told)


def _expected(game: Game) -> Sample:
    return expectations(game.open_view(), game.scores)


def shuffled(bag: str, seed: int) -> str:
    """The bag in another order, which does not depend on how many tiles are gone."""
    dice = Dice(seed)
    keys = [(dice.below(1 << 32), at) for at in range(len(bag))]
    return "".join(bag[-1 - at] for _, at in sorted(keys))


def _decision(game: Game, dice: Dice) -> Action:
    """What the deciding seat does, with what it may know."""
    view, scores = game.view(game.decision.seat), game.scores
    if isinstance(view.decision, ActionDecision):
        return _action(view, scores, dice)
    return decide(view, scores, Level.STRONG, seed=0, nodes=_FOR_ANSWERS)


def _action(view: SeatView, scores: Sequence[Score], dice: Dice) -> Action:
    """The best of some actions of a turn, each by itself."""
    seat, left = view.seat, view.actions_left
    if not left:
        return EndTurn()
    unseen, weights = unseen_by(view), weights_for(len(view.seats))
    evaluation = Evaluation(weights, seat, len(view.seats), unseen)
    search = Search(evaluation, seat, unseen, blur=Blur(0.0, 0))
    position = position_of(view, scores, unseen)
    best, worth = END, search.final_value(position) - left * weights.end_turn
    candidates = list(moves(position, seat))
    for at in range(min(_LOOKED_AT, len(candidates))):
        chosen = at + dice.below(len(candidates) - at)
        candidates[at], candidates[chosen] = candidates[chosen], candidates[at]
        move = candidates[at]
        outcomes = search.consequences.of(position, move)
        value = search.mean(outcomes) - search.price(position, move)
        if value > worth:
            best, worth = move, value
    return as_action(best, view.seats[seat])
