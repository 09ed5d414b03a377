"""What a picture costs: milliseconds with warm caches, and bytes (run on demand)."""

import pytest

from render import board_png, hand_png
from tests.render.scenes import NAMES, lively_game


def position(pieces: int):
    """A public view with so many pieces on the board, and the events of its turn."""
    for game, events in lively_game(3):
        if (game.board.connecting | game.board.catastrophes).bit_count() == pieces:
            return game, events
    raise LookupError(f"this game never has {pieces} pieces on the board")


@pytest.mark.parametrize("pieces", [20, 50, 80])
def test_board_picture(benchmark, pieces) -> None:
    game, events = position(pieces)
    png = benchmark(board_png, game.view(None), NAMES, events)
    benchmark.extra_info["bytes"] = len(png)
    print(f"\nboard with {pieces} pieces: {len(png)} bytes")


def test_hand_picture(benchmark) -> None:
    game, _ = position(50)
    png = benchmark(hand_png, game.view(0), NAMES)
    benchmark.extra_info["bytes"] = len(png)
    print(f"\nhand: {len(png)} bytes")


def test_a_game_after_another(benchmark) -> None:
    """Positions as they come: some spaces are drawn for the first time."""
    positions = iter(lively_game(3) * 50)

    def next_picture() -> bytes:
        game, events = next(positions)
        return board_png(game.view(None), NAMES, events)

    benchmark.pedantic(next_picture, rounds=400)
