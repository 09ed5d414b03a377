"""Column types that check what they read, because SQLite stores any value in any column.

Those named like a type of SQLAlchemy are otherwise the same.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache, partial
from typing import Any, TypeVar, get_args
from zoneinfo import ZoneInfo

import sqlalchemy
from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, Dialect, TypeCoerce, TypeDecorator, type_coerce

from bot.store.errors import DECODE_ERRORS, Damaged, InvalidValue
from engine import Colour, Event

_T = TypeVar("_T")

log = logging.getLogger(__name__)

_reported: set[str] = set()
"""Columns with invalid values that were logged; each is logged once."""


class CheckedType(TypeDecorator[_T]):
    """A column type that checks what it reads.

    An invalid value raises InvalidValue or, in a *forgiving* column, counts as missing. A value is
    invalid if the database returns another type, if it is out of limits, or if its conversion or
    *check* raises an error of :data:`DECODE_ERRORS`.
    """

    column = "a column"
    """``table.column``, once it belongs to a table."""
    forgiving = False
    stored_as: type | tuple[type, ...] = object
    """Types that drivers may return."""
    least: Any = None
    most: Any = None
    """Maximum of drivers' values; None if unlimited."""
    check: Callable[[Any], object] | None = None
    """Raises an error for an invalid value, after its conversion."""
    neutral: Any = None
    """Replacement of an invalid value in a repair; None without one."""
    missing: Any = None
    """What an invalid value counts as in a *forgiving* column."""

    def __init_subclass__(cls) -> None:
        """Permit SQLAlchemy to cache statements: all attributes of a type are arguments."""
        super().__init_subclass__()
        cls.cache_ok = True

    def reader(self, dialect: Dialect, coltype: object = None) -> Callable[[Any], Any]:
        """Return the function that reads a value. It raises InvalidValue, forgiving or not."""
        return self._reader(dialect, coltype, self._refuse)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Return the function that reads a value, for SQLAlchemy."""
        return self._reader(dialect, coltype, self._forgive if self.forgiving else self._refuse)

    def _reader(
        self, dialect: Dialect, coltype: object, if_invalid: Callable[[], object]
    ) -> Callable[[Any], Any]:
        # A decision reads hundreds of values, so they are checked by functions of C if possible.
        convert = super().result_processor(dialect, coltype)
        stored_as, least, most, check = self.stored_as, self.least, self.most, self.check

        def read(raw: Any) -> Any:  # noqa: ANN401
            if raw is None:
                return None
            try:
                if isinstance(raw, stored_as) and (least is None or least <= raw <= most):
                    value = raw if convert is None else convert(raw)
                    if check is not None:
                        check(value)
                    return value
            except DECODE_ERRORS:  # its text may hold something hidden
                pass
            return if_invalid()

        return read

    def _refuse(self) -> None:
        raise InvalidValue(self.column)

    def _forgive(self) -> object:
        if self.column not in _reported:
            _reported.add(self.column)
            log.error(
                "%s, and counts as missing; `python -m bot check` tells what can be done",
                InvalidValue(self.column),
            )
        return self.missing


def invalid_as_none(column: ColumnElement[_T]) -> TypeCoerce[_T | None]:
    """Return a column whose invalid values count as missing, for lists of many games."""
    assert isinstance(column.type, CheckedType)
    kind = column.type.copy()
    kind.forgiving = True
    return type_coerce(column, kind)


# --- numbers -------------------------------------------------------------------------------------

_NUMBERS = 2**31
LARGEST = 2**63 - 1
"""The largest id of SQLite, where each is larger than all before, including damaged ones."""


class Integer(CheckedType[int]):
    """A number from *least* to *most*; by default any that is not negative and fits PostgreSQL."""

    impl = sqlalchemy.Integer
    stored_as = int
    neutral = 0

    def __init__(self, least: int = 0, most: int = _NUMBERS - 1) -> None:
        super().__init__()
        self.least, self.most = least, most


class Number(Integer):
    """A number of a game, or of an entry in its log; a user may have typed it.

    A number that no row can have is sent as NULL, which equals nothing.
    """

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Write a number, if the column can hold it."""
        return value if value is not None and -_NUMBERS <= value < _NUMBERS else None


class BigInteger(CheckedType[int]):
    """A snowflake of Discord's; a negative number stands for a forgotten user."""

    impl = sqlalchemy.BigInteger
    stored_as = int


class Boolean(CheckedType[bool]):
    """True or false."""

    impl = sqlalchemy.Boolean
    stored_as = int
    coerce_to_is_types = (type(None), bool)  # PostgreSQL's IS takes no parameter
    least, most = 0, 1  # SQLAlchemy would accept any number
    neutral = missing = False  # so a setting that cannot be read shows nothing to others


_DOUBLE_PRECISION = 701
"""The type's number in PostgreSQL."""


class Float(CheckedType[float]):
    """A computed number, in Python's precision."""

    impl = sqlalchemy.Double
    stored_as = (int, float)
    least, most = -1000, 1000  # far more than any rating; neither infinity nor NaN
    neutral = 0.0

    def reader(self, dialect: Dialect, coltype: object = None) -> Callable[[Any], Any]:
        """Return the function that reads a value; that of asyncpg needs PostgreSQL's type."""
        return super().reader(dialect, coltype or _DOUBLE_PRECISION)


# --- times ---------------------------------------------------------------------------------------

_FIRST, _LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LONGEST_WAIT = timedelta(days=40 * 366)
"""More than a bank holds after a game of the slowest pace, but few enough days to compute hours
quickly."""


class UtcDateTime(CheckedType[datetime]):
    """A moment in UTC; stored without a zone in SQLite."""

    impl = sqlalchemy.DateTime(timezone=True)
    stored_as = (str, datetime)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Reject a time without a zone, which is ambiguous."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time to be stored needs its time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime:  # noqa: ANN401
        """Add the zone. Raises ValueError for a time that leaves no room for additions."""
        moment: datetime = (
            value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)
        )
        if not _FIRST <= moment < _LAST:
            raise ValueError
        return moment


class StoredDuration(CheckedType[timedelta]):
    """A duration, stored in microseconds."""

    impl = sqlalchemy.BigInteger
    stored_as = int
    neutral = timedelta(0)

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Write a duration."""
        return None if value is None else value // _MICROSECOND

    def process_result_value(self, value: Any, dialect: Dialect) -> timedelta:  # noqa: ANN401, ARG002
        """Read a duration. Raises ValueError if no game can reach it."""
        duration = timedelta(microseconds=value)
        if not timedelta(0) <= duration <= _LONGEST_WAIT:
            raise ValueError
        return duration


# --- texts ---------------------------------------------------------------------------------------


class String(CheckedType[str]):
    """A short text."""

    impl = sqlalchemy.String
    stored_as = str
    neutral = ""

    check: Callable[[Any], object] | None = staticmethod(str.encode)  # for valid UTF-8


class Text(String):
    """A text of any length."""

    impl = sqlalchemy.Text


class Word(CheckedType[StrEnum]):
    """A member of *words*, stored by its value."""

    impl = sqlalchemy.String
    stored_as = str

    def __init__(self, words: type[StrEnum], length: int = 16) -> None:
        super().__init__(length)
        self.words, self.length = words, length

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write the word."""
        return None if value is None else self.words(value).value

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum:  # noqa: ANN401, ARG002
        """Read the word. Raises ValueError if *words* lacks it."""
        return self.words(value)


@cache
def is_zone(name: str) -> bool:
    """True if a time zone has that name."""
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):  # unknown, no name at all, a folder
        return False
    return True


class Zone(String):
    """The IANA name of a time zone."""

    @staticmethod
    def check(name: str) -> None:
        """Raise ValueError if there is no such time zone."""
        if not is_zone(name):
            raise ValueError


class Days(String):
    """Days of the week as digits, 0 for Monday; at most six."""

    @staticmethod
    def check(days: str) -> None:
        """Raise ValueError unless all are days, and one is missing."""
        if not set(days) < set("0123456"):
            raise ValueError


class Numbers(CheckedType[frozenset[int]]):
    """Snowflakes of Discord's, as a text: ``17 23``."""

    impl = sqlalchemy.Text
    stored_as = str

    def process_bind_param(self, value: Collection[int] | None, dialect: Dialect) -> str:  # noqa: ARG002
        """Write numbers."""
        return " ".join(map(str, sorted(value or ())))

    def process_result_value(self, value: Any, dialect: Dialect) -> frozenset[int]:  # noqa: ANN401, ARG002
        """Read numbers."""
        return frozenset(map(int, value.split()))


_COLOURS = len(Colour)


class ByColour(CheckedType[list[int]]):
    """A number for each colour, as a text: ``5 6 7 8``. It is read much faster than JSON."""

    impl = sqlalchemy.Text
    stored_as = str

    def process_bind_param(self, value: Sequence[int] | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write numbers."""
        return None if value is None else " ".join(map(str, value))

    def process_result_value(self, value: Any, dialect: Dialect) -> list[int]:  # noqa: ANN401, ARG002
        """Read numbers. Raises ValueError unless there is one for each colour."""
        numbers = [*map(int, value.split())]
        if len(numbers) != _COLOURS:
            raise ValueError
        return numbers


# --- JSON ----------------------------------------------------------------------------------------


_JSON = (str, list, dict)
"""JSON, and what asyncpg has read from it."""


class JSON(CheckedType[Any]):
    """JSON of a *shape*, which is a Python type such as ``list[int]``."""

    impl = sqlalchemy.JSON
    stored_as = _JSON

    def __init__(self, shape: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.shape = shape
        self.check = partial(TypeAdapter(shape).validate_python, strict=True)


EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
"""Every class of event by its name."""


@cache
def _adapter(name: str) -> TypeAdapter[Event]:
    return TypeAdapter(EVENTS[name])


def prepare_events() -> None:
    """Build the codec of each class of event in advance, so that no player waits for it."""
    for name in EVENTS:
        _adapter(name)


class Events(CheckedType[tuple[Event, ...]]):
    """The engine's events, as JSON."""

    impl = sqlalchemy.JSON
    stored_as = _JSON

    def process_bind_param(self, value: tuple[Event, ...] | None, dialect: Dialect) -> list[Any]:  # noqa: ARG002
        """Write events as pairs of name and fields."""
        return [
            [name := type(event).__name__, _adapter(name).dump_python(event, mode="json")]
            for event in value or ()
        ]

    def process_result_value(self, value: Any, dialect: Dialect) -> tuple[Event, ...]:  # noqa: ANN401, ARG002
        """Read events. Raises Damaged if this version does not know one."""
        try:
            return tuple(_adapter(name).validate_python(fields) for name, fields in value)
        except (KeyError, TypeError, ValueError):  # pydantic's own is one, and holds what it read
            raise Damaged("the log holds an event that this version cannot read") from None
