"""Public numbers of log entries, such as those on buttons.

They skip quiet entries (:data:`bot.store.queries.logs.QUIET`): a gap would reveal that a player had
a hint, or was called.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

_SIGN = "+"


@dataclass(frozen=True, slots=True)
class PublicNumber:
    """Number of an entry among those that are not quiet, from 1; 0 is before all."""

    number: int

    def __str__(self) -> str:
        return f"{_SIGN}{self.number}"


def parse_number(text: str) -> PublicNumber | int:
    """Read the number on a button; an int is the log's own number, from an older button.

    Raises ValueError if it is not a number.
    """
    if text.startswith(_SIGN):
        return PublicNumber(int(text.removeprefix(_SIGN)))
    return int(text)


def public_number(quiet: Sequence[int], seq: int) -> PublicNumber:
    """Return the public number of entry *seq*; *quiet* are the sorted numbers of quiet entries."""
    return PublicNumber(seq - bisect_right(quiet, seq))


def entry_of(quiet: Sequence[int], number: PublicNumber | int) -> int:
    """Return the log's number for a public one; past the end of the log if there is none."""
    if not isinstance(number, PublicNumber):
        return number
    seq = number.number
    for each in quiet:
        if each > seq:
            break
        seq += 1
    return seq
