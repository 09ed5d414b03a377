"""Which part of all servers a process is connected for: Discord divides them into shards."""

import re
from dataclasses import dataclass
from typing import Self

_WRITTEN = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*/\s*(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of so many shards, by their *numbers* from 0 on."""

    numbers: frozenset[int] = frozenset({0})
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``0-3/8`` or ``2/8``. Raises ValueError, with the rest of a sentence."""
        written = _WRITTEN.fullmatch(text.strip())
        if written is None:
            raise ValueError("names no shards")
        first, count = int(written[1]), int(written[3])
        last = first if written[2] is None else int(written[2])
        if last < first:
            raise ValueError("ends before it begins")
        if last >= count:
            raise ValueError(f"names shard {last}, but of {count} the last is {count - 1}")
        return cls(frozenset(range(first, last + 1)), count)

    @classmethod
    def all_of(cls, count: int) -> Self:
        """All of so many."""
        return cls(frozenset(range(count)), count)

    @property
    def all(self) -> bool:
        """Whether these are all that there are: no server is another process's."""
        return len(self.numbers) == self.count

    def has(self, guild_id: int | None) -> bool:
        """Whether a server belongs to one of these; direct messages belong to shard 0."""
        number = 0 if guild_id is None else (guild_id >> 22) % self.count
        return number in self.numbers

    def __str__(self) -> str:
        """As :meth:`parse` reads it; several ranges, which no setting names, with commas."""
        ranges: list[tuple[int, int]] = []
        for number in sorted(self.numbers):
            if ranges and ranges[-1][1] == number - 1:
                ranges[-1] = ranges[-1][0], number
            else:
                ranges.append((number, number))
        written = (f"{a}-{b}" if a < b else f"{a}" for a, b in ranges)
        return f"{','.join(written)}/{self.count}"


ONE = Shards()
"""The only one: no server is another process's."""
