"""``python -m engine``: play, legal, rank, random, suggest, match (notation.md), verify, story."""

import sys
from collections.abc import Sequence

from engine.commands import (
    Answer,
    CommandParser,
    looking,
    opposing,
    playing,
    run,
    telling,
    verifying,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0, 1 if a record differs, 2 for any error."""
    return run(_answer, arguments)


def _answer(arguments: Sequence[str] | None) -> str | Answer:
    parser = CommandParser(
        prog="python -m engine", description="Tigris & Euphrates: rules and records"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (looking, playing, opposing, verifying, telling):
        group.add_to(commands)
    options = parser.parse_args(arguments)
    answer: str | Answer = options.run(options)
    return answer


if __name__ == "__main__":
    sys.exit(main())
