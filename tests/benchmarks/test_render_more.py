"""What cards, charts and replays cost: milliseconds with warm caches, and bytes (on demand).

Each is measured against its floor: the time to encode pixels that are there already.
"""

import random
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import count

import pytest
from PIL import Image, ImageSequence

from engine import Score, read_game, read_position, turns_of
from render import chart_png, conflict_png, legend_png, replay_gif
from render.drawing.gif import gif
from render.drawing.palette import palette_of
from render.drawing.theme import THEME
from tests.render.records import prefix_in_conflict, record
from tests.render.scenes import NAMES


def milliseconds(work: Callable[[], object]) -> float:
    """The quickest of ten."""
    times = []
    for _ in range(10):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def report(what: str, made: bytes, floor: Callable[[], object], target: str) -> None:
    print(f"\n{what}: {len(made)} bytes; the floor: {milliseconds(floor):.2f} ms; target: {target}")


def floor_of_png(png: bytes) -> Callable[[], object]:
    with Image.open(BytesIO(png)) as image:
        pixels = image.tobytes()
    return lambda: zlib.compress(pixels, 6)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("internal", [False, True])
def test_conflict_card(benchmark, internal, half) -> None:
    game = read_position(prefix_in_conflict(record(3, 4), internal=internal, half=half))
    view = game.view(None)
    png = benchmark(conflict_png, view, NAMES, view.decision.conflict)
    report("card", png, floor_of_png(png), "1 ms")


def test_one_card_after_another(benchmark) -> None:
    """Strengths that were not drawn before: nothing of the panels is reused."""
    view = read_position(prefix_in_conflict(record(3, 4), internal=False)).view(None)
    conflict = view.decision.conflict
    strengths = count()

    def next_card() -> bytes:
        attacker = replace(conflict.attacker, strength=next(strengths))
        return conflict_png(view, NAMES, replace(conflict, attacker=attacker))

    benchmark.pedantic(next_card, rounds=200)


def test_one_chart_after_another(benchmark) -> None:
    """Scores that were not charted before."""
    view = read_position(record(1, 4)).view(None)
    chance = random.Random(1)

    def next_chart() -> bytes:
        scores = tuple(Score(*chance.choices(range(20), k=4), chance.randrange(4)) for _ in NAMES)
        return chart_png(replace(view, scores=scores), NAMES)

    benchmark.pedantic(next_chart, rounds=200)


@pytest.mark.parametrize("seats", [2, 4])
def test_chart(benchmark, seats) -> None:
    view = read_position(record(1, seats)).view(None)
    png = benchmark(chart_png, view, NAMES[:seats])
    report(f"chart of {seats}", png, floor_of_png(png), "3 ms")


@pytest.mark.parametrize("seed", [0, 2])
def test_replay_of_60_frames(benchmark, seed) -> None:
    told = list(turns_of(read_game(record(seed, 4))))[:60]
    animation = benchmark(replay_gif, told, NAMES)
    with Image.open(BytesIO(animation)) as image:
        size = image.size
        colours = [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]
    palette = palette_of(THEME)
    frames = [([(0, 0, palette.to_indices(frame))], 500) for frame in colours]
    report(
        "replay of 60 frames",
        animation,
        lambda: gif(palette.bytes, size, frames),
        "100 ms, 300 kB",
    )


def test_legend(benchmark) -> None:
    png = benchmark(legend_png)
    report("legend", png, floor_of_png(png), "3 ms")


def test_replay_of_a_long_game(benchmark) -> None:
    told = list(turns_of(read_game(record(1, 3))))
    told += told[1:] * 3
    animation = benchmark(replay_gif, told, NAMES[:3])
    print(f"\nreplay of {len(told)} turns: {len(animation)} bytes")


def test_reading_a_record_for_a_replay(benchmark) -> None:
    text = record(1, 4)
    benchmark(lambda: list(turns_of(read_game(text))))
