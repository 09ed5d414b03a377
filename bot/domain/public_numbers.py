"""Numbers of log entries that people can read, such as those on buttons.

They skip quiet entries (:data:`bot.store.queries.logs.QUIET`): a gap would tell everybody that a
player had a hint, or was called.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

_SIGN = "+"


@dataclass(frozen=True, slots=True)
class PublicNumber:
    """The number of an entry among those that are not quiet, from 1; 0 is before all of them."""

    number: int

    def __str__(self) -> str:
        return f"{_SIGN}{self.number}"


def parse_number(text: str) -> PublicNumber | int:
    """The number on a button. Older buttons have no sign: an int is the log's own number.

    Raises ValueError if it is no number.
    """
    if text.startswith(_SIGN):
        return PublicNumber(int(text.removeprefix(_SIGN)))
    return int(text)


def public_number(quiet: Sequence[int], seq: int) -> PublicNumber:
    """The public number of entry *seq*; *quiet* are the numbers of quiet entries, in order."""
    return PublicNumber(seq - bisect_right(quiet, seq))


def entry_of(quiet: Sequence[int], number: PublicNumber | int) -> int:
    """The log's number of the entry on a button; past the end of the log if there is none."""
    if not isinstance(number, PublicNumber):
        return number
    seq = number.number
    for each in quiet:
        if each > seq:
            break
        seq += 1
    return seq
