"""Numbers that people can read: they count only what everybody was told.

A button carries the number of an entry of the log. The log's own numbers would tell how many
entries there are of which nobody is told: a hint, a call, an order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

_SIGN = "+"


@dataclass(frozen=True, slots=True)
class Told:
    """The number of an entry among those of which everybody was told; 0: before the first one."""

    number: int

    def __str__(self) -> str:
        return f"{_SIGN}{self.number}"


def parse_number(text: str) -> Told | int:
    """A number as buttons carry it: without a sign, as older ones do, it is the log's own.

    Raises ValueError if it is none.
    """
    if text.startswith(_SIGN):
        return Told(int(text.removeprefix(_SIGN)))
    return int(text)


def told(quiet: Sequence[int], seq: int) -> Told:
    """The number for an entry of a log, whose *quiet* entries do not count: theirs, in order."""
    return Told(seq - bisect_right(quiet, seq))


def entry_of(quiet: Sequence[int], number: Told | int) -> int:
    """The log's number of the entry that a button means; of a number too high it has none."""
    if not isinstance(number, Told):
        return number
    seq = number.number
    for each in quiet:
        if each > seq:
            break
        seq += 1
    return seq
