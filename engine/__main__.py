"""``python -m engine``: play, legal, random, rank (notation.md, "Commands").

The only part of the engine that rolls dice, and with ``command.py`` that reads and prints.
"""

import argparse
import random
import sys
from collections.abc import Sequence

from engine.actions import Action
from engine.command import CommandParser, at_end, played, read_text, run, view_as
from engine.game import SEATS, Game, full_bag
from engine.layouts import LAYOUTS
from engine.material import Dynasty
from engine.options import OPTIONS, check_options
from engine.positions import write_position
from engine.records import Step, write_record


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0, or 2 with one line on standard error."""
    return run(_answer, arguments)


def _answer(arguments: Sequence[str] | None) -> str:
    options = _parser().parse_args(arguments)
    answer: str = options.run(options)
    return answer


def _parser() -> CommandParser:
    parser = CommandParser(
        prog="python -m engine", description="Tigris & Euphrates: rules and records"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="print the position a file leads to")
    play.add_argument("file", metavar="FILE")
    play.add_argument("--as", dest="viewer", metavar="WHO", help="a dynasty letter, or public")
    play.set_defaults(run=_play)

    legal = commands.add_parser("legal", help="print every legal decision")
    legal.add_argument("file", metavar="FILE")
    legal.add_argument("--count", action="store_true", help="print only how many there are")
    legal.set_defaults(run=_legal)

    rand = commands.add_parser("random", help="play a random game and print its record")
    rand.add_argument("--seed", type=int, required=True)
    rand.add_argument("--players", type=int, choices=SEATS, required=True)
    rand.add_argument("--board", choices=sorted(LAYOUTS), default="classic")
    rand.add_argument("--options", default="", help=f"any of: {' '.join(OPTIONS)}")
    rand.set_defaults(run=_random)

    rank = commands.add_parser("rank", help="print the placing at the end of a game")
    rank.add_argument("file", metavar="FILE")
    rank.set_defaults(run=_rank)
    return parser


def _play(options: argparse.Namespace) -> str:
    game = _read(options.file)
    viewer = options.viewer
    return write_position(game.open_view() if viewer is None else view_as(game, viewer))


def _legal(options: argparse.Namespace) -> str:
    game = _read(options.file)
    actions = game.legal_actions()
    if options.count:
        return f"{len(actions)}\n"
    letter = game.seats[game.decision.seat].value
    return "".join(sorted(f"{letter} {action}\n" for action in actions))


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


def _rank(options: argparse.Namespace) -> str:
    text = read_text(options.file)
    game = _last(options.file, text)
    if not game.over:
        raise at_end(options.file, text, "the game is not over here (R14)")
    return "".join(
        f"{placing.place} {game.seats[placing.seat].value} "
        f"{' '.join(map(str, placing.ascending))}\n"
        for placing in game.ranking()
    )


def _read(name: str) -> Game:
    return _last(name, read_text(name))


def _last(name: str, text: str) -> Game:
    *_, last = played(name, text)
    return last.game if isinstance(last, Step) else last


if __name__ == "__main__":
    sys.exit(main())
