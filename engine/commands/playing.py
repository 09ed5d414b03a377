"""Commands that play games by themselves: random (notation.md, "Commands")."""

import argparse
import random

from engine import (
    LAYOUTS,
    OPTIONS,
    SEATS,
    Action,
    Dynasty,
    Game,
    check_options,
    full_bag,
    write_record,
)
from engine.commands.kit import Commands


def add_to(commands: Commands) -> None:
    """Add these commands to a command line."""
    rand = commands.add_parser("random", help="play a random game and print its record")
    rand.add_argument("--seed", type=int, required=True)
    rand.add_argument("--players", type=int, choices=SEATS, required=True)
    rand.add_argument("--board", choices=sorted(LAYOUTS), default="classic")
    rand.add_argument("--options", default="", help=f"any of: {' '.join(OPTIONS)}")
    rand.set_defaults(run=_random)


def _random(options: argparse.Namespace) -> str:
    dice = random.Random(options.seed)  # noqa: S311  (a game, not a secret)
    table_options = check_options(sorted(set(options.options.split())))
    seats = dice.sample(list(Dynasty), options.players)
    bag = "".join(dice.sample(full := full_bag(options.board), len(full)))
    start = game = Game.start(seats, bag, options.board, table_options)
    decided: list[tuple[Dynasty, Action]] = []
    while not game.over:
        action = dice.choice(game.legal_actions())
        decided.append((game.seats[game.decision.seat], action))
        game, _ = game.apply(game.decision.seat, action)
    return write_record(start, bag, decided)
