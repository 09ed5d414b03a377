"""Meanings of PostgreSQL's error codes."""

from sqlalchemy.exc import DBAPIError

from bot.store.errors import Trouble

_TROUBLES = {
    "53100": Trouble.FULL,
    "53": Trouble.BUSY,  # too many connections, no memory left
    "55P03": Trouble.BUSY,  # a lock that cannot be had
    "40003": Trouble.FAILING,  # the connection is lost, with an unknown outcome
    "40": Trouble.BUSY,  # two transactions in each other's way
    "0A000": Trouble.BUSY,  # its tables were changed meanwhile: what was prepared does not fit
    "08": Trouble.FAILING,  # the connection is lost; most poolers say it of anything
    "25P03": Trouble.FAILING,  # idle in a transaction: this program had stopped
    "25P04": Trouble.FAILING,  # a transaction that takes longer than the server allows
    "57": Trouble.FAILING,  # it is shut down, or just starts
    "58": Trouble.FAILING,  # its own disk
    "25006": Trouble.FAILING,  # it may only be read
    "42501": Trouble.FAILING,  # the user lost a permission
    "42P05": Trouble.FAILING,  # a pooler lends a connection with others' prepared statements
}
"""By code of an error, or its first two characters: the classes of PostgreSQL's appendix A."""
_DAMAGE = {"XX001", "XX002"}
_OF_STATEMENTS = {
    "20",
    "21",
    "22",
    "23",
    "24",
    "25",
    "27",
    "2D",
    "34",
    "3B",
    "42",
    "44",
    "54",
    "P0",
}
"""Classes of errors in a statement. All others come from the server or a pooler."""
_UNSURE = ("08", "40003", "57P")
"""Beginnings of the codes after which it is unknown whether a transaction is stored."""


def code(error: BaseException) -> str:
    """Return the code of an error of the server, SQLAlchemy or asyncpg; empty without one."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlstate", None) or "")


def trouble(error: BaseException) -> Trouble | None:
    """Return why an error makes the database unavailable; None for other errors."""
    given = code(error)
    if not given or given in _DAMAGE:
        return None
    unknown = None if given[:2] in _OF_STATEMENTS else Trouble.FAILING
    return _known(given) or unknown


def unsure(error: BaseException) -> bool:
    """True if a transaction may be stored although its COMMIT raised *error*."""
    return _known(code(error)) is None or code(error).startswith(_UNSURE)


def damage(error: BaseException) -> bool:
    """True if the server reports damaged files."""
    return code(error) in _DAMAGE


def _known(given: str) -> Trouble | None:
    return _TROUBLES.get(given) or _TROUBLES.get(given[:2])
