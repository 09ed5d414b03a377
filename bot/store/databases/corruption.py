"""Turns errors of damaged rows and files into Damaged, without their content."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from bot.store.databases import sqlite, sqlstates
from bot.store.errors import DECODE_ERRORS, Damaged, InvalidValue


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Raise Damaged if *what*, which is decoded inside, is invalid.

    The original error is dropped: its text may hold a secret.
    """
    try:
        yield
    except DECODE_ERRORS as error:
        raise Damaged(f"{what} cannot be read ({type(error).__name__})") from None
    except InvalidValue as error:
        raise Damaged(f"{what} cannot be read ({error.column})") from None
    except DBAPIError as error:
        if not damaged(error):
            raise
        raise Damaged(f"{what} cannot be read, as the file is damaged") from None


def damaged(error: DBAPIError) -> bool:
    """True if the database itself is damaged, as its own error says."""
    return sqlite.damage(error) or sqlstates.damage(error)
