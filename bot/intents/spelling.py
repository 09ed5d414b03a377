"""Spellings: how the fields of intents are written in a ``custom_id``, by their types.

``Annotated`` adds what a type cannot say: the range of a number, the pattern of a text, a spelling
of its own, or that the field is chosen from a select.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass
from enum import EnumType
from functools import partial, reduce
from operator import or_
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from bot.domain.public_numbers import PublicNumber, parse_number
from engine import Action, Piece, parse_action, parse_piece

_T = TypeVar("_T")

BOT = "bot"
"""The value of a chosen user who cannot play."""
AS_USUAL = "-"
"""The value of None: to have something in one game as in all, or not at all."""
_USERS = range(1, 2**63)
_MOST_PAGES = 1000


@dataclass(frozen=True, slots=True)
class Spelling:
    """Reads and writes a value; *read* raises LookupError or ValueError."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    none: str = AS_USUAL
    """The text of None, where the field may be None."""


@dataclass(frozen=True, slots=True)
class Values:
    """Reads a field from the values chosen from a select, and writes it as such values."""

    read: Callable[[Sequence[str]], Any]
    write: Callable[[Any], Iterable[str]]


class _Mark:
    """Says of a field where it stands."""


CHOSEN, OMITTED, CARRIED = _Mark(), _Mark(), _Mark()
Chosen = Annotated[_T, CHOSEN]
"""A field that is chosen from a select: the next value, or all of them if it is a collection."""
Omitted = Annotated[_T, OMITTED]
"""A field that is left out where it has its default; there it comes last."""


def marks_of(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - any annotation
    """Return what ``Annotated`` adds to a type."""
    return get_args(kind)[1:] if get_origin(kind) is Annotated else ()


def spelt(**values: object) -> Spelling:
    """Make a spelling with a word for each value."""
    word_of = {value: word for word, value in values.items()}
    return Spelling(values.__getitem__, word_of.__getitem__)


_SPELLINGS: dict[object, Spelling] = {
    bool: spelt(yes=True, no=False),
    int: Spelling(int),
    str: Spelling(str),
    Action: Spelling(parse_action),
    Piece: Spelling(parse_piece),
    PublicNumber | int: Spelling(parse_number),
}
_BETWEEN = ";"
"""Between the items of a tuple."""


def spelling_of(kind: Any, default: object = MISSING) -> Spelling:  # noqa: ANN401
    """Return the spelling of a type. A *default* None has none.

    Raises TypeError for a type without a spelling.
    """
    for mark in marks_of(kind):
        if isinstance(mark, Spelling):
            return mark
        if isinstance(mark, range):
            return Spelling(partial(_within, mark))
        if isinstance(mark, re.Pattern):
            return Spelling(partial(_matching, mark))
    kind = get_args(kind)[0] if marks_of(kind) else kind
    parts = get_args(kind)
    if kind in _SPELLINGS:
        return _SPELLINGS[kind]
    if NoneType in parts:
        rest = reduce(or_, (each for each in parts if each is not NoneType))
        return spelling_of(rest) if default is None else _or_none(spelling_of(rest))
    if get_origin(kind) is tuple and parts[1:] == (...,):
        item = spelling_of(parts[0])
        return Spelling(
            lambda text: tuple(map(item.read, text.split(_BETWEEN))),
            lambda items: _BETWEEN.join(map(item.write, items)),
        )
    if hasattr(kind, "parse"):
        return Spelling(kind.parse)
    if isinstance(kind, EnumType):
        return Spelling(kind)
    raise TypeError(f"{kind!r} has no spelling")


def values_of(kind: Any, at: int, default: object) -> Values:  # noqa: ANN401
    """Return how such a field is chosen: a collection as all values, else as the one *at* a place.

    Without any value it has its default.
    """
    marks, plain = marks_of(kind), get_args(kind)[0]
    collection = get_origin(plain)
    if collection in {tuple, frozenset} and not any(isinstance(mark, Spelling) for mark in marks):
        each = spelling_of(get_args(plain)[0])
        in_order = sorted if collection is frozenset else iter
        return Values(
            lambda values: collection(map(each.read, values)),
            lambda items: map(each.write, in_order(items)),
        )
    one = spelling_of(kind)
    return Values(
        lambda values: one.read(values[at]) if values or default is MISSING else default,
        lambda value: () if OMITTED in marks and value == default else (one.write(value),),
    )


def _or_none(spelling: Spelling) -> Spelling:
    read, write, none = spelling.read, spelling.write, spelling.none
    return Spelling(
        lambda text: None if text == none else read(text),
        lambda value: none if value is None else write(value),
    )


def _within(allowed: range, text: str) -> int:
    number = int(text)
    if number not in allowed:
        raise ValueError(f"{number} is not in {allowed}")
    return number


def _matching(pattern: re.Pattern[str], text: str) -> str:
    if pattern.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not {pattern.pattern}")
    return text


# --- fields that there are in several topics -----------------------------------------------------

UserId = Annotated[int, Spelling(partial(_within, _USERS), none=BOT)]
"""A user; None for one who cannot play."""
Page = Annotated[int, Spelling(lambda text: min(max(int(text), 0), _MOST_PAGES))]
"""The number of a page, from 0."""
