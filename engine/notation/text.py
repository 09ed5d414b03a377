"""The lines of a record or position: headers, decisions, comments (notation.md)."""

import re
from dataclasses import dataclass
from typing import NoReturn

from engine.values.material import Dynasty
from engine.values.quoting import quoted
from engine.values.reasons import GameError

__all__ = [
    "MOST_CHARACTERS",
    "FormatError",
]

MOST_CHARACTERS = 1_000_000
"""The maximum length of a text; a whole game with every option has some 5,000 characters."""
_MOST_LINES = 20_000
"""The maximum number of lines; a whole game with every option has some 500 decisions."""
_MOST_HEADERS = 200
"""The maximum number of headers; a position has 31 at most."""
_MOST_IN_A_LINE = 10_000
"""The maximum number of characters in a line; that of a bag has some 150."""

_BLANKS = " \t"
_NOT_UTF_8 = re.compile("[\ud800-\udfff]")
"""Surrogates that stand for bytes that are not UTF-8 (Python's surrogateescape)."""
_HEADER = re.compile(
    r"\[[ \t]*([A-Za-z][A-Za-z-]*)(?:[ \t]+([A-Za-z]))?[ \t]+"
    r'"([^"]*)"[ \t]*\][ \t]*(?:#.*)?'
)


class FormatError(GameError):
    """Raised for a text that is not a legal record or position; *line* counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Header:
    """``[Name "value"]`` or, about one player, ``[Name A "value"]``."""

    name: str
    player: str | None
    value: str

    def __str__(self) -> str:
        player = "" if self.player is None else f" {self.player}"
        return f'[{self.name}{player} "{self.value}"]'


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is neither blank nor a comment: a header, or words separated by blanks."""

    number: int
    header: Header | None
    words: tuple[str, ...]


class Lines:
    """Iterates over the meaningful lines of a text."""

    def __init__(self, text: str) -> None:
        """Raise FormatError if the text is too long."""
        _check_length(text)
        rows = text.removeprefix("\ufeff").split("\n")
        if len(rows) > 1 and not rows[-1]:
            rows.pop()
        self.last = len(rows)
        """The number of the text's last line."""
        self._rows = rows
        self._next = 0
        self._headers = 0

    def peek(self) -> Line | None:
        """Return the next line without consuming it, None at the end. Raises FormatError."""
        while self._next < len(self._rows):
            row = self._rows[self._next]
            if len(row) > _MOST_IN_A_LINE:
                raise FormatError(
                    self._next + 1, f"a line has at most {_MOST_IN_A_LINE:,} characters"
                )
            row = row.removesuffix("\r").strip(_BLANKS)
            if _NOT_UTF_8.search(row):
                raise FormatError(self._next + 1, "this is not UTF-8")
            if row.startswith("["):
                return Line(self._next + 1, *self._bracketed(row))
            words = tuple(word for word in re.split("[ \t]+", row.split("#", 1)[0]) if word)
            if words:
                return Line(self._next + 1, None, words)
            self._next += 1
        return None

    def _bracketed(self, row: str) -> tuple[Header | None, tuple[str, ...]]:
        if match := _HEADER.fullmatch(row):
            return Header(*match.groups()), ()
        bare = row.split("#", 1)[0].strip(_BLANKS)
        if bare == BOARD_STATE:
            return None, (bare,)
        raise FormatError(self._next + 1, 'a header is written [Name "value"]')

    def take(self) -> Line | None:
        """Return the next line and consume it, None at the end. Raises FormatError."""
        line = self.peek()
        if line is not None:
            self._next += 1
            self._headers += line.header is not None
            if self._headers > _MOST_HEADERS:
                raise FormatError(line.number, f"there are at most {_MOST_HEADERS} headers")
        return line

    def missing(self, what: str) -> NoReturn:
        """Raise FormatError because the text ends before *what*."""
        raise FormatError(self.last, f"the text ends where {what} should follow")

    def header(self, name: str, player: str | None = None) -> tuple[int, str]:
        """Consume the next line, which must be this header. Returns its number and value."""
        wanted = f'[{name}{"" if player is None else " " + player} "..."]'
        line = self.take()
        if line is None:
            self.missing(wanted)
        header = line.header
        if header is None or (header.name, header.player) != (name, player):
            raise FormatError(line.number, f"{wanted} is expected here")
        return line.number, header.value.strip(_BLANKS)

    def next_is_header(self, name: str) -> bool:
        """True if the next line is a header with this name."""
        line = self.peek()
        return line is not None and line.header is not None and line.header.name == name


BOARD_STATE = "[Board-state]"


def _check_length(text: str) -> None:
    """Raise FormatError, with the first excess line, if the text is too long for a game."""
    if len(text) > MOST_CHARACTERS:
        line = text.count("\n", 0, MOST_CHARACTERS) + 1
        raise FormatError(line, f"a file has at most {MOST_CHARACTERS:,} characters")
    if text.count("\n") + (not text.endswith("\n")) > _MOST_LINES:
        raise FormatError(_MOST_LINES + 1, f"a file has at most {_MOST_LINES:,} lines")


def split_blanks(value: str) -> tuple[str, ...]:
    """Return the words of a header's value, separated by runs of blanks."""
    return tuple(word for word in re.split("[ \t]+", value) if word)


def parse_seats(value: str) -> tuple[Dynasty, ...]:
    """Return the dynasties of a ``Seats`` header. Raises GameError for an unknown letter."""
    seats = []
    for letter in split_blanks(value):
        if letter not in set(Dynasty):
            raise GameError(f"{quoted(letter)} is no dynasty: they are A, B, L and P (R1.4)")
        seats.append(Dynasty(letter))
    return tuple(seats)
