"""The cost of pictures: milliseconds with warm caches, and bytes (run on demand)."""

import random
from dataclasses import replace
from itertools import cycle

import pytest

from engine import Score, cells_of, read_game, read_position, scores_by_turn, turns_of
from render import (
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    hand_png,
    legend_png,
    replay_gif,
    share_png,
    spaces_png,
)
from tests.render.records import lively_game, prefix_in_conflict, record
from tests.render.scenes import NAMES, grand_view, start


def position(pieces):
    """A game with that number of pieces on the board, and the events of its turn."""
    for game, events in lively_game(3, 4):
        if (game.board.connecting | game.board.catastrophes).bit_count() == pieces:
            return game, events
    raise LookupError(f"this game never has {pieces} pieces on the board")


@pytest.mark.parametrize("pieces", [20, 50, 80])
def test_board(benchmark, pieces):
    game, events = position(pieces)
    png = benchmark(board_png, game.view(None), NAMES, events)
    print(f"\nboard with {pieces} pieces: {len(png)} bytes")


def spaces():
    view = position(50)[0].view(None)
    return lambda: spaces_png(view, tuple(cells_of(view.board.empty & view.board.layout.land)))


def card():
    view = read_position(prefix_in_conflict(record(3, 4), internal=False)).view(None)
    return lambda: conflict_png(view, NAMES, view.decision.conflict)


def replay():
    """The first 60 frames of a game: 100 ms, 300 kB."""
    turns = list(turns_of(read_game(record(0, 4))))[:60]
    return lambda: replay_gif(turns, NAMES)


PICTURES = {
    "board with all options": lambda: lambda: board_png(grand_view(), NAMES),
    "spaces": spaces,
    "hand": lambda: lambda: hand_png(start(4, options=("display",)).view(0), NAMES),
    "card": card,
    "legend": lambda: legend_png,
    "replay": replay,
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(benchmark, name):
    """A card 1 ms, the legend 3 ms, a replay 100 ms."""
    png = benchmark(PICTURES[name]())
    print(f"\n{name}: {len(png)} bytes")


def test_desks_as_they_come(benchmark):
    """The board for everybody, then the desk of each of four, position after position."""
    positions = cycle(lively_game(3, 4))

    def next_desks():
        game, events = next(positions)
        board_png(game.view(None), NAMES, events)
        for seat in range(4):
            desk_png(game.view(None), game.view(seat), NAMES, events)

    benchmark.pedantic(next_desks, rounds=100)


def test_one_game_to_share_after_another(benchmark):
    """The final boards of other games, with their scores of all turns: 10 ms, 40 kB."""
    ended = cycle(
        (turns[-1].view, scores_by_turn(turns))
        for turns in (list(turns_of(read_game(record(seed, 4)))) for seed in range(8))
    )

    def next_game():
        view, scores = next(ended)
        return share_png(view, NAMES, title="Ur", scores=scores)

    png = benchmark.pedantic(next_game, rounds=80, warmup_rounds=8)
    print(f"\ngame to share: {len(png)} bytes")


def test_one_chart_after_another(benchmark):
    """Scores that were not charted before: 3 ms."""
    view = read_position(record(1, 4)).view(None)
    chance = random.Random(1)

    def next_chart():
        scores = tuple(Score(*chance.choices(range(20), k=4), chance.randrange(4)) for _ in NAMES)
        return chart_png(replace(view, scores=scores), NAMES)

    benchmark.pedantic(next_chart, rounds=200)
