"""What the project's command lines share: reading a FILE, and one line about what is wrong."""

import argparse
import lzma
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

from engine import (
    MOST_CHARACTERS,
    Dynasty,
    FormatError,
    Game,
    GameError,
    PublicView,
    SeatView,
    Step,
    headers_of,
    last_line,
    read_game,
)

STANDARD_INPUT = "-"
"""The FILE that stands for standard input."""
_MOST_BYTES = 4 * MOST_CHARACTERS
"""No text that can be read has more in UTF-8, so no more than that and one is taken in."""


class CommandError(Exception):
    """Something is wrong with the call: one line for standard error, exit status 2."""


class CommandParser(argparse.ArgumentParser):
    """A parser of arguments, not to be abbreviated, that raises CommandError for bad ones."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise CommandError."""
        raise CommandError(f"{self.prog}: {message}")


Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"  # noqa: SLF001
"""What commands are added to; argparse has no public name for it."""


_GAME = re.compile(r"^# game \d+\n", re.MULTILINE)


def records_in(path: Path) -> Iterator[str]:
    """The records in a file: one, or several, each after a line ``# game N``; ``.xz`` or not.

    Raises OSError if it cannot be read, UnicodeDecodeError if it is no text.
    """
    read = path.read_bytes()
    text = (lzma.decompress(read) if path.suffix == ".xz" else read).decode()
    return (record for record in _GAME.split(text) if record.strip())


class Answer(NamedTuple):
    """What a command prints, and its exit status."""

    text: str
    status: int = 0


def run(
    command: Callable[[Sequence[str] | None], str | Answer], arguments: Sequence[str] | None
) -> int:
    """Print what *command* answers; the exit status: the command's, usually 0.

    It is 2, with one line on standard error, if the command raises CommandError or GameError.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None if it was closed
        # surrogateescape: a FILE whose name is no UTF-8 is named as it was given.
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        answer = command(arguments)
        if sys.stdout is None:
            raise CommandError("standard output is closed")  # noqa: TRY301
        text, status = answer if isinstance(answer, Answer) else Answer(answer)
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output, such as head, has seen enough
        _write_nowhere()
        return 0
    except (CommandError, GameError, OSError) as error:
        if isinstance(error, OSError):
            _write_nowhere()
        if sys.stderr is not None:
            sys.stderr.write(" ".join(str(error).splitlines()) + "\n")
        return 2
    return status


def _write_nowhere() -> None:
    """Let what is still to be written go nowhere, or Python would complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_text(name: str) -> str:
    """The text of a FILE as given. Raises CommandError if it cannot be read."""
    try:
        if name == STANDARD_INPUT and sys.stdin is None:
            raise ValueError("it is closed")  # noqa: TRY301
        if name == STANDARD_INPUT:
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise CommandError(f"{name}: cannot be read: {reason}") from None
    # What is no UTF-8 is found when its line is read, so that the first fault is named.
    return data.decode(errors="surrogateescape")


def played(name: str, text: str) -> Iterator[Game | Step]:
    """What :func:`engine.read_game` reads. Raises CommandError with the FILE and the line."""
    try:
        yield from read_game(text)
    except FormatError as error:
        raise CommandError(f"{name}:{error.line}: {error}") from None


def last_game(steps: Iterable[Game | Step]) -> Game:
    """The game to which *steps*, from :func:`played`, lead. Raises what they raise."""
    *_, last = steps
    return last.game if isinstance(last, Step) else last


def at_end(name: str, text: str, wrong: str) -> CommandError:
    """The error that says *wrong* of where a FILE with that text ends."""
    return CommandError(f"{name}:{last_line(text)}: {wrong}")


def players(text: str) -> tuple[str, ...]:
    """The names in the ``Players`` header of a readable text; none without that header."""
    names = headers_of(text).get("Players")
    return () if names is None else tuple(name.strip() for name in names.split(","))


def view_as(game: Game, viewer: str) -> PublicView | SeatView:
    """What ``--as`` shows: a dynasty's letter, or ``public``. Raises CommandError for others."""
    if viewer == "public":
        return game.view(None)
    if viewer not in game.seats:
        raise CommandError(f"--as {viewer}: nobody of that name is seated in this game")
    return game.view(game.seats.index(Dynasty(viewer)))
