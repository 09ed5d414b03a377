"""Random games for properties: every legal decision may occur, eventful ones more often."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st

from engine import (
    Action,
    Dynasty,
    EndTurn,
    Event,
    Game,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    full_bag,
    neighbours,
)

QUICK = settings(derandomize=True, deadline=None, max_examples=12)
LIKELIHOOD = {PlaceTile: 30, PlaceLeader: 8, EndTurn: 1, SwapTiles: 1}
"""How much likelier than others a kind of action is; conflicts and monuments follow."""


@dataclass(frozen=True)
class Deal:
    """What a random game starts from."""

    seed: int
    players: int
    board: str

    def start(self) -> tuple[Game, str]:
        dice = random.Random(self.seed)
        seats = dice.sample(list(Dynasty), self.players)
        full = full_bag(self.board)
        bag = "".join(dice.sample(full, len(full)))
        return Game.start(seats, bag, self.board), bag


@dataclass(frozen=True)
class Moment:
    """A decision in a game: before, what was decided, after."""

    game: Game
    seat: int
    action: Action
    after: Game
    events: tuple[Event, ...]


def deals() -> st.SearchStrategy[Deal]:
    return st.builds(
        Deal,
        seed=st.integers(0, 2**32),
        players=st.integers(2, 4),
        board=st.sampled_from(["classic", "advanced"]),
    )


def choose(dice: random.Random, game: Game) -> Action:
    """A kind of action first, then one of that kind; a tile or leader where much is near."""
    by_kind: dict[type, list[Action]] = {}
    for action in game.legal_actions():
        by_kind.setdefault(type(action), []).append(action)
    kinds = list(by_kind)
    (kind,) = dice.choices(kinds, [LIKELIHOOD.get(kind, 2) for kind in kinds])
    some = dice.choices(by_kind[kind], k=6 if kind in {PlaceTile, PlaceLeader} else 1)
    return max(some, key=lambda action: crowd(game, action))


def crowd(game: Game, action: Action) -> int:
    if not isinstance(action, (PlaceTile, PlaceLeader)):
        return 0
    near = len(game.board.kingdoms_beside(action.cell))
    if isinstance(action, PlaceLeader):
        return near
    around = neighbours(neighbours(action.cell.bit))
    return 3 * near + (game.board.tiles[action.colour] & around).bit_count()


def play(deal: Deal) -> Iterator[Moment]:
    """All moments of a random game."""
    game, _ = deal.start()
    dice = random.Random(deal.seed + 1)
    while not game.over:
        seat = game.decision.seat
        action = choose(dice, game)
        after, events = game.apply(seat, action)
        yield Moment(game, seat, action, after, events)
        game = after
