"""What a picture costs: milliseconds and bytes against the least possible (run on demand)."""

import zlib
from io import BytesIO
from itertools import cycle
from statistics import median
from time import perf_counter

import pytest
from PIL import Image

from engine import cells_of
from render import HIGH_CONTRAST, board_png, desk_png, hand_png, spaces_png
from render.board.field import pieces_on
from render.board.ground import corner_of, ground_colours
from render.drawing.theme import THEME
from render.pieces.sprites import sprite
from tests.render.scenes import NAMES, grand_view, lively_game, opened, start


def position(pieces: int):
    """A public view with so many pieces on the board, and the events of its turn."""
    for game, events in lively_game(3):
        if (game.board.connecting | game.board.catastrophes).bit_count() == pieces:
            return game, events
    raise LookupError(f"this game never has {pieces} pieces on the board")


def milliseconds(work, rounds: int = 30) -> float:
    """The median time of one call, after one to warm up."""
    work()
    times = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return median(times) * 1000


@pytest.mark.parametrize("pieces", [20, 50, 80])
def test_board_picture(benchmark, pieces) -> None:
    game, events = position(pieces)
    png = benchmark(board_png, game.view(None), NAMES, events)
    print(f"\nboard with {pieces} pieces: {len(png)} bytes")


@pytest.mark.parametrize("theme", [THEME, HIGH_CONTRAST], ids=["usual", "high contrast"])
def test_board_picture_with_all_options(benchmark, theme) -> None:
    png = benchmark(board_png, grand_view(), NAMES, theme=theme)
    print(f"\nboard with all options: {len(png)} bytes")


def test_desk_picture(benchmark) -> None:
    """The hand costs little beside the board, whose bands are those of the picture for all."""
    game, events = position(80)
    view, own = game.view(None), game.view(0)
    board = milliseconds(lambda: board_png(view, NAMES, events))
    png = benchmark(desk_png, view, own, NAMES, events)
    print(f"\ndesk: {len(png)} bytes; the board alone: {board:.2f} ms")


def test_desks_as_they_come(benchmark) -> None:
    """The board for everybody, then the desk of each of four, position after position."""
    positions = cycle(lively_game(3))

    def next_desks() -> None:
        game, events = next(positions)
        board_png(game.view(None), NAMES, events)
        for seat in range(4):
            desk_png(game.view(None), game.view(seat), NAMES, events)

    benchmark.pedantic(next_desks, rounds=100)


def test_spaces_picture(benchmark) -> None:
    view = position(50)[0].view(None)
    legal = tuple(cells_of(view.board.empty & view.board.layout.land))
    png = benchmark(spaces_png, view, legal)
    print(f"\n{len(legal)} spaces to choose from: {len(png)} bytes")


def test_hand_picture(benchmark) -> None:
    view = start(4, options=("display",)).view(0)
    png = benchmark(hand_png, view, NAMES)
    print(f"\nhand with an open display: {len(png)} bytes")


def test_positions_as_they_come(benchmark) -> None:
    """Each position once, game after game: on most of them some spaces are new."""
    for seed in range(4):  # what a bot that has run for a while has drawn before
        for game, events in lively_game(seed):
            board_png(game.view(None), NAMES, events)
    positions = cycle([place for seed in range(50, 58) for place in lively_game(seed)])
    sizes = []

    def next_picture() -> None:
        game, events = next(positions)
        sizes.append(len(board_png(game.view(None), NAMES, events)))

    benchmark.pedantic(next_picture, rounds=600)
    print(f"\nas they come: median {median(sizes):.0f}, at most {max(sizes)} bytes")


def test_against_the_floor_and_the_usual_way() -> None:
    """Beside it: encoding alone, and the board composed in RGBA and saved by Pillow.

    Under a tenth of the usual way.
    """
    game, events = position(80)
    view = game.view(None)
    png = board_png(view, NAMES, events)
    picture = opened(png)
    with Image.open(BytesIO(png)) as image:
        rows = b"".join(
            b"\0" + bytes(row) for row in zip(*[iter(image.tobytes())] * image.width, strict=True)
        )

    def usual_way() -> bytes:
        """What every picture would cost without palette, bands and ready-made spaces."""
        image = picture.convert("RGBA")
        image.paste(ground_colours(view.board.layout.name), (0, THEME.head - THEME.gap))
        for cell, piece in pieces_on(view.board).items():
            x, y = corner_of(cell)
            image.alpha_composite(sprite(piece, THEME.cell), (x, y + THEME.head - THEME.gap))
        written = BytesIO()
        image.save(written, "PNG")
        return written.getvalue()

    ours = milliseconds(lambda: board_png(view, NAMES, events))
    floor = {
        level: milliseconds(lambda level=level: zlib.compress(rows, level)) for level in (1, 6)
    }
    usual = milliseconds(usual_way, rounds=5)
    print(f"\nboard: {ours:.2f} ms, {len(png)} bytes, {ours / usual:.3f} of the usual way")
    for level, time in floor.items():
        size = len(zlib.compress(rows, level))
        print(
            f"the same pixels at zlib level {level}: {time:.2f} ms, {size} bytes; "
            f"the board is {ours / time:.2f} of that"
        )
    print(f"RGBA and Pillow's defaults: {usual:.1f} ms, {len(usual_way())} bytes")
