"""Shared parts of the project's command lines: reading a FILE, and one line for an error."""

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
"""The name that stands for standard input."""
_MOST_BYTES = 4 * MOST_CHARACTERS
"""The maximum size of a readable text in UTF-8; at most one byte more is read."""


class CommandError(Exception):
    """Raised for a wrong call: one line on standard error, exit status 2."""


class CommandParser(argparse.ArgumentParser):
    """A parser without abbreviations that raises CommandError for wrong arguments."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise CommandError."""
        raise CommandError(f"{self.prog}: {message}")


Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"  # noqa: SLF001
"""The group to which commands are added; argparse has no public name for it."""


_GAME = re.compile(r"^# game \d+\n", re.MULTILINE)


def records_in(path: Path) -> Iterator[str]:
    """Return the records in a file: one, or several, each after a line ``# game N``.

    The file may be compressed (``.xz``). Raises OSError if it cannot be read, UnicodeDecodeError if
    it is not UTF-8.
    """
    read = path.read_bytes()
    text = (lzma.decompress(read) if path.suffix == ".xz" else read).decode()
    return (record for record in _GAME.split(text) if record.strip())


class Answer(NamedTuple):
    """The output of a command, and its exit status."""

    text: str
    status: int = 0


def run(
    command: Callable[[Sequence[str] | None], str | Answer], arguments: Sequence[str] | None
) -> int:
    """Print the output of *command*. Returns its exit status, usually 0.

    The status is 2, with one line on standard error, if the command raises CommandError or
    GameError.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):  # None if it was closed
        # surrogateescape: print the name of a FILE as given even if it is not UTF-8.
        stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        answer = command(arguments)
        if sys.stdout is None:
            raise CommandError("standard output is closed")  # noqa: TRY301
        text, status = answer if isinstance(answer, Answer) else Answer(answer)
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output, such as head, has closed it
        _discard_output()
        return 0
    except (CommandError, GameError, OSError) as error:
        if isinstance(error, OSError):
            _discard_output()
        if sys.stderr is not None:
            sys.stderr.write(" ".join(str(error).splitlines()) + "\n")
        return 2
    return status


def _discard_output() -> None:
    """Discard output still buffered, which would raise again when Python exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def read_text(name: str) -> str:
    """Return the text of a FILE. Raises CommandError if it cannot be read."""
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
    # Bytes that are not UTF-8 raise when their line is parsed, so that the first fault is reported.
    return data.decode(errors="surrogateescape")


def played(name: str, text: str) -> Iterator[Game | Step]:
    """Yield from :func:`engine.read_game`. Raises CommandError with the FILE and the line."""
    try:
        yield from read_game(text)
    except FormatError as error:
        raise CommandError(f"{name}:{error.line}: {error}") from None


def last_game(steps: Iterable[Game | Step]) -> Game:
    """Return the last game of *steps*, from :func:`played`. Raises what they raise."""
    *_, last = steps
    return last.game if isinstance(last, Step) else last


def at_end(name: str, text: str, wrong: str) -> CommandError:
    """Return the error *wrong* about the end of a FILE with this text."""
    return CommandError(f"{name}:{last_line(text)}: {wrong}")


def players(text: str) -> tuple[str, ...]:
    """Return the names in the ``Players`` header of a readable text; empty without that header."""
    names = headers_of(text).get("Players")
    return () if names is None else tuple(name.strip() for name in names.split(","))


def view_as(game: Game, viewer: str) -> PublicView | SeatView:
    """Return the view for ``--as``: a dynasty's letter, or ``public``.

    Raises CommandError for anything else.
    """
    if viewer == "public":
        return game.view(None)
    if viewer not in game.seats:
        raise CommandError(f"--as {viewer}: nobody of that name is seated in this game")
    return game.view(game.seats.index(Dynasty(viewer)))
