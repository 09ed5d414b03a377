"""The speed of the engine: ``pytest tests/benchmarks/test_engine.py -o addopts=`` on demand.

Everything goes through the public interface, on one core. The targets stand in the docstrings.
"""

from __future__ import annotations

import random

import pytest

from engine import (
    OPTIONS,
    Dynasty,
    Game,
    dump_game,
    full_bag,
    load_game,
    moves_that_matter,
    parse_action,
)

PLAYERS = 3
ACTIONS = 200


def deal(seed, options=()):
    full = full_bag("classic")
    bag = "".join(random.Random(seed).sample(full, len(full)))
    return Game.start(list(Dynasty)[:PLAYERS], bag, options=options)


def step(dice, game):
    """List every legal action, pick one uniformly, carry it out with its events."""
    actions = game.legal_actions()
    action = actions[int(dice.random() * len(actions))]
    game, events = game.apply(game.decision.seat, action)
    assert events
    return action, game


def play(seed, options):
    """A whole random game; how many decisions it took."""
    game = deal(seed, options)
    dice = random.Random(seed)
    decisions = 0
    while not game.over:
        _, game = step(dice, game)
        decisions += 1
    return decisions


def log(actions):
    """The first *actions* decisions of a game: its start, log and position."""
    for seed in range(100):
        start = deal(seed)
        game, dice, lines = start, random.Random(seed), []
        while not game.over and len(lines) < actions:
            seat = game.decision.seat
            action, game = step(dice, game)
            lines.append((seat, str(action)))
        if len(lines) == actions and not game.over:
            return start, lines, game
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
    start, lines, end = log(ACTIONS)

    def replay():
        game = start
        for seat, text in lines:
            game, _ = game.apply(seat, parse_action(text))
        return game

    assert benchmark(replay) == end


def test_load_of_a_stored_game(benchmark):
    """After 200 actions: under 5 ms."""
    *_, end = log(ACTIONS)
    assert benchmark(load_game, dump_game(end)) == end


@pytest.mark.parametrize("options", [(), OPTIONS], ids=["plain", "every option"])
def test_moves_that_matter(benchmark, options):
    """Drawn on every press: under 15 ms in the middle of a game, its kingdoms not known yet."""
    game = deal(3, options)
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
