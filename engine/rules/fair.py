"""The fair bag: the start of a game that everybody can verify afterwards (``docs/fair.md``).

A secret is drawn before anybody sits down, and only its seal is shown. The players add words.
Secret and words together determine seats, dynasties and bag.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, TypeVar

from engine.rules.game import SEATS, full_bag
from engine.values.material import Dynasty

__all__ = [
    "NO_WORD",
    "SECRET_SIZE",
    "Draw",
    "draw_start",
    "hash_of",
    "seal_of",
]

SECRET_SIZE = 64
"""The length of a secret in bytes."""

_LABEL = b"two-rivers-fair-1 "
_HASH_SIZE = hashlib.sha256().digest_size
_NUMBERS = 2**32
"""The number of different values that a stream returns."""

_T = TypeVar("_T")


class Draw(NamedTuple):
    """The random part of a game's start."""

    order: tuple[int, ...]
    """The player of each seat: 0 is the player who joined first."""
    dynasties: tuple[Dynasty, ...]
    """The dynasty of each seat."""
    bag: str
    """The shuffled bag, first tile first, as passed to :meth:`Game.start`."""


def seal_of(secret: bytes) -> str:
    """Return the seal of a secret: 64 hexadecimal digits that reveal nothing about it."""
    return hashlib.sha256(_LABEL + b"commit" + secret).hexdigest()


def hash_of(word: str) -> str:
    """Return the hash of a player's word: 64 hexadecimal digits.

    The word is normalized first, so composed and decomposed letters give the same hash. Raises
    UnicodeEncodeError if the word contains lone surrogates.
    """
    return hashlib.sha256(unicodedata.normalize("NFC", word).encode()).hexdigest()


NO_WORD = hash_of("")
"""The hash used for a player who gives no word."""


def draw_start(secret: bytes, table: int, words: Sequence[str], board: str) -> Draw:
    """Return the seats, dynasties and bag that follow from a secret and words.

    *secret* has 64 bytes, *table* is the number of the table, from 0 up, *words* are the hashes of
    the players' words in the order of joining. Raises GameError if there is no such *board*,
    ValueError for any other argument out of range.
    """
    if len(secret) != SECRET_SIZE:
        raise ValueError(f"a secret has {SECRET_SIZE} bytes, not {len(secret)}")
    if len(words) not in SEATS:
        raise ValueError(f"two to four play, not {len(words)}")
    key = _key(secret, table, words)
    order, dynasties, bag = list(range(len(words))), list(Dynasty), list(full_bag(board))
    _shuffle(key, b"seats", order)
    _shuffle(key, b"dynasties", dynasties)
    _shuffle(key, b"bag", bag)
    return Draw(tuple(order), tuple(dynasties[: len(words)]), "".join(bag))


def _key(secret: bytes, table: int, words: Sequence[str]) -> bytes:
    parts = [_LABEL + b"key", _big_endian(table, 8), _big_endian(len(words), 1)]
    for word in words:
        hashed = bytes.fromhex(word)
        if len(hashed) != _HASH_SIZE:
            raise ValueError(f"a hash has {_HASH_SIZE} bytes, not {len(hashed)}")
        parts += [_big_endian(_HASH_SIZE, 2), hashed]
    return hmac.digest(secret, b"".join(parts), "sha512")


def _big_endian(number: int, size: int) -> bytes:
    try:
        return number.to_bytes(size, "big")
    except OverflowError:
        raise ValueError(f"{number} does not fit into {size} bytes") from None


def _shuffle(key: bytes, label: bytes, items: MutableSequence[_T]) -> None:
    """Shuffle *items* in place with the stream *label* (Fisher-Yates, from the end)."""
    stream = _Stream(key, label)
    for last in range(len(items) - 1, 0, -1):
        other = stream.below(last + 1)
        items[last], items[other] = items[other], items[last]


class _Stream:
    """Pseudorandom numbers derived from a key and a label."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key, self._label = key, label
        self._blocks = 0
        self._unread = b""

    def below(self, limit: int) -> int:
        """Return the next number from 0 to *limit* − 1, uniformly distributed."""
        fair = _NUMBERS - _NUMBERS % limit  # larger numbers would make low remainders more likely
        while (number := self._next()) >= fair:
            pass
        return number % limit

    def _next(self) -> int:
        if not self._unread:
            block = self._label + _big_endian(self._blocks, 4)
            self._unread = hmac.digest(self._key, block, "sha256")
            self._blocks += 1
        number, self._unread = self._unread[:4], self._unread[4:]
        return int.from_bytes(number, "big")
