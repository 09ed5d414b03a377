"""``python -m engine``: play, legal, random, rank (notation.md, "Commands").

The only part of the engine that reads files, prints, and rolls dice.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from engine.actions import Action
from engine.game import OPTIONS, SEATS, Game, check_options, full_bag
from engine.layouts import LAYOUTS
from engine.material import Dynasty
from engine.positions import write_position
from engine.reasons import GameError
from engine.records import last_line, read_position, write_record
from engine.text import FormatError
from engine.view import View


class CommandError(Exception):
    """Something is wrong with the call: one line for standard error, exit status 2."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{self.prog}: {message}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0, or 2 with one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        # surrogateescape: a FILE whose name is no UTF-8 is named as it was given.
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")  # type: ignore[union-attr]
    try:
        options = _parser().parse_args(arguments)
        sys.stdout.write(options.run(options))
    except (CommandError, GameError) as error:
        sys.stderr.write(" ".join(str(error).splitlines()) + "\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Tigris & Euphrates: rules and records")
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
    rand.add_argument("--options", default="", help=f"any of: {' '.join(OPTIONS) or 'none yet'}")
    rand.set_defaults(run=_random)

    rank = commands.add_parser("rank", help="print the placing at the end of a game")
    rank.add_argument("file", metavar="FILE")
    rank.set_defaults(run=_rank)
    return parser


def _play(options: argparse.Namespace) -> str:
    game = _read(options.file)
    return write_position(_view(game, options.viewer))


def _view(game: Game, viewer: str | None) -> View:
    if viewer is None:
        return game.open_view()
    if viewer == "public":
        return game.view(None)
    if viewer not in game.seats:
        raise CommandError(f"--as {viewer}: nobody of that name is seated in this game")
    return game.view(game.seats.index(Dynasty(viewer)))


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
    text = _text(options.file)
    game = _played(options.file, text)
    if not game.over:
        raise CommandError(f"{options.file}:{last_line(text)}: the game is not over here (R14)")
    return "".join(
        f"{placing.place} {game.seats[placing.seat].value} "
        f"{' '.join(map(str, placing.ascending))}\n"
        for placing in game.ranking()
    )


def _read(name: str) -> Game:
    return _played(name, _text(name))


def _played(name: str, text: str) -> Game:
    try:
        return read_position(text)
    except FormatError as error:
        raise CommandError(f"{name}:{error.line}: {error}") from None


def _text(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CommandError(f"{name}: cannot be read: {reason}") from None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CommandError(f"{name}:{line}: this is not UTF-8") from None


if __name__ == "__main__":
    sys.exit(main())
