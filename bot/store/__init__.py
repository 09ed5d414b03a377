"""Where games are kept: one database, opened as a :class:`Store`.

It knows rows, not rules: what they mean is the business of ``bot.table`` and ``bot.delivery``,
which read and write through the functions of ``games.py``, ``logs.py``, ``players.py``,
``people.py``, ``outbox.py`` and ``due.py``.
"""

from bot.store.errors import (
    Damaged,
    NotRead,
    NotStored,
    PerhapsStored,
    StaleVersion,
    StoreError,
    Trouble,
    Unavailable,
)
from bot.store.postgresql_urls import NoUrl
from bot.store.store import CONNECTIONS, Store, database_at

__all__ = [
    "CONNECTIONS",
    "Damaged",
    "NoUrl",
    "NotRead",
    "NotStored",
    "PerhapsStored",
    "StaleVersion",
    "Store",
    "StoreError",
    "Trouble",
    "Unavailable",
    "database_at",
]
