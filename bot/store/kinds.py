"""The kinds of columns: each checks what it reads, as SQLite keeps anything in any column.

They have the names of SQLAlchemy's own types, which they are otherwise.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import sqlalchemy
from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Dialect, TypeCoerce, TypeDecorator, type_coerce

from bot.store.errors import ILLEGIBLE, Illegible
from bot.store.events import dump_events, load_events
from engine import Event

_T = TypeVar("_T")

log = logging.getLogger(__name__)

_told: set[str] = set()
"""The columns of which the log has told that a value in them counts as missing."""


def forget_told() -> None:
    """Let the log tell again of each column in which a value counts as missing."""
    _told.clear()


class Kind(TypeDecorator[_T]):
    """A kind of column. What it reads is checked before and after the library makes a value of it.

    A value that is none raises Illegible or, in a *forgiving* column, counts as missing.
    """

    column = "a column"
    """Its table's name and its own, once it has been :meth:`placed`."""
    forgiving = False
    neutral: Any = None
    """What a repair puts in the place of a value that cannot be read; None: nothing can be."""

    def placed(self, column: str, *, forgiving: bool) -> None:
        """Say where this is, and whether a value that is none counts as missing there."""
        self.column = column
        self.forgiving = forgiving

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether the database's value can be one of this kind."""
        raise NotImplementedError

    def is_one(self, value: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether the value that was made of it is one of this kind."""
        return True

    def reader(self, dialect: Dialect, coltype: object = None) -> Callable[[Any], Any]:
        """Make what reads a value, and raises Illegible if it is none, forgiving or not."""
        made = super().result_processor(dialect, coltype)

        def read(raw: Any) -> Any:  # noqa: ANN401
            if raw is None:
                return None
            try:
                if self.fits(raw):
                    value = raw if made is None else made(raw)
                    if self.is_one(value):
                        return value
            except ILLEGIBLE:  # whose text may hold what is hidden
                pass
            raise Illegible(self.column)

        return read

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Check what is read."""
        read = self.reader(dialect, coltype)
        if not self.forgiving:
            return read

        def forgive(raw: Any) -> Any:  # noqa: ANN401
            try:
                return read(raw)
            except Illegible as error:
                if self.column not in _told:
                    _told.add(self.column)
                    log.error(  # noqa: TRY400
                        "%s, and counts as missing; `python -m bot check` tells what can be done",
                        error,
                    )
                return None

        return forgive


def forgiven(column: ColumnElement[_T]) -> TypeCoerce[_T | None]:
    """A column in a list of many games: a value of one that is none counts as missing there."""
    assert isinstance(column.type, Kind)
    kind = column.type.copy()
    kind.forgiving = True
    return type_coerce(column, kind)


# --- numbers -------------------------------------------------------------------------------------

_NUMBERS = 2**31
LARGEST = 2**63 - 1
"""The largest id that SQLite gives: each is larger than all before, damaged ones too."""


class Integer(Kind[int]):
    """A number that is not negative, and no longer than a column of PostgreSQL's takes."""

    impl = sqlalchemy.Integer
    cache_ok = True
    neutral = 0

    def __init__(self, least: int = 0, most: int = _NUMBERS - 1) -> None:
        super().__init__()
        self.least, self.most = least, most

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a number, and within the limits."""
        return type(raw) is int and self.least <= raw <= self.most


class Number(Integer):
    """A number of a game, or of an entry in its log, which somebody may have typed.

    One that no row can have equals none: it is sent as nothing, which is equal to nothing.
    """

    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Write a number, if the column can hold it."""
        return value if value is not None and -_NUMBERS <= value < _NUMBERS else None


class BigInteger(Kind[int]):
    """One of Discord's numbers; one that is negative stands for who is forgotten."""

    impl = sqlalchemy.BigInteger
    cache_ok = True

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a number."""
        return type(raw) is int


class Boolean(Kind[bool]):
    """Yes or no."""

    impl = sqlalchemy.Boolean
    cache_ok = True
    coerce_to_is_types = (type(None), bool)  # IS takes no parameter at a server
    neutral = False

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is one of these: the library takes anything for a yes."""
        return isinstance(raw, int) and raw in {0, 1}


# --- times ---------------------------------------------------------------------------------------

_FIRST, _LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LONGEST = timedelta(days=100 * 366)


class UtcDateTime(Kind[datetime]):
    """A moment in UTC; SQLite, which knows no time zones, keeps it without one."""

    impl = sqlalchemy.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse a time without a zone: it could mean anything."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time to be stored needs its time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Put the zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a text, of SQLite's, or a time."""
        return isinstance(raw, str | datetime)

    def is_one(self, value: Any) -> bool:  # noqa: ANN401
        """Whether one can reckon with that time."""
        return bool(_FIRST <= value < _LAST)


class Duration(Kind[timedelta]):
    """A length of time, as so many microseconds."""

    impl = sqlalchemy.BigInteger
    cache_ok = True
    neutral = timedelta(0)

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Write a length of time."""
        return None if value is None else value // _MICROSECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> timedelta | None:  # noqa: ARG002
        """Read a length of time."""
        return None if value is None else timedelta(microseconds=value)

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a number."""
        return type(raw) is int

    def is_one(self, value: Any) -> bool:  # noqa: ANN401
        """Whether one can reckon with it."""
        return bool(-_LONGEST <= value <= _LONGEST)


# --- texts ---------------------------------------------------------------------------------------


def _is_text(raw: object) -> bool:
    """Whether that is a text. One in no alphabet is read with surrogates in it."""
    return isinstance(raw, str) and (raw.isascii() or bool(raw.encode()))


class String(Kind[str]):
    """A short text."""

    impl = sqlalchemy.String
    cache_ok = True
    neutral = ""

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a text."""
        return _is_text(raw)


class Text(String):
    """A text of any length."""

    impl = sqlalchemy.Text
    cache_ok = True


class Word(Kind[StrEnum]):
    """One of some words."""

    impl = sqlalchemy.String
    cache_ok = True

    def __init__(self, words: type[StrEnum], length: int = 16) -> None:
        super().__init__(length)
        self.words, self.length = words, length

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write the word."""
        return None if value is None else self.words(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> StrEnum | None:  # noqa: ARG002
        """Read the word. Raises ValueError if this version does not know it."""
        return None if value is None else self.words(value)

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a text."""
        return isinstance(raw, str)


@cache
def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # none, no name at all, a folder of them
        return False
    return True


class Zone(String):
    """The name of a time zone, as the IANA gives it."""

    cache_ok = True

    def is_one(self, value: Any) -> bool:  # noqa: ANN401
        """Whether there is one of that name."""
        return is_zone(value)


class Days(String):
    """Days of the week, as digits: 0 for Monday. Not all of them."""

    cache_ok = True

    def is_one(self, value: Any) -> bool:  # noqa: ANN401
        """Whether all are days, and some are left."""
        return set(value) < set("0123456")


class Numbers(Kind[frozenset[int]]):
    """Some of Discord's numbers, as a text: ``17 23``."""

    impl = sqlalchemy.Text
    cache_ok = True

    def process_bind_param(self, value: Collection[int] | None, dialect: Dialect) -> str:  # noqa: ARG002
        """Write numbers."""
        return " ".join(map(str, sorted(value or ())))

    def process_result_value(self, value: str | None, dialect: Dialect) -> frozenset[int]:  # noqa: ARG002
        """Read numbers."""
        return frozenset(map(int, (value or "").split()))

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is a text."""
        return isinstance(raw, str)


# --- JSON ----------------------------------------------------------------------------------------


class JSON(Kind[Any]):
    """What JSON can hold, of a *shape*: a type of Python's."""

    impl = sqlalchemy.JSON
    cache_ok = True

    def __init__(self, shape: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.shape = shape

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is JSON, which one driver reads itself: the library would read bytes, too."""
        return not isinstance(raw, bytes)

    def is_one(self, value: Any) -> bool:  # noqa: ANN401
        """Whether it has that shape."""
        _of_shape(self.shape).validate_python(value, strict=True)  # raises a ValueError
        return True


class Events(Kind[tuple[Event, ...]]):
    """The engine's events, as JSON."""

    impl = sqlalchemy.JSON
    cache_ok = True

    def process_bind_param(self, value: tuple[Event, ...] | None, dialect: Dialect) -> list[Any]:  # noqa: ARG002
        """Write events."""
        return dump_events(value or ())

    def process_result_value(self, value: list[Any] | None, dialect: Dialect) -> tuple[Event, ...]:  # noqa: ARG002
        """Read events. Raises ValueError or others if this version does not know one of them."""
        return load_events(value)  # type: ignore[arg-type]  # None fails as anything else

    def fits(self, raw: Any) -> bool:  # noqa: ANN401
        """Whether it is JSON."""
        return not isinstance(raw, bytes)


@cache
def _of_shape(shape: Any) -> TypeAdapter[Any]:  # noqa: ANN401
    return TypeAdapter(shape)
