"""How quick the engine is: ``pytest tests/benchmarks/test_engine.py -o addopts=`` on demand.

Everything goes through the public interface, on one core. The targets stand in the docstrings.
"""

from __future__ import annotations

import random

import pytest

from engine import (
    OPTIONS,
    Action,
    Colour,
    Dynasty,
    Game,
    dump_game,
    full_bag,
    load_game,
    moves_that_matter,
    parse_action,
    read_position,
    write_record,
)

PLAYERS = 3
ACTIONS = 200


def deal(seed: int, options: tuple[str, ...] = ()) -> tuple[Game, str]:
    full = full_bag("classic")
    bag = "".join(random.Random(seed).sample(full, len(full)))
    return Game.start(list(Dynasty)[:PLAYERS], bag, options=options), bag


def step(dice: random.Random, game: Game) -> tuple[Action, Game]:
    """List every legal action, pick one uniformly, carry it out with its events."""
    actions = game.legal_actions()
    action = actions[int(dice.random() * len(actions))]
    game, events = game.apply(game.decision.seat, action)
    assert events
    return action, game


def play(seed: int, options: tuple[str, ...]) -> int:
    """A whole random game; how many decisions it took."""
    game, _ = deal(seed, options)
    dice = random.Random(seed)
    decisions = 0
    while not game.over:
        _, game = step(dice, game)
        decisions += 1
    return decisions


def log(actions: int) -> tuple[Game, str, list[tuple[int, str]], Game]:
    """The first *actions* decisions of a game that has so many: start, bag, log, position."""
    for seed in range(100):
        start, bag = deal(seed)
        game, dice, lines = start, random.Random(seed), []
        while not game.over and len(lines) < actions:
            seat = game.decision.seat
            action, game = step(dice, game)
            lines.append((seat, str(action)))
        if len(lines) == actions and not game.over:
            return start, bag, lines, game
    raise AssertionError("no game is that long")


@pytest.mark.parametrize("options", [(), OPTIONS], ids=["plain", "every option"])
def test_random_games(benchmark, options):
    """At least 100 games a second, about 275 decisions each; with every option 60, about 400."""
    seeds = range(20)
    decisions = benchmark(lambda: sum(play(seed, options) for seed in seeds))
    shortest = benchmark.stats.stats.min
    print(
        f"\nrandom games: {len(seeds) / shortest:.0f} a second, "
        f"{shortest / decisions * 1e6:.1f} us a decision"
    )


def test_replay_of_a_log(benchmark):
    """200 actions, parsed and applied: under 20 ms."""
    start, _, lines, end = log(ACTIONS)

    def replay() -> Game:
        game = start
        for seat, text in lines:
            game, _ = game.apply(seat, parse_action(text))
        return game

    assert benchmark(replay) == end


def test_replay_of_a_record(benchmark):
    """The same from the text of a record."""
    start, bag, lines, end = log(ACTIONS)
    decisions = [(start.seats[seat], parse_action(text)) for seat, text in lines]
    record = write_record(start, bag, decisions)
    assert benchmark(read_position, record) == end


def test_load_of_a_stored_game(benchmark):
    """After 200 actions: under 5 ms."""
    *_, end = log(ACTIONS)
    assert benchmark(load_game, dump_game(end)) == end


def test_dump_of_a_game(benchmark):
    *_, end = log(ACTIONS)
    assert load_game(benchmark(dump_game, end)) == end


@pytest.mark.parametrize("known", [True, False])
def test_masks_of_legal_spaces(benchmark, known):
    """Four colours, four leaders, catastrophes: with and without the board's kingdoms known."""
    *_, end = log(ACTIONS)
    stored = dump_game(end)

    def masks(game: Game) -> list[int]:
        return [
            *(game.tile_cells(colour) for colour in Colour),
            *(game.leader_cells(leader) for leader in game.leaders(game.active)),
            game.catastrophe_cells(),
        ]

    expected = masks(end)
    if known:
        assert benchmark(masks, end) == expected
    else:
        result = benchmark.pedantic(
            masks, setup=lambda: ((load_game(stored),), {}), rounds=2000, iterations=1
        )
        assert result == expected


@pytest.mark.parametrize("options", [(), OPTIONS], ids=["plain", "every option"])
def test_moves_that_matter(benchmark, options):
    """Drawn on every press: under 15 ms in the middle of a game, its kingdoms not known yet."""
    game, _ = deal(3, options)
    dice = random.Random(3)
    decisions = 0
    while decisions < ACTIONS // 2 or game.decision.kind != "action" or game.actions_left < 2:
        _, game = step(dice, game)
        decisions += 1
    stored = dump_game(game)
    suggested = benchmark.pedantic(
        moves_that_matter,
        setup=lambda: ((load_game(stored).view(game.active),), {}),
        rounds=200,
        iterations=1,
    )
    assert suggested == moves_that_matter(game.view(game.active))
