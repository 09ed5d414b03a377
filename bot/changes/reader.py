"""Reads tables with their hidden data, for the services."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from bot.changes.loader import Loader
from bot.changes.rules_reader import RulesReader
from bot.changes.whole import WholeTable
from bot.domain.entries import Entry, without_undone
from bot.domain.refusals import Refusal, Refused
from bot.domain.stored import decoding_game, load_log
from bot.domain.table import Status, Table, Unreadable
from bot.store import Damaged, HeaderRow, Store
from bot.store.queries import games, logs


class Reader:
    """Reads the tables of a store.

    Methods that read one table raise Refused if it does not exist or is damaged.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.loader = Loader()
        self.rules = RulesReader(store)

    async def one(
        self, table_id: int, is_shown: Callable[[HeaderRow], bool] = lambda _header: True
    ) -> WholeTable:
        """Read a table. Raises Refused if it does not exist or is not shown, damaged or not."""

        def read(connection: Connection) -> list[WholeTable | Unreadable]:
            headers = games.read_headers(connection, games.numbered(table_id))
            return self.loader.complete(connection, [*filter(is_shown, headers)])

        return existing(await self.store.look(read))

    async def get(self, table_id: int) -> Table:
        """Read the public part of a table."""
        return (await self.one(table_id)).table

    def read_one(self, connection: Connection, table_id: int) -> WholeTable:
        """Read a table within a transaction, also a removed one."""
        return only(self.loader.read(connection, games.numbered(table_id)))

    def read_existing(self, connection: Connection, table_id: int) -> WholeTable:
        """Read a table within a transaction. A removed one does not exist."""
        return existing(self.loader.read(connection, games.numbered(table_id)))

    async def some(self, which: games.GameFilter) -> list[Table | Unreadable]:
        """Read several tables, newest first."""
        found = await self.store.look(self.loader.read, which)
        return [each.table if isinstance(each, WholeTable) else each for each in found]

    async def history(self, table_id: int) -> list[Entry]:
        """Read the whole log of a table, without undone entries."""
        table = await self.get(table_id)
        try:
            log = load_log(await self.store.look(logs.read_log, table_id))
            with decoding_game("the log"):
                return without_undone(log, len(table.players))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def secret(self, read: WholeTable) -> str:
        """Return the secret of a table; draws one if missing."""
        return read.secret or await self.store.write(games.draw_secret, read.id)


def only(found: Sequence[WholeTable | Unreadable]) -> WholeTable:
    """Return the first table. Raises Refused without one, or if it is damaged."""
    if not found:
        raise Refused(Refusal.UNKNOWN_GAME)
    one = found[0]
    if isinstance(one, Unreadable):
        raise Refused(Refusal.UNREADABLE, game=one.name)
    return one


def existing(found: Sequence[WholeTable | Unreadable]) -> WholeTable:
    """Return the first table; a removed one does not exist. Raises Refused as :func:`only` does."""
    one = only(found)
    if one.table.status is Status.REMOVED:
        raise Refused(Refusal.UNKNOWN_GAME)
    return one
