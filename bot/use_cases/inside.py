"""Access to all hidden data of games; an import contract limits it.

Delivery of posts needs all seats of a game; pages and handlers need at most one user's.
"""

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from bot.changes import Changes
from bot.domain.entries import Removed, is_by_admin
from bot.domain.seat import Everyone
from bot.domain.stored import load_log
from bot.domain.table import Status
from bot.store import Damaged
from bot.store.queries import logs
from bot.use_cases.services import Services
from bot.use_cases.visits import record_so_far


def changes_of(services: Services) -> Changes:
    """Return the unit of work, for changes that no service offers."""
    return services._changes  # noqa: SLF001  # there is no other way to it


class AllSeats:
    """Reads all seats of a game, and its record with all hands."""

    def __init__(self, services: Services) -> None:
        self._reader = changes_of(services).reader

    async def everyone(self, table_id: int) -> Everyone:
        """Read a table with all its seats. Raises Refused as :class:`Games` does."""
        return (await self._reader.one(table_id)).everyone()

    def read_everyone(self, connection: Connection, table_id: int) -> Everyone:
        """Read a table with all its seats in a transaction, with the remover of a removed game."""
        read = self._reader.read_one(connection, table_id).everyone()
        if read.table.status is not Status.REMOVED:
            return read
        removals: list[Removed] = []
        with suppress(Damaged):  # then the remover is unknown
            log = load_log(logs.read_removals(connection, table_id))
            removals = [each for each in log if isinstance(each, Removed) and is_by_admin(each)]
        return replace(read, table=replace(read.table, removal=next(iter(removals), None)))

    async def last_record(self, table_id: int) -> str:
        """Return the record of a finished or removed game for its last message.

        Raises Damaged if it is unreadable.
        """
        return await self._reader.store.look(record_so_far, table_id) or ""
