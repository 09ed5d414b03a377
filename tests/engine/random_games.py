"""Random games for properties: every legal decision may occur, eventful ones more often."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, groupby

from engine import (
    OPTIONS,
    Action,
    ActionDecision,
    BuildZiggurat,
    Colour,
    Dynasty,
    EndTurn,
    Event,
    Game,
    PlaceBuilding,
    PlaceLeader,
    PlaceTile,
    Score,
    SwapTiles,
    cells_of,
    cross,
    full_bag,
    neighbours,
)

LIKELIHOOD = {
    PlaceTile: 30,
    PlaceLeader: 8,
    EndTurn: 1,
    SwapTiles: 1,
    PlaceBuilding: 6,
    BuildZiggurat: 20,
}
"""Weights by kind of action: conflicts and monuments come more often."""


@dataclass(frozen=True)
class Deal:
    """The start of a random game."""

    seed: int
    players: int
    board: str
    options: tuple[str, ...] = ()

    def start(self):
        dice = random.Random(self.seed)
        seats = dice.sample(list(Dynasty), self.players)
        full = full_bag(self.board)
        bag = "".join(dice.sample(full, len(full)))
        return Game.start(seats, bag, self.board, self.options), bag


@dataclass(frozen=True)
class Moment:
    """A decision in a game: before, what was decided, after."""

    game: Game
    seat: int
    action: Action
    after: Game
    events: tuple[Event, ...]


OPTION_SETS = [
    chosen for count in range(len(OPTIONS) + 1) for chosen in combinations(OPTIONS, count)
]
"""All 32 sets of options that a table may play with."""


def choose(dice, game):
    """A kind of action first, then one of that kind; a tile or leader where much is near."""
    by_kind = {}
    for kind, actions in groupby(game.legal_actions(), type):
        by_kind.setdefault(kind, []).extend(actions)
    kinds = list(by_kind)
    (kind,) = dice.choices(kinds, [LIKELIHOOD.get(kind, 2) for kind in kinds])
    some = dice.choices(by_kind[kind], k=6 if kind in {PlaceTile, PlaceLeader} else 1)
    return max(some, key=lambda action: crowd(game, action))


def crowd(game, action):
    """The number of pieces near a tile or leader; 0 for other actions."""
    if not isinstance(action, (PlaceTile, PlaceLeader)):
        return 0
    kingdoms = game.board.kingdoms_beside(action.cell)
    near = len(kingdoms)
    if isinstance(action, PlaceLeader):
        centre = game.board.ziggurat_cell()
        king = action.leader.colour is Colour.BLACK
        return near + 9 * (king and game.board.kingdom_at(centre) in kingdoms if centre else 0)
    around = neighbours(neighbours(action.cell.bit))
    tiles = game.board.tiles[action.colour]
    return 3 * near + (tiles & around).bit_count() + best_cross(game, action)


def best_cross(game, action):
    """The squared number of tiles in the largest part of a cross that can still be completed."""
    if "ziggurat" not in game.options:
        return 0
    tiles = game.board.tiles[action.colour] | action.cell.bit
    free = (tiles | game.board.empty) & game.board.layout.land
    crosses = [cross(centre) for centre in cells_of(action.cell.bit | neighbours(action.cell.bit))]
    counts = [(tiles & shape).bit_count() for shape in crosses if shape and not shape & ~free]
    return max(counts, default=0) ** 2


def play(deal):
    """All moments of a random game."""
    game, _ = deal.start()
    dice = random.Random(deal.seed + 1)
    while not game.over:
        seat = game.decision.seat
        action = choose(dice, game)
        after, events = game.apply(seat, action)
        yield Moment(game, seat, action, after, events)
        game = after


GAMES = (
    Deal(19, 4, "advanced", ("buildings", "ziggurat")),
    Deal(31, 3, "advanced", ("buildings", "display", "open", "ziggurat")),
    Deal(5, 2, "classic", ("display", "english")),
    Deal(2, 2, "classic"),
)
"""Enough games to show every kind of event and decision (``test_properties.py``)."""


@cache
def played(deal):
    """The moments of a game that many tests look at: it is played once."""
    return tuple(play(deal))


def some_moments(every=1):
    """The moments of a few games, or a sample of them."""
    return [moment for deal in GAMES for moment in played(deal)][::every]


def waiting_games(every, actions_left=(1, 2)):
    """Some of their moments that wait for an action."""
    games = [moment.game for moment in some_moments()]
    return [
        game
        for game in games
        if isinstance(game.decision, ActionDecision) and game.actions_left in actions_left
    ][::every]


def with_others_permuted(game, seat):
    """The same to the eyes of one seat, or of nobody: what is hidden from it is another."""
    pool = sorted(
        "".join(
            letter * count
            for at, hand in enumerate(game.hands)
            if at != seat
            for letter, count in zip("krbg", hand, strict=True)
        )
        + game.bag,
        reverse=True,
    )
    hands = list(game.hands)
    for at, hand in enumerate(game.hands):
        if at != seat:
            dealt, pool = pool[: sum(hand)], pool[sum(hand) :]
            hands[at] = tuple(map(dealt.count, "krbg"))
    scores = tuple(
        score if at == seat or "open" in game.options else Score(*(each + 3 for each in score))
        for at, score in enumerate(game.scores)
    )
    return replace(game, hands=tuple(hands), bag="".join(pool), scores=scores)
