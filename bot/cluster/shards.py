"""Discord's shards: the gateway connection that a server belongs to."""

import re
from dataclasses import dataclass

_WRITTEN = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", re.ASCII)
_MOST = 10_000
_NUMBERED_FROM = 22
"""The bits of a server's number below these tell nothing about its shard."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from *first* to *last* of *count*, numbered from 0."""

    first: int
    last: int
    count: int

    def __post_init__(self) -> None:
        """Raise ValueError if there are no such shards."""
        if not 0 <= self.first <= self.last < self.count <= _MOST:
            raise ValueError("names shards that there are not")

    @classmethod
    def parse(cls, text: str) -> "Shards":
        """Read ``0-3/8`` or ``2/8``. Raises ValueError, with the rest of a sentence."""
        match = _WRITTEN.fullmatch(text.strip())
        if match is None:
            raise ValueError("is not like 0-3/8 or 2/8")
        first, last, count = match.groups()
        return cls(int(first), int(last or first), int(count))

    def has(self, guild_id: int | None) -> bool:
        """True if a server belongs to one of them; direct messages (None) belong to shard 0."""
        return self.first <= ((guild_id or 0) >> _NUMBERED_FROM) % self.count <= self.last

    @property
    def numbers(self) -> range:
        """Their numbers."""
        return range(self.first, self.last + 1)

    @property
    def share(self) -> float:
        """Their part of all shards."""
        return len(self.numbers) / self.count

    def meets(self, others: "Shards") -> bool:
        """True if a server may belong to both; with different counts, any may."""
        if self.count != others.count:
            return True
        return self.first <= others.last and others.first <= self.last

    def __str__(self) -> str:
        """The text that :meth:`parse` reads."""
        first = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{first}/{self.count}"


ALL_SHARDS = Shards(0, 0, 1)
"""All of Discord on one connection."""
