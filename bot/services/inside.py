"""Ways to everything hidden in games: a contract says who may import this.

What delivers posts needs all seats of a game; pages and their handlers need one user's at most.
"""

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from bot.changes import Changes
from bot.domain import Everyone, Removed, Status, is_by_admin
from bot.domain.stored import load_log
from bot.services.services import Services
from bot.services.visits import record_so_far
from bot.store import Damaged
from bot.store.queries import logs


def changes_of(services: Services) -> Changes:
    """The unit of work of services, for changes that none of them offers."""
    return services._changes  # noqa: SLF001  # there is no other way to it


class AllSeats:
    """Reads what each player of a game may know, and every hand in its record."""

    def __init__(self, services: Services) -> None:
        self._reader = changes_of(services).reader

    async def everyone(self, table_id: int) -> Everyone:
        """Read a table with all its seats. Raises Refused as :class:`bot.services.visits.Games`."""
        return (await self._reader.one(table_id)).everyone()

    def read_everyone(self, connection: Connection, table_id: int) -> Everyone:
        """Read the same within a transaction; of a removed game, who removed it, too."""
        read = self._reader.read_one(connection, table_id).everyone()
        if read.table.status is not Status.REMOVED:
            return read
        removals: list[Removed] = []
        with suppress(Damaged):  # if it is, nobody can be told who did it
            log = load_log(logs.read_removals(connection, table_id))
            removals = [each for each in log if isinstance(each, Removed) and is_by_admin(each)]
        return replace(read, table=replace(read.table, removal=next(iter(removals), None)))

    async def last_record(self, table_id: int) -> str:
        """Write the record of a game for its last message: it has ended, or was removed.

        Raises Damaged if it cannot be read.
        """
        return await self._reader.store.look(record_so_far, table_id) or ""
