"""Commands about the position at the end of a FILE: play, legal, rank (notation.md, "Commands")."""

import argparse

from engine import write_position
from engine.commands.kit import Commands, at_end, last_game, played, read_text, view_as


def add_to(commands: Commands) -> None:
    """Add these commands to a command line."""
    play = commands.add_parser("play", help="print the position a file leads to")
    play.add_argument("file", metavar="FILE")
    play.add_argument("--as", dest="viewer", metavar="WHO", help="a dynasty letter, or public")
    play.set_defaults(run=_play)

    legal = commands.add_parser("legal", help="print every legal decision")
    legal.add_argument("file", metavar="FILE")
    legal.add_argument("--count", action="store_true", help="print only how many there are")
    legal.set_defaults(run=_legal)

    rank = commands.add_parser("rank", help="print the placing at the end of a game")
    rank.add_argument("file", metavar="FILE")
    rank.set_defaults(run=_rank)


def _play(options: argparse.Namespace) -> str:
    game = last_game(played(options.file, read_text(options.file)))
    viewer = options.viewer
    return write_position(game.open_view() if viewer is None else view_as(game, viewer))


def _legal(options: argparse.Namespace) -> str:
    game = last_game(played(options.file, read_text(options.file)))
    actions = game.legal_actions()
    if options.count:
        return f"{len(actions)}\n"
    letter = game.seats[game.decision.seat].value
    return "".join(sorted(f"{letter} {action}\n" for action in actions))


def _rank(options: argparse.Namespace) -> str:
    text = read_text(options.file)
    game = last_game(played(options.file, text))
    if not game.over:
        raise at_end(options.file, text, "the game is not over here (R14)")
    return "".join(
        f"{placing.place} {game.seats[placing.seat].value} "
        f"{' '.join(map(str, placing.ascending))}\n"
        for placing in game.ranking()
    )
