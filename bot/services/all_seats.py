"""Reads games with all their seats, for the way of posts to each player.

Only what delivers posts may import this; services and pages get along with what one user may know.
"""

from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from bot.domain import Entry, Everyone, Status, effective, removes, whole
from bot.services.games import record_so_far
from bot.services.services import Services
from bot.store import Damaged
from bot.store.queries import logs


class AllSeats:
    """Reads what each player of a game may know, and every hand in its record."""

    def __init__(self, services: Services) -> None:
        self._reader = services._reader  # noqa: SLF001  # nobody else may have it

    async def everyone(self, table_id: int) -> Everyone:
        """Read a table with all its seats. Raises Refused as :class:`bot.services.games.Games`."""
        return (await self._reader.one(table_id)).everyone()

    def read_everyone(self, connection: Connection, table_id: int) -> Everyone:
        """Read the same within a transaction; of a removed game, who removed it, too."""
        read = self._reader.read_one(connection, table_id).everyone()
        if read.table.status is not Status.REMOVED:
            return read
        removals: list[Entry] = []
        with suppress(Damaged), whole("its log"):  # if not, nobody can be told who did it
            removals = [*filter(removes, effective(logs.read_removals(connection, table_id)))]
        return replace(read, table=replace(read.table, removal=next(iter(removals), None)))

    async def last_record(self, table_id: int) -> str:
        """Write the record of a game for its last message: it has ended, or was removed.

        Raises Damaged if it cannot be read.
        """
        return await self._reader.store.look(record_so_far, table_id) or ""
