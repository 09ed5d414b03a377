"""The fair bag of a record: its headers, and the verification of the start (``docs/fair.md``)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.notation.records import headers_of, read_game
from engine.notation.text import FormatError, Lines, split_blanks
from engine.rules.fair import SECRET_SIZE, Draw, draw_start, hash_of, seal_of
from engine.rules.game import SEATS
from engine.values.reasons import GameError

__all__ = [
    "FairStart",
    "Finding",
    "NothingToVerify",
    "verify_record",
]

_HASH = re.compile("[0-9a-f]{64}")
_SECRET = re.compile(f"[0-9a-f]{{{2 * SECRET_SIZE}}}")
_NUMBER = re.compile("[0-9]{1,19}")
_ORDER = re.compile("[0-9]")
_MOST_TABLES = 2**63
"""An exclusive upper limit of table numbers."""
_DIGITS = "hexadecimal digits, 0-9 and a-f"
_NAMES = frozenset({"Table", "Seal", "Words", "Order", "Secret"})
"""The headers of the fair bag."""


class NothingToVerify(GameError):
    """Raised for a record without a seal or without its secret."""


class Finding(NamedTuple):
    """One verified item: *fault* says what differs, None if nothing does."""

    what: str
    fault: str | None

    def __str__(self) -> str:
        return f"{self.what}: {self.fault or 'ok'}"


@dataclass(frozen=True, slots=True)
class FairStart:
    """The start of a sealed game, as its record's headers give it."""

    table: int
    seal: str
    words: tuple[str, ...]
    """The hashes of the players' words, in the order of joining."""
    order: tuple[int, ...]
    """The player of each seat: 0 is the player who joined first."""
    secret: bytes | None
    """The secret in bytes, None if it was never opened."""

    def headers(self) -> list[tuple[str, str]]:
        """Return the headers of the record as names and values."""
        opened = [] if self.secret is None else [("Secret", self.secret.hex())]
        return [
            ("Table", str(self.table)),
            ("Seal", self.seal),
            ("Words", " ".join(self.words)),
            ("Order", " ".join(map(str, self.order))),
            *opened,
        ]

    @classmethod
    def of(cls, headers: Mapping[str, str]) -> "FairStart":
        """Return the start that the headers of a record describe.

        Raises NothingToVerify if there is no seal, GameError if a header is missing or wrong.
        """
        if "Seal" not in headers:
            raise NothingToVerify("nothing to verify: the game has no seal")
        words = _parts_of(headers, "Words", _HASH, f"hashes of 64 {_DIGITS}")
        if len(words) not in SEATS:
            raise GameError(f"[Words] has {len(words)} hashes, but two to four play")
        (table,) = _parts_of(headers, "Table", _NUMBER, "a number", 1)
        if int(table) >= _MOST_TABLES:
            raise GameError("[Table] is no number of a table")
        secret = None
        if "Secret" in headers:
            digits = f"{2 * SECRET_SIZE} {_DIGITS}"
            (hexadecimal,) = _parts_of(headers, "Secret", _SECRET, digits, 1)
            secret = bytes.fromhex(hexadecimal)
        return cls(
            int(table),
            _parts_of(headers, "Seal", _HASH, f"64 {_DIGITS}", 1)[0],
            words,
            tuple(map(int, _parts_of(headers, "Order", _ORDER, "numbers of players"))),
            secret,
        )

    def findings(self, seats: Sequence[str], bag: str, board: str) -> list[Finding]:
        """Compare the seal and the start of the game with those derived from the secret.

        *seats* are the dynasties in turn order. Raises NothingToVerify if the seal was never
        opened.
        """
        if self.secret is None:
            raise NothingToVerify("nothing to verify: the seal was never opened")
        seal = seal_of(self.secret)
        draw = draw_start(self.secret, self.table, self.words, board)
        return [
            Finding("seal", _difference(self.seal, seal)),
            Finding("seats", _difference(_spaced(self.order), _spaced(draw.order))),
            Finding("dynasties", _difference(_spaced(seats), _spaced(draw.dynasties))),
            Finding("bag", _bag_fault(bag, draw)),
        ]


def verify_record(text: str, word: str | None = None, seal: str | None = None) -> list[Finding]:
    """Verify the fair bag of a record: its seal, seats, dynasties and bag.

    *word* must be one of the players' words, and *seal* the seal of the game, if they are given.

    Raises FormatError if the text is not a record or the rules forbid it; NothingToVerify if it has
    no secret; GameError if a header of the fair bag is missing or wrong, or *word* is not valid
    text.
    """
    for _step in read_game(text):  # raises FormatError if a decision is illegal
        pass
    headers = _headers_of_record(text)
    start = FairStart.of(headers)
    seats, bag = split_blanks(headers["Seats"]), headers["Bag"].strip()
    of_seal, *of_start = start.findings(seats, bag, headers["Board"].strip())
    if seal is not None and of_seal.fault is None:
        yours = seal.strip().lower()
        same = yours == start.seal
        of_seal = Finding(
            "seal", None if same else f"the record has {start.seal}, yours is {yours}"
        )
    findings = [of_seal, *of_start]
    if word is not None:
        findings.append(Finding("your word", _word_fault(word, start.words)))
    return findings


def _headers_of_record(text: str) -> dict[str, str]:
    """Return the headers of a record.

    Raises FormatError if a header of the fair bag occurs twice, NothingToVerify for a position.
    """
    seen = set()
    lines = Lines(text)
    while (line := lines.take()) is not None and line.header is not None:
        name = line.header.name
        if name in _NAMES and name in seen:
            raise FormatError(line.number, f"[{name}] stands here a second time")
        seen.add(name)
    headers = headers_of(text)
    if "Bag" not in headers or "Turn" in headers:
        raise NothingToVerify("nothing to verify: this is no record, but a position")
    return headers


def _parts_of(
    headers: Mapping[str, str],
    name: str,
    form: re.Pattern[str],
    what: str,
    count: int | None = None,
) -> tuple[str, ...]:
    """Return the parts of a header, which must match *form*.

    Raises GameError if the header is missing, does not match, or has not *count* parts.
    """
    if name not in headers:
        raise GameError(f'[{name} "..."] is missing')
    parts = split_blanks(headers[name])
    fitting = bool(parts) and all(map(form.fullmatch, parts))
    if not fitting or (count is not None and len(parts) != count):
        raise GameError(f"[{name}] must be {what}")
    return parts


def _spaced(parts: Sequence[object]) -> str:
    return " ".join(map(str, parts))


def _difference(recorded: str, derived: str) -> str | None:
    if recorded == derived:
        return None
    return f"the record has {recorded}, but {derived} follows from the secret"


def _bag_fault(bag: str, draw: Draw) -> str | None:
    if bag == draw.bag:
        return None
    first = next(
        (at for at, (one, other) in enumerate(zip(bag, draw.bag, strict=False)) if one != other),
        min(len(bag), len(draw.bag)),
    )
    return f"from tile {first + 1} on it is not the bag that follows from the secret"


def _word_fault(word: str, words: Sequence[str]) -> str | None:
    try:
        hashed = hash_of(word)
    except UnicodeEncodeError:
        raise GameError("--word is no text in UTF-8") from None
    return None if hashed in words else f"its hash {hashed} is not in the list"
