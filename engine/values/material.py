"""The game's material: colours, dynasties, leaders, monuments, tiles (R1.2 to R1.4)."""

from enum import IntEnum, StrEnum
from itertools import combinations
from typing import NamedTuple, TypeAlias

from engine.values.quoting import quoted

__all__ = [
    "COLOURS",
    "DISPLAY_SIZE",
    "HAND_SIZE",
    "LEADERS",
    "MONUMENTS",
    "TILE_COUNTS",
    "Colour",
    "Dynasty",
    "Hand",
    "Leader",
    "Monument",
    "TileCounts",
]


class Colour(IntEnum):
    """One of the four spheres (R1.2), in the order in which they are always listed.

    The value is an index into tuples of four; ``str`` gives the letter.
    """

    BLACK = 0
    RED = 1
    BLUE = 2
    GREEN = 3

    @property
    def letter(self) -> str:
        """``k``, ``r``, ``b`` or ``g``."""
        return "krbg"[self]

    @classmethod
    def parse(cls, letter: str) -> "Colour":
        """Parse one of the letters k r b g. Raises ValueError for anything else."""
        try:
            return _COLOUR_OF_LETTER[letter]
        except KeyError:
            raise ValueError(f"{quoted(letter)} is no colour: they are k, r, b and g") from None

    def __str__(self) -> str:
        return self.letter


_COLOUR_OF_LETTER = {colour.letter: colour for colour in Colour}


COLOURS: tuple[Colour, ...] = tuple(Colour)
"""The four colours: iterating over a tuple is faster than over the class."""


class Dynasty(StrEnum):
    """One of the four dynasties (R1.4). The value is its letter."""

    ARCHER = "A"
    BULL = "B"
    LION = "L"
    POT = "P"


class Leader(NamedTuple):
    """A leader: the King, Priest, Farmer or Trader of a dynasty. Written ``Lk``."""

    dynasty: Dynasty
    colour: Colour

    @property
    def number(self) -> int:
        """The leader's index, 0 to 15, into tuples with an entry for each leader."""
        return _FIRST_NUMBER[self.dynasty] + self.colour

    def __str__(self) -> str:
        return f"{self.dynasty.value}{self.colour.letter}"


LEADERS: tuple[Leader, ...] = tuple(Leader(d, c) for d in Dynasty for c in Colour)
"""All leaders, ordered by number."""

LEADERS_OF: dict[Dynasty, tuple[Leader, Leader, Leader, Leader]] = {
    dynasty: (
        Leader(dynasty, Colour.BLACK),
        Leader(dynasty, Colour.RED),
        Leader(dynasty, Colour.BLUE),
        Leader(dynasty, Colour.GREEN),
    )
    for dynasty in Dynasty
}
"""The four leaders of each dynasty, in the order k r b g."""

_FIRST_NUMBER = {dynasty: 4 * place for place, dynasty in enumerate(Dynasty)}


class Monument(NamedTuple):
    """A monument, identified by its two colours. Written ``kr``."""

    first: Colour
    second: Colour

    @property
    def number(self) -> int:
        """The monument's index, 0 to 5, into tuples with an entry for each monument."""
        return MONUMENTS.index(self)

    def __str__(self) -> str:
        return f"{self.first.letter}{self.second.letter}"


MONUMENTS: tuple[Monument, ...] = tuple(Monument(a, b) for a, b in combinations(Colour, 2))
"""The six monuments: kr kb kg rb rg bg (R1.3)."""

TILE_COUNTS: tuple[int, int, int, int] = (30, 57, 36, 30)
"""The number of tiles of each colour, including those on the board at set-up."""

TileCounts: TypeAlias = tuple[int, int, int, int]
"""The number of tiles of each colour, in the order k r b g."""


class Hand(tuple[int, int, int, int]):
    """The tiles in a hand, as :data:`TileCounts`. ``repr`` and ``str`` hide them from logs."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<hidden>"


HAND_SIZE = 6
DISPLAY_SIZE = 6
CATASTROPHES_EACH = 2
