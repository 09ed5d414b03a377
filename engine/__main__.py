"""``python -m engine``: play, legal, rank, random, suggest, match (notation.md, "Commands")."""

import sys
from collections.abc import Sequence

from engine.commands import CommandParser, looking, opposing, playing, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0, or 2 with one line on standard error."""
    return run(_answer, arguments)


def _answer(arguments: Sequence[str] | None) -> str:
    parser = CommandParser(
        prog="python -m engine", description="Tigris & Euphrates: rules and records"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (looking, playing, opposing):
        group.add_to(commands)
    options = parser.parse_args(arguments)
    answer: str = options.run(options)
    return answer


if __name__ == "__main__":
    sys.exit(main())
