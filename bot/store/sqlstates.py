"""What PostgreSQL's codes of errors mean here."""

from sqlalchemy.exc import DBAPIError

from bot.store.errors import Trouble

_TROUBLES = {
    "53100": Trouble.FULL,
    "53": Trouble.BUSY,  # too many connections, no memory left
    "55P03": Trouble.BUSY,  # a lock that cannot be had
    "40": Trouble.BUSY,  # two transactions in each other's way
    "0A000": Trouble.BUSY,  # its tables were changed meanwhile: what was prepared does not fit
    "08": Trouble.FAILING,  # the connection is lost
    "25P03": Trouble.FAILING,  # idle in a transaction: this program had stopped
    "57": Trouble.FAILING,  # it is shut down, or just starts
    "58": Trouble.FAILING,  # its own disk
    "25006": Trouble.FAILING,  # it may only be read
}
"""By the code of an error, or the first two signs of it: the classes of PostgreSQL's appendix A."""
_DAMAGE = {"XX001", "XX002"}


def code(error: BaseException) -> str:
    """The code of an error of the server's, SQLAlchemy's or asyncpg's; empty if it has none."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlstate", None) or "")


def trouble(error: BaseException) -> Trouble | None:
    """What keeps the server from doing what it was asked; None if it is not that."""
    return _TROUBLES.get(code(error)) or _TROUBLES.get(code(error)[:2])


def damage(error: BaseException) -> bool:
    """Whether the server says that its files are damaged."""
    return code(error) in _DAMAGE
