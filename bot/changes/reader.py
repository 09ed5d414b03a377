"""Reads tables with everything hidden in them, for the services."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Connection

from bot.changes.loaded import Loaded
from bot.changes.loader import Loader
from bot.changes.quiet_rings import read_hours
from bot.changes.rules_reader import RulesReader
from bot.domain import (
    Entry,
    Hours,
    Orders,
    Refusal,
    Refused,
    ServerRules,
    Status,
    Table,
    Unreadable,
    effective_of,
)
from bot.store import Damaged, HeaderRow, OrderRow, Store
from bot.store.queries import games, logs, players
from engine import StandingOrder


class Reader:
    """Reads the tables of a store.

    What reads one table raises Refused if it does not exist, or if it is damaged.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.loader = Loader()
        self.rules = RulesReader(store)

    async def one(
        self, table_id: int, is_shown: Callable[[HeaderRow], bool] = lambda _header: True
    ) -> Loaded:
        """Read a table. Raises Refused if it does not exist or is not shown, damaged or not."""

        def read(connection: Connection) -> list[Loaded | Unreadable]:
            headers = games.read_headers(connection, games.numbered(table_id))
            return self.loader.complete(connection, [*filter(is_shown, headers)])

        return existing(await self.store.look(read))

    async def get(self, table_id: int) -> Table:
        """Read what everybody may know of a table."""
        return (await self.one(table_id)).table

    def read_one(self, connection: Connection, table_id: int) -> Loaded:
        """Read a table within a transaction, also a removed one."""
        return only(self.loader.read(connection, games.numbered(table_id)))

    async def some(self, which: games.GameFilter) -> list[Table | Unreadable]:
        """Read several tables, newest first."""
        found = await self.store.look(self.loader.read, which)
        return [each.table if isinstance(each, Loaded) else each for each in found]

    async def history(self, table_id: int) -> list[Entry]:
        """Read the whole log of a table, without what was undone."""
        table = await self.get(table_id)
        try:
            log = await self.store.look(logs.read_log, table_id)
            return effective_of(log, len(table.players))
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def orders_at(self, table: Table) -> dict[int, Orders]:
        """Read all standing orders at a table, by the entry with which a player joined."""
        try:
            rows = await self.store.look(players.read_orders, table.id)
            return {joined_seq: orders_of(row) for joined_seq, row in rows.items()}
        except Damaged:
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    async def hours_at(self, table: Table, user_id: int | None) -> Hours:
        """Read a user's current hours at a table; all hours for a computer."""
        return await self.store.look(read_hours, user_id, table)

    async def is_quiet(self, table: Table, user_id: int | None, at: datetime) -> bool:
        """Whether a moment is in a user's quiet hours at a table."""
        return not (await self.hours_at(table, user_id)).include(at)

    async def rules_at(self, table: Table) -> ServerRules:
        """Read what is set for the server of a table at this moment."""
        return await self.rules.of(table.place.guild_id)

    async def secret(self, read: Loaded) -> str:
        """The secret of a table. Draws one if there is none."""
        return read.secret or await self.store.write(games.draw_secret, read.id)


def orders_of(row: OrderRow) -> Orders:
    """The standing orders in a row."""
    return Orders(row.usual or StandingOrder.ASK, row.here)


def only(found: Sequence[Loaded | Unreadable]) -> Loaded:
    """The first one. Raises Refused if there is no such game, or if it is damaged."""
    if not found:
        raise Refused(Refusal.UNKNOWN_GAME)
    one = found[0]
    if isinstance(one, Unreadable):
        raise Refused(Refusal.UNREADABLE, game=one.name)
    return one


def existing(found: Sequence[Loaded | Unreadable]) -> Loaded:
    """The same for games that people ask for: a removed one does not exist."""
    one = only(found)
    if one.table.status is Status.REMOVED:
        raise Refused(Refusal.UNKNOWN_GAME)
    return one
