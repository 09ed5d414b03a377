"""What is stored may be damaged. Whoever reads it then learns that, and nothing that it holds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from sqlalchemy import Column
from sqlalchemy.exc import DBAPIError

from bot.store import sqlite, sqlstates
from bot.store.errors import Damaged

ILLEGIBLE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What reading something raises that is not what it should be."""


@contextmanager
def deciphering(what: str) -> Iterator[None]:
    """Raise Damaged if *what*, which is read inside, is not what it should be.

    The error that tells so is not passed on: its text may hold what is hidden.
    """
    try:
        yield
    except ILLEGIBLE as error:
        raise Damaged(f"{what} cannot be read ({type(error).__name__})") from None
    except DBAPIError as error:
        if not damaged(error):
            raise
        raise Damaged(f"{what} cannot be read, as the file is damaged") from None


def damaged(error: DBAPIError) -> bool:
    """Whether the database itself is damaged, as its own error says."""
    return sqlite.damage(error) or sqlstates.damage(error)


def checked(
    values: Sequence[Any], columns: tuple[Column[Any], ...], *, joined: bool = False
) -> Sequence[Any]:
    """These values, read from these columns. Raises TypeError if one is of another kind.

    SQLite keeps anything in any column. With *joined* there may be no row that they are from.
    """
    for value, kind, optional in zip(values, *_kinds(columns), strict=True):
        if not isinstance(value, kind) and not (value is None and (optional or joined)):
            raise TypeError
    return values


@cache
def _kinds(columns: tuple[Column[Any], ...]) -> tuple[tuple[type, ...], tuple[bool, ...]]:
    kinds = tuple(column.type.python_type for column in columns)
    return kinds, tuple(bool(column.nullable) for column in columns)
