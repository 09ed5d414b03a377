"""What is special about PostgreSQL: how it names its troubles."""

from sqlalchemy.exc import DBAPIError

from bot.store.errors import Trouble

_TROUBLES = {
    "53100": Trouble.FULL,
    "53": Trouble.BUSY,  # too many connections, no memory left
    "55P03": Trouble.BUSY,  # a lock that cannot be had
    "40": Trouble.BUSY,  # two transactions in each other's way
    "57": Trouble.FAILING,  # it is shut down, or just starts
    "58": Trouble.FAILING,  # its own disk
    "25006": Trouble.FAILING,  # it may only be read
}
"""By the code of an error, or the first two signs of it: the classes of PostgreSQL's appendix A."""


def trouble(error: DBAPIError) -> Trouble | None:
    """What keeps the server from doing what it was asked; None if it is not that."""
    code = str(getattr(error.orig, "sqlstate", None) or "")
    return _TROUBLES.get(code) or _TROUBLES.get(code[:2])
